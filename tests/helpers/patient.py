"""The command, except that it never finds a plugin slow: on a loaded machine any call may take long."""

from processes import LAST_RESORT

from tabletop.guard import watchdog as watch

if __name__ == "__main__":
    from tabletop.__main__ import main

    watch.PATIENCE = LAST_RESORT  # type: ignore[misc]
    main()
