"""Whether the dice of a recorded match can be proven, as ``tabletop record check --fair`` says it."""

from typing import Any, NamedTuple

from tabletop.i18n import Texts
from tabletop.outside import RecordedMatch
from tabletop.proving import Unproven, prove, sentences
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
    return CheckedDice(True, {"proven": True, **document}, list(sentences(proof, found.fair.hash)))
