"""Where lessons take place: the learner's desk, what can be typed there, and the analysis of the position."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self

from tabletop.aliases import offered, shown, spellings
from tabletop.analysis import Analysis
from tabletop.chance import Chance, Entropy
from tabletop.course import Position
from tabletop.cpu import analysts
from tabletop.guard.failures import PluginFailure
from tabletop.guard.lapses import Lapses
from tabletop.guard.proxies import GuardedAnalyst, guarded
from tabletop.i18n import Texts, language
from tabletop.lessons import set_up
from tabletop.match import Header, Seat
from tabletop.person import ME
from tabletop.plugins.find.catalogue import GameListing
from tabletop.rooms.adviser import Adviser
from tabletop.rooms.cpu_seats import CpuSeats
from tabletop.rooms.line import LocalLine
from tabletop.rooms.messages import Advise
from tabletop.rooms.room import Room
from tabletop.setup import AnyGame, read_seat
from tabletop.table.journal import Memory
from tabletop.table.looking import Look, Option
from tabletop.table.playing import Table
from tabletop.table.question import Unread
from tabletop.table.reader import Reader
from tabletop.table.requests import LookAt, Parse, Replay
from tabletop.table.telling import Told
from tabletop.terminal import pages
from tabletop.terminal.advice import hint_text
from tabletop.terminal.choices import meant, moves_text
from tabletop.terminal.console import Completions, Console, Role
from tabletop.terminal.display import Display
from tabletop.terminal.following import Follower
from tabletop.terminal.reading import candidates, command_in, first_read, verbs
from tabletop.words import Kind, begun, whole

_ = Texts(__file__)


class LeaveLesson(Exception):
    """The learner gets up; the lesson goes on here another time."""


class SkipStep(Exception):
    """The learner wants the next step."""


class Classroom:
    """What the steps of lessons have in common: a console, a game, its pages and its analysis."""

    def __init__(
        self,
        console: Console,
        listing: GameListing,
        rules: type[AnyGame],
        texts: Texts,
        me: str,
        lend: Callable[[AnyGame], AnyGame],
        pause: float,
        tell_lapse: Callable[[PluginFailure], object] | None = None,
    ) -> None:
        """``texts``: of the course; ``me``: the learner's chosen name, if any; ``lend`` gives a game its cache folder;
        ``pause``: seconds after each event of a CPU player's turn; ``tell_lapse``: see ``Follower``.
        """
        self.lapses = Lapses(tell_lapse or (lambda failure: console.say(str(failure), Role.NOTE)))
        """of all lessons of this game, so that each is told once"""
        self.console = console
        self.listing = listing
        self.rules = rules
        self.text = texts
        self.me = me
        self.pause = pause
        self._lend = lend
        self._analysts: dict[str, Any] = {}
        self.commands: Mapping[str, tuple[Callable[[Desk | None], None], str]] = {
            "help": (self._help, _("what can be typed")),
            "table": (self._table, _("the table again")),
            "rules": (self._rules, _("the rules of this game")),
            "skip": (_skip, _("on to the next step")),
            "quit": (_quit, _("leave, as with Ctrl-D; the lesson goes on here another time")),
        }

    def desk(self, position: Position, chance: Chance | None = None, against: str = "") -> "Desk":
        """The learner's table at a position; the caller closes it. Raises ValueError for one that can't be.

        ``against``: the level of the CPU players, where the match is to go on by itself.
        """
        match = set_up(self.rules, position)
        game, plugin = self._lend(match.game), str(self.listing.plugin)
        seats = tuple(_seat(number, position.you - 1, against) for number in range(game.seats))
        journal = Memory(Header(game=self.listing.id, seats=seats))
        journal.append(*match.events)

        stops = self.console.interactive
        table = Table(guarded(game, plugin), journal, chance or Entropy(), stops=stops, prescribed=True)
        adviser = Adviser(self._analyst(game))
        find = CpuSeats(self.listing, game, timed=False).find if against else None
        room = Room(table, find=find, adviser=adviser, paused=not against)
        return Desk(self, room, table.game, position.you - 1)

    def _analyst(self, game: AnyGame) -> Any:
        """The analyst of a game, prepared once for the same rules."""
        key = f"{game.seats} {game.options!r}"
        if key not in self._analysts:
            self._analysts[key] = GuardedAnalyst(analysts.find(game), str(self.listing.plugin))
        return self._analysts[key]

    def read(self, prompt: str, completions: Completions, desk: "Desk | None" = None) -> str:
        """A line that is no command: one of ``completions``, or unknown. Raises SkipStep and LeaveLesson."""
        words = [spellings(completions)]

        def known() -> str:
            word = whole(typed, words) or begun(typed, words)
            if word is None:
                raise Unread
            return word

        while True:
            typed = self.ask(prompt, completions, desk)
            try:
                if not self.obeys(typed, words, known, desk):
                    return known()
            except Unread:
                return typed
            except ValueError as why:
                self.console.say(str(why), Role.PROBLEM)

    def ask(self, prompt: str, completions: Completions, desk: "Desk | None") -> str:
        """A line that was typed. Ctrl-C clears it. Raises LeaveLesson."""
        known = {name: meaning for name, (_run, meaning) in self.commands.items()}
        game = None if desk is None else desk.game
        while True:
            try:
                return self.console.ask(prompt, offered({**completions, **known}, game))
            except KeyboardInterrupt:
                continue
            except EOFError:
                raise LeaveLesson from None

    def obeys(self, typed: str, others: Sequence[Kind], attempt: Callable[[], object], desk: "Desk | None") -> bool:
        """Whether a command was typed, which is done then; otherwise ``attempt`` was made. See ``command_in``."""
        command = command_in(typed, others, [spellings(self.commands)], attempt)
        if command is not None:
            self.commands[command][0](desk)
        return command is not None

    def _help(self, desk: "Desk | None") -> None:
        if desk is not None and desk.on_turn:
            self.console.say(moves_text(desk.look()))
        for name, (_run, meaning) in self.commands.items():
            word = shown(name)
            self.console.say(f"{word}: {meaning}" if self.console.plain else f"  {word:<6} {meaning}")

    def _table(self, desk: "Desk | None") -> None:
        if desk is None:
            self.console.say(_("There is no table in this step."), Role.PROBLEM)
        else:
            desk.show()

    def _rules(self, desk: "Desk | None") -> None:
        game = None if desk is None else desk.game
        self.console.page(pages.rules_page(self.listing, self.console.style, game, plain=self.console.plain))


def _skip(_desk: "Desk | None") -> None:
    raise SkipStep


def _quit(_desk: "Desk | None") -> None:
    raise LeaveLesson


class Desk(Follower):
    """A match in a lesson: looked at by the learner's seat, played by the learner and the CPU."""

    def __init__(self, room: Classroom, table: Room, game: AnyGame, seat: int) -> None:
        """``seat``: the learner's, from 0."""
        style = None if room.console.plain else room.console.style
        reader = Reader(frozenset({seat}), language=language(), me=room.me, style=style, host=True)
        super().__init__(room.console, LocalLine(table, reader), room.lapses.add)
        self.room = room
        self.game = game
        self.seat = seat
        self.display = Display(room.console, self.look)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.line.close()
        self.tell_lapses()

    def look(self) -> Look:
        """The table as the learner sees it."""
        found: Look = self.ask(LookAt())
        return found

    @property
    def on_turn(self) -> bool:
        """Whether the learner is asked for a move."""
        return bool(self.look().moves)

    def show(self) -> None:
        """The table as the learner sees it, and the learner's moves."""
        self.display.table()

    def show_position(self) -> None:
        """The table without the moves, where none is wanted."""
        self.display.scores()
        self.display.position()

    def apply(self, event: str) -> None:
        """Plays an event and tells it."""
        self.ask(Replay(event))
        while (item := self.line.next(0)) is not None:
            if isinstance(item, Told) and item.kind == "event":
                self.display.event(item)

    def read_move(self) -> Option:
        """A legal move that the learner typed; what the rules refuse is answered with the reason."""
        found: list[Option] = []
        while not found:
            look = self.look()
            legal = [move.text for move in look.moves]
            typed = self.room.ask(f"{look.names[self.seat]}> ", dict.fromkeys(legal, _("a move")), self)
            if not typed:
                self.console.say(moves_text(look), Role.NOTE)
                continue
            typed = meant(look.moves, typed) or typed
            words = verbs(self.game, legal, look.questions)
            attempt = partial(self._read, typed, look, words, found)
            try:
                self.room.obeys(typed, [words], attempt, self)
            except ValueError as why:
                self.console.say(str(why), Role.PROBLEM)
        return found[0]

    def _read(self, typed: str, look: Look, words: Kind, found: list[Option]) -> None:
        legal = [move.text for move in look.moves]
        texts = [typed] if typed in legal else candidates(self.game, legal, typed, words, look.questions)
        found.append(first_read(texts, lambda text: self.ask(Parse(self.seat, text))))

    def analyse(self) -> Analysis | None:
        """What each move of the learner is worth; None without a choice, at Ctrl-C, and where the analyst can't say."""
        if len(self.look().moves) < 2:
            return None
        try:
            found: Analysis = self.think(Advise(self.seat))
        except (ValueError, KeyboardInterrupt):
            return None
        return found

    def values_text(self, analysis: Analysis | None, move: str) -> str:
        """What ``move`` is worth beside the best one, or the best one beside the next; empty without an analysis."""
        if analysis is None:
            return ""
        notation = self.game.notation
        shown = [value for value in analysis.moves if notation(value.move) == move]
        others = [value for value in analysis.moves if notation(value.move) != move]
        shown = sorted(shown + others[:1], key=lambda value: -value.value)
        return hint_text(self.game, analysis._replace(moves=tuple(shown)))


def _seat(number: int, learner: int, level: str) -> Seat:
    return Seat(name=ME) if number == learner else read_seat(f"cpu:{level}" if level else "cpu", number + 1, "")
