"""Whether the draws of a match follow from what was promised before it."""

from typing import NamedTuple

from tabletop.fair import FairDice, drawn_fairly, nonce_hash, promise
from tabletop.i18n import Texts
from tabletop.match import Match

_ = Texts(__file__)


class Unproven(Exception):
    """The dice of a match aren't what they should be; the text says which isn't, in one sentence."""

    def __init__(self, why: str, event: int | None = None) -> None:
        """``event``: the number, from 1, of the first one that chance didn't give."""
        super().__init__(why)
        self.event = event


class Proof(NamedTuple):
    """What was proven: the number of draws, and whose nonces went into them."""

    draws: int
    own: tuple[int, ...]
    """the seats, from 0, that brought a nonce of their own"""
    withheld: tuple[int, ...]
    """those that didn't show theirs"""


def prove(dice: FairDice, match: Match) -> Proof:
    """Draws everything in a match again. Raises Unproven at the first thing that is otherwise."""
    if promise(dice.secret) != dice.hash:
        raise Unproven(_("The secret isn't the one whose hash was given before the match."))
    for seat, share in enumerate(dice.seats):
        if share.nonce is not None and nonce_hash(dice.hash, seat, share.nonce) != share.hash:
            text = _("The nonce of seat {number} isn't the one whose hash was given before the match.")
            raise Unproven(text.format(number=seat + 1))
    return Proof(
        _draw_again(dice.key, match),
        tuple(seat for seat, share in enumerate(dice.seats) if share.by == "seat" and share.nonce is not None),
        tuple(seat for seat, share in enumerate(dice.seats) if share.nonce is None),
    )


def sentences(proof: Proof, promised: str) -> list[str]:
    """What was proven, for people. ``promised``: the hash of the secret."""
    draws = _.plural(
        "The dice are proven: {n} draw follows from the secret and the nonces.",
        "The dice are proven: all {n} draws follow from the secret and the nonces.",
        proof.draws,
    )
    said = [draws, _("The hash that was told before the match has to be {hash}.").format(hash=promised)]
    if proof.own:
        seats = ", ".join(str(seat + 1) for seat in proof.own)
        said.append(_("Seats that brought a nonce of their own: {seats}.").format(seats=seats))
    else:
        said.append(_("No seat brought a nonce of its own: whoever ran the server could have chosen the draws."))
    if proof.withheld:
        seats = ", ".join(str(seat + 1) for seat in proof.withheld)
        said.append(
            _("Seats that kept theirs back: {seats}. With the server they could have chosen between draws.").format(
                seats=seats
            )
        )
    return said


def _draw_again(key: bytes, match: Match) -> int:
    """How many draws there were; lines outside the rules aren't counted as events."""
    draws = number = 0
    for place, event in enumerate(match.events):
        if event.startswith("!"):
            continue
        number += 1
        if event.startswith("* "):
            draws += 1
            due = drawn_fairly(match.game, match.state_after(place), key, number)
            if event != f"* {due}":
                text = _(
                    "Draw {draw} (event {number}): the secret and the nonces give “{due}”, the record has “{is_}”."
                )
                why = text.format(draw=draws, number=number, due=due, is_=event.removeprefix("* "))
                raise Unproven(why, number)
    return draws
