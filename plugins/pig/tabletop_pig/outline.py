"""A match between two seats as the solver sees it, in plain numbers: its name, and where its solution is kept.

Whether there is one can be told before numpy is loaded.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from tabletop_pig.bound import Bound

VERSION: Final = 1
"""Part of each file's name: another version's files aren't read, and in time removed."""


class Unsolvable(ValueError):
    """The solver doesn't do this match: too large, not two seats, or throws of a kind that it has no model of."""


class Outline(NamedTuple):
    """What a throw does, by probability, and the options that matter; the fields are those of ``Model``."""

    target: int
    exact: bool
    ignores: bool
    minimum: int
    limit: int
    dead: frozenset[int]
    ending: str
    settled: tuple[float, ...]
    owing: tuple[float, ...]
    lose_turn: float
    lose_total: float

    @classmethod
    def of(cls, game: Bound, seats: int | None = 2) -> "Outline":
        """That of a bound game.

        Raises Unsolvable if it isn't for ``seats`` (None: any number) or has throws without effect.
        """
        if seats and game.seats != seats:
            raise Unsolvable(f"the exact solver plays with two seats, not {game.seats}")
        throws = list(game.throws.values())
        scoring = [throw for throw in throws if throw.loses is None]
        if len(scoring) == len(throws) or not scoring or min(throw.points for throw in scoring) < 1:
            raise Unsolvable("every throw must score or lose something, and both must be possible")
        widest = max(throw.points for throw in scoring)
        weights = [[0.0] * widest, [0.0] * widest]
        for throw in scoring:
            weights[int(throw.again)][throw.points - 1] += 1 / len(throws)
        options = game.options
        return cls(
            target=options.target,
            exact=options.target_mode == "exact",
            ignores=options.target_mode == "exact" and options.overshoot == "ignore_roll",
            minimum=max(1, options.minimum_to_hold),
            limit=options.roll_limit or 0,
            dead=game.dead_totals,
            ending=options.ending,
            settled=tuple(weights[0]),
            owing=tuple(weights[1]),
            lose_turn=sum(throw.loses == "turn" for throw in throws) / len(throws),
            lose_total=sum(throw.loses == "total" for throw in throws) / len(throws),
        )

    @property
    def key(self) -> str:
        """A name for the match as far as the solver sees it: the same for options that make no difference."""
        parts = [self.target, self.exact, self.ignores, self.minimum, self.limit, sorted(self.dead), self.ending]
        chances = [*self.settled, *self.owing, self.lose_turn, self.lose_total]
        return sha256(repr([*parts, *(float(chance).hex() for chance in chances)]).encode()).hexdigest()[:32]

    def file(self, folder: Path, ending: str = ".npz") -> Path:
        """Where something about the match is kept in a folder: its solution, unless ``ending`` is another."""
        return folder / f"pig-{VERSION}-{self.key}{ending}"


def is_kept(game: Bound) -> bool:
    """Whether the game's cache seems to have its solution. Raises Unsolvable."""
    return game.cache is not None and Outline.of(game).file(game.cache).is_file()
