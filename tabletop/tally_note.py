"""The note ``tally``: what a finished match is worth to statistics, so that they need its game no more."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tabletop.entries import Json
from tabletop.match import Match, Seat, with_options

TALLY: Final = "tally"
"""The kind of the note."""
PEOPLE: Final = "people"
"""What the level of an opponent is called who is no CPU player."""

Rules = Literal["usual", "house"]


class TallyNote(BaseModel):
    """Its data, see ``docs/reference/match-file.md``. What later programs add is left alone."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    sides: tuple[Annotated[int, Field(ge=1)], ...] = Field(min_length=1)
    """of each seat, from 1"""
    rules: Rules
    """``usual`` when every option has its default for so many seats"""
    opponents: tuple[tuple[str, ...], ...]
    """of each seat: the levels of the CPU players on other sides, and ``people``; each once, in order"""
    points: tuple[int, ...]
    """of each side"""
    ranks: tuple[int, ...]
    measures: tuple[dict[str, tuple[Annotated[float, Field(allow_inf_nan=False)], float]], ...]
    """of each seat: see ``Game.measures``"""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        seats, sides = len(self.sides), len(self.points)
        if not len(self.opponents) == len(self.measures) == seats or len(self.ranks) != sides:
            raise ValueError("not one entry for each seat or side")
        if max(self.sides) > sides:
            raise ValueError("a side that isn't there")
        return self

    @property
    def data(self) -> Json:
        """As the note has it."""
        return self.model_dump(mode="json")


def tally_of(match: Match, seats: Sequence[Seat], ranks: Sequence[int]) -> TallyNote | None:
    """What a finished match comes to; None where it comes to nothing that could be counted.

    ``ranks``: of each side, in the end. The game measures nothing in a match that its rules haven't ended.
    """
    game = match.game
    sides = game.sides()
    try:
        return TallyNote(
            sides=tuple(side + 1 for side in sides),
            rules=_rules(match),
            opponents=opponents(sides, seats),
            points=tuple(game.scores(match.state)),
            ranks=tuple(ranks),
            measures=tuple(game.measures(match.states())) if match.result else ({},) * len(sides),  # type: ignore[arg-type]
        )
    except ValidationError:
        return None


def opponents(sides: Sequence[int], seats: Sequence[Seat]) -> tuple[tuple[str, ...], ...]:
    """Of each seat, for the sides of all of them."""
    levels = [PEOPLE if seat.player == "human" else seat.level or "?" for seat in seats]
    return tuple(
        tuple(sorted({level for level, other in zip(levels, sides, strict=True) if other != side})) for side in sides
    )


def _rules(match: Match) -> Rules:
    game = match.game
    try:
        usual = with_options(game.__class__, {}, game.seats).options
    except ValueError:
        return "house"
    return "usual" if game.options == usual else "house"
