"""Matches of the Passing Game between two players, the same deals played from every side."""

import math
from collections.abc import Callable, Iterable, Iterator
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple

from passing_baselines import BASELINES
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions

from tabletop import CHANCE, scoring
from tabletop.cpu import players


class Played(NamedTuple):
    """What one match came to for the side of the first player."""

    won: float
    rounds_won: int
    rounds_decided: int
    seconds: list[float]
    """the processor time of each of its choices among several moves"""


class Tally(NamedTuple):
    """The figures of a tournament."""

    matches: int
    won: float
    low: float
    high: float
    rounds_won: float
    median_ms: float
    mean_ms: float
    worst_ms: float

    def __str__(self) -> str:
        return (
            f"{self.matches} matches: {self.won:.1%} won (95%: {self.low:.1%} to {self.high:.1%}), "
            f"{self.rounds_won:.1%} of decided rounds; processor time for a move: median {self.median_ms:.1f} ms, "
            f"mean {self.mean_ms:.1f}, worst {self.worst_ms:.0f}"
        )


def make_game(seats: int = 2, partners: bool = False, **options: Any) -> PassingGame:
    """The game by its defaults, but for these options."""
    return PassingGame(PassingOptions(partners=partners, **options), seats)


def make_player(game: PassingGame, name: str) -> Any:
    """A baseline or a level; what a player works out beforehand is done."""
    if name in BASELINES:
        return BASELINES[name](game)
    player = players.find(game, name)
    if hasattr(player, "prepare"):
        player.prepare(lambda _done: None)
    return player


def play(game: PassingGame, one: Any, other: Any, deals: int, side: int) -> Played:
    """A match with ``one`` at ``side`` and ``other`` at all other seats. ``deals`` fixes the tiles and who leads."""
    sides = game.sides()
    sources = [Random(f"{deals}/player {seat}") for seat in range(game.seats)]
    won = decided = 0
    seconds = []
    state = game.start()
    while (actor := game.to_act(state)) is not None:
        before = state.round
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, Random(f"{deals}/{before.number}/{before.finished}")))
            continue
        view, moves = game.view(state, actor), game.legal_moves(state)
        begun = process_time()
        mine = sides[actor] == side
        move = (one if mine else other).choose(view, moves, sources[actor])
        if mine and len(moves) > 1:
            seconds.append(process_time() - begun)
        assert move in moves
        state = game.play(state, move)
        last = state.round
        if last.finished and last.last.winner is not None:
            decided += 1
            won += last.last.winner == side
    return Played(scoring.shares(game.result(state).ranks)[side], won, decided, seconds)


def matches(game: PassingGame, one: Any, other: Any, numbers: Iterable[int]) -> Iterator[Played]:
    """The matches with these numbers: each run of as many numbers as there are sides has the same deals."""
    sides = max(game.sides()) + 1
    for number in numbers:
        yield play(game, one, other, number // sides, number % sides)


def tally(played: Iterable[Played], progress: Callable[[int], None] = lambda _done: None) -> Tally:
    """Sums matches up, with Wilson's interval of 95% for the share of matches won (Wilson, 1927)."""
    done = []
    for match in played:
        done.append(match)
        progress(len(done))
    count, won = len(done), sum(match.won for match in done)
    low, high = wilson(won, count)
    seconds = sorted(second for match in done for second in match.seconds) or [0.0]
    decided = max(1, sum(match.rounds_decided for match in done))
    return Tally(
        count,
        won / count,
        low,
        high,
        sum(match.rounds_won for match in done) / decided,
        median(seconds) * 1000,
        mean(seconds) * 1000,
        seconds[-1] * 1000,
    )


def wilson(won: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a proportion."""
    share = won / count
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)
