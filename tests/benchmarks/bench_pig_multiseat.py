"""The player for more than two seats against tables of rules of thumb: three seats, plain Pig, many matches at once.

    python tests/benchmarks/bench_pig_multiseat.py [MATCHES]

Each seat in turn is the player, the two others the rule; MATCHES (100 000) for each seat. Prints the share of wins
with its 95 % interval, which should lie above 1/3. The holds of the player are those of ``Pairwise``, for all
positions together; a sample is compared with what it chooses one by one.
"""

import sys
from collections.abc import Callable
from random import Random

import numpy as np
from tabletop_pig.games import Pig
from tabletop_pig.multiseat import Pairwise
from tabletop_pig.position import HOLD
from tabletop_pig.rules_of_thumb import HoldAt, KeepPace, RuleOfThumb
from tabletop_pig.solver import Solution, solve
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.turn import Turns, best_turns

TARGET = 100
Table = np.ndarray
"""[own, next seat's, last seat's total]: the turn points to hold at."""


def player_table(duel: Solution) -> Table:
    """The player's thresholds: its race model, and best turns against it."""
    model, values = Model.of(duel.game), duel.values[0]
    own = np.arange(TARGET)[:, None]
    table = np.empty((TARGET,) * 3, dtype=int)
    for following in range(TARGET):
        beaten, last = values[following][:, None], values.T
        mine = (1 - beaten) * (1 - last)
        theirs = beaten * values[following] + last * (1 - values[following])
        bank = np.vstack([mine / (mine + theirs), np.ones((model.widest, TARGET))])
        won = np.full((model.widest, TARGET), float(model.settled.sum()))
        holds = best_turns(model, Turns(0, bank[:TARGET], bank[0], bank, TARGET, won)).holds[:, :, 0]
        table[:, following] = np.where(holds.any(axis=0), holds.argmax(axis=0) - own, TARGET - own)
    return table


def rule_table(rule: RuleOfThumb) -> Table:
    """A rule's thresholds: the fewest points with which it holds."""
    own, following, last = np.ogrid[:TARGET, :TARGET, :TARGET]
    table = np.zeros((TARGET,) * 3, dtype=int)
    for points in range(TARGET, 0, -1):
        hold = rule.hold_chance(own, np.maximum(following, last), points, 1, False) >= 1
        table = np.where(hold, points, table)
    return table


def check(table: Table, player: Pairwise) -> None:
    """Compares the table with what the player does, in some positions."""
    rng = Random(0)
    for _sample in range(300):
        own, following, last = (rng.randrange(TARGET) for _seat in range(3))
        threshold = int(table[own, following, last])
        for points in {max(2, threshold - 1), threshold}:
            view = (0, (own, following, last), 0, points, 1, False, 0, 0, -1, ())
            assert (player.best_move(view) == HOLD) == (points >= threshold), view


def share_of_wins(player: Table, rule: Table, seat: int, matches: int, rng: np.random.Generator) -> float:
    """The share of matches that ``player`` wins in ``seat``, the other two seats playing by ``rule``."""
    banked = np.zeros((matches, 3), dtype=int)
    turn, points = np.zeros(matches, dtype=int), np.zeros(matches, dtype=int)
    won = 0
    while len(banked):
        match = np.arange(len(banked))
        dice = rng.integers(1, 7, len(banked))
        points = np.where(dice == 1, 0, points + dice)
        where = tuple(banked[match, (turn + place) % 3] for place in range(3))
        hold = (dice > 1) & (points >= np.where(turn == seat, player[where], rule[where]))
        banked[match[hold], turn[hold]] += points[hold]
        over = hold & (banked[match, turn] >= TARGET)
        won += int((over & (turn == seat)).sum())
        ended = hold | (dice == 1)
        points, turn = np.where(ended, 0, points), np.where(ended, (turn + 1) % 3, turn)
        banked, turn, points = banked[~over], turn[~over], points[~over]
    return won / matches


def main(matches: int) -> None:
    """Plays and prints."""
    duel = solve(Pig(Pig.options_model(), 2))
    player = player_table(duel)
    game = Pig(Pig.options_model(), 3)
    check(player, Pairwise(game, duel))
    rules: list[tuple[str, Callable[[], RuleOfThumb]]] = [
        ("hold:20", lambda: HoldAt(game.options)),
        ("hold:25", lambda: HoldAt(game.options, "25")),
        ("keep-pace:21/8/29", lambda: KeepPace(game.options)),
        ("keep-pace:21/8/1", lambda: KeepPace(game.options, "21", "8", "1")),
    ]
    for name, make in rules:
        rule = rule_table(make())
        shares = [share_of_wins(player, rule, seat, matches, np.random.default_rng(seat)) for seat in range(3)]
        share = sum(shares) / 3
        margin = 1.96 * (sum(one * (1 - one) for one in shares) / 9 / matches) ** 0.5
        by_seat = ", ".join(f"{one:.4f}" for one in shares)
        print(f"against two of {name}: {share:.4f} +- {margin:.4f} (by seat {by_seat})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
