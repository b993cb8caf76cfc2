"""The house rules of the family, as a person chooses them."""

from typing import Any, Final, Literal, Self

from pydantic import Field

from tabletop import N_, NC_, GameOptions
from tabletop_pig.texts import _

Ending = Literal["immediate", "final_turns", "complete_round"]
Start = Literal["seat_one", "random", "roll_off"]
VALUES: Final = (
    NC_("value", "immediate"),
    NC_("value", "final_turns"),
    NC_("value", "complete_round"),
    NC_("value", "seat_one"),
    NC_("value", "random"),
    NC_("value", "roll_off"),
    NC_("value", "at_least"),
    NC_("value", "exact"),
    NC_("value", "lose_turn"),
    NC_("value", "ignore_roll"),
    NC_("value", "turn"),
    NC_("value", "total"),
)
"""What words among the values are called."""


def _ending(default: Ending) -> Any:
    return Field(
        default,
        title=N_("End of the game"),
        description=N_(
            "immediate: at once; final_turns: one more turn for every other seat; "
            "complete_round: when all have had equally many turns"
        ),
    )


def _start(default: Start) -> Any:
    return Field(
        default,
        title=N_("Who begins"),
        description=N_("seat_one: seat 1; random: drawn by lot; roll_off: the highest roll"),
    )


class FamilyOptions(GameOptions):
    """What every game of the family offers. Points are whole numbers; see the rules pages for the meaning."""

    target: int = Field(100, ge=2, le=10_000, title=N_("Target"), description=N_("points to reach"))
    target_mode: Literal["at_least", "exact"] = Field(
        "at_least",
        title=N_("Reaching the target"),
        description=N_("at_least: that many points or more; exact: exactly that many"),
    )
    overshoot: Literal["lose_turn", "ignore_roll"] = Field(
        "lose_turn",
        title=N_("Past an exact target"),
        description=N_("lose_turn: the turn is lost; ignore_roll: only that roll counts for nothing"),
    )
    minimum_to_hold: int = Field(
        0, ge=0, le=1_000, title=N_("Minimum to hold"), description=N_("turn points needed to hold of one's own will")
    )
    ending: Ending = _ending("immediate")
    roll_limit: int | None = Field(
        None,
        ge=1,
        le=100,
        title=N_("Roll limit"),
        description=N_("after that many rolls the points are banked and the turn ends"),
    )
    start: Start = _start("seat_one")
    partners: bool = Field(
        False, title=N_("Partners"), description=N_("four seats only: seats 1 and 3 play together, and seats 2 and 4")
    )

    def check(self, seats: int) -> Self:
        """See ``GameOptions``: refuses partners without four seats."""
        if self.partners and seats != 4:
            raise ValueError(_("Partners need four seats, not {seats}.").format(seats=seats))
        return self


class OnesLoseOption(GameOptions):
    """What a bust costs, for the games in which that can be chosen."""

    ones_lose: Literal["turn", "total"] = Field(
        "turn",
        title=N_("A 1 loses"),
        description=N_("turn: the turn points; total: all banked points as well"),
    )


class PigOptions(FamilyOptions, OnesLoseOption):
    """Pig with one die."""

    die_sides: int = Field(6, ge=4, le=20, title=N_("Sides of the die"), description=N_("faces from 1 to that number"))


class RoundOptions(FamilyOptions):
    """The games in which a roll-off decides who begins and the round is finished."""

    ending: Ending = _ending("complete_round")
    start: Start = _start("roll_off")


class TwoDiceOptions(RoundOptions, OnesLoseOption):
    """Pig with two dice."""


class DoublesOptions(FamilyOptions, OnesLoseOption):
    """Pig with doubles."""
