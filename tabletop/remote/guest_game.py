"""A game that isn't here: what a screen needs of it, as the server tells it. Nothing of it is ever run."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from tabletop.appearance import Appearance
from tabletop.game import Game

Words = Annotated[tuple[str, ...], Field(max_length=10_000)]


class OptionInForce(BaseModel):
    """A house rule in force."""

    title: str
    value: str
    usual: bool = True


class Described(BaseModel):
    """What a server says of its game."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    id: str = ""
    title: str = ""
    summary: str = ""
    seats: int = Field(default=2, ge=1, le=100)
    sides: Annotated[tuple[int, ...], Field(max_length=100)] = ()
    hides: bool = True
    at_once: bool = False
    summaries: bool = True
    vocabulary: Mapping[str, Words] = Field(default_factory=dict, max_length=10_000)
    verbs: Words = ()
    moves: Words = ()
    players: Words = ()
    rules: str = ""
    options: tuple[OptionInForce, ...] = ()


class GuestTexts:
    """The words of a game in the language of the hello."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self._words = words

    def context(self, _context: str, word: str) -> str:
        """What people type for a word."""
        return ", ".join(self._words.get(word, ())) or word

    def __call__(self, message: str) -> str:
        """Nothing else is translated here."""
        return message


class GuestGame:
    """Stands where a screen has a game; it has its words, and no rules. One of games with summaries."""

    def __init__(self, described: Described) -> None:
        self.described = described
        self.texts = GuestTexts(described.vocabulary)
        self.vocabulary = tuple(described.vocabulary)
        self.verbs, self.moves = described.verbs, described.moves
        self.seats = described.seats
        self.hides = described.hides or described.at_once

    def notation(self, move: str) -> str:
        """A move is its text here."""
        return move

    asked = Game.asked

    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.described.sides or tuple(range(self.seats))

    def summary(self, _view: Any) -> None:
        """None: the server shows it."""
        return


class RoundlessGuest(GuestGame):
    """One of games without summaries."""

    summary = Appearance.summary  # type: ignore[assignment]


def guest_game(described: Described) -> GuestGame:
    """The game that a server describes so."""
    return (GuestGame if described.summaries else RoundlessGuest)(described)
