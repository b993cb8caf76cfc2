"""A game with house rules of every type that an author may use, some of them depending on the seats or on others."""

from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, Self

from pydantic import Field, PositiveInt, StrictFloat, confloat, conint
from small_games import TicTacToe
from typing_extensions import TypeAliasType

from tabletop import GameOptions

PYPROJECT = """[project]
name = "tabletop-every"
version = "0.1"
[project.entry-points.tabletop]
every = "plugin_every"
"""
MANIFEST = """api = ">=1.0,<2"
[[games]]
id = "every"
title = "Every"
summary = "A house rule of every type."
seats = [2, 4]
"""
CODE = """
from every_option import Every
from tabletop import hookimpl


@hookimpl
def tabletop_games():
    return {"every": Every}
"""


class Suit(Enum):
    """Named by its values."""

    HEARTS = "hearts"
    SPADES = "spades"


class Pace(IntEnum):
    """Named by its names, since nobody knows what 2 means."""

    SLOW = 1
    FAST = 2


class Shape(Enum):
    """Named by its names, since its values are pairs."""

    WIDE = (2, 1)
    TALL = (1, 2)


Few = Annotated[int, Field(ge=1, le=9)]
PerhapsFew = TypeAliasType("PerhapsFew", Few | None)
Lap = NewType("Lap", int)


class EveryOptions(GameOptions):
    """``hand`` is a custom by the seats, ``goal`` by the hand, ``lives`` by the seats unless it was given."""

    pips: Literal[6, 9] = Field(6, title="Pips")
    mixed: Literal[6, "all", True, None] = Field(6, title="Mixed")
    perhaps_pips: Literal[6, 9] | None = Field(None, title="Perhaps pips")
    flag: bool = Field(False, title="Flag")
    perhaps_flag: bool | None = Field(None, title="Perhaps a flag")
    suit: Suit = Field(Suit.HEARTS, title="Suit")
    perhaps_suit: Suit | None = Field(None, title="Perhaps a suit")
    pace: Pace = Field(Pace.SLOW, title="Pace")
    number: int = Field(3, ge=1, le=9, title="Number")
    apart: int = Field(4, gt=3, lt=9, title="Apart")
    steps: conint(ge=0, le=100, multiple_of=5) = Field(10, title="Steps")  # type: ignore[valid-type]
    positive: PositiveInt = Field(1, le=1000, title="Positive")
    perhaps_number: Annotated[int, Field(ge=1, le=9)] | None = Field(None, title="Perhaps a number")
    number_or_all: Annotated[int, Field(ge=1, le=9)] | Literal["all"] = Field(1, title="Number or all")
    share: float = Field(0.5, ge=0, le=1, title="Share")
    pair: tuple[int, Suit] = Field((1, Suit.HEARTS), title="Pair")
    order: tuple[Literal["red", "blue", 3], ...] = Field((), max_length=3, title="Order")
    numbers: tuple[Annotated[int, Field(ge=1, le=6)], ...] | None = Field(None, title="Numbers")
    suits: frozenset[Suit] = Field(frozenset(), title="Suits")
    one_suit: Literal[Suit.HEARTS, Suit.SPADES] = Field(Suit.HEARTS, title="One suit")
    one_suits: tuple[Literal[Suit.HEARTS, Suit.SPADES], ...] = Field((), title="One suits")
    shape: Shape = Field(Shape.WIDE, title="Shape")
    fraction: float = Field(1.0, title="Fraction")
    exactly: StrictFloat = Field(0.5, title="Exactly")
    chance: confloat(gt=0, lt=1) = Field(0.5, title="Chance")  # type: ignore[valid-type]
    chances: tuple[Annotated[float, Field(ge=0, le=1)], ...] = Field((), title="Chances")
    money: Decimal = Field(Decimal("0.5"), ge=0, le=10, title="Money")
    number_or_flag: Few | bool = Field(2, title="Number or flag")
    nested: Annotated[Annotated[int, Field(ge=1)], Field(le=9)] = Field(3, title="Nested")
    within: Annotated[Few | None, "in what it is"] = Field(None, title="Within")
    alias: PerhapsFew = Field(None, title="Alias")
    lap: Lap = Field(Lap(1), ge=1, le=9, title="Lap")
    spans: tuple[tuple[int, int], ...] = Field((), title="Spans")
    prices: dict[str, int] = Field({}, title="Prices")
    word: str = Field("ja", max_length=8, title="Word")
    hand: int | None = Field(None, ge=1, le=9, title="Hand")
    goal: Literal[0, 10, 20, 30] = Field(0, title="Goal, 0 for the custom")
    lives: int = Field(3, ge=1, le=9, title="Lives")

    def check(self, seats: int) -> Self:
        """See ``GameOptions``."""
        if self.flag and seats == 3:
            raise ValueError("Not with three seats.")
        hand = self.hand or (6 if seats == 4 else 7)
        lives = self.lives if seats == 2 or "lives" in self.model_fields_set else 2
        return self.model_copy(update={"hand": hand, "goal": self.goal or (10 if hand > 6 else 20), "lives": lives})


class Every(TicTacToe):
    """Tic-tac-toe: who sits in seats 3 and 4 only looks on."""

    options_model = EveryOptions
    seat_counts = range(2, 5)

    def dump(self, state: str) -> dict[str, Any]:
        return {"board": state}

    def scores(self, state: Any) -> Any:
        return [*super().scores(state), 0, 0][: self.seats]


def write_every(folder: Path) -> Path:
    """The folder of a plugin with this game."""
    package = folder / "plugin_every"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PYPROJECT)
    (package / "tabletop.toml").write_text(MANIFEST)
    (package / "__init__.py").write_text(CODE)
    return folder
