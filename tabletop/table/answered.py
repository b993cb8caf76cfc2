"""Whether an answer that comes again was taken already, as the journal says it: also before a restart."""

from itertools import islice
from typing import Final

from tabletop.entries import Event
from tabletop.history import History
from tabletop.illegal import IllegalMove
from tabletop.match import Match
from tabletop.table import typed
from tabletop.table.kinds import asks_anew

_FAR: Final = 50
"""So many lines are looked at behind the question."""


def was_answered(history: History, match: Match, seat: int, text: str, serial: int) -> bool:
    """Whether ``seat`` answered the question ``serial`` so, and that is still in play."""
    if serial < 0:
        return False
    for n, entry in enumerate(islice(history.entries, serial, serial + _FAR), serial + 1):
        if not isinstance(entry, Event):
            if asks_anew(entry):
                return False
            continue
        who, _space, given = entry.text.partition(" ")
        if who == str(seat + 1) or (who == "*" and history.terms.dice == "mine"):
            place = history.places.get(n)
            return place is not None and _means(match, place - 1, seat, text, given, thrown=who == "*")
    return False


def _means(match: Match, place: int, seat: int, text: str, given: str, *, thrown: bool) -> bool:
    game, state = match.game, match.state_after(place)
    try:
        if thrown:
            return game.outcome_notation(typed.thrown(game, state, text)) == given
        return text == given or game.notation(game.parse(text, game.view(state, seat))) == given
    except IllegalMove:
        return False
