"""Where randomness comes from: chance and thought each from sources of their own.

With a seed, each event of a match has a source of its own, so that a match that is left and resumed goes on as it
would have; without one each is new from the system's entropy. Whoever thinks about a match is handed neither: from a
source of thought no draw and no seed can be worked out.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any, Protocol

from tabletop.game import Game
from tabletop.illegal import IllegalMove

AnyGame = Game[Any, Any, Any, Any, Any]


class Chance(Protocol):
    """Where outcomes come from."""

    def outcome(self, game: AnyGame, state: Any, number: int) -> str:
        """The canonical text of what chance gives for event ``number`` of a match, counted from 0."""
        ...

    def thought(self, number: int) -> Random:
        """What a player or an analyst draws from as it thinks about event ``number``; no outcome follows from it."""
        ...


class Entropy:
    """A source of its own for each event, from the system's entropy."""

    def outcome(self, game: AnyGame, state: Any, number: int) -> str:
        """See ``Chance``."""
        return drawn(game, state, _fresh())

    def thought(self, number: int) -> Random:
        """See ``Chance``."""
        return _fresh()


def _fresh() -> Random:
    """A source from 256 bits of entropy: by default it would take twenty thousand, and its time."""
    return Random(int.from_bytes(os.urandom(32)))


class Seeded:
    """Each event has a source of its own, so that a match that is left and resumed goes on as it would have."""

    def __init__(self, seed: int) -> None:
        """``seed``: any whole number."""
        self._seed = seed

    def outcome(self, game: AnyGame, state: Any, number: int) -> str:
        """See ``Chance``."""
        return drawn(game, state, Random(f"{self._seed}/{number}"))

    def thought(self, number: int) -> Random:
        """See ``Chance``. A hash has no way back to the seed."""
        return Random(sha256(f"{self._seed}/thought/{number}".encode()).digest())


class Again:
    """What chance gave before in events that were taken back, where it can still come; else what ``then`` gives."""

    def __init__(self, given: Mapping[int, str], then: Chance) -> None:
        """``given``: events by their numbers, from 0."""
        self._given = given
        self._then = then
        self._old: Mapping[int, str] = {}

    def written_by(self, versions: Mapping[int, str]) -> "Again":
        """The same where earlier ``versions`` of the plugin have written those events, by the events' numbers."""
        found = Again(self._given, self._then)
        found._old = versions
        return found

    def outcome(self, game: AnyGame, state: Any, number: int) -> str:
        """See ``Chance``."""
        given = self._given.get(number, "")
        if given:
            with suppress(IllegalMove):
                if number in self._old:
                    given = game.old_event(given, state, self._old[number])
                given = given.removeprefix("* ")
                return game.outcome_notation(game.parse_outcome(given, state))
        return self._then.outcome(game, state, number)

    def thought(self, number: int) -> Random:
        """See ``Chance``."""
        return self._then.thought(number)


class Prescribed:
    """What somebody has written down, a lesson for instance; then what ``then`` gives."""

    def __init__(self, texts: Iterable[str], then: Chance) -> None:
        """``texts``: canonical texts of outcomes, in order."""
        self._texts = iter(texts)
        self._then = then

    def outcome(self, game: AnyGame, state: Any, number: int) -> str:
        """See ``Chance``."""
        text = next(self._texts, None)
        return self._then.outcome(game, state, number) if text is None else text

    def thought(self, number: int) -> Random:
        """See ``Chance``."""
        return self._then.thought(number)


def drawn(game: AnyGame, state: Any, rng: Random) -> str:
    """The canonical text of an outcome that is drawn from ``rng``."""
    return game.outcome_notation(game.draw(state, rng))
