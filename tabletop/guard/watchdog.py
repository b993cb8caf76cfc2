"""Which calls into plugins are under way, so that one that never returns can be named and left.

What counts is the processor time of the thread, where the system tells it: on a loaded machine nobody is accused who
had no time to work. Who only waits is accused later.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from tabletop.i18n import Texts

_ = Texts(__file__)

PATIENCE: Final = 2.0
"""Seconds of work after which a call hangs: it is named, and Ctrl-C ends it."""
IDLE: Final = 10.0
"""Seconds after which it does so whether it works or not."""
_EVERY: Final = 0.25


Clock = Callable[[], float]


def thread_clock() -> Clock:
    """The processor time of the calling thread, for any thread to read; where there is none, time itself."""
    find = getattr(time, "pthread_getcpuclockid", None)
    if find is None:
        return time.monotonic
    return partial(time.clock_gettime, find(threading.get_ident()))


class Terminated(SystemExit):
    """The system ends the program, whatever it is just doing: no plugin's fault."""


@dataclass(eq=False, slots=True)
class Call:
    """One call into a plugin that hasn't returned.

    ``since`` is on the clock of the watch, ``worked`` on ``clock``, that of the thread; both in seconds.
    """

    plugin: str
    what: str
    since: float
    thread: int
    clock: Clock
    worked: float


class Watchdog:
    """The calls under way in all threads."""

    def __init__(self, clock: Clock = time.monotonic, thread_clock: Callable[[], Clock] = thread_clock) -> None:
        """``thread_clock`` makes a clock of what the calling thread works."""
        self.clock = clock
        self.thread_clock = thread_clock
        self.clocks = threading.local()
        """``own``: that of the calling thread, once it was wanted"""
        self.under_way: list[Call] = []
        """those that haven't returned"""

    @contextmanager
    def over(self, plugin: str, what: str) -> Iterator[Call]:
        """Has an eye on what is called in the block."""
        clock = self.thread_clock()
        call = Call(plugin, what, self.clock(), threading.get_ident(), clock, clock())
        self.under_way.append(call)
        try:
            yield call
        finally:
            self.under_way.remove(call)

    def seconds(self, call: Call) -> float:
        """How long a call has taken so far."""
        return self.clock() - call.since

    def hangs(self, call: Call) -> bool:
        """Whether a call takes longer than anything at a table should."""
        seconds = self.seconds(call)
        return seconds >= IDLE or (seconds >= PATIENCE and _worked(call) >= PATIENCE)

    def hanging(self, *, thread: int | None = None) -> list[Call]:
        """The calls that hang, the innermost last; those of one thread or of all."""
        return [call for call in tuple(self.under_way) if thread in (None, call.thread) and self.hangs(call)]

    def main_hangs(self) -> bool:
        """Whether the thread that a person types to waits for a plugin."""
        return bool(self.hanging(thread=threading.main_thread().ident))

    def sentence(self, call: Call) -> str:
        """Says that a call hangs."""
        text = _("The plugin {plugin} has been busy in {what} for {seconds:.0f} seconds.")
        return text.format(plugin=call.plugin, what=call.what, seconds=self.seconds(call))

    @contextmanager
    def naming(self, say: Callable[[str], None]) -> Iterator[None]:
        """While the block runs, ``say`` is told once of each call that the person at the keyboard has to wait for."""
        done = threading.Event()
        threading.Thread(target=self._look, args=(say, done), daemon=True).start()
        try:
            yield
        finally:
            done.set()

    def _look(self, say: Callable[[str], None], done: threading.Event) -> None:
        told: Call | None = None
        while not done.wait(_EVERY):
            for call in self.hanging(thread=threading.main_thread().ident)[-1:]:
                if call is not told:
                    told = call
                    say(self.sentence(call) + " " + _("Ctrl-C stops it; what was played is saved."))


def _worked(call: Call) -> float:
    """How long its thread has worked on a call; 0 when the thread is gone."""
    try:
        return call.clock() - call.worked
    except OSError:
        return 0.0


WATCH: Final = Watchdog()
"""The watch of this process."""


def _forked() -> None:
    """A copy of this process has threads, and clocks, of its own."""
    WATCH.clocks = threading.local()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
