"""CPU players by name: a game's own strategies, or the host's for a game without any."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from tabletop.game import Game, Strategy
from tabletop.i18n import Texts

_ = Texts(__file__)

AnyGame = Game[Any, Any, Any, Any, Any]
AnyStrategy = Strategy[Any, Any]
LEVELS: Final = ("easy", "medium", "hard", "expert")
DEFAULT_LEVEL: Final = "medium"


class RandomPlayer:
    """Every legal move equally often."""

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """One of ``moves``."""
        return moves[rng.randrange(len(moves))]


def offered(game: AnyGame) -> Mapping[str, Callable[..., AnyStrategy]]:
    """The CPU players for ``game`` by name."""
    return game.strategies() or {"easy": RandomPlayer, "medium": RandomPlayer, "hard": RandomPlayer}


def find(game: AnyGame, level: str) -> AnyStrategy:
    """The CPU player called ``name`` or ``name:parameter/parameter``. Raises ValueError with the reason."""
    name, _colon, parameters = level.partition(":")
    players = offered(game)
    if name not in players:
        known = ", ".join(players)
        raise ValueError(
            _("There is no CPU player “{name}” for this game, only {known}.").format(name=name, known=known)
        )
    try:
        return players[name](*parameters.split("/") if parameters else ())
    except TypeError:
        raise ValueError(_("“{level}” has too many parameters.").format(level=level)) from None
