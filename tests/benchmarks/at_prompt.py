"""The processor time and the memory of a program in a pseudo-terminal, at the moment when its prompt reads."""

import os
import pty
import resource
import select
import signal
import sys
from pathlib import Path
from typing import NamedTuple

from processes import LAST_RESORT

BEGINS = b"\x1b[?2004h"
"""Bracketed paste is on while prompt_toolkit reads a line."""
BARE = [sys.executable, "-c", "from prompt_toolkit import prompt; prompt('bare> ')"]
TABLETOP = [sys.executable, "-m", "tabletop"]


class Cost(NamedTuple):
    """Seconds of processor time, and bytes."""

    seconds: float
    memory: int


def environment(home: Path) -> dict[str, str]:
    """As a person has it: modules are compiled once."""
    away = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "COLUMNS", "LINES")
    kept = {name: value for name, value in os.environ.items() if name not in away}
    return {**kept, "TERM": "xterm-256color", "TABLETOP_HOME": str(home)}


def at_prompt(command: list[str], environ: dict[str, str], lines: list[str] | None = None) -> Cost:
    """Runs it until it has asked once, and once more after each of ``lines``, and kills it."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, environ)
    seen, waiting = b"", list(lines or [])
    while True:
        if not select.select([terminal], [], [], LAST_RESORT)[0]:
            raise AssertionError(f"no prompt: {seen[-500:]!r}")
        data = os.read(terminal, 65_536)
        seen += data
        if b"\x1b[6n" in data:
            os.write(terminal, b"\x1b[1;1R")
        begun = seen.find(BEGINS)
        if begun >= 0 and b">" in seen[begun:]:
            if not waiting:
                break
            os.write(terminal, waiting.pop(0).encode() + b"\r")
            seen = b""
    memory = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
    os.kill(pid, signal.SIGKILL)
    used = os.wait4(pid, 0)[2]
    os.close(terminal)
    return Cost(used.ru_utime + used.ru_stime, memory)


def to_its_end(command: list[str], environ: dict[str, str]) -> Cost:
    """Runs it without a terminal."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    streams = [(os.POSIX_SPAWN_DUP2, nowhere, number) for number in (0, 1, 2)]
    pid = os.posix_spawn(command[0], command, environ, file_actions=streams)
    os.close(nowhere)
    _pid, status, used = os.wait4(pid, 0)
    assert status == 0, command
    return Cost(used.ru_utime + used.ru_stime, 0)
