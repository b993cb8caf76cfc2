"""The menu's first line, asked for before all is loaded that only what comes after it needs."""

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.aliases import offered
from tabletop.i18n import Texts
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import unfinished
from tabletop.saves.chosen import chosen, is_sound
from tabletop.saves.home import Home
from tabletop.terminal.console import Console, Role
from tabletop.terminal.numbered import list_choices

_ = Texts(__file__)

Choices = Sequence[tuple[str, str]]


class Entered(NamedTuple):
    """What was typed at the choices that were shown; None for Ctrl-C."""

    typed: str | None
    choices: Choices


def main_choices(number: int, *, friends: bool) -> Choices:
    """The choices of the menu, with so many matches in progress; ``friends``: whether rooms can be served."""
    going_on = [("continue", _.plural("Continue ({n} match)", "Continue ({n} matches)", number))] if number else []
    return [
        *going_on,
        ("new", _("New game")),
        ("matches", _("All matches: watch, name, delete")),
        ("statistics", _("Statistics")),
        ("rules", _("Rules of the games")),
        ("plugins", _("Plugins: install, remove, switch off")),
        ("settings", _("Settings")),
        *([("friends", _("Play with friends elsewhere"))] if friends else []),
        ("quit", _("Quit")),
    ]


def enter(console: Console, home: Home, *, private: bool) -> Entered | None:
    """Shows the menu and asks for the first line; None, with nothing shown, where that takes more than is loaded.

    Raises EOFError at the end of input.
    """
    number = None if console.plain or not is_sound(home) else unfinished.known(home)
    if number is None or Catalogue.installed().problems():
        return None
    settings = chosen(home)
    console.adopt(settings)
    console.remember(None if settings.private or private else home.typed)
    console.say("Tabletop", Role.TITLE)
    console.say()
    choices = main_choices(number, friends=True)
    list_choices(console, "", choices)
    try:
        return Entered(console.ask(_("tabletop> "), offered(dict(choices))), choices)
    except KeyboardInterrupt:
        return Entered(None, choices)
