"""The line to a table elsewhere, as a screen holds it: like that to a room in this process, over one socket or two."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final

from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.match import Seat
from tabletop.remote import news, unpacking
from tabletop.remote.caller import Caller, HungUp, Knock, LineLost
from tabletop.remote.conversation import SocketConversation
from tabletop.remote.links import Link
from tabletop.remote.phrases import Phrase, Say, confirming, is_silent, phrase
from tabletop.rooms.line import STEP, Waiting
from tabletop.rooms.listener import Asked, Over
from tabletop.table.looking import Look
from tabletop.table.question import Denied, Ending, Refused, Stale, Unread
from tabletop.table.reader import Reader
from tabletop.table.requests import Confirm, LookAt, Play, Seats
from tabletop.unsaved import SaveError

_ = Texts(__file__)

VERSION: Final = 1
"""Of the protocol."""
RATE, BURST = 15.0, 40.0
"""Messages a second in the long run, and at once: less than a server allows."""


class _Connection:
    """One link's: its seat, and how far it has heard."""

    def __init__(self) -> None:
        self.caller: Caller
        self.name = ""
        self.seat: int | None = None
        self.since: int | None = None
        self.asked: Asked | None = None
        self.lost = False


class _Reply:
    """What becomes of a message."""

    def __init__(self, at: _Connection, said: Phrase) -> None:
        self.at = at
        self.said = said
        self.answer: dict[str, Any] | None = None
        self.cut = False


class RemoteLine:
    """One or two places at one remote table, for who sits at one keyboard. All calls are the screen's."""

    def __init__(
        self,
        links: Sequence[tuple[Link, str]],
        reader: Reader,
        *,
        knock: Knock = SocketConversation,
        wait: Callable[[float], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``links``: each with the name of who sits there. ``reader``: its style, detail and language."""
        self.lapses: deque[PluginFailure] = deque()
        self.reader = reader
        self.roster: unpacking.Roster | None = None
        self.tell: Callable[[Any], object] = lambda _item: None
        """says something while an answer is waited for"""
        self._last_look: Look | None = None
        self.known_moves: frozenset[str] = frozenset()
        """all moves of the game, where they are few"""
        self._shown = self._screen()
        self._ready: deque[Any] = deque()
        self._came: SimpleQueue[tuple[_Connection, Any]] = SimpleQueue()
        self._replies: dict[int, _Reply] = {}
        self._last_id = 0
        self._emitted: Asked | None = None
        self._closed = False
        self._clock = clock
        self._allowance, self._at = BURST, clock()
        self._told = 0
        self.hides = True
        """whether the game hides something from those who are here"""
        self._wish: int | None = None
        """whose wish is open"""
        self._connections = [self._connection(link, name, knock, wait) for link, name in links]

    def _connection(self, link: Link, name: str, knock: Knock, wait: Callable[[float], object] | None) -> _Connection:
        its = _Connection()
        its.name = name
        its.caller = Caller(
            link, partial(self._hello, its, link), lambda item: self._came.put((its, item)), knock, wait
        )
        return its

    def _hello(self, its: _Connection, link: Link) -> dict[str, Any]:
        return {
            "type": "hello",
            "version": VERSION,
            "token": link.token,
            "name": its.name,
            "language": self.reader.language,
            "since": its.since,
            "screen": self._screen(),
        }

    def _screen(self) -> dict[str, Any]:
        style, detail = self.reader.style, self.reader.detail
        if style is None:
            return {"drawn": False, "detail": detail}
        columns, rows = min(max(style.width, 20), 400), min(max(style.height, 5), 400)
        size = {"columns": columns, "rows": rows, "ascii": style.ascii, "compact": style.compact}
        return {**size, "drawn": True, "detail": detail}

    def start(self) -> None:
        """Calls the server."""
        for its in self._connections:
            its.caller.start()

    # What is known of the room

    @property
    def thread(self) -> int | None:
        """None: it isn't in this process."""
        return None

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are here."""
        return frozenset(its.seat for its in self._connections if its.seat is not None)

    def is_person(self, seat: int) -> bool:
        """Whether a person plays for a seat."""
        return seat < len(self._chairs) and self._chairs[seat].level is None

    @property
    def lost(self) -> bool:
        """Whether a connection is lost now."""
        return any(its.lost for its in self._connections)

    # What comes

    def ahead(self, seconds: float = STEP) -> Any:
        """What the room has sent, the oldest first; None where nothing came in so many seconds. See ``LocalLine``."""
        while not self._ready:
            if not self._pump(seconds):
                return None
        return self._ready[0]

    def taken(self) -> None:
        """What ``ahead`` has answered has arrived."""
        if self._ready:
            self._ready.popleft()

    def next(self, seconds: float = STEP) -> Any:
        """What is ``ahead``, and taken."""
        item = self.ahead(seconds)
        if item is not None:
            self.taken()
        return item

    def has_news(self) -> bool:
        """Whether something has come, without waiting."""
        while self._pump(0):
            pass
        return bool(self._ready)

    def _pump(self, seconds: float) -> bool:
        """Takes one message; False where none came in so many seconds."""
        try:
            its, item = self._came.get(timeout=seconds) if seconds else self._came.get_nowait()
        except Empty:
            return False
        try:
            self._take(its, unpacking.cleaned(item) if isinstance(item, dict) else item)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            self._part(_strange())
        return True

    def _part(self, why: str, *, began: bool = True) -> None:
        if not self._closed:
            self._hang_up()
            self._ready.append(news.Parted(why, began))

    def _take(self, its: _Connection, item: Any) -> None:
        if isinstance(item, LineLost):
            self._lose(its)
        elif isinstance(item, HungUp):
            self._part(item.why, began=item.began)
        else:
            handle = getattr(self, f"_on_{item['type']}", None)
            if handle is not None:
                handle(its, item)

    def _lose(self, its: _Connection) -> None:
        if not self.lost:
            self._ready.append(news.Cut())
        its.lost = True
        for reply in self._replies.values():
            if reply.at is its and not reply.said.again:
                reply.cut = True

    def _is_first(self, its: _Connection) -> bool:
        """Whether it tells what all are told alike."""
        return its is self._connections[0]

    def _on_welcome(self, its: _Connection, message: dict[str, Any]) -> None:
        seat = message["seat"]
        its.seat = None if seat is None else int(seat)
        self._sit()
        if its.lost:
            its.lost = False
            if not self.lost:
                self._ready.append(news.Restored())
            for number, reply in list(self._replies.items()):
                if reply.at is its and reply.answer is None and not reply.cut:
                    its.caller.say({**reply.said.fields, "id": number})

    def _sit(self) -> None:
        self.reader = replace(self.reader, seats=self.seats, shared=len(self.seats) > 1)

    def _on_missed(self, its: _Connection, message: dict[str, Any]) -> None:
        n, before = int(message["n"]), its.since
        if before is not None and n < before:
            its.since = None
            self._begin_afresh(its)
        elif before is not None:
            for told in message["told"]:
                self._on_told(its, told)
        its.since = n

    def _on_told(self, its: _Connection, message: dict[str, Any]) -> None:
        told = unpacking.told_of(message)
        if its.since is not None and told.n <= its.since:
            return
        its.since, self._emitted = told.n, None
        if told.kind == "event" and self.reader.shared and self.hides:
            if self.reader.eyes is not None and its.seat == self.reader.eyes:
                self._ready.append(told)
        elif told.n > self._told:
            self._told = told.n
            self._ready.append(told)

    def _on_asked(self, its: _Connection, message: dict[str, Any]) -> None:
        its.asked = unpacking.asked_of(message)
        asked = [each.asked for each in self._connections if each.asked is not None]
        newest = max(each.question.serial for each in asked)
        mine = [each for each in asked if each.yours and each.question.serial == newest]
        if mine:
            now = min(mine, key=lambda each: each.seat)
        elif self._is_first(its) and its.asked.seat not in self.seats:
            now = its.asked
        else:
            return
        if now != self._emitted or not now.yours:
            self._emitted = now
            self._ready.append(now)

    def _on_done(self, _its: _Connection, message: dict[str, Any]) -> None:
        reply = self._replies.get(int(message["id"]))
        if reply is not None:
            reply.answer = message

    def _on_refused(self, its: _Connection, message: dict[str, Any]) -> None:
        number = int(message["id"])
        if number == 0 and message.get("kind") == "refused":
            number = self._unknown_to(its)
        if number in self._replies:
            self._on_done(its, {**message, "id": number})
        elif message["reason"]:
            self._ready.append(news.Remarked(str(message["reason"]), problem=True))

    def _unknown_to(self, its: _Connection) -> int:
        """The question that a server may not know, which is older than it: it names no number then; 0: none."""
        asked = [number for number, reply in self._replies.items() if reply.at is its and reply.said.is_question]
        return asked[0] if asked else 0

    def _on_roster(self, its: _Connection, message: dict[str, Any]) -> None:
        roster = unpacking.Roster.model_validate(message)
        if self._is_first(its) and roster != self.roster:
            self._ready.append(news.Came(self.roster, roster))
            self.roster = roster

    def _on_time(self, its: _Connection, message: dict[str, Any]) -> None:
        if self._is_first(its):
            name, left = unpacking.line(message["name"]), float(message["left"] or 0)
            self._ready.append(news.Ticked(message["what"] == "up", int(message["seat"]), name, left))

    def _on_request(self, its: _Connection, message: dict[str, Any]) -> None:
        if self._is_first(its):
            self._wish = message["seat"]
            name = unpacking.line(message["name"])
            self._ready.append(news.Wants(str(message["what"]), self._wish, name))

    def _on_notice(self, its: _Connection, message: dict[str, Any]) -> None:
        if self._is_first(its):
            self._ready.append(news.Remarked(unpacking.line(message["text"])))

    def _on_unsaved(self, its: _Connection, message: dict[str, Any]) -> None:
        its.asked = self._emitted = None
        if self._is_first(its):
            self._ready.append(news.Remarked(unpacking.line(message["text"]), problem=True))

    def _on_chat(self, its: _Connection, message: dict[str, Any]) -> None:
        if self._is_first(its):
            self._ready.append(news.Chatted(unpacking.line(message["name"]), unpacking.line(message["text"])))

    def _on_over(self, its: _Connection, message: dict[str, Any]) -> None:
        its.asked = self._emitted = None
        if self._is_first(its):
            ranks = message["ranks"]
            self._ready.append(Over(Ending(message["why"], None if ranks is None else tuple(map(int, ranks)))))

    def _on_seated(self, its: _Connection, message: dict[str, Any]) -> None:
        its.seat = None if message["seat"] is None else int(message["seat"])
        its.since = 0
        self._begin_afresh(its)

    def _begin_afresh(self, its: _Connection) -> None:
        its.asked = self._emitted = None
        self._sit()
        if self._is_first(its):
            self._told = 0
            self._ready.append(news.Afresh())

    def _on_broken(self, _its: _Connection, _message: dict[str, Any]) -> None:
        self._part(_("The game has failed at the server, and the table is closed; the match is kept there."))

    # What is said

    def send(self, what: Any) -> None:
        """Tells the room something that needs no answer: nothing that a remote room wants to know."""

    def ask(self, what: Any, waiting: Waiting = lambda _phase, _part: None) -> Any:
        """What a command or a reading comes to; raises what it is refused with. See ``LocalLine``."""
        if isinstance(what, Reader):
            self.reader = what
        elif isinstance(what, Confirm):
            self._confirm(what, waiting)
        elif isinstance(what, Say):
            self._speak(what)
        elif isinstance(what, Play):
            self._play(what, waiting)
        elif isinstance(what, Seats):
            return self._seats()
        elif not is_silent(what):
            said = phrase(what)
            at = self._of(said.seat) if said.seat is not None else self._looking()
            if isinstance(what, LookAt):
                return self._look(what, at, said, waiting)
            return self._read(said, self._answered(at, said, waiting))
        return None

    def _look(self, what: LookAt, at: _Connection, said: Phrase, waiting: Waiting) -> Look:
        """The table; while there is none, as when the connection is lost, as it was seen last."""
        try:
            look: Look = self._read(said, self._answered(at, said, waiting))
        except Refused:
            if what.at is not None:
                raise
            look = self._last_look or unpacking.nothing_seen([chair.name for chair in self._chairs])
        else:
            self._last_look = look
        return _covered(look) if self._covered else look

    @property
    def _chairs(self) -> Sequence[unpacking.SeatInRoom]:
        return self.roster.seats if self.roster else ()

    def _read(self, said: Phrase, answer: Any) -> Any:
        try:
            return said.read(answer)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            raise Refused(_strange()) from None

    def _seats(self) -> tuple[Seat, ...]:
        return tuple(
            Seat(
                name=chair.name or f"Player {number}",
                player="human" if chair.level is None else "cpu",
                level=chair.level,
            )
            for number, chair in enumerate(self._chairs, 1)
        )

    def _confirm(self, what: Confirm, waiting: Waiting) -> None:
        """Everybody who is here has looked."""
        for its in self._connections:
            if its.asked is not None and its.asked.question.serial == what.serial and its.asked.yours:
                its.asked = self._emitted = None
                self._answered(its, Phrase(confirming(what)), waiting)

    def _speak(self, what: Say) -> None:
        at = self._looking()
        self._wait_for_turn()
        if not at.caller.say({"type": "chat", "text": what.text}):
            raise Refused(_("The connection is lost just now: try it again in a while."))

    def grant(self, *, granted: bool) -> None:
        """Grants what another wants, or not, for all who are here. Raises Refused."""
        said = Phrase({"type": "command", "what": "grant" if granted else "refuse"}, again=False)
        asked = [its for its in self._connections if its.seat is not None and its.seat != self._wish]
        if not asked:
            raise Refused(_("Nobody has asked you for anything."))
        for its in asked:
            self._answered(its, said, lambda _phase, _part: None)

    def _play(self, what: Play, waiting: Waiting) -> None:
        its = self._of(what.seat)
        try:
            self._answered(its, phrase(what), waiting)
        except IllegalMove as why:
            if what.text in self.known_moves:
                raise
            raise Unread(str(why)) from None
        if its.asked is not None and its.asked.question.serial == what.serial:
            its.asked = None
        self._emitted = None

    def _answered(self, at: _Connection, said: Phrase, waiting: Waiting) -> Any:
        """The value of an answer; raises what the message was refused with."""
        self._last_id += 1
        number, reply = self._last_id, _Reply(at, self._with_screen(said))
        self._replies[number] = reply
        try:
            self._wait_for_turn()
            if not at.caller.say({**reply.said.fields, "id": number}) and not said.again:
                reply.cut = True
            while reply.answer is None:
                if at.lost:
                    self._tell_cut()
                if reply.cut or self._closed or (at.lost and said.is_question):
                    raise Refused(_("The connection is lost just now: try it again in a while."))
                if not self._pump(STEP):
                    waiting("think", 0.0)
        finally:
            del self._replies[number]
        return _value(reply.answer)

    def _tell_cut(self) -> None:
        """Says at once that who waits for an answer has to wait."""
        for item in [item for item in self._ready if isinstance(item, news.Cut)]:
            self._ready.remove(item)
            self.tell(item)

    def _with_screen(self, said: Phrase) -> Phrase:
        """A look says how it is drawn from now on, where that has changed."""
        if said.fields.get("what") != "look" or self._screen() == self._shown:
            return said
        self._shown = self._screen()
        return said._replace(fields={**said.fields, "screen": self._shown})

    def _wait_for_turn(self) -> None:
        """Sends no more than a server takes."""
        while True:
            now = self._clock()
            self._allowance, self._at = min(BURST, self._allowance + (now - self._at) * RATE), now
            if self._allowance >= 1:
                self._allowance -= 1
                return
            self._pump(STEP)

    # Whose eyes

    def _of(self, seat: int | None) -> _Connection:
        return next((its for its in self._connections if its.seat == seat), self._connections[0])

    def _looking(self) -> _Connection:
        """The connection of whose eyes are open."""
        if self.reader.eyes is not None:
            return self._of(self.reader.eyes)
        return self._of(self._emitted.seat) if self._emitted is not None else self._connections[0]

    @property
    def _covered(self) -> bool:
        """Whether nobody's eyes are open at a keyboard that several share."""
        return self.reader.shared and self.reader.eyes is None and self.hides

    # The end

    def close(self, _seconds: float = 2.0) -> bool:
        """Gets up; the seats stay."""
        self._hang_up()
        return True

    def _hang_up(self) -> None:
        self._closed = True
        for its in self._connections:
            its.caller.close()


def _value(answer: dict[str, Any]) -> Any:
    if answer["type"] == "done":
        return answer.get("value")
    kind, reason = answer.get("kind"), str(answer.get("reason", ""))
    if kind == "stale":
        raise Stale
    if kind == "illegal":
        raise IllegalMove(reason)
    if kind == "denied":
        raise Denied(reason)
    if kind == "unsaved":
        raise SaveError(reason)
    raise Refused(reason)


def _covered(look: Look) -> Look:
    """What nobody in particular may see: names, scores and a summary."""
    nothing: dict[str, Any] = {"picture": "", "words": (), "aloud": (), "moves": (), "refused": (), "status": ()}
    return replace(look, **nothing, questions={})


def _strange() -> str:
    return _("The server says something that this program doesn't understand: update the older of the two.")
