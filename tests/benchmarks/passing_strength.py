"""How strong the Passing Game's CPU players are: a tournament of one player against another, repeatable by its seed.

    python tests/benchmarks/passing_strength.py expert suit-pass --matches 300
    python tests/benchmarks/passing_strength.py expert suit-pass --seats 3
    python tests/benchmarks/passing_strength.py expert suit-pass --seats 4 --partners
    python tests/benchmarks/passing_strength.py --all --matches 300

Names are levels (``easy``, ``medium``, ``hard``, ``expert``) or baselines (``random``, ``greedy``, ``keep-suit``,
``suit-pass``). The second player sits at all seats that the first one's side leaves. Everything but the times
repeats itself exactly. They are processor times, which on an idle machine are think times.
"""

import argparse
import sys
from itertools import takewhile
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parent.parent / "helpers"))

from passing_tournament import Tally, make_game, make_player, matches, tally

BARS = [
    ("easy", "random", 2, False, 0.99),
    ("easy", "medium", 2, False, 0.05),
    ("medium", "keep-suit", 2, False, 0.95),
    ("hard", "suit-pass", 2, False, 0.70),
    ("expert", "suit-pass", 2, False, 0.85),
    ("expert", "hard", 2, False, 0.58),
    ("expert", "suit-pass", 3, False, 0.55),
    ("expert", "suit-pass", 4, True, 0.65),
]
"""The players, seats, whether in partnership, and the share of matches that the first one shall win (easy: at most)."""


def compare(one: str, other: str, seats: int, partners: bool, chosen: argparse.Namespace) -> Tally:
    """The figures of the matches from number ``chosen.first`` on: so many, or what can be played in the time."""
    game = make_game(seats, partners)
    players = make_player(game, one), make_player(game, other)
    until = monotonic() + chosen.seconds
    numbers = takewhile(lambda _number: monotonic() < until, range(chosen.first, chosen.first + chosen.matches))
    return tally(matches(game, *players, numbers), lambda done: print(f"\r{done}", end="", file=sys.stderr))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="A tournament of the Passing Game's players.")
    parser.add_argument("players", nargs="*", help="the two players")
    parser.add_argument("--all", action="store_true", help="every comparison that has a bar")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--partners", action="store_true")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match: another one, other deals")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no match after so long")
    chosen = parser.parse_args()
    if chosen.all:
        for one, other, seats, partners, bar in BARS:
            found = compare(one, other, seats, partners, chosen)
            print(
                f"\r{one} against {other}, {seats} seats{', partners' * partners} (bar {bar:.0%}): {found}", flush=True
            )
    elif len(chosen.players) == 2:
        print("\r" + str(compare(*chosen.players, chosen.seats, chosen.partners, chosen)))
    else:
        parser.error("two players, or --all")


if __name__ == "__main__":
    main()
