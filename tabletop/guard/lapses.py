"""What a plugin owed and the host does without: told once, and the match goes on."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts

_ = Texts(__file__)

Tell = Callable[[PluginFailure], object]


class Lapses:
    """Those of one match. Who is told of them is a context, as the language is: threads that think for it belong to it.

    >>> told = []
    >>> with Lapses(told.append).heard():
    ...     lapsed(PluginFailure("pig 1.2", "tell", "odd"))
    ...     lapsed(PluginFailure("pig 1.2", "tell", "odd again"))
    >>> print(*told)
    The plugin pig 1.2 failed in tell: odd.
    """

    def __init__(self, tell: Tell) -> None:
        """``tell`` is told of each method's first failure, in whatever thread it happens."""
        self._tell = tell
        self._known: set[tuple[str, str]] = set()

    @contextmanager
    def heard(self) -> Iterator[None]:
        """While the block runs, what lapses in this context is heard here."""
        before = _heard_by.set(self)
        try:
            yield
        finally:
            _heard_by.reset(before)

    def add(self, failure: PluginFailure) -> None:
        """Tells of it, unless that was done."""
        key = (failure.plugin, failure.what)
        if key not in self._known:
            self._known.add(key)
            self._tell(failure)


def _log(failure: PluginFailure) -> None:
    logging.getLogger(__name__).warning("%s", failure)


_heard_by: ContextVar[Lapses | None] = ContextVar("lapses", default=None)
_UNHEARD: Final = Lapses(_log)


def lapsed(failure: PluginFailure) -> None:
    """The host has done without an answer. Where nobody hears of it, it is logged."""
    (_heard_by.get() or _UNHEARD).add(failure)


def sentence(failure: PluginFailure) -> str:
    """Says that the match goes on. Of an error only its kind is said: what it says may be hidden from whoever reads."""
    why = failure.why.rstrip(".") if failure.__cause__ is None else failure.why.partition(":")[0]
    text = _("The plugin {plugin} failed in {what} ({why}); the match goes on without it.")
    return text.format(plugin=failure.plugin, what=failure.what, why=why)
