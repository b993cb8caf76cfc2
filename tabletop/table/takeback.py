"""Taking back and going forward again: which events, and whether the terms of the match allow it.

The rule of a fair match: nothing is taken back past an event of chance, since it would be drawn anew, nor any move of a
game that hides something, since what a seat does tells the others about what it holds, and they can't forget it. What
is left are moves in the open with nothing drawn since. Dice that a person typed are no draw of the program's: they can
be put right.
"""

from collections.abc import Sequence

from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.terms import Terms

_ = Texts(__file__)


class TakeBack:
    """What can be taken back in one match, and what was."""

    def __init__(self, match: Match, terms: Terms) -> None:
        """``match`` is looked at, never changed."""
        self._match = match
        self._terms = terms
        self._undone: list[tuple[str, ...]] = []

    def to_undo(self, people: Sequence[int], *, skips_forced: bool) -> tuple[str, ...]:
        """The events from the last decision of one of ``people`` on, with those that were chosen at once with it: none
        of them is chosen again by who knows the others. Raises ValueError with the reason to refuse.

        ``skips_forced``: whether a move that was the only one was played by itself, and so wasn't decided.
        """
        self.check_on()
        if self._match.to_act is None:
            raise ValueError(_("The match is over: nothing is taken back any more."))
        first = self._last_decision(people, skips_forced)
        if first is None:
            raise ValueError(_("You have no move to undo."))
        events = tuple(self._match.events[first:])
        if self._terms.take_back == "fair":
            self._check_fair(events)
        return events

    def check_on(self) -> None:
        """Raises ValueError, with the reason, where nothing is ever taken back."""
        if self._terms.take_back == "off":
            raise ValueError(_("Take-back is off in this match."))

    def _last_decision(self, people: Sequence[int], skips_forced: bool) -> int | None:
        match = self._match
        deciders = {str(seat + 1) for seat in people} | ({"*"} if self._terms.dice == "mine" else set())
        states = match.states()
        for number in reversed(range(len(match.events))):
            who = match.events[number].partition(" ")[0]
            forced = skips_forced and who != "*" and len(match.game.legal_moves(states[number])) == 1
            if who in deciders and not forced:
                return match.began(number)
        return None

    def _check_fair(self, events: Sequence[str]) -> None:
        advice = _("Only a practice match (take-back: free) allows it.")
        if self._match.game.hides:
            reason = _("You can't undo here: your move has already given something away.")
            raise ValueError(f"{reason} {advice}")
        if self._terms.dice == "program" and any(event.startswith("*") for event in events):
            given = next(event for event in events if event.startswith("*")).removeprefix("* ")
            reason = _("Chance has decided since then ({given}), so this can't be undone.").format(given=given)
            raise ValueError(f"{reason} {advice}")

    def undone(self, events: tuple[str, ...]) -> None:
        """Keeps events that were taken back, for going forward again."""
        self._undone.append(events)

    def to_redo(self) -> tuple[str, ...]:
        """The events that were taken back last. Raises ValueError when there are none, or something else was played."""
        if not self._undone:
            raise ValueError(_("There is nothing to play again: nothing was taken back, or something else was played."))
        return self._undone[-1]

    def redone(self) -> None:
        """The events of ``to_redo`` have been played again."""
        self._undone.pop()

    def forget(self) -> None:
        """Something else was played: there is no way forward any more."""
        self._undone.clear()
