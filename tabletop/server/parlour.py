"""One room of the server: people come and go, wait until all seats are taken, and then play."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts, speaking
from tabletop.rooms.listener import Listener, Over
from tabletop.rooms.messages import Close, Seen
from tabletop.server import manners, protocol
from tabletop.server.audience import Audience
from tabletop.server.ceremony import Ceremony
from tabletop.server.client import GONE, NEWER, Client
from tabletop.server.clocks import Handle
from tabletop.server.company import Wish
from tabletop.server.drawn import on_screen
from tabletop.server.guests import name_for
from tabletop.server.open_table import OpenTable
from tabletop.server.protocol import (
    SentAnswer,
    SentAsk,
    SentChat,
    SentCommand,
    SentConfirm,
    SentFair,
    SentPing,
    refused,
)
from tabletop.server.rows import RoomRow
from tabletop.server.saying import Acknowledge, message
from tabletop.server.timekeeping import QUIET, Reason, TimeKeeping, Timing, What
from tabletop.server.wanted import wanted
from tabletop.table.question import Question, Refused
from tabletop.table.reader import Reader
from tabletop.table.requests import Confirm, Since
from tabletop.unsaved import SaveError

_ = Texts(__file__)
RECENT: Final = 50
"""So many happenings at most does somebody hear of who comes for the first time."""


HOST_AWAY: Final = 300.0
"""Seconds after which somebody else is host."""
IDLE: Final = 600.0
"""Seconds after which the match file of a room that nobody is in is closed."""


class Parlour(Audience):
    """A room, whoever is in it. It lives in one thread, that of the server's loop."""

    def __init__(
        self,
        row: RoomRow,
        keep: Callable[[RoomRow], None],
        begin: Callable[[RoomRow], OpenTable],
        timing: Timing,
        fail: Callable[[PluginFailure], None] = lambda _failure: None,
        *,
        restarted: bool = False,
        check_level: Callable[[str | None], None] = lambda _level: None,
        remind: Callable[[RoomRow, int, Reason], None] | None = None,
    ) -> None:
        """``keep`` puts the row on the disk; ``begin`` opens its match, a new one where it has none. Both raise
        SaveError. ``fail`` is told what a plugin fails in and the match goes on without. ``restarted``: the room was
        there before the server, and nobody can have come back yet. ``check_level`` raises ValueError for a CPU
        player that nobody may seat here. ``remind`` calls who isn't here when it is their turn.
        """
        super().__init__(row, check_level)
        self._keep = keep
        self._begin = begin
        self._fail = fail
        self._playing: asyncio.Task[None] | None = None
        self._hand = Listener(Reader(frozenset(range(len(row.chairs))), host=True))
        """for what is done on behalf of the room's host"""
        self._timing = timing
        self._remind = None if remind is None else lambda seat, what: remind(self.row, seat, what)
        self._time = self._keep_time(restarted=restarted)
        if restarted and row.clock is not None and row.match is not None and not row.closed:
            timing.later(QUIET, self._wake)
        self._resting: asyncio.Task[None] | None = None
        self._resting_at: Handle | None = None
        self.wish: Wish | None = None
        self.fair = Ceremony(self, self._put, timing.later, self._try_start)

    # Coming and going

    def enter(self, client: Client, seat: int | None, hello: protocol.Hello) -> None:
        """Somebody comes in; of two connections of one seat the newer stays."""
        client.seat, client.language = seat, hello.language
        client.width = hello.width if hello.pictures else None
        client.screen = hello.screen
        client.fair = hello.fair
        if seat is not None:
            with speaking(client.language):
                self._take(seat, hello.name)
            for other in [other for other in self.clients if other.seat == seat]:
                other.close(NEWER, "another connection of this token")
                self._forget(other)
        welcome = {"version": protocol.VERSION, "room": self.row.id, "game": self.row.game, "seat": seat}
        client.put({"type": "welcome", **welcome, "host": seat is not None and seat == self.row.host})
        try:
            self._start()
        except SaveError as why:
            client.put(refused(why))
        self.clients.append(client)
        self._stay_awake()
        if self.row.seen is not None:
            self.row = self.row.model_copy(update={"seen": None})
        self._listen(client, hello.since)
        self.present()
        if self._sitting is not None and (ending := self._sitting.room.table.ending) is not None:
            self._put(client, message(Over(ending)))
        for late in self._time.up:
            self._put(client, self._rung("up", late, 0.0))
        self.fair.welcome(client, self.dice, over=self.over, again=hello.since is not None)

    def _take(self, seat: int, name: str) -> None:
        chair = self.row.chairs[seat]
        if chair.open:
            self.change(self.row.with_chair(seat, name=name_for(name, self.row, seat)))

    def leave(self, client: Client) -> None:
        """A connection has ended. Its seat stays."""
        if client in self.clients:
            self._forget(client)
            self.present()
            self._time.look_round()
        if client.seat == self.row.host:
            self._timing.later(HOST_AWAY, self._pass_host)
        if not self.clients:
            self._stay_awake()
            self._resting_at = self._timing.later(IDLE, self.rest)

    def _pass_host(self) -> None:
        """The host has been away for long: of those who are here, who came first is host."""
        here = [client.seat for client in self.clients if client.seat is not None]
        if here and self.row.host not in here:
            self.change(self.row.model_copy(update={"host": here[0]}))
            self.present()

    def rest(self) -> None:
        """Nobody has come for long: the match is put away until somebody does."""
        if not self.clients and self._sitting is not None:
            self._resting = asyncio.get_running_loop().create_task(self._sleep())

    async def _sleep(self) -> None:
        """Clocks go on, as they do in games over days."""
        await self._stop()
        if self.clients:  # somebody has come meanwhile
            self._start()

    def _wake(self) -> None:
        """Clocks run again, whether anybody has come back or not."""
        if self._sitting is None:
            with suppress(SaveError, ValueError):
                self._start()
            self._resting_at = self._timing.later(IDLE, self.rest)

    def _stay_awake(self) -> None:
        if self._resting_at is not None:
            self._resting_at.cancel()

    async def rested(self) -> None:
        """Returns when the match is put away."""
        if self._resting is not None:
            await self._resting

    def _forget(self, client: Client) -> None:
        self.clients.remove(client)
        if self._sitting is not None and client.listener is not None:
            self._sitting.room.forget(client.listener)

    def change(self, row: RoomRow) -> None:
        """Keeps the room as it is from now on. Raises SaveError, with nothing changed."""
        self._keep(row)
        self.row = row

    # Playing

    def _start(self) -> None:
        """Begins, or goes on with, the match once nobody is missing. Raises SaveError."""
        if self._sitting is not None or any(chair.open for chair in self.row.chairs) or self.row.closed == "closed":
            return
        if self.fair.waits:
            return
        sitting = self._begin(self.row)
        if self.row.match is None:
            self.change(self.row.model_copy(update={"match": sitting.match, "pledge": None}))
        self._sitting = sitting
        sitting.room.beside = self._asked
        sitting.attend(self._put)
        self._playing = asyncio.create_task(self._play(sitting))
        for client in self.clients:
            self._listen(client, None)
        self.fair.began(self.dice)

    def _try_start(self) -> None:
        """The same; who is here is told where it can't be saved."""
        try:
            self._start()
        except SaveError as why:
            for client in self.clients:
                client.put(refused(why))

    async def _play(self, sitting: OpenTable) -> None:
        try:
            await sitting.room.run(stay=True)
        except Exception as error:  # everybody was told that the room is broken
            if isinstance(error, PluginFailure):
                self._fail(error)
        finally:
            if self._sitting is sitting:
                self._put_away(sitting)

    def _put_away(self, sitting: OpenTable) -> None:
        try:
            sitting.close()
        except SaveError as why:
            for client in self.clients:
                client.put(refused(why))
        self._sitting = None
        self.release(None)
        for client in self.clients:
            client.listener = None

    async def close(self, code: int = GONE, why: str = "closed") -> None:
        """Everybody leaves; the match is kept as it stands."""
        with suppress(SaveError):
            self.note_time()
        self._time.stop()
        await self._stop()
        for client in self.clients:
            client.close(code, why)

    def note_time(self) -> None:
        """Keeps the seconds that the seats have left. Raises SaveError."""
        left = self._time.all_left()
        if left != self.row.left:
            self.change(self.row.model_copy(update={"left": left}))

    async def _stop(self) -> None:
        """The match is left; what it has told is told."""
        if self._sitting is not None and self._playing is not None:
            self._sitting.room.post(None, Close())
            await asyncio.wait([self._playing])

    def _listen(self, client: Client, since: int | None) -> None:
        if self._sitting is None:
            return

        def put(item: Any) -> None:
            self._put(client, message(item))

        room, reader = self._sitting.room, self._reader(client)
        n, told = Since(since or 0).read(room.table, reader)
        missed = [message(item) for item in told]
        self._put(client, {"type": "missed", "n": n, "told": missed[-RECENT:] if since is None else missed})
        client.listener = room.listen(reader, put, lapse=self._fail)
        room.post(client.listener, Seen(n))  # so that it is told what is asked now

    def _reader(self, client: Client) -> Reader:
        seats = frozenset() if client.seat is None else frozenset({client.seat})
        return on_screen(Reader(seats, language=client.language, scenes=client.width is not None), client.screen)

    # What clients say

    def take(self, client: Client, said: protocol.Message) -> None:
        """Does what a client says, or refuses it."""
        with speaking(client.language):
            to = getattr(said, "id", 0)
            try:
                self._take_on(client, said, to)
            except (ValueError, SaveError) as why:
                client.put(refused(why, to))

    def _take_on(self, client: Client, said: protocol.Message, to: int) -> None:
        if isinstance(said, SentAnswer | SentConfirm):
            self.post(client, to, wanted(self, client, said))
        elif isinstance(said, SentChat):
            self._chat(client, said.text)
        elif isinstance(said, SentFair):
            self.fair.take(client, said)
        elif isinstance(said, SentPing):
            client.put({"type": "pong", "id": to})
        elif isinstance(said, SentAsk) and said.what == "roster":
            client.put({"type": "done", "id": to, "value": self.roster()})
        elif isinstance(said, SentAsk) and said.what == "record":
            self._put(client, {"type": "done", "id": to, "value": self._record()})
        elif isinstance(said, SentAsk):
            client.width = client.width and (said.width or client.width)
            if said.screen is not None and client.listener is not None:
                client.screen = said.screen
                client.listener.reader = on_screen(client.listener.reader, said.screen)
            self.post(client, to, wanted(self, client, said))
        elif isinstance(said, SentCommand) and not manners.do(self, client, said):
            client.put({"type": "done", "id": to, "value": None})

    def post(self, client: Client, to: int, what: Any, *, host: bool = False) -> None:
        """Hands something over to the table, which answers the message ``to``. ``host``: on behalf of the room's host.

        Raises Refused where nothing is played.
        """
        if self._sitting is None or client.listener is None:
            raise Refused(_("The match hasn't begun."))
        by = self._hand if host else client.listener
        room = self._sitting.room
        room.post(by, what, Acknowledge(client, partial(self._put, client), to, room.table.game.notation))

    def _chat(self, client: Client, text: str) -> None:
        if client.seat in self.row.muted:
            raise Refused(_("The host has muted you."))
        name = "" if client.seat is None else self.row.chairs[client.seat].name
        self.say({"type": "chat", "seat": client.seat, "name": name, "text": text})

    def begin_if_ready(self) -> None:
        """Begins the match where nothing is missing for it."""
        self._try_start()
        self.fair.go_on()

    def again(self) -> None:
        """A new match for the same people, with seats moved on: who sat in seat 2 begins."""
        asyncio.get_running_loop().create_task(self._again())

    async def _again(self) -> None:
        await self._stop()
        chairs, seats = self.row.chairs, len(self.row.chairs)
        host = (self.row.host - 1) % seats
        changes: dict[str, Any] = {
            "chairs": (*chairs[1:], chairs[0]),
            "match": None,
            "host": host,
            "closed": "",
            "muted": (),
            "pledge": None,
            "left": {},
        }
        self.change(self.row.model_copy(update=changes))
        self._time.stop()
        self._time = self._keep_time()
        for client in self.clients:
            if client.seat is not None:
                client.seat = (client.seat - 1) % seats
            client.put({"type": "seated", "seat": client.seat})
        self.begin_if_ready()
        self.present()

    def send_out(self, seat: int, code: int) -> None:
        """Ends the connections of a seat."""
        for client in [client for client in self.clients if client.seat == seat]:
            client.close(code, "sent out by the host")
            self._forget(client)
        self.present()

    def shut(self) -> None:
        """Everybody leaves, at once."""
        asyncio.get_running_loop().create_task(self.close())

    # Time

    def _keep_time(self, *, restarted: bool = False) -> TimeKeeping:
        return TimeKeeping(
            self.row,
            self._timing,
            ring=self._ring,
            looked=self._looked_enough,
            is_here=self._is_here,
            remind=self._remind,
            restarted=restarted,
        )

    def _asked(self, question: Question | None) -> None:
        """Clocks run for the people who are asked; a summary that somebody doesn't confirm waits only so long."""
        self._time.asked(question, self.row)
        if self.over and not self.row.closed:
            self.change(self.row.model_copy(update={"closed": "over"}))
            self.fair.ended(self.dice)

    def _looked_enough(self, serial: int) -> None:
        if self._sitting is not None:
            self._sitting.room.post(None, Confirm(serial))

    def _is_here(self, seat: int) -> bool:
        return any(client.seat == seat for client in self.clients)

    def _ring(self, what: What, seat: int, left: float) -> None:
        self.say(self._rung(what, seat, left))

    def _rung(self, what: What, seat: int, left: float) -> dict[str, Any]:
        return {"type": "time", "what": what, "seat": seat, "name": self.row.chairs[seat].name, "left": left}

    def out_of_time(self, seat: int) -> bool:
        """Whether a seat's time is up, and nobody has chosen yet what becomes of it."""
        return seat in self._time.up

    def more_time(self, seat: int) -> None:
        """The others wait for a seat."""
        self._time.more(seat)

    def unsaved(self) -> None:
        """What was played last couldn't be saved: the table is made anew from the disk, and nobody was told of it."""
        self._held.clear()
        if self._sitting is not None and self._playing is not None:
            self._playing.cancel()
            self._sitting.give_up()
            self._sitting = None
        for client in self.clients:
            client.listener = None
            with speaking(client.language):
                text = _("The last step couldn't be saved and hasn't happened: try it again in a while.")
                client.put({"type": "unsaved", "text": text})
        self._try_start()
