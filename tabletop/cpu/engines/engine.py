"""A program as a player: one process, kept from match to match, that is told what a seat may know and asked to choose.

Everything here is synchronous, and nothing waits longer than its ``Bounds`` say.
"""

import atexit
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock, Thread
from typing import Any, Final
from weakref import WeakSet

from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.faults import PlayerFault
from tabletop.cpu.engines.greeting import Greeting, greeting_of
from tabletop.cpu.engines.running import Running
from tabletop.cpu.engines.situations import NewMatch, Situation
from tabletop.cpu.engines.traffic import Traffic
from tabletop.cpu.engines.wire import PROTOCOL, Chosen, Garbled, choice_of, line_of, question
from tabletop.i18n import Texts
from tabletop.lines import harmless

_ = Texts(__file__)


QUIT: Final = line_of({"type": "quit"})


class Engine:
    """One program as a player. ``open`` a match, ``choose``, say when it is ``over``, open the next; then ``close``.

    It can be told to ``stop`` and be closed from any thread; everything else is for one thread at a time. The process
    begins with the first match, and is begun again once in a match in which it ends by itself. Where it fails in
    another way it is killed, with all that it has started, and the next match begins it anew.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        folder: Path | None = None,
        options: Mapping[str, str] | None = None,
        bounds: Bounds | None = None,
        log: Path | None = None,
        traffic: Traffic | None = None,
        family: str = "",
    ) -> None:
        """``command``: a list of arguments, which no shell sees, run in ``folder``. ``options``: as they were typed.

        ``log``: a file for its standard error. ``family``: what the marks of its processes begin with.
        """
        self.name = name
        self.bounds = bounds or Bounds()
        self.greeting: Greeting | None = None
        """what it said of itself"""
        self._command, self._folder, self._log, self._traffic = tuple(command), folder, log, traffic
        self._family = family
        self._options = options or {}
        self._running: Running | None = None
        self._turn = RLock()
        self._closed = self._restarted = self._stopped = False
        self._match: NewMatch | None = None
        self._number = ""
        """of the match, for this process alone"""
        self._matches = self._n = 0
        self._until = 0.0
        self._told: tuple[str, ...] = ()
        self._pending = b""
        """what it is told together with the next question"""
        _living.add(self)

    # A match

    def open(self, match: NewMatch) -> None:
        """A match begins for it. Raises PlayerFault."""
        with self._turn:
            self._match, self._restarted = match, False
            self._introduce(match)

    def choose(self, at: Situation, seconds: float | None = None) -> Chosen:
        """What it plays: one of the moves of ``at``. Raises PlayerFault.

        ``seconds``: for this choice, if not those of its bounds.
        """
        with self._turn:
            match = self._match
            if match is None:
                raise ValueError("no match was opened")
            seconds = self.bounds.move if seconds is None else seconds
            try:
                return self._ask(match, at, seconds)
            except PlayerFault as fault:
                if fault.kind != "dead" or self._restarted or self._closed:
                    raise
            self._restarted = True
            return self._ask(match, at, seconds)

    def over(self, ranks: Sequence[int] | None, scores: Sequence[int]) -> None:
        """Its match is over. ``ranks``: of the sides; None where it was broken off. It needn't answer.

        Where another thread still waits for what it thinks it isn't told.
        """
        if not self._turn.acquire(blocking=False):
            return
        try:
            if self._match is not None and self._running is not None:
                message = {"type": "over", "match": self._number, "ranks": ranks, "scores": scores}
                self._pending += line_of(message)
                with suppress(PlayerFault):
                    self._tell(self._running, self.bounds.grace)
            self._match = None
        finally:
            self._turn.release()

    def stop(self) -> None:
        """It is to make up its mind. Where it doesn't, it has no more than its grace. From any thread."""
        running, n = self._running, self._n
        if running is not None and not self._stopped:
            self._stopped, self._until = True, time.monotonic() + self.bounds.grace
            Thread(target=self._tell_stop, args=(running, n), daemon=True).start()

    def close(self) -> int | None:
        """The end: nothing can be asked any more. As ``leave``, from any thread."""
        self._closed = True
        _living.discard(self)
        return self.leave()

    def leave(self, farewell: bytes = QUIT) -> int | None:
        """Says good-bye; what hasn't ended in its grace is killed, with all that it has started.

        Its exit code; None where there was nothing to end or it had to be killed. The next match begins it anew.
        """
        running, self._running = self._running, None
        if running is None:
            return None
        code = None
        if self._turn.acquire(blocking=False):
            code = running.leave(self._pending + farewell)
        else:
            running.end()
            if not self._turn.acquire(timeout=self.bounds.grace):
                return None
        running.put_away()
        self._turn.release()
        return code

    # Beside a match

    @property
    def unasked(self) -> int:
        """How much its process has said that nobody waited for."""
        return 0 if self._running is None else self._running.unasked

    def begin(self) -> None:
        """Begins the process, unless it runs, and greets it. Raises PlayerFault."""
        with self._turn:
            self._begin()

    def ready(self) -> None:
        """Waits until it has done what it was told, so that this doesn't count as thinking. Raises PlayerFault."""
        self.exchange({"type": "ready"}, "ready", self.bounds.start)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Says something together with what is said next. Raises PlayerFault."""
        with self._turn:
            self._begin()
            self._pending += line_of(message)

    def exchange(
        self, message: Mapping[str, Any], kind: str, seconds: float, answers: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Says something, and the next message of a kind that has the fields of ``answers``. Raises PlayerFault."""
        with self._turn:
            running = self._begin()
            self._pending += line_of(message)
            self._tell(running, seconds)
            wanted = (answers or {}).items()
            found = self._hear(running, kind, lambda said: wanted <= said.items() if wanted else True)
            if found is None:
                raise self._failed(running, _("it gave no answer in time"))
            return found

    # What is said

    def _begin(self) -> Running:
        running = self._running
        if running is None:
            running = self._start()
        return running

    def _start(self) -> Running:
        if self._closed:
            raise PlayerFault(self.name, "dead", _("it was closed"))
        running = Running(self.name, self._command, self._folder, self.bounds, self._log, self._traffic, self._family)
        self._running, self._pending = running, b""
        hello = {"type": "hello", "protocol": PROTOCOL, "host": "tabletop"}
        said = self.exchange(hello, "hello", self.bounds.start)
        try:
            self.greeting = greeting_of(said)
            values = self.greeting.values(self._options)
        except Garbled as why:
            self._running = None
            raise running.failed("garbled", str(why)) from None
        if values:
            self._pending = line_of({"type": "options", "values": values})
        self.ready()
        return running

    def _introduce(self, match: NewMatch) -> Running:
        running = self._begin()
        self._matches += 1
        self._number, self._told = str(self._matches), ()
        time_ = {"move": self.bounds.move, "grace": self.bounds.grace}
        self._pending += line_of({"type": "new", "match": self._number, **match.message(), "time": time_})
        return running

    def _ask(self, match: NewMatch, at: Situation, seconds: float) -> Chosen:
        running = self._running or self._introduce(match)
        self._n = n = self._n + 1
        self._stopped = False
        since = _same(self._told, at.log)
        self._pending += question(self._number, n, at, since, seconds)
        self._told = tuple(at.log)
        self._tell(running, seconds)
        said = self._hear(running, "answer", self._is_answer)
        if said is None and not self._stopped:
            self._pending, self._stopped = line_of({"type": "stop", "n": n}), True
            self._tell(running, self.bounds.grace)
            said = self._hear(running, "answer", self._is_answer)
        if said is None:
            raise self._failed(running, _("it gave no answer in time"))
        try:
            choice = choice_of(said)
        except Garbled as error:
            self._running = None
            raise running.failed("garbled", str(error)) from None
        if choice.move not in at.moves:
            why = _("it answered “{move}”, which is no legal move").format(move=harmless(choice.move[:80]))
            raise PlayerFault(self.name, "illegal", why)
        return choice

    def _is_answer(self, message: Mapping[str, Any]) -> bool:
        """Whether it is the answer to what is asked. Raises Garbled."""
        if "n" not in message:
            raise Garbled(_("its answer has no “n”, the number of the question"))
        return bool(message["n"] == self._n) and message.get("match", self._number) == self._number

    def _tell(self, running: Running, seconds: float) -> None:
        """Says what is pending; from now on it has so many seconds."""
        data, self._pending = self._pending, b""
        self._until = time.monotonic() + seconds
        try:
            running.say(data, self._limit)
        except PlayerFault:
            self._running = None
            raise

    def _hear(self, running: Running, kind: str, is_wanted: Any) -> dict[str, Any] | None:
        try:
            return running.hear(kind, self._limit, is_wanted)
        except PlayerFault:
            self._running = None
            raise

    def _tell_stop(self, running: Running, n: int) -> None:
        until = time.monotonic() + self.bounds.grace
        with suppress(PlayerFault):
            running.say(line_of({"type": "stop", "n": n}), lambda: until)

    def _failed(self, running: Running, why: str) -> PlayerFault:
        self._running = None
        return running.failed("late", why)

    def _limit(self) -> float:
        return self._until


def _same(told: tuple[str, ...], log: Sequence[str]) -> int:
    """How many events at the beginning are the same."""
    count = len(told)
    if tuple(log[:count]) == told:
        return count
    return next(n for n, event in enumerate(told) if n >= len(log) or log[n] != event)


_living: Final["WeakSet[Engine]"] = WeakSet()


@atexit.register
def end_all() -> None:
    """Nothing that was started is left running when this program ends."""
    for engine in list(_living):
        with suppress(Exception):
            engine.close()
