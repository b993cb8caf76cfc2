"""Who does the work: this process, or a pool of spawned ones that end with it. Another pool may stand in for either."""

import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import connection
from pathlib import Path
from typing import Any, Final, Protocol

from tabletop.cpu.engines.engine import end_all
from tabletop.tournament.bench import marked, work
from tabletop.tournament.forked import CAN_FORK, work_apart
from tabletop.tournament.plan import GameOrigin, Plan, Task
from tabletop.tournament.tally import Sums

Answer = Sums | str
"""What a chunk comes to, or why it can't be played."""
_AHEAD: Final = 1
"""How many chunks wait for each worker."""
_MOST_DEATHS: Final = 10_000


class Workers(Protocol):
    """Plays chunks, several at once perhaps."""

    room: int
    """so many chunks may be under way or wait"""

    def submit(self, task: Task) -> "Future[Answer]":
        """Begins a chunk."""
        ...

    def close(self, *, hurry: bool) -> None:
        """No more work. ``hurry``: what is under way is given up."""
        ...


class InThisProcess:
    """One chunk after another, here."""

    room = 1

    def __init__(self, play: Callable[[Task], Answer]) -> None:
        self._play = play

    def submit(self, task: Task) -> "Future[Answer]":
        """Plays the chunk before it returns."""
        done: Future[Answer] = Future()
        done.set_result(self._play(task))
        return done

    def close(self, *, hurry: bool) -> None:
        """Nothing is open."""


class ProcessPool:
    """At most ``jobs`` chunks at once, each in a process of its own; one that ends is replaced."""

    def __init__(self, origin: GameOrigin, plan: Plan, jobs: int) -> None:
        self._origin, self._plan, self._jobs = origin, plan, jobs
        self.room = jobs * (1 + _AHEAD)
        self._careful: set[tuple[int, int]] = set()
        """whose matches have ended a process"""
        self._pool = self._made(jobs)

    @staticmethod
    def _made(jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)

    def submit(self, task: Task) -> "Future[Answer]":
        """Hands the chunk to the pool."""
        try:
            careful = CAN_FORK and (task.one, task.other) in self._careful
            return self._pool.submit(work_apart if careful else work, self._origin, self._plan, task)
        except BrokenProcessPool as error:
            broken: Future[Answer] = Future()
            broken.set_exception(error)
            return broken

    def alone(self, task: Task) -> Answer:
        """A chunk during which a process has ended: played in a new one. Those of the same two players are played with
        care from now on.

        The others wait meanwhile, so that there are never more processes than jobs.
        """
        self.close(hurry=True)
        self._careful.add((task.one, task.other))
        if CAN_FORK:
            with self._made(1) as pool:
                return pool.submit(work_apart, self._origin, self._plan, task).result()
        return self._again(task)

    def _again(self, task: Task) -> Answer:
        """The same by a new process after each one that ends, in which it stands who was asked."""
        dead: dict[int, int] = dict(task.dead)
        with tempfile.TemporaryDirectory(prefix="tabletop-") as folder:
            mark = str(Path(folder) / "mark")
            for _death in range(_MOST_DEATHS):
                Path(mark).write_bytes(b"")
                pool = self._made(1)
                try:
                    again = task._replace(mark=mark, dead=tuple(dead.items()))
                    return pool.submit(work, self._origin, self._plan, again).result()
                except BrokenProcessPool as error:
                    found = marked(mark)
                    if found is None or found[0] in dead:
                        return str(error)
                    dead[found[0]] = found[1]
                finally:
                    pool.shutdown(wait=True, cancel_futures=True)
        return ""

    def renew(self) -> None:
        """A new pool in the place of the one that broke."""
        self._pool = self._made(self._jobs)

    def close(self, *, hurry: bool) -> None:
        """See ``Workers``."""
        processes: dict[int, Any] = dict(getattr(self._pool, "_processes", None) or {})
        if hurry:
            for process in processes.values():
                with suppress(OSError, ValueError):
                    process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


def first_done(futures: "set[Future[Answer]]") -> "set[Future[Answer]]":
    """Waits until something is done."""
    return wait(futures, return_when=FIRST_COMPLETED).done


def _begin() -> None:
    """In a new process: Ctrl-C is for the one that asked, and without that one it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    end_all()
    os._exit(1)
