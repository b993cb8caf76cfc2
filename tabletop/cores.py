"""The same work for many things, on all cores where that can be had simply."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

ENOUGH: Final = 200
"""So many things are worth other processes."""
_CHUNK: Final = 16
_work = list[Callable[[Any], Any]]()
"""What the other processes do, which are copies of this one: the last."""


def on_all_cores(work: Callable[[T], R], things: Sequence[T]) -> Iterator[R]:
    """What ``work`` makes of each, in order. It may run in copies of this process: what it changes there is lost.

    They are made by fork, on Linux and while this process has one thread; elsewhere one thing is done after another.
    """
    done = 0
    if len(things) >= ENOUGH and cores() > 1 and sys.platform == "linux" and threading.active_count() == 1:
        for answer in _in_processes(work, things):
            done += 1
            yield answer
    yield from map(work, things[done:])


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _in_processes(work: Callable[[T], R], things: Sequence[T]) -> Iterator[R]:
    """Ends early where one of them was killed, or there can be none."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    _work.append(work)
    try:
        pool = ProcessPoolExecutor(cores(), multiprocessing.get_context("fork"), _ignore_interrupts)
    except OSError:
        return
    try:
        yield from pool.map(_do, things, chunksize=_CHUNK)
    except (BrokenProcessPool, OSError):
        return
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        _work.remove(work)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the first process, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(thing: Any) -> Any:
    return _work[-1](thing)
