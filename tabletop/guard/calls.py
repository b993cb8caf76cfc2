"""Every call into a plugin: whatever it raises, never ends or answers wrongly becomes one error with its name."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import get_ident
from typing import Any, Final, Literal

from tabletop.guard import lapses
from tabletop.guard.failures import PluginFailure, TooSlow, WrongAnswer, error_text
from tabletop.guard.watchdog import PATIENCE, WATCH, Call, Terminated, Watchdog
from tabletop.i18n import Texts

_ = Texts(__file__)

Check = Callable[[Any], str]
"""Says what is wrong with an answer; empty when nothing is."""
Pace = Literal["quick", "usual", "long"]
"""What a call may take: no longer than anything at a table should; until somebody ends it by Ctrl-C, which is its
failure where it hangs; or as long as thinking takes, and Ctrl-C is the wish not to wait."""
ROUGHLY: Final = 0.05
"""Seconds within which the processor time of a thread isn't asked for again: that costs more than most calls do."""
OFTEN: Final = 3
"""Who was too slow so often isn't asked again: everybody has to wait for it."""


def stopped(call: Call) -> PluginFailure:
    """The failure of a call that hung and was left."""
    seconds = WATCH.seconds(call)
    why = _("it gave no answer for {seconds:.0f} seconds and was stopped").format(seconds=seconds)
    return PluginFailure(call.plugin, call.what, why)


class Guard:
    """Stands between the host and one plugin."""

    def __init__(self, plugin: str, watch: Watchdog = WATCH) -> None:
        self.plugin = plugin
        self._watch = watch
        self._slow: Counter[str] = Counter()

    def rules(
        self,
        what: str,
        function: Callable[..., Any],
        *arguments: Any,
        allowed: tuple[type[Exception], ...] = (),
        check: Check | None = None,
        pace: Pace = "usual",
    ) -> Any:
        """What ``function`` answers. Raises what is ``allowed``, and PluginFailure for everything else.

        That includes SystemExit, a recursion without end, no memory, an answer that ``check`` finds fault with, and
        one that comes late where it should be quick. Ctrl-C is a KeyboardInterrupt as usual, unless the call hangs:
        then the call has failed.
        """
        watch = self._watch
        now, its = watch.clock(), watch.clocks
        if not hasattr(its, "own"):
            its.own, its.thread, its.at = watch.thread_clock(), get_ident(), None
        if its.at is None or not 0 <= now - its.at < ROUGHLY:
            its.at, its.worked = now, its.own()
        call = Call(self.plugin, what, now, its.thread, its.own, its.worked)
        watch.under_way.append(call)
        try:
            answer = function(*arguments)
            wrong = check(answer) if check is not None else ""
            if pace == "quick" and watch.clock() - call.since >= PATIENCE and watch.hangs(call):
                raise TooSlow(self.plugin, what, _("it took {seconds:.0f} seconds").format(seconds=watch.seconds(call)))
        except KeyboardInterrupt:
            if pace == "long" or not watch.hangs(call):
                raise
            seconds = watch.seconds(call)
            why = _("it gave no answer for {seconds:.0f} seconds and was stopped").format(seconds=seconds)
            raise PluginFailure(self.plugin, what, why) from None
        except (PluginFailure, Terminated):
            raise
        except allowed:
            raise
        except BaseException as error:
            raise PluginFailure(self.plugin, what, error_text(error)) from error
        finally:
            watch.under_way.remove(call)
        if wrong:
            raise PluginFailure(self.plugin, what, wrong)
        return answer

    def side(
        self,
        what: str,
        function: Callable[..., Any],
        *arguments: Any,
        instead: Callable[..., Any],
        allowed: tuple[type[Exception], ...] = (),
        check: Check | None = None,
        pace: Pace = "quick",
    ) -> Any:
        """The same where the match can go on without the answer: then it is what ``instead`` makes of the arguments.

        That is told once; see ``Lapses``.
        """
        if self._slow and self._slow[what] >= OFTEN:
            return instead(*arguments)
        try:
            return self.rules(what, function, *arguments, allowed=allowed, check=check, pace=pace)
        except PluginFailure as failure:
            if isinstance(failure, TooSlow):
                self._slow[what] += 1
            lapses.lapsed(failure)
        return instead(*arguments)

    def lapse(self, what: str, error: BaseException) -> None:
        """The host does without ``what``, which has raised ``error`` beside the guard."""
        wrong = isinstance(error, WrongAnswer)
        failure = PluginFailure(self.plugin, what, str(error) if wrong else error_text(error))
        failure.__cause__ = None if wrong else error
        lapses.lapsed(failure)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While the block runs, who thinks in this context with the game itself may ask for this guard: ``working``."""
        before = _working.set(self)
        try:
            yield
        finally:
            _working.reset(before)


_working: ContextVar[Guard | None] = ContextVar("working", default=None)


def working() -> Guard | None:
    """The guard of who thinks in this context; None where nobody is to be spared what goes wrong."""
    return _working.get()
