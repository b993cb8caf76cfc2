"""The ``tabletop`` command. Answers ``--version`` before anything is imported."""

import sys


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
    if sys.argv[1:] == ["--version"]:
        from tabletop import __version__

        print(f"tabletop {__version__}")
        return
    from tabletop.cli import run
    from tabletop.terminal.interrupts import end_tidily

    end_tidily()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
