"""Whether the dice of a recorded match can be proven, as ``tabletop record check --fair`` says it."""

from typing import Any, NamedTuple

from tabletop.i18n import Texts
from tabletop.outside import RecordedMatch
from tabletop.proving import Proof, Unproven, prove
from tabletop.record import Record

_ = Texts(__file__)


class CheckedDice(NamedTuple):
    """What was found: for programs, and in sentences."""

    proven: bool
    document: dict[str, Any]
    sentences: list[str]


def checked_dice(found: Record, match: RecordedMatch) -> CheckedDice:
    """Proves the draws of a record, or says what can't be proven."""
    if found.fair is None:
        why = _("This record has nothing by which its dice could be proven.")
        return CheckedDice(False, {"proven": False, "why": why, "event": None}, [why])
    try:
        proof = prove(found.fair, match)
    except Unproven as unproven:
        why = str(unproven)
        return CheckedDice(False, {"proven": False, "why": why, "event": unproven.event}, [why])
    own, withheld = ([seat + 1 for seat in seats] for seats in (proof.own, proof.withheld))
    document = {"hash": found.fair.hash, "draws": proof.draws, "own_nonces": own, "withheld": withheld}
    return CheckedDice(True, {"proven": True, **document}, list(_sentences(proof, found.fair.hash)))


def _sentences(proof: Proof, promised: str) -> list[str]:
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
