"""The table: a journal, the match that follows from it, and the question that is open."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from tabletop import scoring
from tabletop.chance import Chance
from tabletop.entries import Entry, Event, Line
from tabletop.game import CHANCE
from tabletop.history import ENDED, PLAYER, PLAYS_ON, PLUGIN, RESIGNED, TAKE_BACK, Status
from tabletop.i18n import Texts, speaking
from tabletop.illegal import IllegalMove
from tabletop.match import AnyGame, Match, Seat
from tabletop.table.journal import Journal
from tabletop.table.question import Denied, Ending, Happening, Question, Stale, Unread
from tabletop.table.reader import Reader
from tabletop.table.takeback import TakeBack
from tabletop.terms import TERMS, Terms

_ = Texts(__file__)

_TURNS: Final = {TAKE_BACK: "back", PLAYER: "player", TERMS: "terms", RESIGNED: "resigned", ENDED: "ended"}
"""Notes that change what is asked, and what readers are told then."""
_ENDS: Final = {Status.FINISHED, Status.ABANDONED}


class Table:
    """One match being played."""

    def __init__(
        self,
        game: AnyGame,
        journal: Journal,
        chance: Chance,
        *,
        plays_forced: bool = False,
        version: str | None = None,
        versions: Iterable[str] = (),
    ) -> None:
        """Replays the journal. Raises IllegalMove where its events don't follow the rules.

        ``game``: bound as the journal's header says. ``plays_forced``: whether somebody plays the only move there is
        for people, so that it isn't a decision of theirs to take back. ``version``: of the game's plugin, which is
        noted before its first event where another one has written before; ``versions``: see ``Match``.
        """
        self.game = game
        self.journal = journal
        self.chance = chance
        self.plays_forced = plays_forced
        self.match = Match(game, journal.history.events, versions)
        self._new_version: tuple[Line, ...] = ()
        if version is not None and journal.history.version not in (None, version):
            self._new_version = ((PLUGIN, {"version": version}),)
        self.match.revealed = True if self.journal.history.status in _ENDS else None
        self.take_back = TakeBack(self.match, self.terms)
        self.undone: dict[int | None, str] = {}
        """by whose eyes: the event before which the match stands again, as it read"""
        self._drawn: tuple[int, str] | None = None
        self._serial = (0, 0)
        self._answered: tuple[int, int, str] | None = None

    # How it stands

    @property
    def terms(self) -> Terms:
        """On which terms it is played."""
        return self.journal.history.terms

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now."""
        return self.journal.history.seats

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.player == "human")

    @property
    def n(self) -> int:
        """The number of the journal's last line."""
        return len(self.journal.history.entries)

    @property
    def serial(self) -> int:
        """The number of the last line that changed what is asked; 0 at the start."""
        entries = self.journal.history.entries
        if self._serial[0] != len(entries):
            self._serial = (len(entries), next((n for n in range(len(entries), 0, -1) if _kind(entries[n - 1])), 0))
        return self._serial[1]

    @property
    def ending(self) -> Ending | None:
        """How the match ended, when it is over and that is written down."""
        history = self.journal.history
        if history.status not in _ENDS:
            return None
        if history.status == Status.ABANDONED:
            return Ending("abandoned", None)
        return Ending("resigned" if self.match.to_act is not None else "rules", history.ranks)

    @property
    def resigned(self) -> tuple[int, ...]:
        """The sides that have resigned and are played on for, from 0."""
        return self.journal.history.resigned

    @property
    def question(self) -> Question | None:
        """What is asked; None where ``advance`` has something to do, or the match is over."""
        actor = self.match.to_act
        if actor is None or self.journal.history.status in _ENDS:
            return None
        if actor == CHANCE:
            typed = self.terms.dice == "mine"
            return Question(self.serial, "throw", self.people or tuple(range(len(self.seats)))) if typed else None
        return Question(self.serial, "move", (actor,))

    def ranks(self) -> tuple[int, ...]:
        """The rank of each side as it stands; those who have resigned are last."""
        result = self.match.result
        ranks = result.ranks if result else tuple(self.game.standing(self.match.state))
        return scoring.resigned(ranks, *self.resigned)

    # The course of play

    def advance(self) -> list[Happening]:
        """One step without anybody being asked: what chance gives, or writing down the end; empty when there is none.

        Raises SaveError, with nothing changed: the same is tried again by the next call.
        """
        if self.journal.history.status in _ENDS or self.question:
            return []
        if self.match.to_act is None:
            return self._write(("finished", {"scores": self._scores(), "ranks": list(self.ranks())}))
        number = len(self.match.events)
        if self._drawn is None or self._drawn[0] != number:
            self._drawn = (number, self.chance.outcome(self.game, self.match.state, number))
        event = f"* {self._drawn[1]}"
        return self._take(lambda: self.match.apply(event))

    def answer(self, by: Reader, seat: int, text: str, serial: int) -> list[Happening]:
        """What ``seat`` answers to the question ``serial``: a move, or what real dice showed.

        The same answer again is taken as done. Raises Stale, Denied, IllegalMove with the reason, all in the language
        of ``by``, and SaveError; nothing has changed then.
        """
        with speaking(by.language):
            if self._answered == (serial, seat, text):
                return []
            question = self.question
            if question is None or serial != question.serial:
                raise Stale
            if seat not in question.seats or not (seat in by.seats or (by.host and question.kind == "throw")):
                raise Denied(_("It isn't your turn."))
            if question.kind == "throw":
                outcome = self._thrown(text)
                happened = self._take(lambda: self.match.resolve(outcome))
            else:
                move = self._move(seat, text)
                happened = self._take(lambda: self.match.play(move))
            self.take_back.forget()
            self._answered = (serial, seat, text)
            return happened

    def legal(self, seat: int, text: str) -> str:
        """The canonical text of the legal move that a text means. Raises IllegalMove with the reason."""
        move = self._move(seat, text)
        if move not in self.match.legal_moves():
            raise IllegalMove(self.game.why_not(self.match.view(seat), move))
        return self.game.notation(move)

    def _move(self, seat: int, text: str) -> Any:
        """The move that a text means, legal or not. Raises Unread where it means none."""
        try:
            return self.game.parse(text, self.match.view(seat))
        except IllegalMove as why:
            raise Unread(str(why)) from None

    def _thrown(self, text: str) -> Any:
        """The outcome that was typed, in words apart, or with commas and hyphens, or as bare digits: 3 5, 3,5 or 35."""
        parse, state = self.game.parse_outcome, self.match.state
        words = " ".join(re.sub("[,;-]", " ", text.lower()).split())
        try:
            return parse(words, state)
        except IllegalMove:
            with suppress(IllegalMove):
                return parse(text, state)
            if not (words.isascii() and words.isdigit() and len(words) > 1):
                raise
            with suppress(IllegalMove):
                return parse(" ".join(words), state)
            raise

    # Other changes

    def undo(self, people: tuple[int, ...]) -> list[Happening]:
        """Takes back to the last decision of one of ``people``. Raises ValueError if refused, and SaveError."""
        if self.ending is not None:
            raise ValueError(_("The match is over: nothing is taken back any more."))
        events = self.take_back.to_undo(people, skips_forced=self.plays_forced)
        first = len(self.match.events) - len(events)
        undone = {eyes: self.match.read(first, eyes) for eyes in (None, *range(len(self.seats)))}
        happened = self._write((TAKE_BACK, {"events": len(events)}))
        self.undone = undone
        self.match.take_back(len(events))
        self.take_back.undone(events)
        return [happened[0]._replace(position=len(self.match.events))]

    def redo(self) -> Iterator[Happening]:
        """Plays again what was taken back last, one by one. Raises ValueError when that can't be, and SaveError."""
        events = self.take_back.to_redo()
        self.take_back.redone()
        done = 0
        try:
            for event in events:
                yield from self.replay(event)
                done += 1
        finally:
            if done < len(events):
                self.take_back.undone(events[done:])

    def reseat(self, number: int, seat: Seat) -> list[Happening]:
        """Somebody else plays on for a seat. Raises SaveError."""
        return self._write((PLAYER, {"seat": number + 1, **seat.model_dump()}))

    def resign(self, side: int, instead: Seat | None = None) -> list[Happening]:
        """A side gives up. The match ends, and it is last whatever it scored; or ``instead`` plays its seats out.

        Raises SaveError.
        """
        note: Line = (RESIGNED, {"side": side + 1} if instead is None else {"side": side + 1, PLAYS_ON: True})
        if instead is not None:
            seats = [number for number, its in enumerate(self.game.sides()) if its == side]
            return self._write(note, *((PLAYER, {"seat": n + 1, **_named(instead, n).model_dump()}) for n in seats))
        ranks = scoring.resigned(self.game.standing(self.match.state), *self.resigned, side)
        return self._write(note, ("finished", {"scores": self._scores(), "ranks": list(ranks)}))

    def abandon(self) -> list[Happening]:
        """The match is over without a result. Raises SaveError."""
        return self._write(("abandoned", {"scores": self._scores(), "ranks": None}))

    def note(self, kind: str, data: dict[str, Any]) -> None:
        """Notes something that changes nothing that is asked, such as a hint. Raises SaveError."""
        self.journal.append((kind, data))

    def leave(self) -> None:
        """Notes how the match stands when everybody gets up. Raises SaveError."""
        actor = self.match.to_act
        turn = None if actor is None or actor == CHANCE else actor + 1
        self.note("left", {"scores": self._scores(), "turn": turn})

    # What happened

    def since(self, n: int) -> list[Happening]:
        """What happened after line ``n``, also before a restart; events that were taken back later are left out."""
        found: list[Happening] = []
        position = len(self.match.events)
        for number in range(self.n, n, -1):
            happening = self._happening(number, position)
            if happening is not None:
                found.append(happening)
                position = happening.position - (happening.kind == "event")
        return found[::-1]

    def _happening(self, n: int, most: int) -> Happening | None:
        """What entry ``n`` is to readers; at most so many events that are in play can have come before it."""
        history = self.journal.history
        entry = history.entries[n - 1]
        kind = _kind(entry)
        if kind is None:
            return None
        if isinstance(entry, Event):
            position = history.places.get(n)
            return None if position is None else Happening(n, "event", _seat(entry.text), position)
        number = entry.data.get("seat")
        seat = number - 1 if isinstance(number, int) else None
        return Happening(n, kind, seat, min(entry.after, most))  # type: ignore[arg-type]

    def _scores(self) -> list[Any]:
        return list(self.game.scores(self.match.state))

    def replay(self, event: str) -> list[Happening]:
        """Plays an event from its canonical text, whoever acts. Raises IllegalMove and SaveError, nothing changed."""
        return self._take(lambda: self.match.apply(event))

    def _take(self, act: Callable[[], str]) -> list[Happening]:
        event = act()
        try:
            happened = self._write(*self._new_version, event)
        except BaseException:
            self.match.take_back()
            raise
        self._new_version = ()
        return happened

    def _write(self, *lines: Line) -> list[Happening]:
        before = self.n
        self.journal.append(*lines)
        self.match.revealed = True if self.journal.history.status in _ENDS else None
        return self.since(before)


def _kind(entry: Entry) -> str | None:
    """What readers are told of an entry; None: nothing."""
    if isinstance(entry, Event):
        return "event"
    return "end" if entry.kind in _ENDS else _TURNS.get(entry.kind)


def _seat(event: str) -> int | None:
    who = event.partition(" ")[0]
    return None if who == "*" else int(who) - 1


def _named(seat: Seat, number: int) -> Seat:
    return seat if seat.player == "human" else seat.model_copy(update={"name": f"CPU {number + 1}"})
