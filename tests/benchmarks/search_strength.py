"""The host's own search at the games of docs/examples, against what their authors wrote, which it doesn't know.

    python tests/benchmarks/search_strength.py GAME [MATCHES] [LEVEL] [DICE]

GAME is liars-dice (one search among three bidders by odds), liars-dice-trusting (they take who bids a face to hold
one), hearts (one search among three careful players) or farkle (two seats). The search sits in each seat equally
often. It prints the share of the first rank with its 95 % interval, beside the fair share. Iterations alone count, so
that a run repeats itself: match number N is played with the seed N.
"""

import math
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
sys.path[:0] = [str(EXAMPLES / name) for name in ("liars_dice", "hearts", "farkle")]

from tabletop_farkle import Farkle, Player  # noqa: E402
from tabletop_hearts.advice import Careful  # noqa: E402
from tabletop_hearts.game import Hearts  # noqa: E402
from tabletop_liars_dice.game import LiarsDice  # noqa: E402
from tabletop_liars_dice.odds import Odds  # noqa: E402

from tabletop import CHANCE, scoring  # noqa: E402
from tabletop.cpu.search import LEVELS, Search  # noqa: E402

Players = Callable[[Any], Any]


def _table(game: str, dice: int) -> tuple[Any, Players]:
    """A game, and who sits at its other seats."""
    if game.startswith("liars-dice"):
        trust = int(game.endswith("trusting"))
        return LiarsDice(LiarsDice.options_model(dice=dice), 4), partial(Odds, trust=trust)
    if game == "hearts":
        return Hearts(Hearts.options_model(target=50), 4), lambda _game: Careful()
    return Farkle(Farkle.options_model(), 2), lambda _game: Player(1.0)


def share(game_name: str, level: str, dice: int, number: int) -> float:
    """What the search gets of the first rank in one match."""
    game, make = _table(game_name, dice)
    seat = number % game.seats
    players = [make(game) for _seat in range(game.seats)]
    players[seat] = Search(game, LEVELS[level].untimed())
    rng, state = Random(number), game.start()
    own = [Random(f"{number} {seat}") for seat in range(game.seats)]
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
        else:
            moves = game.legal_moves(state)
            move = players[actor].choose(game.view(state, actor), moves, own[actor])
            state = game.play(state, move)
    return scoring.shares(game.result(state).ranks)[seat]


def shares(game: str, matches: int, level: str = "hard", dice: int = 5) -> Iterator[float]:
    """Match after match, two at a time."""
    with ProcessPoolExecutor(2) as pool:
        yield from pool.map(partial(share, game, level, dice), range(matches))


def main(game: str, matches: str = "200", level: str = "hard", dice: str = "5") -> None:
    """Plays, and prints where it stands now and then."""
    fair = 1 / _table(game, int(dice))[0].seats
    found = []
    for one in shares(game, int(matches), level, int(dice)):
        found.append(one)
        if len(found) % 20 == 0 or len(found) == int(matches):
            mean = sum(found) / len(found)
            error = math.sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1) / len(found))
            said = f"{mean:.1%} +- {1.96 * error:.1%} of {len(found)} matches; fair {fair:.0%}"
            print(f"{game}, {level}: {said}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
