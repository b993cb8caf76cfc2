"""The house rules, as a person chooses them."""

from collections.abc import Mapping
from typing import Final, Literal, Self

from pydantic import Field

from tabletop import N_, NC_, GameOptions
from tabletop_dominoes_passing.texts import _

MAX_RESERVE: Final = 55
"""A whole double-nine set: with it nothing can ever be drawn."""
VALUES: Final = (
    NC_("value", "seats"),
    NC_("value", "sides"),
    NC_("value", "random"),
    NC_("value", "highest_double"),
    NC_("value", "heaviest"),
    NC_("value", "rotate"),
    NC_("value", "winner"),
    NC_("value", "any"),
    NC_("value", "no_play"),
    NC_("value", "ends"),
    NC_("value", "continues"),
    NC_("value", "stuck"),
    NC_("value", "no_draw"),
    NC_("value", "lowest_player"),
    NC_("value", "out_wins"),
)
"""What words among the values are called."""


class PassingOptions(GameOptions):
    """See the rules page for the meaning. ``target`` and ``hand_size`` are None for the custom with so many seats."""

    partners: bool = Field(
        False, title=N_("Partners"), description=N_("four seats only: those who sit opposite score together")
    )
    target: int | None = Field(
        None, ge=1, le=1_000, title=N_("Target"), description=N_("points to reach; if none is given, the custom")
    )
    target_by: Literal["seats", "sides"] = Field(
        "seats",
        title=N_("Customary target"),
        description=N_("seats: 101 with 2 or 3 seats, 61 with 4; sides: 101 with two sides, 61 with more"),
    )
    max_pip: Literal[6, 9] = Field(
        6, title=N_("Set of tiles"), description=N_("6: double-six, 28 tiles; 9: double-nine, 55 tiles")
    )
    hand_size: int | None = Field(
        None, ge=1, le=27, title=N_("Tiles in a hand"), description=N_("7 with 2 or 3 seats, 6 with 4, if not given")
    )
    reserve: int = Field(
        2, ge=0, le=MAX_RESERVE, title=N_("Reserve"), description=N_("tiles of the boneyard that may never be drawn")
    )
    first_lead: Literal["random", "highest_double", "heaviest"] = Field(
        "random",
        title=N_("Who leads the first round"),
        description=N_(
            "random: drawn by lot; highest_double: its holder, with it (nobody holds a double: heaviest); "
            "heaviest: the holder of the heaviest tile, with it"
        ),
    )
    next_lead: Literal["random", "rotate", "winner", "highest_double"] = Field(
        "random",
        title=N_("Who leads later rounds"),
        description=N_(
            "random: drawn by lot; rotate: the next seat; winner: of the last round; "
            "highest_double: its holder, with it (nobody holds a double: the holder of the heaviest tile)"
        ),
    )
    lead_must_play: bool = Field(
        True, title=N_("The leader must play"), description=N_("no draw or pass while the train is empty")
    )
    draw_when: Literal["any", "no_play"] = Field(
        "any", title=N_("When to draw"), description=N_("any: always; no_play: only with no fitting tile in hand")
    )
    draw_turn: Literal["ends", "continues"] = Field(
        "ends", title=N_("After a draw"), description=N_("ends: the turn ends; continues: the seat goes on")
    )
    pass_when: Literal["any", "no_play", "stuck", "no_draw"] = Field(
        "any",
        title=N_("When to pass"),
        description=N_(
            "any: always; no_play: only with no fitting tile in hand; stuck: with neither a fitting tile nor a draw; "
            "no_draw: only when nothing can be drawn"
        ),
    )
    pass_out_laps: int = Field(
        1, ge=1, le=5, title=N_("Laps of passes"), description=N_("full laps of passes that end a round")
    )
    auto_block: bool = Field(
        True,
        title=N_("End a blocked round at once"),
        description=N_("when off, it goes on until all have passed, and counts as passed out"),
    )
    subtract_own: bool = Field(
        True, title=N_("Subtract the winner's own pips"), description=N_("when off, nothing is subtracted")
    )
    out_breaks_tie: bool = Field(
        False,
        title=N_("Going out breaks a tie"),
        description=N_("in a tie for the lowest the side that went out wins, if it is part of the tie"),
    )
    partner_scoring: Literal["sides", "lowest_player", "out_wins"] = Field(
        "sides",
        title=N_("Which partnership wins a round"),
        description=N_(
            "sides: the lower sum of both hands; lowest_player: that of the lowest single hand; "
            "out_wins: the one that goes out, else as sides"
        ),
    )

    def check(self, seats: int) -> Self:
        """See ``GameOptions``: refuses partners without four seats and hands that need more tiles than there are."""
        if self.partners and seats != 4:
            raise ValueError(_("Partners need four seats, not {seats}.").format(seats=seats))
        hand_size = self.hand_size or (6 if seats == 4 else 7)
        tiles = (self.max_pip + 1) * (self.max_pip + 2) // 2
        if hand_size * seats > tiles:
            raise ValueError(
                _("{seats} hands of {size} tiles need {need} tiles, but the set has only {tiles}.").format(
                    seats=seats, size=hand_size, need=hand_size * seats, tiles=tiles
                )
            )
        return self.model_copy(update={"hand_size": hand_size, "target": self.target or self._custom(seats)})

    def _custom(self, seats: int) -> int:
        if self.target_by == "sides":
            return 101 if seats == 2 or self.partners else 61
        return 61 if seats == 4 else 101


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    N_("draw game"): {"draw_when": "no_play", "draw_turn": "continues", "pass_when": "stuck"},
    N_("block game"): {"reserve": MAX_RESERVE},
    N_("101 with two sides, 61 with more"): {"target_by": "sides"},
}
