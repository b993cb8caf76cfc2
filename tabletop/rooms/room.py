"""The loop: advance the table, tell everybody, ask who has to act, wait for what comes."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from threading import get_ident
from types import MappingProxyType
from typing import Any, NamedTuple

from tabletop.cpu.engines.faults import PlayerFault
from tabletop.guard.failures import PluginFailure
from tabletop.guard.lapses import Lapses
from tabletop.i18n import Texts, speaking
from tabletop.match import Seat
from tabletop.rooms.adviser import Adviser
from tabletop.rooms.failing import Failed, GivenUp
from tabletop.rooms.inbox import Inbox
from tabletop.rooms.listener import Asked, Broken, GaveUp, Listener, Over, Stuck
from tabletop.rooms.messages import Advise, Close, Enough, GoOn, Pause, Prepare, Reply, Review, Seen
from tabletop.rooms.players import Curious, Hurried, Player, Turn, let_go
from tabletop.rooms.threads import NoThread
from tabletop.table.playing import Table
from tabletop.table.question import Denied, Ending, Happening, Question, Refused, Stale
from tabletop.table.reader import Reader
from tabletop.table.requests import Play
from tabletop.table.telling import Known, told
from tabletop.table.thought import hint
from tabletop.unsaved import SaveError

_ = Texts(__file__)

Find = Callable[[int, Seat], Player | None]
"""Who answers for a seat; None: a person, through a listener."""


class _Message(NamedTuple):
    listener: Listener | None
    what: Any
    reply: Reply


class Room:
    """Owns a table, in one thread; all that reaches it goes through ``post``."""

    def __init__(
        self,
        table: Table,
        players: Mapping[int, Player] | None = None,
        *,
        find: Find | None = None,
        adviser: Adviser | None = None,
        paused: bool = False,
    ) -> None:
        """``players`` answer for their seats; for the others, and after a change of seats, ``find`` says who does.

        ``paused``: nothing goes on by itself.
        """
        self.table = table
        self._find: Find = find or (lambda _number, _seat: None)
        self._listeners: list[Listener] = []
        self._inbox: Inbox[_Message] = Inbox()
        self._adviser = adviser
        self._advising: dict[Listener, asyncio.Task[None]] = {}
        self._asked: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._told = table.n
        self._itself = Reader(seats=frozenset(range(len(table.seats))), host=True)
        """for what comes from no listener: its players, and whoever runs it"""
        self.beside: Callable[[Question | None], None] | None = None
        """is told, each time something may have changed, what is asked; it changes nothing at the table"""
        self._paused = paused
        self._over = self._closed = False
        self._stuck: _Message | None = None
        self._held: list[_Message] = []
        found = {number: self._find(number, seat) for number, seat in enumerate(table.seats)}
        self._players: dict[int, Player] = {
            **{number: player for number, player in found.items() if player is not None},
            **(players or {}),
        }

    @property
    def players(self) -> Mapping[int, Player]:
        """Who answers, by seats; for the others people do."""
        return MappingProxyType(self._players)

    def listen(
        self,
        reader: Reader,
        put: Callable[[Any], None] | None = None,
        *,
        paced: bool = False,
        lapse: Callable[[PluginFailure], None] | None = None,
    ) -> Listener:
        """Adds a reader; see ``Listener``."""
        listener = Listener(reader, put, paced=paced, lapse=lapse)
        listener.seen = self._told
        self._listeners.append(listener)
        return listener

    def forget(self, listener: Listener) -> None:
        """Tells a listener nothing more."""
        self._listeners.remove(listener)
        self._stop_advising(listener)

    def post(self, listener: Listener | None, what: Any, reply: Reply | None = None) -> None:
        """Somebody wants something: a command or a reading of the table, or one of ``messages``.

        Call it in the room's thread. Without a listener it is the room itself that wants it, for any seat.
        """
        self._inbox.put(_Message(listener, what, reply or Reply()))

    async def run(self, *, stay: bool = False) -> Ending | None:
        """Plays until the match is over or the room is closed; ``stay``: until it is closed."""
        try:
            with Lapses(self._tell_lapse(asyncio.get_running_loop(), get_ident())).heard():
                self._go_on()
                while not (self._closed or (not stay and self.table.ending)):
                    self._handle(await self._inbox.get())
                    self._go_on()
        except BaseException as error:
            self._send(Broken(error))
            raise
        finally:
            for task in (*self._advising.values(), *(task for _serial, task in self._asked.values())):
                task.cancel()
            for player in self._players.values():
                let_go(player)
        return self.table.ending

    # What comes

    def _handle(self, message: _Message) -> None:
        what, listener = message.what, message.listener
        if hasattr(what, "happen") or hasattr(what, "read"):
            if self._paused and listener is None:
                self._held.append(message)
            else:
                self._serve(message)
        elif isinstance(what, Close):
            self._close(message)
        elif isinstance(what, Advise | Review) and listener is not None:
            self._stop_advising(listener)
            self._advising[listener] = asyncio.create_task(self._advise(message, listener))
        else:
            self._steer(what, listener)
            message.reply.done(None)

    def _steer(self, what: Any, listener: Listener | None) -> None:
        """What changes nothing at the table."""
        if isinstance(what, Pause):
            self._pause()
        elif isinstance(what, GoOn):
            self._resume()
        elif isinstance(what, Prepare):
            if self._adviser is not None:
                self._adviser.prepare()
        elif listener is not None and isinstance(what, Seen):
            listener.seen = max(listener.seen, what.n)
        elif listener is not None and isinstance(what, Reader):
            listener.reader = what
        elif listener is not None and isinstance(what, Enough):
            self._stop_advising(listener)

    def _close(self, message: _Message) -> None:
        self._closed = True
        try:
            if self.table.ending is None:
                self.table.leave()
        except Exception as error:
            message.reply.refused(error)
        else:
            message.reply.done(None)

    def _serve(self, message: _Message) -> None:
        """A command or a reading. What can't be saved waits for somebody to say ``GoOn``."""
        what = message.what
        by = message.listener.reader if message.listener else self._itself
        value: Any = None
        try:
            with speaking(by.language):
                if hasattr(what, "read"):
                    value = what.read(self.table, by)
                else:
                    happened = what.happen(self.table, by)
                    if isinstance(what, GivenUp):
                        self._send(GaveUp(what.seat, str(what.fault)))
                    self._publish(happened)
        except Exception as error:
            self._refuse(message, error)
        else:
            message.reply.done(value)

    def _refuse(self, message: _Message, error: Exception) -> None:
        if message.listener is not None:
            message.reply.refused(error)
        elif isinstance(error, SaveError):
            self._stick(message, error)
        elif not isinstance(error, Stale):  # what a player answers too late has nowhere to go
            raise error

    async def _advise(self, message: _Message, listener: Listener) -> None:
        what = message.what
        try:
            with speaking(listener.reader.language):
                if self._adviser is None:
                    raise Refused(_("There is no advice at this table."))
                if isinstance(what, Advise):
                    if what.seat not in listener.reader.seats:
                        raise Denied(_("There is nothing for you to decide now."))
                    found: Any = await self._adviser.analyse(hint(self.table, what.seat), message.reply.working)
                elif self.table.ending is None:
                    raise Refused(_("You can review the match once it is over. Try “hint” now."))
                else:
                    found = await self._adviser.review(self.table, message.reply.working, what.so_far)
        except NoThread:
            with speaking(listener.reader.language):
                message.reply.refused(Refused(_("Nobody can think now: the system has no thread to spare.")))
        except Exception as error:
            message.reply.refused(error)
        else:
            message.reply.done(found)

    def _stop_advising(self, listener: Listener) -> None:
        task = self._advising.pop(listener, None)
        if task is not None:
            task.cancel()

    def _stick(self, message: _Message | None, error: Exception) -> None:
        self._paused, self._stuck = True, message
        self._send(Stuck(error))

    def _pause(self) -> None:
        self._paused = True
        for seat in self._asked:
            player = self._players.get(seat)
            if isinstance(player, Hurried):
                player.hurry()

    def _resume(self) -> None:
        self._paused = False
        held, self._held = self._held, []
        if self._stuck is not None:
            held.insert(0, self._stuck)
            self._stuck = None
        for message in held:
            self._inbox.put(message)

    # What goes on by itself

    def _go_on(self) -> None:
        """Chance, up to the next question; then everybody who hasn't been is asked."""
        while not self._waits():
            try:
                if not self._publish(self.table.advance()):
                    break
            except Exception as error:
                if not isinstance(error, SaveError):
                    raise
                self._stick(None, error)
        else:
            return
        self._ask()

    def _waits(self) -> bool:
        if self._paused or self._closed:
            return True
        for listener in self._listeners:  # noqa: SIM110 - a generator would cost as many calls as there are listeners
            if listener.paced and listener.seen < self._told:
                return True
        return False

    def _ask(self) -> None:
        """Of several seats that choose at once people are asked all together, players in order, never early."""
        question = self.table.question
        self._cancel_stale(question)
        if self.beside is not None:
            self.beside(question)
        if question is None:
            return
        if question.kind == "move" and self._plays_forced(question):
            return
        seat = question.seats[0]
        if question.kind == "move" and seat in self._players and seat not in self._asked:
            task = asyncio.create_task(self._choose(self._players[seat], Turn(self.table, question, seat)))
            self._asked[seat] = (question.serial, task)
        for listener in self._listeners:
            before = listener.asked
            if before is None or before.question != question:
                listener.asked = self._asked_of(listener, question)
                if question.kind != "look" or not _looks_on(before, listener.asked):
                    listener.put(listener.asked)

    def _asked_of(self, listener: Listener, question: Question) -> Asked:
        """What the question is to a listener."""
        first = question.seats[0]
        if question.kind == "throw":
            own = next((seat for seat in question.seats if seat in listener.reader.seats), first)
            return Asked(question, own, listener.reader.host or own in listener.reader.seats)
        for seat in question.seats:
            if seat in listener.reader.seats and seat not in self._players:
                return Asked(question, seat, True)
        return Asked(question, first, False)

    def _plays_forced(self, question: Question) -> bool:
        """Plays the only move of a person who doesn't want to be asked for it."""
        (seat, *more) = question.seats
        if not self.table.plays_forced or more or seat in self._players:
            return False
        moves = self.table.match.legal_moves(seat)
        if len(moves) == 1:
            self.post(None, Play(seat, self.table.game.notation(moves[0]), question.serial))
        return len(moves) == 1

    async def _choose(self, player: Player, ask: Turn) -> None:
        try:
            text = await player.choose(ask)
        except PlayerFault as fault:
            self.post(None, GivenUp(fault, ask.seat, ask.question.serial))
        except Exception as error:
            self.post(None, Failed(error, ask.question.serial))
        else:
            self.post(None, Play(ask.seat, text, ask.question.serial))

    def _cancel_stale(self, question: Question | None) -> None:
        for seat, (serial, task) in tuple(self._asked.items()):
            if question is None or serial != question.serial:
                task.cancel()
                del self._asked[seat]

    # Who is told

    def _publish(self, happened: Iterable[Happening]) -> bool:
        """Tells everybody what has happened, each as it may know it; whether anything has."""
        any_happened = False
        for happening in happened:
            any_happened = True
            self._told = happening.n
            if happening.kind == "player":
                self._seat_anew(happening.seat)
            known: Known = {}
            for listener in self._listeners:
                listener.put(told(self.table, happening, listener.reader, known))
        if any_happened and not self._over and (ending := self.table.ending) is not None:
            self._over = True
            for player in self._players.values():
                if isinstance(player, Curious):
                    player.over(ending.ranks, tuple(self.table.game.scores(self.table.match.state)))
            self._send(Over(ending))
        return any_happened

    def _seat_anew(self, number: int | None) -> None:
        if number is None:
            return
        let_go(self._players.pop(number, None))
        player = self._find(number, self.table.seats[number])
        if player is not None:
            self._players[number] = player

    def _tell_lapse(self, loop: asyncio.AbstractEventLoop, thread: int) -> Callable[[PluginFailure], None]:
        """Tells everybody of what the match goes on without, also where a thought in another thread needed it."""

        def tell(failure: PluginFailure) -> None:
            if get_ident() == thread:
                self._send_lapse(failure)
            else:
                loop.call_soon_threadsafe(self._send_lapse, failure)

        return tell

    def _send_lapse(self, failure: PluginFailure) -> None:
        for listener in self._listeners:
            listener.lapse(failure)

    def _send(self, item: Any) -> None:
        for listener in self._listeners:
            listener.put(item)


def _looks_on(before: Asked | None, asked: Asked) -> bool:
    """Whether others have looked at a summary, which is no news."""
    return before is not None and (before.question[:2], before.yours) == (asked.question[:2], asked.yours)
