"""Waiting at a line: for what comes, and for answers, with a sign that somebody thinks and a name for what hangs."""

import math
from collections.abc import Callable
from typing import Any

from tabletop.guard.calls import stopped
from tabletop.guard.failures import PluginFailure
from tabletop.guard.watchdog import WATCH
from tabletop.i18n import Texts
from tabletop.rooms.adviser import Phase
from tabletop.rooms.line import STEP, Line
from tabletop.rooms.messages import Enough
from tabletop.terminal.console import Console, Role
from tabletop.terminal.waiting import PATIENCE, LongEnough

_ = Texts(__file__)


class Follower:
    """A console that follows what a line brings."""

    def __init__(self, console: Console, line: Line, tell_lapse: Callable[[PluginFailure], object]) -> None:
        """``tell_lapse`` says on the console what the match goes on without."""
        self.console = console
        self.line = line
        self._tell_lapse = tell_lapse
        self._named: Any = None

    def ask(self, what: Any) -> Any:
        """What a command or a reading comes to; raises what it is refused with."""
        try:
            return self.line.ask(what, lambda _phase, _part: self._name_hanging())
        finally:
            if self.line.lapses:
                self.tell_lapses()

    def think(self, what: Any, longest: float = math.inf) -> Any:
        """The same for advice, with a sign that it takes long. Ctrl-C ends the thinking: KeyboardInterrupt.

        After about ``longest`` seconds it ends by itself: LongEnough.
        """
        steps = 0

        texts: dict[Phase, str] = {
            "prepare": _("Working out the best play"),
            "think": _("Thinking"),
            "review": _("Looking through the match"),
        }

        def waiting(phase: Phase, part: float) -> None:
            nonlocal steps
            steps += 1
            if steps * STEP >= PATIENCE:
                self.console.progress(texts[phase], part)
            if steps * STEP >= longest:
                raise LongEnough

        try:
            return self.line.ask(what, waiting)
        except (KeyboardInterrupt, LongEnough):
            self.line.send(Enough())
            raise
        finally:
            if steps * STEP >= PATIENCE:
                self.console.progress("")
            self.tell_lapses()

    def tell_lapses(self) -> None:
        """Says what the match goes on without, as far as that wasn't said yet."""
        while self.line.lapses:
            self._tell_lapse(self.line.lapses.popleft())

    def wait(self, thinker: str = "") -> Any:
        """What comes next, see ``ahead`` of the line. While that takes long it says that ``thinker`` is thinking."""
        steps = 0
        try:
            while (item := self.line.ahead()) is None:
                steps += 1
                if thinker and steps * STEP >= PATIENCE:
                    self.console.progress(_("{name} is thinking").format(name=thinker))
                self._name_hanging()
        finally:
            if thinker and steps * STEP >= PATIENCE:
                self.console.progress("")
            if self.line.lapses:
                self.tell_lapses()
        return item

    def say_what_hangs(self) -> None:
        """Names the calls into plugins that hang. Raises PluginFailure where the rules themselves do."""
        for call in WATCH.hanging(thread=self.line.thread):
            raise stopped(call)
        for call in WATCH.hanging():
            self.console.say(WATCH.sentence(call), Role.NOTE)

    def _name_hanging(self) -> None:
        """Says once of each call that everybody has to wait for that it hangs."""
        for call in WATCH.hanging(thread=self.line.thread)[-1:]:
            if call is not self._named:
                self._named = call
                said = WATCH.sentence(call) + " " + _("Ctrl-C stops it; what was played is saved.")
                self.console.say(said, Role.NOTE)
