"""What can stand after the table's commands, for completion, with a few words on each."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, get_args

from tabletop.aliases import shown
from tabletop.cpu import players
from tabletop.i18n import N_, Texts
from tabletop.match import AnyGame
from tabletop.saves.aloud import MessageKind
from tabletop.style import Detail
from tabletop.terminal.seated import PAUSES

_ = Texts(__file__)

LEVELS: Final[Mapping[str, str]] = {
    "easy": N_("plays like a beginner"),
    "medium": N_("plays sensibly"),
    "hard": N_("plays well"),
    "expert": N_("plays as well as the program can"),
    "random": N_("plays anything that is allowed"),
}


def level_text(name: str) -> str:
    """A few words on a level."""
    return _(LEVELS[name]) if name in LEVELS else _("a CPU player with a rule of its own")


@lru_cache(maxsize=16)
def arguments(game: AnyGame, _language: str) -> Mapping[str, str]:
    """Commands with what may follow them, by the words in the language in use."""
    return dict(_arguments(game))


def _arguments(game: AnyGame) -> Iterator[tuple[str, str]]:
    yield from everywhere_said()
    for seat in range(1, game.seats + 1):
        yield f"{shown('seat')} {seat} {shown('you')}", _("a person")
        for level in players.offered(game):
            yield f"{shown('seat')} {seat} cpu:{level}", level_text(level)


def everywhere_said() -> Iterator[tuple[str, str]]:
    """Those that every table has."""
    for command, words in (("speed", PAUSES), ("detail", get_args(Detail)), ("odds", ("on", "off"))):
        for word in words:
            yield f"{shown(command)} {shown(word)}", ""
    for kind in get_args(MessageKind):
        yield f"{shown('messages')} {shown(kind)}", ""
        yield f"{shown('messages')} {shown('mute')} {shown(kind)}", ""
