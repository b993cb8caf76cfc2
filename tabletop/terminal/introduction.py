"""The name of the person at the keyboard, which is asked once and only at a terminal."""

from collections.abc import Sequence

from tabletop.i18n import Texts
from tabletop.match import Seat
from tabletop.person import ME
from tabletop.saves import Profiles, SaveError
from tabletop.terminal.console import Console, Role

_ = Texts(__file__)


def sits_unnamed(seats: Sequence[Seat], *, with_others: bool = False) -> bool:
    """Whether the person without a name is among the players; ``with_others``: and other people are too."""
    people = [seat.name for seat in seats if seat.player == "human"]
    return ME in people and (len(people) > 1 or not with_others)


def ask_name(console: Console, profiles: Profiles) -> str:
    """The name that the person chooses now; empty where none is chosen, or it was asked before. Nothing is lost where
    it can't be kept: it is asked another time.
    """
    if not console.interactive:
        return ""
    try:
        profile = profiles.load()
        if profile.name or profile.asked:
            return profile.name or ""
        console.forget_typed_ahead(pasted=False)
        name = _typed_name(console, profiles)
        profiles.asked()
    except SaveError as why:
        console.say(str(why), Role.PROBLEM)
        return ""
    return name


def _typed_name(console: Console, profiles: Profiles) -> str:
    while True:
        try:
            typed = console.ask(_("What is your name? (Enter: just “You”)> "))
        except (EOFError, KeyboardInterrupt):
            return ""
        try:
            if typed:
                profiles.rename(typed)
                console.say(_("Hello, {name}. The settings change that.").format(name=typed), Role.NOTE)
        except ValueError as why:
            console.say(str(why), Role.PROBLEM)
        else:
            return typed
