"""Every call into a plugin: whatever it raises, never ends or answers wrongly becomes one error with its name."""

from collections.abc import Callable
from threading import get_ident
from typing import Any

from tabletop.guard.failures import PluginFailure, error_text
from tabletop.guard.watchdog import WATCH, Call, Terminated, Watchdog
from tabletop.i18n import Texts

_ = Texts(__file__)

Check = Callable[[Any], str]
"""Says what is wrong with an answer; empty when nothing is."""


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

    def call(
        self,
        what: str,
        function: Callable[..., Any],
        *arguments: Any,
        allowed: tuple[type[Exception], ...] = (),
        check: Check | None = None,
    ) -> Any:
        """What ``function`` answers. Raises what is ``allowed``, and PluginFailure for everything else.

        That includes SystemExit, a recursion without end, no memory, and an answer that ``check`` finds fault with.
        Ctrl-C is a KeyboardInterrupt as usual, unless the call hangs: then the call has failed.
        """
        watch = self._watch
        clock = getattr(watch.clocks, "own", None)
        if clock is None:
            clock = watch.clocks.own = watch.thread_clock()
        call = Call(self.plugin, what, watch.clock(), get_ident(), clock, clock())
        watch.under_way.append(call)
        try:
            answer = function(*arguments)
            wrong = check(answer) if check is not None else ""
        except KeyboardInterrupt:
            if not watch.hangs(call):
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
