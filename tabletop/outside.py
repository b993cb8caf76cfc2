"""What happens in a match outside the rules of its game: the lines of a record, version 2, that begin with ``!``."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pydantic import ValidationError

from tabletop import scoring
from tabletop.complaints import explain
from tabletop.game import Result
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.match import AnyGame, Match, Seat
from tabletop.record import Record, RecordError, strict_json

_ = Texts(__file__)

MARK: Final = "!"
RESIGN: Final = "resign"
"""Why a match is over in which a side gave up."""
_FORMS: Final = {
    "resign": ("! resign 2", re.compile(r"([1-9][0-9]{0,2})")),
    "seat": ('! seat 2 {"name": "Ada"}', re.compile(r"([1-9][0-9]{0,2}) (\{.*)")),
    "end": ("! end time 2", re.compile(r"([a-z][a-z-]{0,39})(?: ([1-9][0-9]{0,2}))?")),
}
"""How each line is written: an example, and the pattern of what follows its word."""


class Seating(NamedTuple):
    """Somebody else sits in a seat, counted from 0, from now on."""

    seat: int
    player: Seat

    def __str__(self) -> str:
        who = json.dumps(self.player.model_dump(exclude_none=True), ensure_ascii=False)
        return f"{MARK} seat {self.seat + 1} {who}"


class Ended(NamedTuple):
    """The match is over before its rules end it. ``side``, counted from 0, is last; None: all rank as they stand.

    A side that resigns ends nothing where a line ``Seating`` for one of its seats is next: it is played on for.
    """

    why: str
    """a word in lower case, such as ``time``"""
    side: int | None = None

    def __str__(self) -> str:
        side = "" if self.side is None else f" {self.side + 1}"
        return f"{MARK} {RESIGN}{side}" if side and self.why == RESIGN else f"{MARK} end {self.why}{side}"


def parse(line: str) -> Seating | Ended:
    """What a line says. Raises IllegalMove, with the reason in a sentence, where it says nothing."""
    mark, _space, rest = line.partition(" ")
    word, _space, rest = rest.partition(" ")
    if mark != MARK or word not in _FORMS:
        raise IllegalMove(_("Outside the rules there is only “! resign”, “! seat” and “! end”."))
    example, pattern = _FORMS[word]
    found = pattern.fullmatch(rest)
    if found is None:
        raise IllegalMove(_("It should be written like “{example}”.").format(example=example))
    if word == "seat":
        return Seating(int(found[1]) - 1, _player(found[2]))
    why, side = (RESIGN, found[1]) if word == RESIGN else (found[1], found[2])
    ended = Ended(why, int(side) - 1 if side else None)
    if str(ended) != line:
        raise IllegalMove(_("It must be written “{canonical}”.").format(canonical=ended))
    return ended


def _player(text: str) -> Seat:
    try:
        return Seat.model_validate(strict_json(text))
    except ValidationError as error:
        raise IllegalMove(explain(error)) from None
    except RecordError as why:
        raise IllegalMove(str(why)) from None
    except json.JSONDecodeError:
        raise IllegalMove(_("What follows the number is not JSON.")) from None


class RecordedMatch(Match):
    """A match as its record tells it: among its events are lines that begin with ``!``, after which the state is as
    before."""

    def __init__(
        self,
        game: AnyGame,
        seats: Sequence[Seat],
        events: Iterable[str] = (),
        *,
        version: int = 2,
        versions: Iterable[str] = (),
        whole: Sequence[str] = (),
    ) -> None:
        """As for ``Match``. ``seats``: who sits where at the start. In ``version`` 1 there are no such lines.

        ``whole``: all that the record tells, where its events are played one by one: what comes next says whether a
        side that resigns is played on for.
        """
        self._first_seats = tuple(seats)
        self._version = version
        self._whole = whole
        super().__init__(game, events, versions)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now."""
        return self.seatings[-1]

    @property
    def seatings(self) -> Sequence[tuple[Seat, ...]]:
        """Who sat where at first, and after each change."""
        seatings = [self._first_seats]
        for line in self.events:
            if line.startswith(MARK) and isinstance(found := parse(line), Seating):
                before = seatings[-1]
                seatings.append((*before[: found.seat], found.player, *before[found.seat + 1 :]))
        return seatings

    @property
    def ended(self) -> Ended | None:
        """How the match was ended outside the rules, if it was."""
        if not (self.events and self.events[-1].startswith(MARK)):
            return None
        found = parse(self.events[-1])
        return found if isinstance(found, Ended) and not self._goes_on(found) else None

    def _goes_on(self, ended: Ended) -> bool:
        """Whether the line after the last one, if it is known, is of somebody who plays on for who resigned."""
        following = self._whole[len(self.events) : len(self.events) + 1]
        try:
            return bool(following) and self._plays_on(parse(following[0]), ended)
        except IllegalMove:
            return False

    def _plays_on(self, found: Seating | Ended, ended: Ended) -> bool:
        if ended.why != RESIGN or not isinstance(found, Seating):
            return False
        sides = self.game.sides()
        return found.seat < len(sides) and sides[found.seat] == ended.side

    @property
    def _resigned(self) -> list[int]:
        """The sides that have resigned so far, whether or not they are played on for."""
        lines = [parse(line) for line in self.events if line.startswith(f"{MARK} {RESIGN} ")]
        return [line.side for line in lines if isinstance(line, Ended) and line.side is not None]

    @property
    def to_act(self) -> int | None:
        """See ``Match``."""
        return super().to_act if self.ended is None else None

    @property
    def result(self) -> Result | None:
        """See ``Match``."""
        ended, result = self.ended, super().result
        if ended is None and result is None:
            return None
        ranks = self.game.standing(self.state) if result is None else result.ranks
        others = [] if ended is None or ended.side is None else [ended.side]
        return Result(scoring.resigned(ranks, *self._resigned, *others))

    def _reading(self, number: int, reader: int | None) -> str:
        event = self.events[number]
        return event if event.startswith(MARK) else super()._reading(number, reader)

    def replay(self, event: str, version: str = "") -> str:
        """See ``Match``. How these lines are written is no plugin's affair."""
        return super().replay(event, "" if event.startswith(MARK) else version)

    def apply(self, event: str) -> str:
        """See ``Match``."""
        if self._version == 1 or not event.startswith(MARK):
            return super().apply(event)
        found = parse(event)
        ended = self.ended
        over = ended is not None and not self._plays_on(found, ended)
        if over or (isinstance(found, Ended) and self.to_act is None):
            raise IllegalMove(_("The match is over."))
        if isinstance(found, Seating) and found.seat >= len(self._first_seats):
            raise IllegalMove(_("There is no seat {number}.").format(number=found.seat + 1))
        if isinstance(found, Ended) and found.side is not None and found.side >= len(self.game.scores(self.state)):
            raise IllegalMove(_("There is no side {number}.").format(number=found.side + 1))
        return self._take(event, found, self.state)


def recorded(game: AnyGame, record: Record, events: Sequence[str] = (), written: str = "") -> RecordedMatch:
    """The match of a record after ``events`` of it. Raises IllegalMove, naming the event, at the first bad one.

    ``written``: by which version of the plugin, if that was an earlier one.
    """
    versions = [written] * len(events)
    return RecordedMatch(game, record.seats, events, version=record.version, versions=versions, whole=record.events)
