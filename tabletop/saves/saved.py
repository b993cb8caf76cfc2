"""A saved match: to look at, or open for playing on."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from pydantic import JsonValue

from tabletop.entries import Entry, Json, Line, Note, stamped
from tabletop.history import ENDS, LEFT, NAME, PLAYER, TAKE_BACK, History, MatchSummary, Status
from tabletop.i18n import Texts
from tabletop.match import Header, Seat
from tabletop.saves import log
from tabletop.saves.clock import Clock, now
from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError
from tabletop.saves.format import Contents
from tabletop.terms import TERMS, UNCOUNTED, Terms

if TYPE_CHECKING:
    from filelock import BaseFileLock

_ = Texts(__file__)

Changed = Callable[["OpenMatch"], None]
"""Is told of a match that has ended, that is closed, or that is over and goes on."""


def load(path: Path, disk: Disk) -> tuple[Contents, History]:
    """A match file and what it comes to. Raises SaveError if nothing in it can be used."""
    contents = log.read(path, disk)
    if contents.header is None:
        raise SaveError(
            _("{path} is damaged from its first line on and can't be used: it is left as it is.").format(path=path)
        )
    try:
        return contents, History(contents.header, contents.entries)
    except ValueError:
        raise SaveError(
            _("{path} holds entries that can't follow each other: it is left as it is.").format(path=path)
        ) from None


class SavedMatch:
    """A match as its file says."""

    def __init__(self, path: Path, contents: Contents, history: History) -> None:
        """``contents`` and ``history``: from ``load``."""
        self.id = path.stem
        self._path = path
        self.history = history
        self.bytes = contents.size
        """of the file when it was read"""
        self._damage = contents.damage

    @property
    def header(self) -> Header:
        """What the match is played with, by the version of the plugin that has written last."""
        return self.history.header.header.model_copy(update={"plugin_version": self.history.version})

    @property
    def seed(self) -> int | None:
        """What the match's chance was seeded with, if it was."""
        return self.history.header.seed

    @property
    def created(self) -> datetime:
        """When the match was started."""
        return self.history.header.created

    @property
    def name(self) -> str | None:
        """The name that a person gave the match."""
        return self.history.name

    @property
    def status(self) -> Status:
        """In progress, finished or abandoned."""
        return self.history.status

    @property
    def events(self) -> Sequence[str]:
        """The events in play: those taken back are left out."""
        return self.history.events

    @property
    def notes(self) -> Sequence[Note]:
        """Everything else that was noted, take-backs too; ``after`` says how many events there were."""
        return self.history.notes

    @property
    def redrawn(self) -> bool:
        """Whether something that chance gave was ever taken back."""
        return bool(self.history.given)

    @property
    def uncounted(self) -> str | None:
        """Why it doesn't count for statistics even when it is finished, in a word; None if it counts then."""
        return self.history.uncounted

    @property
    def terms(self) -> Terms:
        """On which terms it is played."""
        return self.history.terms

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now; the header says who did at the start."""
        return self.history.seats

    @property
    def given(self) -> Mapping[int, str]:
        """What chance gave first in events that were taken back, as events by their numbers from 0."""
        return self.history.given

    @property
    def damage(self) -> str | None:
        """What was wrong with the file, as a sentence for a person; None when all was well."""
        if self._damage is None:
            return None
        if self._damage.torn:
            return _("The last entry of the match was incomplete and is left out.")
        return _("The match file is damaged from line {line} on: what came before it is kept.").format(
            line=self._damage.line
        )

    @property
    def summary(self) -> MatchSummary:
        """The match in a list."""
        damaged = self._damage is not None and not self._damage.torn
        return self.history.summary(self.id, Status.DAMAGED if damaged else None)


class OpenMatch(SavedMatch):
    """A match that this process alone may play on. Each entry is on the disk when the call that adds it returns.

    Each such call raises SaveError, with nothing changed, when that fails; it can be tried again.
    """

    def __init__(
        self,
        path: Path,
        lock: "BaseFileLock",
        *,
        disk: Disk,
        clock: Clock,
        changed: Changed,
        opened: Callable[[Path, Disk, Contents], log.MatchLog] = log.MatchLog,
    ) -> None:
        """``lock``: held, and released when the match is closed. ``changed``: see ``Changed``.

        ``opened`` opens the file for writing.

        Raises SaveError; the lock is then still held.
        """
        contents, history = load(path, disk)
        super().__init__(path, contents, history)
        self._log = opened(path, disk, contents)
        self._lock = lock
        self._clock = clock
        self._changed = changed
        self.is_open = True
        """whether entries may still be added"""
        self._told = self.length, self.status not in ENDS

    @property
    def damage(self) -> str | None:
        """See ``SavedMatch.damage``."""
        if self._log.put_aside is None or self._damage is None:
            return super().damage
        return _(
            "The match file was damaged from line {line} on: what came before it is kept, "
            "and the damaged file was put aside as {aside}."
        ).format(line=self._damage.line, aside=self._log.put_aside.name)

    @property
    def summary(self) -> MatchSummary:
        """The match in a list; opening has repaired what was damaged."""
        return self.history.summary(self.id)

    @property
    def length(self) -> int:
        """Of the match file, in bytes."""
        return self._log.length

    @property
    def is_there(self) -> bool:
        """Whether its file still has its name: it may have been removed or replaced."""
        return self._log.is_there

    def append(self, *lines: Line) -> None:
        """Adds events and notes in one write, all or none."""
        at = now(self._clock)
        self._add(*[stamped(line, at) for line in lines])

    def take_back(self, events: int = 1) -> None:
        """Takes back the last events. Raises ValueError if there are fewer."""
        self.note(TAKE_BACK, {"events": events})

    def note(self, kind: str, data: Json | None = None) -> None:
        """Adds a note. Raises ValueError for one that can't come next, or that JSON can't hold."""
        self.append((kind, data or {}))

    def set_terms(self, terms: Terms) -> None:
        """Notes the terms on which it is played, and that it doesn't count for statistics where that follows."""
        self.note(TERMS, terms.model_dump())
        if terms.uncounted:
            self.note(UNCOUNTED, {"why": terms.uncounted})

    def seat(self, number: int, seat: Seat) -> None:
        """Notes who sits in a seat, counted from 0, from now on."""
        self.note(*seated(number, seat))

    def rename(self, name: str | None) -> None:
        """Gives the match a name, or none."""
        self.note(NAME, {"name": name})

    def leave(self, scores: Sequence[int] | None = None, turn: int | None = None) -> None:
        """Notes how the match stands when it is left: points of each side, seat on turn from 0."""
        self.note(*left(scores, turn))

    def finish(
        self,
        status: Literal["finished", "abandoned"],
        scores: Sequence[int] | None = None,
        ranks: Sequence[int] | None = None,
    ) -> None:
        """Notes that the match is over: points and ranks of each side."""
        self.note(*ended(status, scores, ranks))
        self._tell()

    def close(self) -> None:
        """Lets other processes play on. Closing again does nothing."""
        if self._lock.is_locked:
            self.is_open = False
            try:
                self._log.close()
                self._tell()
            finally:
                self._lock.release()

    def give_up(self) -> None:
        """Lets go of the match as its file stands, without what can't be saved."""
        if self._lock.is_locked:
            self._log.give_up()
            self.is_open = False
            self._lock.release()

    @property
    def due(self) -> int | None:
        """The batch of its group that has to be committed before anybody may be told; None where all is on the disk."""
        return self._log.due

    def _tell(self) -> None:
        stands = self.length, self.is_open or self.status not in ENDS
        if self._told != stands:
            self._changed(self)
            self._told = stands

    def _add(self, *entries: Entry) -> None:
        for entry in entries:
            self.history.check(entry)
        if self.history.status in ENDS:
            self._tell()
        self._log.append(*entries)
        for entry in entries:
            self.history.take(entry)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def seated(number: int, seat: Seat) -> tuple[str, Json]:
    """The note of ``OpenMatch.seat``: its kind and data."""
    return PLAYER, {"seat": number + 1, **seat.model_dump()}


def left(scores: Sequence[int] | None, turn: int | None) -> tuple[str, Json]:
    """The note of ``OpenMatch.leave``: its kind and data."""
    return LEFT, {"scores": _list(scores), "turn": None if turn is None else turn + 1}


def ended(status: str, scores: Sequence[int] | None, ranks: Sequence[int] | None) -> tuple[str, Json]:
    """The note of ``OpenMatch.finish``: its kind and data."""
    return status, {"scores": _list(scores), "ranks": _list(ranks)}


def _list(numbers: Sequence[int] | None) -> JsonValue:
    return None if numbers is None else list(numbers)
