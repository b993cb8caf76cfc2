"""All rooms of a server: made, found by a token, and kept over restarts."""

import asyncio
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tabletop import setup
from tabletop.exporting import exported
from tabletop.fair import FAIR
from tabletop.host import Host
from tabletop.i18n import Texts
from tabletop.match import Seat, bind, with_options
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.rooms.room import Room
from tabletop.saves import OpenMatch
from tabletop.saves.group import Batch, Group
from tabletop.saves.indexed import SUFFIX
from tabletop.server import tokens
from tabletop.server.client import RESTART, Client
from tabletop.server.clocks import ClockTerms
from tabletop.server.parlour import Parlour, Timing
from tabletop.server.protocol import Hello
from tabletop.server.rows import Chair, RoomRow, Rooms
from tabletop.server.saver import Saver
from tabletop.terms import TakeBack, Terms

_ = Texts(__file__)

OPEN: Final = "open"
"""A seat that whoever has its link may take; every other text is a CPU player, such as ``cpu:hard``."""


class NewRoom(BaseModel):
    """What a new room is to be: the body of ``POST /api/rooms``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str = Field(max_length=200)
    seats: tuple[str, ...] = Field(min_length=1, max_length=100)
    options: dict[str, JsonValue] = Field(default_factory=dict, max_length=100)
    spectators: bool = True
    hints: bool = False
    take_back: TakeBack = "off"
    clock: ClockTerms | None = None
    fair: bool = False


class Made(NamedTuple):
    """A new room: its id, the token of each open seat by its number from 0, and that of all spectators."""

    room: str
    seats: dict[int, str]
    spectators: str | None


class Unknown(Exception):
    """A token that is worth nothing here."""


class _Open:
    """A match that is open in a room."""

    def __init__(self, save: OpenMatch, room: Room, catalogue: Catalogue) -> None:
        self.room = room
        self._save = save
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
        most: int = 1_000,
        processes: bool = True,
        timing: Timing | None = None,
    ) -> None:
        """``group``: through which all is saved. ``most``: so many rooms may be there at once. ``processes``: see
        ``Host.room``. Raises SaveError.
        """
        self._group = group or Group(host.home)
        self._saver = Saver(self._group, self._saved, self._unsaved)
        host.matches.group = self._group
        self.host = host
        host.stops = True
        self._rooms = rooms
        self._most = most
        self._processes = processes
        loop = asyncio.get_running_loop()
        self._timing = timing or Timing(loop.time, loop.call_later)
        self._parlours: dict[str, Parlour] = {}
        self._playing: dict[str, Parlour] = {}
        """by the names of their match files"""
        for row in rooms.all():
            if isinstance(row, str):
                host.warn(_("The room {room} can't be read and is left as it is.").format(room=row))
            else:
                self._parlours[row.id] = self._parlour(row, restarted=True)

    @property
    def parlours(self) -> Iterable[Parlour]:
        """All rooms."""
        return self._parlours.values()

    def make(self, wish: NewRoom) -> Made:
        """A new room. Raises ValueError for what can't be played, PluginError, and SaveError."""
        if len(self._parlours) >= self._most:
            raise ValueError(_("There are too many rooms here already: {n}.").format(n=self._most))
        listing = self.host.catalogue.find(wish.game)
        rules = load(listing)
        game = with_options(rules, wish.options, len(wish.seats))
        chairs, given = _chairs(wish.seats)
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
        )
        self.add(row)
        return Made(row.id, given, spectators)

    def add(self, row: RoomRow) -> None:
        """One more room. Raises SaveError."""
        self._rooms.put(row)
        self._parlours[row.id] = self._parlour(row)

    def enter(self, client: Client, hello: Hello) -> Parlour:
        """The room of a token, which the client is in then. Raises Unknown, ValueError and SaveError."""
        hashed = tokens.hashed(hello.token)
        for parlour in self._parlours.values():
            row = parlour.row
            if row.closed == "closed":
                continue
            seat = row.chair_of(hashed)
            if seat is not None:
                if row.locked and row.chairs[seat].open:
                    raise ValueError(_("This room is locked: nobody comes in any more."))
                parlour.enter(client, seat, hello)
                return parlour
            if row.spectators is not None and tokens.same(hello.token, row.spectators):
                parlour.enter(client, None, hello)
                return parlour
        raise Unknown

    async def close(self) -> None:
        """The server ends: all matches are kept as they stand."""
        for parlour in self._parlours.values():
            await parlour.close(RESTART, "the server ends")
        self._saver.close()
        self._group.close()
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
        return Parlour(row, self._rooms.put, self._begin, self._timing, restarted=restarted)

    def _begin(self, row: RoomRow) -> _Open:
        """Opens the match of a room, a new one where it has none. Raises SaveError."""
        if row.match is not None:
            header = self.host.matches.look(row.match).header
            listing = self.host.catalogue.find_for(header)
            game = bind(load(listing), header)
            save = self.host.matches.open(row.match)
        else:
            listing = self.host.catalogue.find(row.game)
            game = with_options(load(listing), row.options, len(row.chairs))
            promised = [] if row.pledge is None else [(FAIR, row.pledge.dice.model_dump(mode="json"))]
            save = self.host.matches.create(self.host.header(listing, game, _seats(row.chairs)), notes=promised)
            terms = Terms(take_back=row.take_back)
            if terms != Terms():
                save.set_terms(terms)
        try:
            self._playing[save.id + SUFFIX] = self._parlours[row.id]
            room = self.host.room(listing, game, save, processes=self._processes)
            return _Open(save, room, self.host.catalogue)
        except BaseException:
            save.close()
            raise


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
