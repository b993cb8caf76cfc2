"""All rooms of a server: made, found by a token, and kept over restarts."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tabletop import setup
from tabletop.exporting import exported
from tabletop.fair import FAIR
from tabletop.host import Host
from tabletop.i18n import Texts
from tabletop.match import Seat, with_options
from tabletop.plugins.find.catalogue import Catalogue, GameListing, PluginError
from tabletop.rooms.desks import Desks
from tabletop.rooms.room import Room
from tabletop.saves import OpenMatch
from tabletop.saves.group import Batch, Group
from tabletop.saves.indexed import SUFFIX
from tabletop.server import tokens
from tabletop.server.clerk import Clerk
from tabletop.server.client import RESTART, Client
from tabletop.server.clocks import ClockTerms
from tabletop.server.guests import name_for
from tabletop.server.limits import HOUR, HouseLimits
from tabletop.server.notices import Crier, Pass, notice
from tabletop.server.onlookers import Attendant, Onlookers
from tabletop.server.open_table import Ear
from tabletop.server.parlour import IDLE, Parlour
from tabletop.server.protocol import Hello
from tabletop.server.rows import Chair, RoomRow, Rooms
from tabletop.server.saver import Saver
from tabletop.server.shared import SharedGames
from tabletop.server.timekeeping import Reason, Timing
from tabletop.sittings import Sit
from tabletop.terms import TakeBack, Terms
from tabletop.unsaved import SaveError

_ = Texts(__file__)

OPEN: Final = "open"
"""A seat that whoever has its link may take; every other text is a CPU player, such as ``cpu:hard``."""


class NewRoom(BaseModel):
    """What a new room is to be: the body of ``POST /api/rooms``."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)

    game: str = Field(max_length=200)
    seats: tuple[str, ...] = Field(min_length=1, max_length=100)
    options: dict[str, JsonValue] = Field(default_factory=dict, max_length=100)
    spectators: bool = True
    hints: bool = False
    take_back: TakeBack = "off"
    clock: ClockTerms | None = None
    fair: bool = False
    listed: bool = False
    """whether whoever comes to the server sees it and may take a free seat"""
    settings: tuple[str, ...] = Field(default=(), max_length=100)
    """house rules as people type them, such as ``target=50``"""


class Made(NamedTuple):
    """A new room: its id, the token of each open seat by its number from 0, and that of all spectators."""

    room: str
    seats: dict[int, str]
    spectators: str | None


class Unknown(Exception):
    """A token that is worth nothing here."""


class _Open:
    """A match that is open in a room."""

    def __init__(
        self, save: OpenMatch, room: Room, listing: GameListing, onlookers: Onlookers, catalogue: Catalogue
    ) -> None:
        self.room = room
        self._save = save
        self.listing = listing
        self._onlookers = onlookers
        self._catalogue = catalogue

    @property
    def match(self) -> str:
        return self._save.id

    @property
    def due(self) -> int | None:
        return self._save.due

    @cached_property
    def record(self) -> str:
        return exported(self._catalogue, self._save, "").text

    def attend(self, hold: Callable[[Ear, dict[str, Any]], None]) -> None:
        if self._onlookers:
            Attendant(self._onlookers, self.room, Sit(None, self.listing, self.match), hold)

    def close(self) -> None:
        self._save.close()

    def give_up(self) -> None:
        self._save.give_up()


class House:
    """The rooms of one home. It lives in one thread, that of the server's loop."""

    def __init__(
        self,
        host: Host,
        rooms: Rooms,
        group: Group | None = None,
        *,
        limits: HouseLimits | None = None,
        processes: bool = True,
        timing: Timing | None = None,
        callers: Sequence[Pass] = (),
    ) -> None:
        """``group``: through which all is saved. ``processes``: see ``Host.room``. ``callers`` call who isn't here when
        it is their turn. Raises SaveError.
        """
        self._criers = [Crier(passing) for passing in callers]
        self.limits = limits or HouseLimits()
        self._group = group or Group(host.home)
        self._saver = Saver(self._group, self._saved, self._unsaved)
        host.matches.group = self._group
        self._clerk = Clerk(host.matches.keep_rows)
        host.matches.note = self._clerk.note
        self.host = host
        host.stops = True
        self._rooms = rooms
        self._games = SharedGames()
        self._processes = processes
        self._onlookers = Onlookers(host.catalogue.plugins)
        self._desks = Desks(self.limits.thinking)
        loop = asyncio.get_running_loop()
        self._timing = timing or Timing(loop.time, loop.call_later)
        self._parlours: dict[str, Parlour] = {}
        self._playing: dict[str, Parlour] = {}
        """by the names of their match files"""
        self._of_token: dict[str, str] = {}
        """rooms by the hashes of their tokens, also of some that are worth nothing any more"""
        for row in rooms.all():
            if isinstance(row, str):
                host.warn(_("The room {room} can't be read and is left as it is.").format(room=row))
            else:
                self._parlours[row.id] = self._parlour(row, restarted=True)
                self._learn(row)
        self._left = {row.id for parlour in self._parlours.values() if (row := parlour.row).seen is not None}
        """the rooms of which it is kept that nobody was there"""
        self._tidying = self._timing.later(IDLE, self._tidy)

    @property
    def parlours(self) -> Iterable[Parlour]:
        """All rooms."""
        return self._parlours.values()

    def make(self, wish: NewRoom) -> Made:
        """A new room. Raises ValueError for what can't be played, PluginError, and SaveError."""
        if len(self._parlours) >= self.limits.rooms:
            raise ValueError(_("There are too many rooms here already: {n}.").format(n=self.limits.rooms))
        listing = self.host.catalogue.find(wish.game)
        rules = self._games.rules(listing)
        typed = setup.chosen(rules, setup.read_settings(rules.options_model, wish.settings))
        game = with_options(rules, {**wish.options, **typed}, len(wish.seats))
        chairs, given = _chairs(wish.seats)
        for chair in chairs:
            self.limits.check_level(chair.level)
        if not given:
            raise ValueError(_("A room needs a seat for somebody: write “{open}” for it.").format(open=OPEN))
        setup.check_levels(game, _seats(chairs))
        spectators = tokens.new() if wish.spectators else None
        row = RoomRow(
            id=secrets.token_hex(8),
            created=datetime.now(UTC),
            game=listing.full_name,
            options=setup.header_options(game),
            chairs=chairs,
            spectators=None if spectators is None else tokens.hashed(spectators),
            host=min(given),
            hints=wish.hints,
            take_back=wish.take_back,
            clock=wish.clock,
            fair=wish.fair,
            listed=wish.listed,
        )
        self.add(row)
        return Made(row.id, given, spectators)

    def add(self, row: RoomRow) -> None:
        """One more room. Raises SaveError."""
        self._keep(row)
        self._parlours[row.id] = self._parlour(row)

    def called(self, game: str) -> str:
        """What is typed for a game that rooms know by its full name."""
        try:
            listing = self.host.catalogue.find(game)
        except PluginError:
            return game
        return listing.name or listing.id

    def row_of(self, token: str) -> RoomRow | None:
        """The room in which a token has a seat; None: it has none."""
        hashed = tokens.hashed(token)
        parlour = self._parlours.get(self._of_token.get(hashed, ""))
        return None if parlour is None or parlour.row.chair_of(hashed) is None else parlour.row

    def sit(self, room: str, name: str) -> tuple[int, str]:
        """Seats somebody in a room that is open to whoever comes: the seat, from 0, and its new token.

        Raises KeyError where there is no such room, ValueError where no seat is free or for a bad name, and SaveError.
        """
        parlour = self._parlours.get(room)
        if parlour is None or not parlour.row.listed:
            raise KeyError(room)
        row = parlour.row
        seat = next(iter(row.free), None)
        if seat is None or row.match is not None or row.closed or row.locked:
            raise ValueError(_("No seat is free at this table any more."))
        token = tokens.new()
        parlour.change(row.with_chair(seat, token=tokens.hashed(token), name=name_for(name, row, seat)))
        parlour.present()
        return seat, token

    def _keep(self, row: RoomRow) -> None:
        self._rooms.put(row)
        self._learn(row)

    def _learn(self, row: RoomRow) -> None:
        for hashed in _hashes(row):
            self._of_token[hashed] = row.id

    def enter(self, client: Client, hello: Hello) -> Parlour:
        """The room of a token, which the client is in then. Raises Unknown, ValueError and SaveError."""
        hashed = tokens.hashed(hello.token)
        parlour = self._parlours.get(self._of_token.get(hashed, ""))
        if parlour is None or parlour.row.closed == "closed":
            raise Unknown
        row = parlour.row
        seat = row.chair_of(hashed)
        if seat is not None:
            if row.locked and row.chairs[seat].open:
                raise ValueError(_("This room is locked: nobody comes in any more."))
        elif row.spectators is None or not tokens.same(hello.token, row.spectators):
            raise Unknown
        parlour.enter(client, seat, hello)
        return parlour

    def _tidy(self) -> None:
        """Rooms that nobody has entered for long go; their matches are like any others of the home."""
        now = self.host.clock().astimezone(UTC)
        with suppress(SaveError):
            self._note_who_is_here(now)
            for parlour in self._parlours.values():
                parlour.note_time()
            gone = [its for its in self._parlours.values() if not its.clients and self.limits.outlived(its.row, now)]
            self._rooms.remove(*(parlour.row.id for parlour in gone))
            for parlour in gone:
                self._forget(parlour)
        self._tidying = self._timing.later(HOUR, self._tidy)

    def _note_who_is_here(self, now: datetime) -> None:
        """Keeps of each room since when nobody is there. Raises SaveError."""
        changed = []
        for parlour in self._parlours.values():
            if not parlour.clients and parlour.row.seen is None:
                changed.append(parlour.row.model_copy(update={"seen": now}))
            elif parlour.clients and parlour.row.id in self._left:
                changed.append(parlour.row)
        self._rooms.put(*changed)
        for row in changed:
            self._parlours[row.id].row = row
            (self._left.discard if row.seen is None else self._left.add)(row.id)

    def _forget(self, parlour: Parlour) -> None:
        del self._parlours[parlour.row.id]
        self._left.discard(parlour.row.id)
        self._playing = {name: its for name, its in self._playing.items() if its is not parlour}
        for hashed in _hashes(parlour.row):
            self._of_token.pop(hashed, None)
        parlour.rest()

    async def close(self) -> None:
        """The server ends: all matches are kept as they stand."""
        self._tidying.cancel()
        for crier in self._criers:
            crier.close()
        self._onlookers.close()
        for parlour in self._parlours.values():
            await parlour.close(RESTART, "the server ends")
            parlour.clients.clear()
        with suppress(SaveError):
            self._note_who_is_here(self.host.clock().astimezone(UTC))
        self._saver.close()
        self._group.close()
        self._clerk.close()
        self._rooms.close()

    def _saved(self, batch: Batch) -> None:
        for parlour in self._of(batch):
            parlour.release(self._group.committed)

    def _unsaved(self, batch: Batch) -> None:
        for parlour in self._of(batch):
            parlour.unsaved()

    def _of(self, batch: Batch) -> list[Parlour]:
        """The rooms whose matches have something in a batch."""
        names = {write.name for write in batch.writes}
        return [self._playing[name] for name in names if name in self._playing]

    def _parlour(self, row: RoomRow, *, restarted: bool = False) -> Parlour:
        return Parlour(
            row,
            self._keep,
            self._begin,
            self._timing,
            restarted=restarted,
            check_level=self.limits.check_level,
            remind=self._remind if self._criers else None,
        )

    def _remind(self, row: RoomRow, seat: int, reason: Reason) -> None:
        try:
            title = self.host.catalogue.find(row.game).title
        except PluginError:
            title = row.game
        told = notice(row, title, seat, reason)
        for crier in self._criers:
            crier.tell(told)

    def _begin(self, row: RoomRow) -> _Open:
        """Opens the match of a room, a new one where it has none. Raises SaveError."""
        if row.match is not None:
            header = self.host.matches.look(row.match).header
            listing = self.host.catalogue.find_for(header)
            game, behind = self._games.game(listing, header.options, len(header.seats))
            save = self.host.matches.open(row.match)
        else:
            listing = self.host.catalogue.find(row.game)
            game, behind = self._games.game(listing, row.options, len(row.chairs))
            promised = [] if row.pledge is None else [(FAIR, row.pledge.dice.model_dump(mode="json"))]
            save = self.host.matches.create(self.host.header(listing, game, _seats(row.chairs)), notes=promised)
            terms = Terms(take_back=row.take_back)
            if terms != Terms():
                save.set_terms(terms)
        try:
            self._playing[save.id + SUFFIX] = self._parlours[row.id]
            room = self.host.room(listing, game, save, processes=self._processes, desks=self._desks, behind=behind)
            return _Open(save, room, listing, self._onlookers, self.host.catalogue)
        except BaseException:
            save.close()
            raise


def _hashes(row: RoomRow) -> list[str]:
    """Those of the tokens of a room."""
    return [hashed for hashed in (row.spectators, *(chair.token for chair in row.chairs)) if hashed is not None]


def _chairs(seats: tuple[str, ...]) -> tuple[tuple[Chair, ...], dict[int, str]]:
    """The chairs of a new room, and the tokens of the open ones. Raises ValueError."""
    chairs, given = [], {}
    for number, text in enumerate(seats):
        if text == OPEN:
            given[number] = tokens.new()
            chairs.append(Chair(token=tokens.hashed(given[number])))
        else:
            seat = setup.read_seat(text, number + 1, "")
            if seat.player != "cpu":
                raise ValueError(
                    _("Seat {number}: write “{open}” or a CPU player such as cpu:hard.").format(
                        number=number + 1, open=OPEN
                    )
                )
            chairs.append(Chair(level=seat.level))
    return tuple(chairs), given


def _seats(chairs: Iterable[Chair]) -> tuple[Seat, ...]:
    """The seats of a match in which so many sit; whoever hasn't come yet has a name for the time being."""
    return tuple(
        Seat(name=f"CPU {number}", player="cpu", level=chair.level)
        if chair.token is None
        else Seat(name=chair.name or f"Player {number}")
        for number, chair in enumerate(chairs, 1)
    )


def summary(made: Made, address: str) -> dict[str, Any]:
    """What whoever made a room is told: a link for each open seat, numbered from 1, and one for spectators."""

    def link(token: str) -> str:
        return f"{address}/#{token}"

    seats = [{"seat": number + 1, "link": link(token)} for number, token in made.seats.items()]
    return {"room": made.room, "seats": seats, "spectators": made.spectators and link(made.spectators)}
