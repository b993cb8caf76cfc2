"""What comes from a table elsewhere, as a screen hears of it: over one connection, or the two of one keyboard."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any, Final

from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts
from tabletop.remote import news, unpacking
from tabletop.remote.caller import HungUp, Knock, LineLost
from tabletop.remote.links import Link
from tabletop.remote.phrases import Phrase
from tabletop.remote.places import RemotePlace
from tabletop.rooms.line import STEP
from tabletop.rooms.listener import Asked, Over
from tabletop.table.question import Ending
from tabletop.table.reader import Reader

_ = Texts(__file__)

VERSION: Final = 1
"""Of the protocol."""


class Replied:
    """What becomes of a message."""

    def __init__(self, at: RemotePlace, said: Phrase) -> None:
        self.at = at
        self.said = said
        self.answer: dict[str, Any] | None = None
        self.cut = False


class Incoming:
    """All that was sent to those who are here, until the screen takes it. All calls are the screen's."""

    def __init__(
        self, links: Sequence[tuple[Link, str]], reader: Reader, knock: Knock, wait: Callable[[float], object] | None
    ) -> None:
        """See ``RemoteLine``."""
        self.lapses: deque[PluginFailure] = deque()
        self.reader = reader
        self.roster: unpacking.Roster | None = None
        self._ready: deque[Any] = deque()
        self._came: SimpleQueue[tuple[RemotePlace, Any]] = SimpleQueue()
        self._replies: dict[int, Replied] = {}
        self._emitted: Asked | None = None
        self._closed = False
        self._begun = False
        """whether something of a match was heard: a server needn't say it in a roster"""
        self._told = 0
        self.hides = True
        """whether the game hides something from those who are here"""
        self._wish: int | None = None
        """whose wish is open"""
        self._places = [RemotePlace(link, name, self._hello, self._came.put, knock, wait) for link, name in links]

    def start(self) -> None:
        """Calls the server."""
        for its in self._places:
            its.caller.start()

    def _hello(self, its: RemotePlace) -> dict[str, Any]:
        return {
            "type": "hello",
            "version": VERSION,
            "name": its.name,
            "language": self.reader.language,
            "since": its.since,
            "screen": self._screen(),
            "fair": True,
        }

    def _screen(self) -> dict[str, Any]:
        style, detail = self.reader.style, self.reader.detail
        if style is None:
            return {"drawn": False, "detail": detail}
        columns, rows = min(max(style.width, 20), 400), min(max(style.height, 5), 400)
        size = {"columns": columns, "rows": rows, "ascii": style.ascii, "compact": style.compact}
        return {**size, "drawn": True, "detail": detail}

    # What is known of the room

    @property
    def thread(self) -> int | None:
        """None: it isn't in this process."""
        return None

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are here."""
        return frozenset(its.seat for its in self._places if its.seat is not None)

    @property
    def _chairs(self) -> Sequence[unpacking.SeatInRoom]:
        return self.roster.seats if self.roster else ()

    def is_person(self, seat: int) -> bool:
        """Whether a person plays for a seat."""
        return seat < len(self._chairs) and self._chairs[seat].level is None

    @property
    def begun(self) -> bool:
        """Whether there is a match."""
        return self._begun or (self.roster is not None and self.roster.begun)

    @property
    def lost(self) -> bool:
        """Whether a connection is lost now."""
        return any(its.lost for its in self._places)

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

    def put_back(self, items: Sequence[Any]) -> None:
        """What was taken comes again, before all else."""
        self._ready.extendleft(reversed(items))

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
            self._part(strange())
        return True

    def _part(self, why: str, *, began: bool = True) -> None:
        if not self._closed:
            self._hang_up()
            self._ready.append(news.Parted(why, began))

    def _take(self, its: RemotePlace, item: Any) -> None:
        if isinstance(item, LineLost):
            self._lose(its)
        elif isinstance(item, HungUp):
            self._part(item.why, began=item.began)
        else:
            handle = getattr(self, f"_on_{item['type']}", None)
            if handle is not None:
                handle(its, item)

    def _lose(self, its: RemotePlace) -> None:
        if not self.lost:
            self._ready.append(news.Cut())
        its.lost = True
        for reply in self._replies.values():
            if reply.at is its and not reply.said.again:
                reply.cut = True

    def _is_first(self, its: RemotePlace) -> bool:
        """Whether it tells what all are told alike."""
        return its is self._places[0]

    def _on_welcome(self, its: RemotePlace, message: dict[str, Any]) -> None:
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

    def _on_missed(self, its: RemotePlace, message: dict[str, Any]) -> None:
        self._begun = True
        n, before = int(message["n"]), its.since
        if before is not None and n < before:
            its.since = None
            self._begin_afresh(its)
        elif before is not None:
            for told in message["told"]:
                self._on_told(its, told)
        its.since = n

    def _on_told(self, its: RemotePlace, message: dict[str, Any]) -> None:
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

    def _on_asked(self, its: RemotePlace, message: dict[str, Any]) -> None:
        its.asked = unpacking.asked_of(message)
        asked = [each.asked for each in self._places if each.asked is not None]
        newest = max(each.question.serial for each in asked)
        if its.asked.question.kind != "look" and not self._all_asked(newest):
            return
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

    def _all_asked(self, serial: int) -> bool:
        """Whether both at one keyboard have heard of a question, so that it is told whose turn it is first."""
        here = [each for each in self._places if not each.lost and each.seat is not None]
        return all(each.asked is not None and each.asked.question.serial == serial for each in here)

    def _on_done(self, _its: RemotePlace, message: dict[str, Any]) -> None:
        reply = self._replies.get(int(message["id"]))
        if reply is not None:
            reply.answer = message

    def _on_refused(self, its: RemotePlace, message: dict[str, Any]) -> None:
        number = int(message["id"])
        if number == 0 and message.get("kind") == "refused":
            number = self._unknown_to(its)
        if number in self._replies:
            self._on_done(its, {**message, "id": number})
        elif message["reason"]:
            self._ready.append(news.Remarked(str(message["reason"]), problem=True))

    def _unknown_to(self, its: RemotePlace) -> int:
        """The question that a server may not know, which is older than it: it names no number then; 0: none."""
        asked = [number for number, reply in self._replies.items() if reply.at is its and reply.said.is_question]
        return asked[0] if asked else 0

    def _on_roster(self, its: RemotePlace, message: dict[str, Any]) -> None:
        roster = unpacking.Roster.model_validate(message)
        if self._is_first(its) and roster != self.roster:
            self._ready.append(news.Came(self.roster, roster))
            self.roster = roster

    def _on_time(self, its: RemotePlace, message: dict[str, Any]) -> None:
        if self._is_first(its):
            name, left = unpacking.line(message["name"]), float(message["left"] or 0)
            self._ready.append(news.Ticked(message["what"] == "up", int(message["seat"]), name, left))

    def _on_request(self, its: RemotePlace, message: dict[str, Any]) -> None:
        if self._is_first(its):
            self._wish = message["seat"]
            name = unpacking.line(message["name"])
            thrower = message.get("thrower")
            thrower = thrower if isinstance(thrower, int) else None
            self._ready.append(news.Wants(str(message["what"]), self._wish, name, thrower))

    def _on_fair(self, its: RemotePlace, message: dict[str, Any]) -> None:
        doubt = its.witness.doubt
        if doubt != its.doubt:
            its.doubt = doubt
            self._ready.append(news.Remarked(doubt, problem=True))
        if message.get("phase") == "open" and self._is_first(its) and not doubt:
            self._ready.append(news.Opened(any(place.witness.gave(place.seat) for place in self._places)))

    def _on_notice(self, its: RemotePlace, message: dict[str, Any]) -> None:
        if self._is_first(its):
            self._ready.append(news.Remarked(unpacking.line(message["text"])))

    def _on_unsaved(self, its: RemotePlace, message: dict[str, Any]) -> None:
        its.asked = self._emitted = None
        if self._is_first(its):
            self._ready.append(news.Remarked(unpacking.line(message["text"]), problem=True))

    def _on_chat(self, its: RemotePlace, message: dict[str, Any]) -> None:
        if self._is_first(its):
            self._ready.append(news.Chatted(unpacking.line(message["name"]), unpacking.line(message["text"])))

    def _on_over(self, its: RemotePlace, message: dict[str, Any]) -> None:
        its.asked = self._emitted = None
        if self._is_first(its):
            ranks = message["ranks"]
            self._ready.append(Over(Ending(message["why"], None if ranks is None else tuple(map(int, ranks)))))

    def _on_seated(self, its: RemotePlace, message: dict[str, Any]) -> None:
        its.seat = None if message["seat"] is None else int(message["seat"])
        its.since = 0
        self._begin_afresh(its)

    def _begin_afresh(self, its: RemotePlace) -> None:
        its.asked = self._emitted = None
        self._sit()
        if self._is_first(its):
            self._told = 0
            self._ready.append(news.Afresh())

    def _on_broken(self, _its: RemotePlace, _message: dict[str, Any]) -> None:
        self._part(_("The game has failed at the server, and the table is closed; the match is kept there."))

    # The end

    def close(self, _seconds: float = 2.0) -> bool:
        """Gets up; the seats stay."""
        self._hang_up()
        return True

    def _hang_up(self) -> None:
        self._closed = True
        for its in self._places:
            its.caller.close()


def strange() -> str:
    """The sentence for what breaks the protocol."""
    return _("The server says something that this program doesn't understand: update the older of the two.")
