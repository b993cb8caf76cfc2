"""One room of the server: people come and go, wait until all seats are taken, and then play."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol

from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts, speaking
from tabletop.match import Seat
from tabletop.rooms.messages import Advise, Close, GoOn, Pause, Review, Seen
from tabletop.rooms.room import Room
from tabletop.server import protocol
from tabletop.server.client import GONE, NEWER, Client
from tabletop.server.protocol import SentAnswer, SentAsk, SentChat, SentCommand, SentConfirm, refused
from tabletop.server.rows import RoomRow
from tabletop.server.saying import Acknowledge, message
from tabletop.table.question import Denied, Refused
from tabletop.table.reader import Reader
from tabletop.table.requests import (
    Abandon,
    Confirm,
    Last,
    Log,
    LookAt,
    Parse,
    Play,
    Recap,
    Redo,
    Reseat,
    Resign,
    Revealed,
    RoundAt,
    Since,
    Thrown,
    Undo,
)
from tabletop.unsaved import SaveError

_ = Texts(__file__)
RECENT: Final = 50
"""So many happenings at most does somebody hear of who comes for the first time."""


class OpenTable(Protocol):
    """A match that is open in a room."""

    room: Room

    @property
    def match(self) -> str:
        """Its id."""
        ...

    @property
    def due(self) -> int | None:
        """See ``OpenMatch.due``."""
        ...

    def close(self) -> None:
        """Lets go of the match file. Raises SaveError."""
        ...

    def give_up(self) -> None:
        """The same without what can't be saved."""
        ...


class Parlour:
    """A room, whoever is in it. It lives in one thread, that of the server's loop."""

    def __init__(
        self,
        row: RoomRow,
        keep: Callable[[RoomRow], None],
        begin: Callable[[RoomRow], OpenTable],
        fail: Callable[[PluginFailure], None] = lambda _failure: None,
    ) -> None:
        """``keep`` puts the row on the disk; ``begin`` opens its match, a new one where it has none. Both raise
        SaveError. ``fail`` is told what a plugin fails in and the match goes on without.
        """
        self.row = row
        self.clients: list[Client] = []
        self._keep = keep
        self._begin = begin
        self._fail = fail
        self._sitting: OpenTable | None = None
        self._playing: asyncio.Task[None] | None = None
        self._paused = False
        self._undoing: tuple[Client, set[int]] | None = None
        """who wants to take back, and the seats that haven't granted it yet"""
        self._held: deque[tuple[int, Client, dict[str, Any]]] = deque()
        """what waits for a batch to be on the disk"""

    # Coming and going

    def enter(self, client: Client, seat: int | None, hello: protocol.Hello) -> None:
        """Somebody comes in; of two connections of one seat the newer stays."""
        client.seat, client.language = seat, hello.language
        if seat is not None:
            for other in [other for other in self.clients if other.seat == seat]:
                other.close(NEWER, "another connection of this token")
                self._forget(other)
            self._take(seat, hello.name)
        welcome = {"version": protocol.VERSION, "room": self.row.id, "game": self.row.game, "seat": seat}
        client.put({"type": "welcome", **welcome, "host": seat is not None and seat == self.row.host})
        try:
            self._start()
        except SaveError as why:
            client.put(refused(why))
        self.clients.append(client)
        self._listen(client, hello.since)
        self.present()

    def _take(self, seat: int, name: str) -> None:
        chair = self.row.chairs[seat]
        if chair.open:
            others = {other.name for number, other in enumerate(self.row.chairs) if number != seat}
            self.change(self.row.with_chair(seat, name=_free(name, others, seat)))

    def leave(self, client: Client) -> None:
        """A connection has ended. Its seat stays."""
        if client in self.clients:
            self._forget(client)
            self.present()

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
        sitting = self._begin(self.row)
        if self.row.match is None:
            self.change(self.row.model_copy(update={"match": sitting.match}))
        self._sitting = sitting
        self._playing = asyncio.create_task(self._play(sitting))
        for client in self.clients:
            self._listen(client, None)

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
        while self._held:
            _batch, client, what = self._held.popleft()
            client.put(what)
        for client in self.clients:
            client.listener = None

    async def close(self, code: int = GONE, why: str = "closed") -> None:
        """Everybody leaves; the match is kept as it stands."""
        if self._sitting is not None and self._playing is not None:
            self._sitting.room.post(None, Close())
            await asyncio.wait([self._playing])
        for client in self.clients:
            client.close(code, why)

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
        return Reader(seats, language=client.language)

    # What clients say

    def take(self, client: Client, said: protocol.Message) -> None:
        """Does what a client says, or refuses it."""
        with speaking(client.language):
            to = getattr(said, "id", 0)
            try:
                if isinstance(said, SentChat):
                    self._chat(client, said.text)
                elif isinstance(said, protocol.SentPing):
                    client.put({"type": "pong", "id": said.id})
                elif isinstance(said, SentAsk) and said.what == "roster":
                    client.put({"type": "done", "id": said.id, "value": self.roster()})
                elif isinstance(said, SentCommand) and said.what in _MANNERS:
                    _MANNERS[said.what](self, client, said)
                    client.put({"type": "done", "id": said.id, "value": None})
                else:
                    self._pass_on(client, said, to)
            except (ValueError, SaveError) as why:
                client.put(refused(why, to))

    def _pass_on(self, client: Client, said: protocol.Message, to: int) -> None:
        """What the table answers for itself."""
        if self._sitting is None or client.listener is None:
            raise Refused(_("The match hasn't begun."))
        self._sitting.room.post(
            client.listener, self._wanted(client, said), Acknowledge(partial(self._put, client), to)
        )

    def _wanted(self, client: Client, said: protocol.Message) -> Any:
        """The same as the table knows it. Raises ValueError."""
        if isinstance(said, SentAnswer):
            return Play(said.seat, said.text, said.serial)
        if isinstance(said, SentConfirm):
            return Confirm(said.serial)
        if isinstance(said, SentAsk):
            return self._reading(client, said)
        assert isinstance(said, SentCommand)
        seat = self._own(client)
        return Resign(seat) if said.what == "resign" else Redo()

    def _reading(self, client: Client, said: SentAsk) -> Any:
        simple = {
            "look": LookAt(said.at),
            "log": Log(),
            "last": Last(),
            "round": RoundAt(said.at),
            "revealed": Revealed(said.at),
            "thrown": Thrown(),
            "review": Review(),
        }
        if said.what in simple:
            return simple[said.what]
        seat = self._own(client)
        if said.what == "recap":
            return Recap(seat)
        if said.what == "parse":
            return Parse(seat, said.text)
        if not self.row.hints:
            raise Refused(_("This room has no hints."))
        self._notice(lambda: _("{name} asks for a hint.").format(name=self.row.chairs[seat].name))
        return Advise(seat)

    def _own(self, client: Client) -> int:
        if client.seat is None:
            raise Denied(_("Spectators only look on."))
        return client.seat

    def _chat(self, client: Client, text: str) -> None:
        name = "" if client.seat is None else self.row.chairs[client.seat].name
        self._say({"type": "chat", "seat": client.seat, "name": name, "text": text})

    # Manners

    def _undo(self, client: Client, _said: SentCommand) -> None:
        """Taking back: the others at the table have to grant it."""
        seat = self._own(client)
        if self.row.take_back == "off":
            raise Refused(_("Nothing is taken back in this room."))
        others = {other.seat for other in self.clients if other.seat not in (None, seat)}
        waiting = {number for number in others if number is not None}
        self._undoing = (client, waiting)
        name = self.row.chairs[seat].name
        self._say({"type": "request", "what": "undo", "seat": seat, "name": name})
        self._granted()

    def _grant(self, client: Client, said: SentCommand) -> None:
        """Another's wish is granted, or not."""
        seat = self._own(client)
        if self._undoing is None or seat not in self._undoing[1]:
            raise Refused(_("Nobody has asked you for anything."))
        if said.what == "refuse":
            self._undoing = None
            self._notice(lambda: _("{name} doesn't want that.").format(name=self.row.chairs[seat].name))
            return
        self._undoing[1].discard(seat)
        self._granted()

    def _granted(self) -> None:
        if self._undoing is None or self._undoing[1]:
            return
        client, _waiting = self._undoing
        self._undoing = None
        if self._sitting is not None and client.listener is not None:
            self._sitting.room.post(client.listener, Undo(), Acknowledge(partial(self._put, client), 0, done=False))

    def _seat(self, client: Client, said: SentCommand) -> None:
        """A CPU player plays for somebody, or the seat is given back."""
        seat = self._named(said)
        if not (said.text == "back" and client.seat == seat):
            self._check_host(client)
        chair = self.row.chairs[seat]
        if chair.token is None or self._sitting is None:
            raise Refused(_("There is nobody to play for."))
        if said.text == "back":
            self.change(self.row.with_chair(seat, level=None))
            self._sitting.room.post(None, Reseat(seat, Seat(name=chair.name)))
        else:
            level = said.text.partition(":")[2] or "medium"
            self.change(self.row.with_chair(seat, level=level))
            self._sitting.room.post(None, Reseat(seat, Seat(name=f"CPU {seat + 1}", player="cpu", level=level)))
        self.present()

    def _pause(self, client: Client, said: SentCommand) -> None:
        self._check_host(client)
        if self._sitting is not None:
            self._paused = said.what == "pause"
            self._sitting.room.post(None, Pause() if self._paused else GoOn())
            self.present()

    def _lock(self, client: Client, said: SentCommand) -> None:
        self._check_host(client)
        self.change(self.row.model_copy(update={"locked": said.text != "off"}))
        self.present()

    def _host(self, client: Client, said: SentCommand) -> None:
        self._check_host(client)
        seat = self._named(said)
        if self.row.chairs[seat].token is None or self.row.chairs[seat].open:
            raise Refused(_("Nobody sits there."))
        self.change(self.row.model_copy(update={"host": seat}))
        self.present()

    def _abort(self, client: Client, _said: SentCommand) -> None:
        self._check_host(client)
        if self._sitting is None:
            raise Refused(_("The match hasn't begun."))
        self._sitting.room.post(None, Abandon(), Acknowledge(partial(self._put, client), 0, done=False))

    def _check_host(self, client: Client) -> None:
        if client.seat is None or client.seat != self.row.host:
            raise Denied(_("Only the room's host can do that."))

    def _named(self, said: SentCommand) -> int:
        if said.seat is None or said.seat >= len(self.row.chairs):
            raise Refused(_("There is no such seat."))
        return said.seat

    # Telling

    def roster(self) -> dict[str, Any]:
        """Who is in the room, as everybody may know it."""
        here = {client.seat for client in self.clients}
        seats = [
            {
                "name": chair.name or (f"CPU {number + 1}" if chair.token is None else ""),
                "level": chair.level,
                "open": chair.open,
                "here": chair.token is None or number in here,
            }
            for number, chair in enumerate(self.row.chairs)
        ]
        spectators = sum(client.seat is None for client in self.clients)
        begun, locked = self.row.match is not None, self.row.locked
        fields = {"host": self.row.host, "begun": begun, "locked": locked, "paused": self._paused}
        return {"seats": seats, "spectators": spectators, **fields}

    def present(self) -> None:
        """Tells everybody who is in the room."""
        self._say({"type": "roster", **self.roster()})

    def _notice(self, text: Callable[[], str]) -> None:
        for client in self.clients:
            with speaking(client.language):
                client.put({"type": "notice", "text": text()})

    def _say(self, what: dict[str, Any]) -> None:
        for client in self.clients:
            self._put(client, what)

    def _put(self, client: Client, what: dict[str, Any]) -> None:
        """Nobody is told anything before it is on the disk; what comes later waits behind it."""
        due = self._sitting.due if self._sitting is not None else None
        if due is None and not self._held:
            client.put(what)
        else:
            self._held.append((due or 0, client, what))

    def release(self, committed: int) -> None:
        """Tells what waited for a batch up to ``committed`` to be on the disk."""
        while self._held and self._held[0][0] <= committed:
            _batch, client, what = self._held.popleft()
            client.put(what)

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
        try:
            self._start()
        except SaveError as why:
            for client in self.clients:
                client.put(refused(why))


_MANNERS: Final[dict[str, Callable[[Parlour, Client, SentCommand], None]]] = {
    "undo": Parlour._undo,
    "grant": Parlour._grant,
    "refuse": Parlour._grant,
    "seat": Parlour._seat,
    "pause": Parlour._pause,
    "go-on": Parlour._pause,
    "lock": Parlour._lock,
    "host": Parlour._host,
    "abort": Parlour._abort,
}


def _free(name: str, others: set[str], seat: int) -> str:
    """A name for a seat that is like nobody else's at the table."""
    name = name.strip()
    if not name:
        name = _("Player {number}").format(number=seat + 1)
    number = 2
    found = name
    while found in others:
        found = f"{name} {number}"
        number += 1
    return found
