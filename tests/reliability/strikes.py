"""An operation in a forked process that is struck: killed before one call of the system, or given an error there."""

import errno
import fcntl
import json
import os
import signal
import sys
import traceback
from typing import NamedTuple

from tabletop.guard.failures import PluginError
from tabletop.saves import SaveError

CALLS = (
    *("write", "fsync", "ftruncate", "truncate", "chmod", "mkdir", "rmdir", "listdir", "scandir"),
    *("replace", "rename", "unlink", "remove", "link", "symlink"),
)
"""Beside ``open`` in the home, however it is called, and the locks."""
LOOKING = ("listdir", "scandir")
"""These only count in the home."""
FAULTS = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EACCES": errno.EACCES, "short write": 0}


class Came(NamedTuple):
    """What became of the operation in its process."""

    shown: int
    """steps that a person was told of"""
    refused: str
    """the sentence with which it was refused"""
    wrong: str
    """the traceback, where there was one"""
    calls: int
    """of the system, as far as it came"""


class Strike:
    """Counts calls of the system in this process, and strikes at one of them."""

    def __init__(self, folder, at=0, how="kill"):
        self.folder, self.at, self.how, self.calls = str(folder), at, how, 0

    def arm(self):
        if self.how == "time":
            signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process as SIGKILL does, wherever it is
            signal.setitimer(signal.ITIMER_REAL, self.at)
            return
        sys.addaudithook(self._hear)
        for name in CALLS:
            if hasattr(os, name):
                setattr(os, name, self._struck(name, getattr(os, name)))
        fcntl.flock = self._struck("flock", fcntl.flock)

    def _hear(self, event, given):
        if event == "open" and isinstance(given[0], str) and given[0].startswith(self.folder):
            self._count("open")

    def _struck(self, name, call):
        def struck(*given, **more):
            if name == "write" and self.how == "short write" and self.calls + 1 == self.at:
                self.calls += 1
                return call(given[0], given[1][: max(1, len(given[1]) // 2)])
            if name not in LOOKING or (given and str(given[0]).startswith(self.folder)):
                self._count(name)
            return call(*given, **more)

        return struck

    def _count(self, name):
        self.calls += 1
        if self.calls != self.at:
            return
        if self.how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif FAULTS[self.how]:
            raise OSError(FAULTS[self.how], os.strerror(FAULTS[self.how]), name)


def struck(operation, folder, at=0, how="kill"):
    """Does ``operation`` in a process that is struck at its call ``at``; 0: at none.

    ``how``: one of ``FAULTS``; ``kill``; or ``time``, which kills after ``at`` seconds, whatever it does then.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(operation, folder, Strike(folder, at, how), writing)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        lines = [json.loads(line) for line in pipe]
    os.waitpid(child, 0)
    said = {kind: text for kind, text in lines if kind != "shown"}
    shown = sum(kind == "shown" for kind, _text in lines)
    return Came(shown, said.get("refused", ""), said.get("wrong", ""), said.get("calls", 0))


def _work(operation, folder, strike, pipe):
    write = os.write

    def say(kind, text=""):
        write(pipe, (json.dumps([kind, text]) + "\n").encode())

    try:
        strike.arm()
        operation(folder, lambda: say("shown"))
    except (SaveError, PluginError, ValueError) as why:
        say("refused", str(why) or repr(why))
    except BaseException:
        say("wrong", traceback.format_exc())
    finally:
        say("calls", strike.calls)
        os._exit(0)
