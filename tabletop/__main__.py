"""The ``tabletop`` command, and the edge of the process: whatever ends it passes here, and nothing is a traceback.

Answers ``--version`` before anything is imported.
"""

import errno
import gc
import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn

_INTERRUPTED: Final = 130
_FULL: Final = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
_NEEDED: Final = 44 * 1024**2
"""Bytes that a match of Pig needs beside the interpreter, about."""
_LOADED: Final = 200_000
"""More new objects than any start makes, all of which stay. Until then Python doesn't look for rubbish among them."""
_LATER: Final = 10_000
"""After so many it does later on."""


def main() -> None:
    """Runs the command line and ends the process with its exit code.

    That is 130 at Ctrl-C, 129 where the terminal is gone, 0 where nobody reads the output any more, and 2 with one
    sentence for whatever else the system refuses.
    """
    ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        if ctrl_c:
            signal.signal(signal.SIGINT, _leave_at_once)
        code = _answer(sys.argv[1:], ctrl_c)
        if ctrl_c:
            signal.signal(signal.SIGINT, _leave_at_once)
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except (OSError, RuntimeError, MemoryError, ImportError) as error:
        code = _refused(error)
    _let_go()
    sys.exit(code)


def _answer(arguments: list[str], ctrl_c: bool) -> int:
    """The exit code of a command line, after all its output is written."""
    code = 0
    if arguments == ["--version"]:
        from tabletop import __version__

        print(f"tabletop {__version__}")
    else:
        _collect_later()
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for them it reads about every package
        from tabletop.cli import run
        from tabletop.interrupts import end_tidily

        _spare_memory()
        end_tidily()
        if ctrl_c:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run(arguments)
    if sys.stdout is not None:
        sys.stdout.flush()
    return code


def _collect_later() -> None:
    """Looking for rubbish again and again while modules are loaded would be a tenth of the start."""

    def as_usual(_phase: str, _info: object) -> None:
        gc.callbacks.remove(as_usual)
        gc.set_threshold(_LATER)

    gc.set_threshold(_LOADED)
    gc.callbacks.append(as_usual)


def _spare_memory() -> None:
    """Where memory is limited: a library of numbers would end the process if it can't have its threads, and pydantic
    does so without a word if it can't have what it needs. Raises MemoryError.
    """
    with suppress(ImportError):
        import resource

        if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            bytearray(_NEEDED)


def _leave_at_once(_number: int, _frame: FrameType | None) -> NoReturn:
    """Ctrl-C while modules are loaded, where KeyboardInterrupt may be swallowed, and when all is done."""
    os._exit(_INTERRUPTED)


def _refused(error: OSError | RuntimeError | MemoryError | ImportError) -> int:
    """The exit code where the system refused something; a sentence about it if there is somebody to read it."""
    if isinstance(error, MemoryError) or "failed to map segment" in str(error):
        return _no_memory()
    if isinstance(error, BrokenPipeError):
        return 0
    if isinstance(error, OSError) and error.errno == errno.EIO:
        return 129  # the terminal is gone, as SIGHUP says
    if not isinstance(error, OSError) and "start new thread" not in str(error):
        raise error

    from tabletop.cli import fail
    from tabletop.i18n import Texts

    _ = Texts(__file__)
    if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
        return fail(_("The output can't be written: {why}.").format(why=error.strerror))
    parts = (error.filename, error.strerror) if isinstance(error, OSError) else ()
    return fail(_("The system refuses: {why}.").format(why=": ".join(filter(None, parts)) or error))


def _no_memory() -> int:
    """The exit code, and a sentence for which there may be hardly any memory either."""
    try:
        from tabletop.cli import fail
        from tabletop.i18n import Texts

        _ = Texts(__file__)
        return fail(_("There isn't enough memory."))
    except (MemoryError, ImportError):
        os.write(2, b"tabletop: There isn't enough memory.\n")
        return 2


def _let_go() -> None:
    """Drops what can't be written: the interpreter would complain of it once more in the end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    main()
