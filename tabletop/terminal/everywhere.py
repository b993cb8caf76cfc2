"""Words that mean the same wherever something can be typed."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from tabletop.aliases import shown, spellings
from tabletop.i18n import Texts, language
from tabletop.words import whole

_ = Texts(__file__)

_WORDS: Final = ("help", "back", "quit", "exit")


def everywhere(typed: str) -> str | None:
    """The word that means the same everywhere: ``help`` (also ``?``), ``back``, ``quit`` (also ``exit``)."""
    word = "help" if typed == "?" else whole(typed.lower(), _spelled(language()))
    return "quit" if word == "exit" else word


class _Leaving(dict[str, Mapping[str, str]]):
    """By language."""

    def __missing__(self, code: str) -> Mapping[str, str]:
        written = spellings(["exit", "back"])
        found = self[code] = {text.lower(): word for word, texts in written.items() for text in (word, *texts)}
        return found


LEAVING: Final = _Leaving()
"""``exit`` or ``back`` by how people write it, in small letters, in the language in use, whose code is asked for."""


@lru_cache(maxsize=8)
def _spelled(_language: str) -> list[Mapping[str, Sequence[str]]]:
    """The words as people write them in the language in use."""
    return [spellings(_WORDS)]


def help_text(words: Sequence[str] = ()) -> str:
    """What can be typed in every place, and ``words`` here."""
    said = _("Everywhere: {help}, {back}, {quit}, {play}, {rules}, {matches}, {settings}.")
    every = said.format(
        help=shown("help"),
        back=shown("back"),
        quit=shown("quit"),
        play=f"{shown('play')} pig",
        rules=f"{shown('rules')} pig",
        matches=shown("matches"),
        settings=shown("settings"),
    )
    own = _("At a table {alias} rr = roll roll makes a word of your own.").format(alias=shown("alias"))
    return " ".join(filter(None, (_("Here: {words}.").format(words=", ".join(words)) if words else "", every, own)))


def only_enter() -> str:
    """What is said where something else was typed than the Enter that is waited for."""
    return _("Only Enter goes on here; {quit} leaves, and so does Ctrl-D.").format(quit=shown("quit"))
