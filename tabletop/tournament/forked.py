"""Chunks of pairs in a process that is forked, where the system can: a player that ends it loses that match only.

The child tells again and again what the pairs have come to. When it has ended, another one goes on from there, and the
match in which that happened is lost by the player who was asked.
"""

import os
import select
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from tabletop.cpu.engines.engine import end_all
from tabletop.guard.failures import PluginError
from tabletop.i18n import Texts
from tabletop.tournament.bench import Bench, bench_for, marked
from tabletop.tournament.plan import GameOrigin, Plan, Task
from tabletop.tournament.playing import RulesFailed
from tabletop.tournament.tally import Sums

_ = Texts(__file__)

Answer = Sums | str
"""What a chunk comes to, or why it can't be played."""
CAN_FORK: Final = sys.platform == "linux"
_PAIRS: Final = 16
"""After so many pairs the child tells what they have come to."""
_FILES: Final = 4_096
_GOODBYE: Final = 3.0
"""Seconds for a child to end by itself."""


class ForkedBench:
    """A bench whose matches are played in a child of this process."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._child = 0
        self._pipe: Connection | None = None
        self._life = -1
        """the child ends when this is closed"""
        self._folder = tempfile.TemporaryDirectory(prefix="tabletop-")
        self._mark = str(Path(self._folder.name) / "mark")

    def work(self, task: Task) -> Answer:
        """What a chunk comes to. Raises what ``Bench.work`` raises of the start of players."""
        bench = self._bench
        if not task.records and bench.together(task.one, task.other) is not None:
            return bench.work(task)
        if self._pipe is None:
            self._prepare()
        sums, dead, done = Sums(), dict(task.dead), 0
        while done < task.pairs:
            pairs = min(_PAIRS, task.pairs - done)
            part = task._replace(first=task.first + done, pairs=pairs, mark=self._mark, dead=tuple(dead.items()))
            answer = self._asked(part, sums)
            if isinstance(answer, str):
                return answer
            if answer is not None:
                sums, done = answer, done + pairs
                continue
            found = marked(self._mark)
            if found is None or found[0] in dead:
                return _("the process that played has ended")
            dead[found[0]] = found[1]
        return sums

    def _prepare(self) -> None:
        """What takes long, before there is a child: another one needn't do it again."""
        for player in range(len(self._bench.teams)):
            self._bench.start(player)
        _ready = self._bench.judge

    def _asked(self, task: Task, sums: Sums) -> Answer | None:
        """What the child says; None when it has ended."""
        pipe = self._pipe or self._begin()
        try:
            pipe.send((task, sums))
            answer: Answer | KeyboardInterrupt = pipe.recv()
        except (EOFError, OSError):
            self.close_child()
            return None
        if isinstance(answer, KeyboardInterrupt):
            raise answer
        return answer

    def _begin(self) -> Connection:
        Path(self._mark).write_bytes(b"")
        pipe, theirs = Pipe()
        life, self._life = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self._child = os.fork()
        if self._child == 0:
            try:
                _serve(self._bench.work, theirs, life)
            finally:
                os._exit(0)
        theirs.close()
        os.close(life)
        self._pipe = pipe
        return pipe

    def close_child(self) -> None:
        """Ends the child, if there is one."""
        if self._pipe is not None:
            self._pipe.close()
            os.close(self._life)
            self._pipe = None
            with suppress(OSError):
                _wait_for(self._child)
                os.kill(self._child, 9)
            with suppress(OSError):
                os.waitpid(self._child, 0)

    def close(self) -> None:
        """After the last match."""
        self.close_child()
        self._folder.cleanup()


def _wait_for(child: int) -> None:
    """Returns when a process has ended, which it does with all programs that play for it; or after a while."""
    watched = os.pidfd_open(child)
    try:
        select.select([watched], [], [], _GOODBYE)
    finally:
        os.close(watched)


def _serve(work: Callable[[Task, Sums], Sums], pipe: Connection, life: int) -> None:
    """In the child: plays what it is told to. Of what the other process has open it keeps nothing else."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    low, high = sorted((pipe.fileno(), life))
    for first, end in ((3, low), (low + 1, high), (high + 1, _FILES)):
        os.closerange(first, end)
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    while True:
        task, sums = pipe.recv()
        pipe.send(_answer(work, task, sums))


def _answer(work: Callable[[Task, Sums], Sums], task: Task, sums: Sums) -> Answer | KeyboardInterrupt:
    try:
        return work(task, sums)
    except KeyboardInterrupt:
        return KeyboardInterrupt()
    except Exception as error:
        return str(error) or type(error).__name__


def _end_with(life: int) -> None:
    with suppress(OSError):
        os.read(life, 1)
    end_all()
    os._exit(1)


# In workers of a pool: for players that have ended one


_benches: dict[int, ForkedBench] = {}


def work_apart(origin: GameOrigin, plan: Plan, task: Task) -> Answer:
    """What a chunk comes to, played in a child of this process; a sentence where it can't be played."""
    try:
        bench = bench_for(origin, plan)
        if id(bench) not in _benches:
            _benches.clear()
            _benches[id(bench)] = ForkedBench(bench)
        return _benches[id(bench)].work(task)
    except (RulesFailed, PluginError, ValueError) as error:
        return str(error)
