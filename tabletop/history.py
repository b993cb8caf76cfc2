"""What the entries of a match file come to."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, TypeAdapter

from tabletop.entries import Entry, Event, Json, LogHeader, Note
from tabletop.fair import FAIR, FairDice, fair_note
from tabletop.match import Code, Seat
from tabletop.person import marked
from tabletop.tally_note import TALLY
from tabletop.terms import HINT, IMPORTED, NOBODY, SEEDED, TERMS, UNCOUNTED, Terms

TAKE_BACK: Final = "take_back"
LEFT: Final = "left"
NAME: Final = "name"
ACCURACY: Final = "accuracy"
_ASIDE: Final = {NAME, ACCURACY, TALLY}
"""What is noted about a match without playing it."""
PLAYER: Final = "player"
RESIGNED: Final = "resigned"
"""The kind of a note that a side gave up: it ends the match before the rules do, unless somebody plays on for it."""
PLAYS_ON: Final = "plays_on"
"""What such a note then says."""
ENDED: Final = "ended"
"""The same, for any other reason."""
THROWER: Final = "thrower"
"""The kind of a note of who throws real dice for everybody."""
SEALED: Final = "sealed"
"""The kind of a note of what a seat has chosen, which nobody else may know until the last has."""
PLUGIN: Final = "plugin"
"""The kind of a note that from its place on another version of the plugin has written the events."""
_AIDED: Final = {HINT, PLAYER, UNCOUNTED}
"""Notes with which a match doesn't count: an expert helped, somebody else took a seat, or it was for practice."""


class Status(StrEnum):
    """How a saved match stands."""

    IN_PROGRESS = "in progress"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    DAMAGED = "damaged"
    UNKNOWN_VERSION = "unknown version"


_VERSION: Final[TypeAdapter[str]] = TypeAdapter(Code)
UNREAD: Final = {Status.DAMAGED, Status.UNKNOWN_VERSION}
ENDS: Final = {Status.FINISHED, Status.ABANDONED}
"""Notes after which a match is over."""


class MatchSummary(BaseModel):
    """A saved match in a list. Of a file that can't be read only ``id`` and ``status`` are known."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    id: str
    name: str | None = None
    game: Code | None = None
    plugin: Code | None = None
    plugin_version: Code | None = None
    seats: tuple[Seat, ...] = ()
    status: Status
    scores: tuple[int, ...] | None = None
    """points of each side when the match was last left or ended; None if it wasn't, or has gone on since"""
    ranks: tuple[int, ...] | None = None
    """rank of each side of a finished match"""
    turn: int | None = None
    """seat on turn, from 0, when the match was last left"""
    events: int = 0
    uncounted: str | None = None
    """why it doesn't count for statistics even when it is finished, in a word; None if it counts then"""
    created: AwareDatetime | None = None
    last_played: AwareDatetime | None = None

    @property
    def counts(self) -> bool:
        """Whether the match counts for statistics."""
        return self.status is Status.FINISHED and self.uncounted is None


@lru_cache(maxsize=4_096)
def _same(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Equal seats of many matches as one value, which is found to be equal at once."""
    return seats


class History:
    """The entries so far, taken in one by one."""

    def __init__(self, header: LogHeader, entries: Iterable[Entry] = ()) -> None:
        """Raises ValueError for entries that can't follow each other."""
        entries = tuple(entries)
        self.header = header
        self.imported = any(_tells_import(entry) for entry in entries)
        """whether it came as a record"""
        self.events: list[str] = []
        self.notes: list[Note] = []
        self.entries: list[Entry] = []
        """all of them, in order: the one of number n, from 1, at n - 1"""
        self.places: dict[int, int] = {}
        """for each event in play, by its entry's number: how many events there were with it"""
        self.resigned: tuple[int, ...] = ()
        """the sides that have resigned and are played on for, from 0"""
        self.sealed: dict[int, str] = {}
        """the moves that are sealed, by seats from 0, in the order in which they were chosen"""
        self.sealed_versions: dict[int, str | None] = {}
        """which version of the plugin has sealed them"""
        self.version = header.plugin_version
        """of the plugin that has written the last event, if that is known"""
        self.versions: list[str | None] = []
        """the same for each event in play"""
        self.given_versions: dict[int, str | None] = {}
        """the same for ``given``"""
        self.last_played: datetime = header.created
        self.name: str | None = None
        self.status = Status.IN_PROGRESS
        self.scores: tuple[int, ...] | None = None
        self.ranks: tuple[int, ...] | None = None
        self.turn: int | None = None
        self.tally: Json | None = None
        """what the finished match is worth to statistics, if that was noted"""
        self.fair: FairDice | None = None
        """what its draws follow from, and can be proven by"""
        self.thrower: int | None = None
        """the seat, from 0, that throws real dice for everybody; None: whoever sits at the table"""
        self.terms = Terms()
        self.first_seats = self._marked(header.seats)
        """who sat where at first, the person at the keyboard with the mark"""
        self.seats = self.first_seats
        self.seatings: list[tuple[int, tuple[Seat, ...]]] = [(0, self.seats)]
        """who sat where from so many events in play on"""
        self._changes: list[tuple[int, tuple[Seat, ...]]] = [(0, header.seats)]
        """who sat where from the entry of this number on"""
        self.most_people = _people(header.seats)
        """how many people sat at it at most at one time"""
        self.given: dict[int, str] = {}
        """what chance gave in events that were taken back, by their numbers from 0"""
        for entry in entries:
            self.take(entry)

    def seats_at(self, events: int) -> tuple[Seat, ...]:
        """Who sat where after so many events in play."""
        place, seats = self.seatings[-1]
        if place > events:
            seats = next(seats for place, seats in reversed(self.seatings) if place <= events)
        return seats

    def seats_before(self, n: int) -> tuple[Seat, ...]:
        """Who sat where before the entry of number ``n``."""
        return next(seats for number, seats in reversed(self._changes) if number < n)

    def check(self, entry: Entry) -> None:
        """Raises ValueError for an entry that can't come next."""
        if isinstance(entry, Event):
            return
        if entry.kind == TAKE_BACK:
            count = entry.data.get("events")
            if not isinstance(count, int) or not 0 < count <= len(self.events):
                raise ValueError("a take-back of events that aren't there")
        elif entry.kind == NAME and not isinstance(entry.data.get("name"), str | None):
            raise ValueError("a name that isn't a text")
        elif entry.kind == PLUGIN:
            _VERSION.validate_python(entry.data.get("version"))
        elif entry.kind == TERMS:
            Terms.model_validate(entry.data)
        elif entry.kind == PLAYER:
            self._seated(entry.data)
        elif entry.kind in (LEFT, *ENDS):
            _numbers(entry.data.get("scores"))
            _numbers(entry.data.get("ranks"))

    def take(self, entry: Entry) -> None:
        """Adds an entry. Raises ValueError, with nothing changed, for one that can't come next."""
        if isinstance(entry, Event):
            self._take_event(entry)
            return
        self.check(entry)
        if entry.kind not in _ASIDE:
            self.last_played = entry.at
        self._take_note(entry)

    def _take_event(self, event: Event) -> None:
        self.last_played = event.at
        self.events.append(event.text)
        self.versions.append(self.version)
        self.entries.append(event)
        self.places[len(self.entries)] = len(self.events)
        if self.sealed:
            self._reveal(event.text)
        self._goes_on()

    def _take_note(self, note: Note) -> None:
        if note.kind == TAKE_BACK:
            self.sealed = {}
            self._take_back(int(str(note.data["events"])))
            self._goes_on()
        elif note.kind == NAME:
            self.name = str(note.data["name"]) if note.data.get("name") else None
        elif note.kind == TERMS:
            self.terms = Terms.model_validate(note.data)
        elif note.kind == PLAYER:
            self.seats = self._seated(note.data)
            self.sealed.pop(int(str(note.data["seat"])) - 1, None)
            self.seatings.append((len(self.events), self.seats))
            self._changes.append((len(self.entries) + 1, self.seats))
            self.most_people = max(self.most_people, _people(self.seats))
        elif note.kind == SEALED:
            self._seal(note.data)
        elif note.kind == PLUGIN:
            self.version = str(note.data["version"])
        elif note.kind == RESIGNED:
            self._resign(note.data)
        elif note.kind in (LEFT, *ENDS):
            self._stands(note.kind, note.data)
        else:
            self._take_aside(note)
        self.notes.append(note._replace(after=len(self.events)))
        self.entries.append(self.notes[-1])

    def _take_aside(self, note: Note) -> None:
        if note.kind == TALLY and self.status is Status.FINISHED:
            self.tally = note.data
        elif note.kind == FAIR:
            self.fair = fair_note(note.data)
        elif note.kind == THROWER:
            seat = note.data.get("seat")
            self.thrower = seat - 1 if isinstance(seat, int) and 0 < seat <= len(self.seats) else None

    def _take_back(self, count: int) -> None:
        first = len(self.events) - count
        for number, event in enumerate(self.events[first:], first):
            if event.startswith("*"):
                self.given.setdefault(number, event)
                self.given_versions.setdefault(number, self.versions[number])
        del self.events[first:]
        del self.versions[first:]
        self.places = {n: place for n, place in self.places.items() if place <= first}
        self.seatings = [(min(place, first), seats) for place, seats in self.seatings]

    def _seal(self, data: Json) -> None:
        """A seat has chosen, or chooses anew. What can be no choice says nothing."""
        number, move = data.get("seat"), data.get("move")
        if not isinstance(number, int) or not 0 < number <= len(self.seats):
            return
        self.sealed.pop(number - 1, None)
        if isinstance(move, str):
            self.sealed[number - 1], self.sealed_versions[number - 1] = move, self.version
        if self.status is Status.IN_PROGRESS:
            self.scores = self.ranks = self.turn = None

    def _reveal(self, event: str) -> None:
        """An event says what its seat has chosen; after one of chance no choice is open."""
        who = event.partition(" ")[0]
        if who == "*":
            self.sealed = {}
        elif who.isascii() and who.isdigit():
            self.sealed.pop(int(who) - 1, None)

    def _resign(self, data: Json) -> None:
        side = data.get("side")
        if data.get(PLAYS_ON) and isinstance(side, int) and side > 0:
            self.resigned = (*self.resigned, side - 1)

    def _seated(self, data: Json) -> tuple[Seat, ...]:
        """The seats after a change of player. Raises ValueError for one that can't be."""
        number = data.get("seat")
        if not isinstance(number, int) or not 0 < number <= len(self.seats):
            raise ValueError("a player in a seat that isn't there")
        seat = Seat.model_validate({name: value for name, value in data.items() if name != "seat"})
        return self._marked((*self.seats[: number - 1], seat, *self.seats[number:]))

    def _marked(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The names in a match from elsewhere are nobody's at this keyboard."""
        return _same(seats if self.imported else marked(seats))

    def _goes_on(self) -> None:
        self.status = Status.IN_PROGRESS
        self.scores = self.ranks = self.turn = self.tally = None

    def _stands(self, kind: str, data: Json) -> None:
        if kind != LEFT:
            self.status = Status(kind)
            self.sealed, self.tally = {}, None
        self.scores, self.ranks = _numbers(data.get("scores")), _numbers(data.get("ranks"))
        turn = data.get("turn")
        self.turn = turn - 1 if isinstance(turn, int) else None

    @property
    def uncounted(self) -> str | None:
        """Why the match doesn't count for statistics even when it is finished, in a word; None if it counts then.

        Somebody was helped or has changed, a note says why, something of chance was taken back, nobody plays, or it
        was started with a seed.
        """
        for note in self.notes:
            if note.kind in _AIDED:
                why = note.data.get("why")
                return why if note.kind == UNCOUNTED and isinstance(why, str) and why else note.kind
        if self.given:
            return TAKE_BACK
        if all(seat.player != "human" for seat in self.header.seats):
            return NOBODY
        return None if self.header.seed is None else SEEDED

    def summary(self, match_id: str, status: Status | None = None) -> MatchSummary:
        """The match in a list; ``status`` if it is another than the entries say."""
        return MatchSummary(
            id=match_id,
            name=self.name,
            game=self.header.game,
            plugin=self.header.plugin,
            plugin_version=self.version,
            seats=self.seats,
            status=status or self.status,
            scores=self.scores,
            ranks=self.ranks,
            turn=self.turn,
            events=len(self.events),
            uncounted=self.uncounted,
            created=self.header.created,
            last_played=self.last_played,
        )


def _tells_import(entry: Entry) -> bool:
    return isinstance(entry, Note) and entry.kind == UNCOUNTED and entry.data.get("why") == IMPORTED


def _people(seats: Iterable[Seat]) -> int:
    return sum(seat.player == "human" for seat in seats)


def _numbers(value: JsonValue) -> tuple[int, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise ValueError("not a list of numbers")
    numbers = tuple(number for number in value if isinstance(number, int))
    if len(numbers) != len(value):
        raise ValueError("not a list of numbers")
    return numbers
