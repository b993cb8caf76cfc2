"""The end of a program and of all that it has started."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tabletop.cpu.engines.bounds import MARK

APART: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""How a process is made on Windows that Ctrl-C at the terminal doesn't reach."""
_TASKKILL: Final = os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "taskkill.exe")
"""By its whole path: on Windows a name is looked for in the current folder first."""
_ROUNDS: Final = 50
_PROCESSES: Final = Path("/proc")


def end(
    popen: "subprocess.Popen[bytes]",
    mark: str,
    *,
    windows: bool = os.name == "nt",
    run: Callable[..., Any] = subprocess.run,
) -> None:
    """Kills a process that began a group of its own, the group, and whatever else carries its ``mark``; no plea helps.

    What forks while it is looked for is found by looking again.
    """
    if windows:
        with suppress(OSError):
            run([_TASKKILL, "/F", "/T", "/PID", str(popen.pid)], capture_output=True, check=False)
    else:
        with suppress(OSError):  # there is none any more
            os.killpg(popen.pid, signal.SIGKILL)
        for _round in range(_ROUNDS):
            if not any(list(map(_killed, _marked(mark)))):
                break
    with suppress(OSError):
        popen.kill()
    popen.wait()


def end_family(family: str) -> None:
    """Kills whatever is left of the programs whose marks begin so, where the system shows that."""
    for _round in range(_ROUNDS):
        if not any(list(map(_killed, _marked(family)))):
            break


def _marked(mark: str) -> Iterator[int]:
    """The processes with a mark that begins so in their environment, where the system shows that."""
    wanted = f"{MARK}={mark}".encode()
    for entry in os.listdir(_PROCESSES) if _PROCESSES.is_dir() else ():
        if entry.isdigit() and int(entry) != os.getpid():
            with suppress(OSError):
                variables = (_PROCESSES / entry / "environ").read_bytes().split(b"\0")
                if any(variable.startswith(wanted) for variable in variables):
                    yield int(entry)


def _killed(pid: int) -> bool:
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False
