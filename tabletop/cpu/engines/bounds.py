"""What a program may take and say, and what it finds in its environment."""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

MARK: Final = "TABLETOP_PLAYER"
"""The variable by which a program and all that it starts are known again."""
_PASSED_ON: Final = frozenset(
    {"PATH", "PATHEXT", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH", "VIRTUAL_ENV"}
    | {"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMFILES"}
)


class Bounds(NamedTuple):
    """Of one program."""

    start: float = 30.0
    """seconds until it has said hello, and until it is ready"""
    move: float = 10.0
    """seconds for a choice; then it is told to stop"""
    grace: float = 1.0
    """seconds in which the answer has to come then, and in which it has to end after ``quit``"""
    line: int = 64 * 1024
    """bytes of a line that it says"""
    lines: int = 1_000
    """lines beside the one that is waited for"""
    memory: int = 2 * 1024**3
    """bytes of each of its processes, where the system can hold it to that"""
    log: int = 1024**2
    """bytes of what it says on standard error that are kept"""


def environment(environ: Mapping[str, str], mark: str) -> dict[str, str]:
    """What a program needs of an environment to run at all: nothing that could be somebody's secret."""
    found = {name: value for name, value in environ.items() if _is_passed_on(name.upper())}
    return {**found, MARK: mark, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


def _is_passed_on(name: str) -> bool:
    return name in _PASSED_ON or name.startswith("LC_")


def hold_to(pid: int, memory: int) -> None:
    """Bounds the memory of a process and of each that it will start, where the system can do that from outside."""
    if os.name == "nt":
        return
    import resource

    prlimit = getattr(resource, "prlimit", None)
    if prlimit is not None:
        try:
            _soft, hard = prlimit(pid, resource.RLIMIT_DATA)
            least = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
            prlimit(pid, resource.RLIMIT_DATA, (least, least))
        except (OSError, ValueError):  # it has ended already
            return
