"""Words that mean the same wherever something can be typed."""

from collections.abc import Sequence
from typing import Final

from tabletop.aliases import shown, spellings
from tabletop.i18n import Texts
from tabletop.words import whole

_ = Texts(__file__)

_WORDS: Final = ("help", "back", "quit", "exit")


def everywhere(typed: str) -> str | None:
    """The word that means the same everywhere: ``help`` (also ``?``), ``back``, ``quit`` (also ``exit``)."""
    word = "help" if typed == "?" else whole(typed.lower(), [spellings(_WORDS)])
    return "quit" if word == "exit" else word


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
