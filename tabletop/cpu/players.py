"""CPU players by name: a game's own strategies, and the host's search for the levels that it doesn't offer."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

from tabletop.cpu import search
from tabletop.game import Game
from tabletop.i18n import Texts
from tabletop.match import PROGRAM
from tabletop.skill import Strategy

_ = Texts(__file__)

AnyGame = Game[Any, Any, Any, Any, Any]
AnyStrategy = Strategy[Any, Any]
LEVELS: Final = ("easy", "medium", "hard", "expert")
DEFAULT_LEVEL: Final = "medium"


@runtime_checkable
class Interruptible(Protocol):
    """A CPU player that can be told to make up its mind."""

    def interrupt(self) -> None:
        """Ends the choice under way soon, with the best found so far; called from another thread."""
        ...


class RandomPlayer:
    """Every legal move equally often."""

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """One of ``moves``."""
        return moves[int(rng.random() * len(moves))]


_guests: list[Callable[[], Mapping[str, Callable[..., AnyStrategy]]]] = []


def invite(guests: Callable[[], Mapping[str, Callable[..., AnyStrategy]]]) -> None:
    """From now on ``guests`` says which CPU players there are for any game, by name. A factory is given the game.

    Each invitation takes the place of the one before. A guest never takes the place of a player of the game's own.
    """
    _guests[:] = [guests]


_enlisted: list[Callable[[], Collection[str]]] = []


def enlist(names: Callable[[], Collection[str]]) -> None:
    """From now on ``names`` says which players there are that are programs. It takes the place of the one before."""
    _enlisted[:] = [names]


def programs() -> tuple[str, ...]:
    """The names of the players that are programs."""
    return tuple(name for names in _enlisted for name in names())


def check(game: AnyGame, level: str) -> None:
    """Raises ValueError, with a sentence, for a player that there isn't: a CPU player of the game's, or a program."""
    if not level.startswith(PROGRAM):
        find(game, level)
        return
    name = level.removeprefix(PROGRAM)
    if name not in programs():
        text = _("There is no player “{name}” here: “tabletop player add {name} -- COMMAND” registers one.")
        raise ValueError(text.format(name=name))


def offered(game: AnyGame, *, timed: bool = True) -> Mapping[str, Callable[..., AnyStrategy]]:
    """The CPU players for ``game`` by name, the levels first; every game has all of ``LEVELS``, and ``random``.

    ``timed``: whether the host's search heeds the clock; in a seeded match it must not.
    """
    general: dict[str, Callable[..., AnyStrategy]] = {name: partial(_searching, game, name, timed) for name in LEVELS}
    guests = {name: partial(make, game) for guests in _guests for name, make in guests().items()}
    own = {**general, "random": RandomPlayer, **game.strategies()}
    return {**own, **{name: make for name, make in guests.items() if name not in own}}


def _searching(game: AnyGame, name: str, timed: bool) -> AnyStrategy:
    level = search.LEVELS[name]
    return search.Search(game, level if timed else level.untimed())


def interrupt(player: object) -> None:
    """Tells a player or an analyst at work in another thread to take the best it has found, if it listens to that."""
    if isinstance(player, Interruptible):
        player.interrupt()


def find(game: AnyGame, level: str, *, timed: bool = True) -> AnyStrategy:
    """The CPU player called ``name`` or ``name:parameter/parameter``. Raises ValueError with the reason.

    ``timed``: see ``offered``.
    """
    name, _colon, parameters = level.partition(":")
    players = offered(game, timed=timed)
    if name not in players:
        known = ", ".join(players)
        raise ValueError(
            _("There is no CPU player “{name}” for this game, only {known}.").format(name=name, known=known)
        )
    try:
        return players[name](*parameters.split("/") if parameters else ())
    except TypeError:
        raise ValueError(_("“{level}” has too many parameters.").format(level=level)) from None
