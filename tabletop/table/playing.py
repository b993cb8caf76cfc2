"""The table: a journal, the match that follows from it, and the question that is open."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from tabletop import scoring
from tabletop.chance import Chance
from tabletop.entries import Line
from tabletop.game import CHANCE
from tabletop.history import ENDED, ENDS, PLAYER, PLAYS_ON, PLUGIN, RESIGNED, TAKE_BACK, THROWER, Status
from tabletop.i18n import Texts, speaking
from tabletop.illegal import IllegalMove
from tabletop.match import AnyGame, Match, Seat, has_secrets, has_summaries, is_open
from tabletop.table import sealed, typed
from tabletop.table.addressing import reworded
from tabletop.table.answered import was_answered
from tabletop.table.happened import since
from tabletop.table.journal import Journal
from tabletop.table.kinds import last_asking
from tabletop.table.question import Denied, Ending, Happening, Question, Stale
from tabletop.table.reader import Reader
from tabletop.table.sealed import Seals
from tabletop.table.stops import Stops
from tabletop.table.takeback import TakeBack
from tabletop.tally_note import TALLY, tally_of
from tabletop.terms import OWN_DICE, TERMS, UNCOUNTED, Terms

_ = Texts(__file__)


class Table:
    """One match being played."""

    def __init__(
        self,
        game: AnyGame,
        journal: Journal,
        chance: Chance,
        *,
        plays_forced: bool = False,
        stops: bool = False,
        prescribed: bool = False,
        version: str | None = None,
        versions: Iterable[str] = (),
        sealed_by: Mapping[int, str] | None = None,
    ) -> None:
        """Replays the journal. Raises IllegalMove where its events don't follow the rules, and OldEvent as ``Match``.

        ``game``: bound as the journal's header says. ``plays_forced``: whether somebody plays the only move there is
        for people, so that it isn't a decision of theirs to take back. ``stops``: whether the people at it look at each
        summary before the match goes on. ``prescribed``: where only some of those who choose at once have, what they
        chose stays known, as a lesson wants it. ``version``: of the game's plugin, which is noted before its first
        event where another one has written before; ``versions``: see ``Match``; ``sealed_by``: by which earlier
        versions moves are sealed, by seats.
        """
        self.game = game
        self.journal = journal
        self.chance = chance
        self.plays_forced = plays_forced
        self.has_summaries = has_summaries(game)
        """whether the game ever sums up"""
        self.is_open = is_open(game)
        """whether all eyes see and read the same"""
        self.has_secrets = has_secrets(game)
        """whether people at one keyboard have something to hide from each other"""
        self._stops = Stops(game) if stops and self.has_summaries else None
        self._new_version: tuple[Line, ...] = ()
        if version is not None and journal.history.version not in (None, version):
            self._new_version = ((PLUGIN, {"version": version}),)
        self.match = Match(game, journal.history.events, versions)
        self.match.revealed = True if self.journal.history.status in ENDS else None
        self.take_back = TakeBack(self.match, self.terms)
        self.undone: dict[int | None, str] = {}
        """by whose eyes: the event before which the match stands again, as it read"""
        self._drawn: tuple[int, str] | None = None
        self._serial = (0, 0)
        self._answered: dict[int, tuple[int, str]] = {}
        self._seals = Seals(self.match, journal.history)
        if not (prescribed or self.ending):
            self._seals.tidy(sealed_by or {})

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
            self._serial = (len(entries), last_asking(entries))
        return self._serial[1]

    @property
    def ending(self) -> Ending | None:
        """How the match ended, when it is over and that is written down."""
        history = self.journal.history
        if history.status not in ENDS:
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
        actor, history = self.match.to_act, self.journal.history
        if history.status in ENDS:
            return None
        serial = self._serial[1] if self._serial[0] == len(history.entries) else self.serial
        if (actor is None or actor == CHANCE) and (seats := self._looking()):
            return Question(serial, "look", seats)
        if actor is None:
            return None
        if actor == CHANCE:
            return Question(serial, "throw", self._throwers()) if history.terms.dice == "mine" else None
        if not self.match.at_once:
            return Question(serial, "move", (actor,))
        seats = self.choosing
        return Question(serial, "move", seats) if seats else None

    @property
    def choosing(self) -> tuple[int, ...]:
        """The seats that have still to choose."""
        return self._seals.choosing

    def _throwers(self) -> tuple[int, ...]:
        """The seats that may type what real dice show."""
        thrower, people = self.journal.history.thrower, self.people
        return (thrower,) if thrower in people else people or tuple(range(len(self.seats)))

    def _looking(self) -> tuple[int, ...]:
        """The people who still look at a summary."""
        return self._stops.looking(self.match.state, self.serial, self.people) if self._stops else ()

    def ranks(self) -> tuple[int, ...]:
        """The rank of each side as it stands; those who have resigned are last."""
        result = self.match.result
        ranks = result.ranks if result else tuple(self.game.standing(self.match.state))
        return scoring.resigned(ranks, *self.resigned)

    # The course of play

    def advance(self) -> list[Happening]:
        """One step without anybody being asked: what chance gives, what all have chosen, or writing down the end; empty
        when there is none.

        Raises SaveError, with nothing changed: the same is tried again by the next call.
        """
        if self.journal.history.status in ENDS or self.question:
            return []
        actor = self.match.to_act
        if actor is None:
            return self._finish()
        if self._seals.anew:
            return self._seal_again()
        if actor != CHANCE:
            return self._reveal({})
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
            own = seat in by.seats or by.host  # who guesses at what others have answered is told nothing of it
            if own and self._answered.get(seat) == (serial, text):
                return []
            question = self.question
            if question is None or serial != question.serial:
                if own and was_answered(self.journal.history, self.match, seat, text, serial):
                    return []
                raise Stale
            asked = self.match.asked if self.match.at_once and question.kind == "move" else question.seats
            may = question.kind != "look" and (seat in by.seats or (by.host and question.kind == "throw"))
            if seat not in asked or not may:
                raise Denied(_("It isn't your turn."))
            try:
                if question.kind == "throw":
                    outcome = typed.thrown(self.game, self.match.state, text)
                    happened = self._take(lambda: self.match.resolve(outcome))
                elif len(asked) > 1:
                    happened = self._choose(seat, text)
                else:
                    move = typed.move(self.match, seat, text)
                    happened = self._take(lambda: self.match.play(move))
            except IllegalMove as why:
                raise reworded(why, self.game, self.journal.history, by) from None
            self.take_back.forget()
            self._answered[seat] = (serial, text)
            return happened

    def _choose(self, seat: int, text: str) -> list[Happening]:
        """What a seat chooses at once with others: sealed until the last of them has chosen."""
        move, chosen = self.legal(seat, text), self._seals.chosen
        if chosen.get(seat) == move:
            return []
        if set(self.match.asked) - set(chosen) - {seat}:
            return self._write_moves(sealed.note(seat, move))
        return self._reveal({seat: move})

    def _reveal(self, last: Mapping[int, str]) -> list[Happening]:
        """All have chosen: their moves are written in one step, in the order of their seats."""
        chosen = {**self._seals.chosen, **last}
        try:
            return self._replay([f"{seat + 1} {chosen[seat]}" for seat in self.match.asked])
        except IllegalMove:  # its reason would tell what others have chosen
            raise IllegalMove(_("These choices don't go together: the rules of this game are at fault.")) from None

    def _seal_again(self) -> list[Happening]:
        happened = self._write_moves(*self._seals.anew)
        self._seals.anew = ()
        return happened

    def confirm(self, by: Reader, serial: int) -> None:
        """Those whom ``by`` acts for have looked at the summary of question ``serial``. Nothing is written.

        Who confirms a question that is asked no more wants the match to go on, and it has.
        """
        question = self.question
        if self._stops and question is not None and question.kind == "look" and question.serial == serial:
            self._stops.looked(serial, by.seats)

    def legal(self, seat: int, text: str) -> str:
        """The canonical text of the legal move that a text means. Raises IllegalMove with the reason."""
        return typed.legal(self.match, seat, text)

    # Other changes

    def undo(self, people: tuple[int, ...]) -> list[Happening]:
        """Takes back to the last decision of one of ``people``, or what one has sealed, which nobody has seen.

        Raises ValueError if refused, and SaveError.
        """
        if self.ending is not None:
            raise ValueError(_("The match is over: nothing is taken back any more."))
        if self.match.at_once and (own := [seat for seat in self._seals.chosen if seat in people]):
            self.take_back.check_on()
            happened = self._write(sealed.note(own[-1], None))
            self._answered.pop(own[-1], None)
            return happened
        events = self.take_back.to_undo(people, skips_forced=self.plays_forced)
        first = len(self.match.events) - len(events)
        undone = {eyes: self.match.read(first, eyes) for eyes in (None, *range(len(self.seats)))}
        happened = self._write((TAKE_BACK, {"events": len(events)}))
        self.undone = undone
        self.match.take_back(len(events))
        self.take_back.undone(events)
        self._drawn = None
        return [happened[0]._replace(position=len(self.match.events))]

    def redo(self) -> Iterator[Happening]:
        """Plays again what was taken back last, one by one. Raises ValueError when that can't be, and SaveError."""
        events = self.take_back.to_redo()
        self.take_back.redone()
        try:
            while events:
                count = max(1, len(self.match.asked))
                happened = self._replay(events[:count])
                events = events[count:]
                yield from happened
        finally:
            if events:
                self.take_back.undone(events)

    def reseat(self, number: int, seat: Seat) -> list[Happening]:
        """Somebody else plays on for a seat. Raises SaveError, and ValueError where nothing is left to play."""
        self._check_goes_on()
        return self._write((PLAYER, {"seat": number + 1, **seat.model_dump()}))

    def throw_for_all(self, seat: int | None) -> list[Happening]:
        """A seat throws real dice for everybody from now on, and the match doesn't count; None: the program throws.

        Raises SaveError, and ValueError where nothing is left to play.
        """
        self._check_goes_on()
        terms = self.terms.model_copy(update={"dice": "program" if seat is None else "mine"})
        who: Line = (THROWER, {"seat": None if seat is None else seat + 1})
        uncounted: list[Line] = [] if seat is None else [(UNCOUNTED, {"why": OWN_DICE})]
        happened = self._write((TERMS, terms.model_dump()), *uncounted, who)
        self.take_back = TakeBack(self.match, self.terms)
        return happened

    def resign(self, side: int, instead: Seat | None = None) -> list[Happening]:
        """A side gives up. The match ends, and it is last whatever it scored; or ``instead`` plays its seats out.

        Raises SaveError, and ValueError where nothing is left to play.
        """
        self._check_goes_on()
        note: Line = (RESIGNED, {"side": side + 1} if instead is None else {"side": side + 1, PLAYS_ON: True})
        if instead is not None:
            seats = [number for number, its in enumerate(self.game.sides()) if its == side]
            return self._write(note, *((PLAYER, {"seat": n + 1, **_named(instead, n).model_dump()}) for n in seats))
        ranks = scoring.resigned(self.game.standing(self.match.state), *self.resigned, side)
        return self._write(note, *self._ending(ranks))

    def end(self, side: int, why: str) -> list[Happening]:
        """The match ends beside the rules, by a side that is last whatever it scored; ``why``: a word such as ``time``.

        Raises SaveError, and ValueError where nothing is left to play.
        """
        self._check_goes_on()
        ranks = scoring.resigned(self.game.standing(self.match.state), *self.resigned, side)
        note: Line = (ENDED, {"why": why, "side": side + 1})
        return self._write(note, *self._ending(ranks))

    def abandon(self) -> list[Happening]:
        """The match is over without a result. Raises SaveError, and ValueError where it has one."""
        self._check_goes_on()
        return self._write(("abandoned", {"scores": self._scores(), "ranks": None}))

    def note(self, kind: str, data: dict[str, Any]) -> None:
        """Notes something that changes nothing that is asked, such as a hint. Raises SaveError."""
        self.journal.append((kind, data))

    def leave(self) -> None:
        """Notes how the match stands when everybody gets up, or that it is over. Raises SaveError."""
        actor = self.match.to_act
        if actor is None:
            self._finish()
            return
        turn = None if actor == CHANCE else (*self.choosing, actor)[0] + 1
        self.note("left", {"scores": self._scores(), "turn": turn})

    # What happened

    def since(self, n: int) -> list[Happening]:
        """What happened after line ``n``, also before a restart; events that were taken back later are left out."""
        return since(self.journal.history, n, len(self.match.events))

    def _finish(self) -> list[Happening]:
        return self._write(*self._ending(self.ranks()))

    def _ending(self, ranks: Sequence[int]) -> list[Line]:
        """That the match is over, and what it is worth to statistics where it counts."""
        finished: Line = ("finished", {"scores": self._scores(), "ranks": list(ranks)})
        history = self.journal.history
        tally = None if history.uncounted else tally_of(self.match, history.first_seats, ranks)
        return [finished, (TALLY, tally.data)] if tally else [finished]

    def _check_goes_on(self) -> None:
        if self.match.to_act is None:
            raise ValueError(_("The match is over."))

    def _scores(self) -> list[Any]:
        return list(self.game.scores(self.match.state))

    def replay(self, event: str) -> list[Happening]:
        """Plays an event from its canonical text, whoever acts. Raises IllegalMove and SaveError, nothing changed."""
        return self._replay([event])

    def _replay(self, events: Sequence[str]) -> list[Happening]:
        return self._take(*[partial(self.match.apply, event) for event in events])

    def _take(self, *acts: Callable[[], str]) -> list[Happening]:
        events: list[str] = []
        try:
            for act in acts:
                events.append(act())
            return self._write_moves(*events)
        except BaseException:
            self.match.take_back(len(events))
            raise

    def _write_moves(self, *lines: Line) -> list[Happening]:
        happened = self._write(*self._new_version, *lines)
        self._new_version = ()
        return happened

    def _write(self, *lines: Line) -> list[Happening]:
        before = len(self.journal.history.entries)
        self.journal.append(*lines)
        self.match.revealed = True if self.journal.history.status in ENDS else None
        return self.since(before)


def _named(seat: Seat, number: int) -> Seat:
    return seat if seat.player == "human" else seat.model_copy(update={"name": f"CPU {number + 1}"})
