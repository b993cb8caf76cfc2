"""Teaches the Passing Game's value networks by self-play.

    python plugins/dominoes_passing/training/train.py two --rounds 10000000 --seed 1

Needs numba. Writes ``tabletop_dominoes_passing/networks/NAME.npz``: the same bytes for the same name, rounds and seed
on the same kind of processor.
"""

import argparse
import json
from pathlib import Path
from time import perf_counter

import numpy as np
from self_play import PIPS, play_rounds
from tabletop_dominoes_passing.layout import Layout

FOLDER = Path(__file__).parent.parent / "tabletop_dominoes_passing" / "networks"
TABLES = {
    "two": (2, (0, 1), 7),
    "three": (3, (0, 1, 2), 7),
    "four": (4, (0, 1, 2, 3), 6),
    "partners": (4, (0, 1, 0, 1), 6),
}
"""The seats, their sides and the tiles of a hand."""
HEAT, ODD, RATE = (0.7 / PIPS, 0.35 / PIPS), (0.03, 0.015), (0.006, 0.0001)
AT_ONCE = 250_000


def fresh(inputs: int, units: tuple[int, int], rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """A network that knows nothing: weights by chance, the last layer's small."""
    low, high = units
    return (
        (rng.normal(size=(inputs, low)) * 0.1).astype(np.float32),
        np.zeros(low, dtype=np.float32),
        (rng.normal(size=(low, high)) * np.sqrt(2 / low)).astype(np.float32),
        np.zeros(high, dtype=np.float32),
        (rng.normal(size=high) * 0.1).astype(np.float32),
        np.zeros(1, dtype=np.float32),
    )


def save(name: str, net: tuple[np.ndarray, ...], facts: dict[str, object]) -> None:
    """Writes the weights, and what made them."""
    FOLDER.mkdir(exist_ok=True)
    names = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
    np.savez(FOLDER / f"{name}.npz", **dict(zip(names, net, strict=True)), made=np.array(json.dumps(facts)))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="Teaches a value network by self-play.")
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--rounds", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--units", type=int, nargs=2, default=(64, 16), help="of the two layers")
    parser.add_argument("--name", help="of the file, if not the table's")
    chosen = parser.parse_args()
    seats, sides, size = TABLES[chosen.table]
    lay = Layout.of(seats)
    net = fresh(lay.size, tuple(chosen.units), np.random.default_rng(chosen.seed))
    facts = {"table": chosen.table, "rounds": chosen.rounds, "seed": chosen.seed, "units": list(chosen.units)}
    done, begun = 0, perf_counter()
    while done < chosen.rounds:
        rounds = min(AT_ONCE, chosen.rounds - done)
        tables = np.array(lay), np.array(sides), size
        error = play_rounds(*tables, net, rounds, done, chosen.rounds, chosen.seed, HEAT, ODD, RATE)
        done += rounds
        save(chosen.name or chosen.table, net, facts)
        print(f"{done:,} rounds, {perf_counter() - begun:.0f} s, mean squared error {error:.4f}", flush=True)


if __name__ == "__main__":
    main()
