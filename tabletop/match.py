"""One match: a header and an event log, and the state that follows from them.

An event is ``<seat number> <move>`` or ``* <what chance gave>``, in canonical text only; seat numbers start at 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from random import Random
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, FailFast, Field, JsonValue, StringConstraints, TypeAdapter, ValidationError

from tabletop.appearance import Appearance
from tabletop.complaints import explain
from tabletop.game import CHANCE, Game, OpenGame, Result
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.lines import composed, seen
from tabletop.naming import MARK, resolve
from tabletop.values import validated

_ = Texts(__file__)

PLAIN_TEXT: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+$"
"""The pattern of one line without what plays tricks on a terminal: control characters, turns of writing direction."""
Name = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN_TEXT)]
"""A name that a person typed."""
Code = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[\w.:/+\-]+$")]
"""An id, a version or a level."""


def read_name(text: str) -> str:
    """A name that a person typed, in its one spelling. Raises ValueError with the reason."""
    try:
        return visible(TypeAdapter(Name).validate_python(composed(text)))
    except ValidationError as error:
        raise ValueError(_("That can't be a name: {why}").format(why=explain(error))) from None


PROGRAM: Final = "exec:"
"""How the level of a player begins that is a program; the name follows under which it is registered."""


def visible(name: str) -> str:
    """A name of which something can be seen. Raises ValueError for any other."""
    if not seen(name):
        raise ValueError(_("A name needs something that can be seen."))
    return name


class Seat(BaseModel):
    """Who sits there: a person, or a CPU player of some level."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    name: Name
    player: Literal["human", "cpu"] = "human"
    level: Code | None = None

    @property
    def program(self) -> str | None:
        """Under which name the program is registered that sits there, if one does."""
        level = self.level or ""
        return level.removeprefix(PROGRAM) if self.player == "cpu" and level.startswith(PROGRAM) else None


class Header(BaseModel):
    """What a match is played with; options left out have their defaults."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    game: Code
    plugin: Code | None = None
    plugin_version: Code | None = None
    options: dict[Code, JsonValue] = Field(default_factory=dict, max_length=100)
    seats: Annotated[tuple[Seat, ...], FailFast()] = Field(min_length=1, max_length=100)


AnyGame = Game[Any, Any, Any, Any, Any]


def with_options(game: type[AnyGame], options: Mapping[str, object], seats: int) -> AnyGame:
    """The game with these options. Raises ValueError, with the reason in a sentence, for those that don't do."""
    try:
        chosen = validated(game.options_model, options)
    except ValidationError as error:
        raise ValueError(explain(error)) from None
    return game(chosen, seats)


def bind(game: type[AnyGame], header: Header) -> AnyGame:
    """The game as the header says it is played. Raises ValueError as ``with_options`` does."""
    return with_options(game, header.options, len(header.seats))


def chooses_at_once(game: AnyGame) -> bool:
    """Whether several seats may choose at once in a game."""
    return game.__class__.asked is not Game.asked


def has_secrets(game: AnyGame) -> bool:
    """Whether the people at one keyboard have something to hide from each other."""
    return game.hides or chooses_at_once(game)


def is_open(game: AnyGame) -> bool:
    """Whether all eyes see and read the same, since the game leaves that as open games have it."""
    rules = game.__class__
    hides = rules.move_for is not Game.move_for or rules.outcome_for is not Game.outcome_for
    return rules.view is OpenGame.view and not hides and not chooses_at_once(game)


def has_summaries(game: AnyGame) -> bool:
    """Whether a game ever sums up."""
    return game.__class__.summary is not Appearance.summary


def state_for(game: AnyGame, state: Any, seat: int | None) -> Any:
    """The state that a seat is asked in. One that chooses at once with others is asked after any moves of those before
    it, the same whatever they have chosen: nothing of that can be known from it, even where a game is at fault.
    """
    asked = game.asked(state)
    if seat in asked:
        for _other in asked[: asked.index(seat)]:
            state = game.play(state, game.legal_moves(state)[0])
    return state


class OldEvent(IllegalMove):
    """An event that an earlier version of the plugin has written, and this one can't read."""

    def __init__(self, number: int, event: str, version: str, why: str) -> None:
        super().__init__(_("Event {number}, “{event}”: {why}").format(number=number, event=event, why=why))
        self.number = number
        self.event = event
        self.version = version
        self.why = why


class Match:
    """A match in play. Nothing in it is random by itself: chance draws from a source that is passed in."""

    def __init__(
        self, game: Game[Any, Any, Any, Any, Any], events: Iterable[str] = (), versions: Iterable[str] = ()
    ) -> None:
        """A new match, or the replay of ``events``; raises IllegalMove, naming the event, at the first bad one.

        ``versions``: for each event which version of the plugin has written it, where that was an earlier one, else an
        empty text; by default all are of this version.
        """
        self.game = game
        self.at_once = chooses_at_once(game)
        """whether several seats may choose at once"""
        self.events: list[str] = []
        self.revealed: bool | None = None
        """Whether everybody may read every move; None: when the rules have ended the match."""
        self._states = [game.start()]
        self._acts: tuple[Any, int | None] = (self, None)
        self._asked: tuple[Any, tuple[int, ...]] = (self, ())
        self._choices: list[Any] = []
        self._readings: dict[int | None, list[str]] = {}
        for event, version in zip(events, chain(versions, repeat("")), strict=False):
            self.replay(event, version)

    @property
    def state(self) -> Any:
        """The state after all events."""
        return self._states[-1]

    @property
    def to_act(self) -> int | None:
        """The seat on turn from 0, ``CHANCE``, or None when the match is over."""
        state = self._states[-1]
        if self._acts[0] is not state:
            self._acts = (state, self.game.to_act(state))
        return self._acts[1]

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that choose now, that on turn first; several only where they choose at once. (Since API 1.1.)"""
        actor = self.to_act
        if actor is None or actor == CHANCE:
            return ()
        if not self.at_once:
            return (actor,)
        state = self._states[-1]
        if self._asked[0] is not state:
            self._asked = (state, tuple(self.game.asked(state)))
        return self._asked[1]

    def began(self, number: int) -> int:
        """The number, from 0, of the first of the events that were chosen at once with event ``number``.

        ``number`` may be that of the event to come. (Since API 1.1.)
        """
        if self.at_once:
            for first in range(max(0, number - self.game.seats + 1), number):
                if self._begins(first, number):
                    return first
        return number

    def _begins(self, first: int, number: int) -> bool:
        """Whether the seats that chose at once from event ``first`` on are still choosing at ``number``."""
        events, state = self.events[first:number], self._states[first]
        if not all(event[:1].isdigit() for event in events):
            return False
        return len(self.game.asked(state)) > number - first

    @property
    def result(self) -> Result | None:
        """The ranks, when the match is over."""
        return self.game.result(self.state)

    def states(self) -> Sequence[Any]:
        """The states from the start to now: one more than events."""
        return tuple(self._states)

    def state_after(self, events: int) -> Any:
        """The state after so many events, from 0."""
        return self._states[events]

    def view(self, seat: int | None) -> Any:
        """What ``seat`` (None: a bystander) may know now, where it is asked."""
        state = self._states[-1]
        return self.game.view(state_for(self.game, state, seat) if self.at_once and self.asked else state, seat)

    def log(self, reader: int | None) -> tuple[str, ...]:
        """All events so far as a seat (None: a bystander) may read them. (Since API 1.1.)"""
        readings = self._readings.setdefault(reader, [])
        for number in range(len(readings), len(self.events)):
            self._read(number, reader)
        return tuple(map(self._open, self.events, readings) if self._is_open else readings)

    def read(self, number: int, reader: int | None) -> str:
        """Event ``number``, from 0, as a seat (None: a bystander) may read it. (Since API 1.1.)"""
        reading = self._read(number, reader)
        return self._open(self.events[number], reading) if self._is_open else reading

    @property
    def _is_open(self) -> bool:
        return self.to_act is None if self.revealed is None else self.revealed

    @staticmethod
    def _open(event: str, reading: str) -> str:
        """An event when the match is over: a move in its canonical text; what chance hid stays as it was read."""
        return reading if event.startswith("*") else event

    def _read(self, number: int, reader: int | None) -> str:
        """An event under way. It is made once for each reader, as long as they read one event after another."""
        known = self._readings.setdefault(reader, [])
        if number < len(known):
            return known[number]
        reading = self._reading(number, reader)
        if number == len(known):
            known.append(reading)
        return reading

    def _reading(self, number: int, reader: int | None) -> str:
        who, choice = self.events[number].partition(" ")[0], self._choices[number]
        if who == "*":
            return f"* {self.game.outcome_for(choice, reader)}"
        return f"{who} {self.game.move_for(choice, self._states[number], reader)}"

    def legal_moves(self, seat: int | None = None) -> Sequence[Any]:
        """The legal moves of the seat on turn, or of ``seat``, one of those that choose now; none while chance acts or
        when the match is over.
        """
        actor = self.to_act
        if actor is None or actor == CHANCE:
            return ()
        state = self._states[-1]
        return self.game.legal_moves(state_for(self.game, state, seat) if self.at_once else state)

    def play(self, move: Any) -> str:
        """Plays a move of the seat on turn and returns the event. Raises IllegalMove, with nothing changed."""
        seat = self._seat_on_turn()
        if move not in self.game.legal_moves(self._states[-1]):
            raise IllegalMove(self.game.why_not(self.view(seat), move))
        return self._take(f"{seat + 1} {self.game.notation(move)}", move, self.game.play(self._states[-1], move))

    def let_chance(self, rng: Random) -> str:
        """Lets chance act and returns the event."""
        self._expect_chance()
        return self.resolve(self.game.draw(self.state, rng))

    def resolve(self, outcome: Any) -> str:
        """Lets chance give an outcome, which must be possible, and returns the event. Raises IllegalMove."""
        self._expect_chance()
        return self._resolve(outcome)

    def apply(self, event: str) -> str:
        """Plays an event from its text. Raises IllegalMove, with the reason and nothing changed, if it is refused."""
        who, space, text = event.partition(" ")
        if who == "*" and space:
            self._expect_chance()
            outcome = self.game.parse_outcome(text, self.state)
            self._expect_canonical(text, self.game.outcome_notation(outcome))
            return self._resolve(outcome)
        if not space or not (who.isascii() and who.isdigit()):
            raise IllegalMove(_("An event is a seat number or “*”, a space, and what was played."))
        seat = self._seat_on_turn()
        if who != str(seat + 1):
            raise IllegalMove(_("It is the turn of seat {seat}.").format(seat=seat + 1))
        move = self.game.parse(text, self.view(seat))
        self._expect_canonical(text, self.game.notation(move))
        return self.play(move)

    def replay(self, event: str, version: str = "") -> str:
        """``apply``, for the next event of a record: the reason of a refusal names the event's number.

        ``version``: of the plugin that wrote it, if that was an earlier one. OldEvent: it can't be read now.
        """
        number = len(self.events) + 1
        if version:
            return self._replay_old(number, event, version)
        try:
            return self.apply(event)
        except IllegalMove as error:
            why = self._without_names(str(error))
            raise IllegalMove(
                _("Event {number}, “{event}”: {why}").format(number=number, event=event, why=why)
            ) from None

    def _without_names(self, text: str) -> str:
        """A text where nobody knows who sits at the table."""
        seats = [_("seat {number}").format(number=seat + 1) for seat in range(self.game.seats)]
        return resolve(text, (), seats) if MARK in text else text

    def _replay_old(self, number: int, event: str, version: str) -> str:
        try:
            return self.apply(self.game.old_event(event, self.state, version))
        except Exception as why:
            raise OldEvent(number, event, version, self._without_names(str(why))) from why

    def take_back(self, events: int = 1) -> None:
        """Returns to the position before the last ``events`` events. Raises ValueError if there are fewer."""
        if not 0 <= events <= len(self.events):
            raise ValueError(_("There are only {count} events to take back.").format(count=len(self.events)))
        if events:
            del self.events[-events:]
            del self._states[-events:]
            del self._choices[-events:]
            for reading in self._readings.values():
                del reading[len(self.events) :]

    def _resolve(self, outcome: Any) -> str:
        state = self.game.resolve(self._states[-1], outcome)
        return self._take(f"* {self.game.outcome_notation(outcome)}", outcome, state)

    def _take(self, event: str, choice: Any, state: Any) -> str:
        self.events.append(event)
        self._choices.append(choice)
        self._states.append(state)
        return event

    def _seat_on_turn(self) -> int:
        actor = self.to_act
        if actor is None:
            raise IllegalMove(_("The match is over."))
        if actor == CHANCE:
            raise IllegalMove(_("Chance acts now, not a player."))
        return actor

    def _expect_chance(self) -> None:
        actor = self.to_act
        if actor is None:
            raise IllegalMove(_("The match is over."))
        if actor != CHANCE:
            raise IllegalMove(_("It is the turn of seat {seat}, not of chance.").format(seat=actor + 1))

    @staticmethod
    def _expect_canonical(text: str, canonical: str) -> None:
        if text != canonical:
            raise IllegalMove(_("It must be written “{canonical}”.").format(canonical=canonical))
