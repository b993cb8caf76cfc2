"""The line to a table elsewhere, as a screen holds it: like that to a room in this process, over one socket or two."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.match import Seat
from tabletop.remote import news, unpacking
from tabletop.remote.caller import Knock
from tabletop.remote.conversation import SocketConversation
from tabletop.remote.incoming import Incoming, Replied, strange
from tabletop.remote.links import Link
from tabletop.remote.phrases import Phrase, Say, confirming, is_silent, phrase
from tabletop.remote.places import RemotePlace
from tabletop.rooms.line import STEP, Waiting
from tabletop.table.looking import Look
from tabletop.table.question import Denied, Refused, Stale, Unread
from tabletop.table.reader import Reader
from tabletop.table.requests import Confirm, LookAt, Play, Seats, Slips
from tabletop.table.winning import Slip
from tabletop.unsaved import SaveError

_ = Texts(__file__)

RATE, BURST = 15.0, 40.0
"""Messages a second in the long run, and at once: less than a server allows."""


class RemoteLine(Incoming):
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
        super().__init__(links, reader, knock, wait)
        self.tell: Callable[[Any], object] = lambda _item: None
        """says something while an answer is waited for"""
        self._last_look: Look | None = None
        self.known_moves: frozenset[str] = frozenset()
        """all moves of the game, where they are few"""
        self._shown = self._screen()
        self._last_id = 0
        self._clock = clock
        self._allowance, self._at = BURST, clock()

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
        elif isinstance(what, Slips):
            return self._slip(what, waiting)
        elif not is_silent(what):
            said = phrase(what)
            at = self._of(said.seat) if said.seat is not None else self._looking()
            if isinstance(what, LookAt):
                return self._look(what, at, said, waiting)
            return self._read(said, self._answered(at, said, waiting))
        return None

    def _look(self, what: LookAt, at: RemotePlace, said: Phrase, waiting: Waiting) -> Look:
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

    def _slip(self, what: Slips, waiting: Waiting) -> Slip | None:
        """Whether a win goes by; None too where the server can't say, which is older perhaps."""
        said = phrase(what)
        try:
            found: Slip | None = self._read(said, self._answered(self._of(what.seat), said, waiting))
        except Refused:
            found = None
        return found

    def _read(self, said: Phrase, answer: Any) -> Any:
        try:
            return said.read(answer)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            raise Refused(strange()) from None

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
        for its in self._places:
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
        asked = [its for its in self._places if its.seat is not None and its.seat != self._wish]
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
        if its.asked is not None and its.asked.yours and its.asked.question.serial == what.serial:
            its.asked = None
        self._emitted = None

    def _answered(self, at: RemotePlace, said: Phrase, waiting: Waiting) -> Any:
        """The value of an answer; raises what the message was refused with."""
        self._last_id += 1
        number, reply = self._last_id, Replied(at, self._with_screen(said))
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

    def _of(self, seat: int | None) -> RemotePlace:
        return next((its for its in self._places if its.seat == seat), self._places[0])

    def _looking(self) -> RemotePlace:
        """The connection of whose eyes are open."""
        if self.reader.eyes is not None:
            return self._of(self.reader.eyes)
        return self._of(self._emitted.seat) if self._emitted is not None else self._places[0]

    @property
    def _covered(self) -> bool:
        """Whether nobody's eyes are open at a keyboard that several share."""
        return self.reader.shared and self.reader.eyes is None and self.hides


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
