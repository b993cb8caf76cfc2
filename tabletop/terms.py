"""On which terms a match is played at the table, beside the rules of its game."""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from tabletop.i18n import N_

TERMS: Final = "table"
"""The kind of the note that keeps them."""

UNCOUNTED: Final = "uncounted"
"""The kind of a note that keeps a match out of the statistics."""

HINT: Final = "hint"
"""The kind of a note that an expert helped somebody, and why a match doesn't count then."""

PRACTICE: Final = "practice"
"""Why a match with free take-back doesn't count."""

OWN_DICE: Final = "dice"
"""Why a match doesn't count whose dice people throw themselves."""

NOBODY: Final = "nobody"
"""Why a match between CPU players doesn't count."""

IMPORTED: Final = "imported"
"""Why a match that came as a record doesn't count."""

SEEDED: Final = "seed"
"""Why a match that was started with a seed doesn't count: its chance could be known beforehand."""

TakeBack = Literal["off", "fair", "free"]
"""``fair``: never past chance, nor past what told anybody something hidden; ``free``: anything, for practice."""


class Terms(BaseModel):
    """The terms with their defaults."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    take_back: TakeBack = Field(
        default="fair",
        title=N_("Take-back"),
        description=N_(
            "Whether “undo” takes moves back: off; fair, never past dice or anything newly seen; "
            "free, for practice, and then the match doesn't count."
        ),
    )
    dice: Literal["program", "mine"] = Field(
        default="program",
        title=N_("Dice"),
        description=N_("Who throws: the program; or mine, you throw real dice and type what they show."),
    )

    @property
    def uncounted(self) -> str | None:
        """Why a match on these terms doesn't count for statistics, in a word for its note; None if it does."""
        if self.take_back == "free":
            return PRACTICE
        return OWN_DICE if self.dice == "mine" else None
