"""A place to stop: who at a table has still to look at a summary before the match goes on."""

from collections.abc import Sequence, Set
from typing import Any

from tabletop.match import AnyGame


class Stops:
    """Those of one match. Nothing of it is stored."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._last: tuple[Any, bool] = (self, False)
        self._looked: tuple[int, frozenset[int]] = (-1, frozenset())

    def looking(self, state: Any, serial: int, people: Sequence[int]) -> tuple[int, ...]:
        """Those of ``people`` who have still to look at what ``state`` sums up, if it does."""
        if self._last[0] is not state:
            self._last = (state, self._game.summary(self._game.view(state, None)) is not None)
        if not self._last[1]:
            return ()
        asked, done = self._looked
        return tuple([seat for seat in people if asked != serial or seat not in done])

    def looked(self, serial: int, seats: Set[int]) -> None:
        """These have looked, where the question ``serial`` asked them to."""
        asked, done = self._looked
        self._looked = (serial, (done if asked == serial else frozenset()) | seats)
