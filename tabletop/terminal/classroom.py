"""Where lessons take place: the learner's desk, what can be typed there, and the analysis of the position."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from tabletop.aliases import offered, shown, spellings
from tabletop.analysis import Analysis
from tabletop.chance import Chance, Entropy
from tabletop.course import Position
from tabletop.cpu import analysts, players
from tabletop.guard.failures import PluginFailure
from tabletop.guard.lapses import Lapses
from tabletop.guard.proxies import GuardedAnalyst, GuardedPlayer, guarded
from tabletop.i18n import Texts, language
from tabletop.lessons import set_up
from tabletop.match import Header, Seat
from tabletop.person import ME
from tabletop.plugins.find.catalogue import GameListing
from tabletop.rooms.adviser import Adviser
from tabletop.rooms.line import LocalLine
from tabletop.rooms.players import CpuPlayer, Player
from tabletop.rooms.room import Advise, Room
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
from tabletop.terminal.console import Completions, Console, Role
from tabletop.terminal.display import Display, moves_text
from tabletop.terminal.following import Follower
from tabletop.terminal.reading import candidates, verbs
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
        seats = tuple(_seat(number, position.you - 1) for number in range(game.seats))
        journal = Memory(Header(game=self.listing.id, seats=seats))
        journal.append(*match.events)

        def find(_number: int, seat: Seat) -> Player | None:
            if seat.player == "human":
                return None
            return CpuPlayer(lambda: GuardedPlayer(players.find(game, against, timed=False), plugin))

        table = Table(guarded(game, plugin), journal, chance or Entropy())
        adviser = Adviser(self._analyst(game))
        room = Room(table, find=find if against else None, adviser=adviser, paused=not against)
        return Desk(self, room, table.game, position.you - 1)

    def _analyst(self, game: AnyGame) -> Any:
        """The analyst of a game, prepared once for the same rules."""
        key = f"{game.seats} {game.options!r}"
        if key not in self._analysts:
            self._analysts[key] = GuardedAnalyst(analysts.find(game), str(self.listing.plugin))
        return self._analysts[key]

    def read(self, prompt: str, completions: Completions, desk: "Desk | None" = None, moves: Kind | None = None) -> str:
        """A line that is no command: a move that may begin with ``moves``, or one of ``completions``, or unknown.

        Raises SkipStep and LeaveLesson.
        """
        known = {name: meaning for name, (_run, meaning) in self.commands.items()}
        game = None if desk is None else desk.game
        while True:
            try:
                typed = self.console.ask(prompt, offered({**completions, **known}, game))
            except KeyboardInterrupt:
                continue
            except EOFError:
                raise LeaveLesson from None
            others = [spellings(completions) if moves is None else moves]
            try:
                command = self._command(typed, others)
                if command is None:
                    return typed if moves is not None else whole(typed, others) or begun(typed, others) or typed
            except ValueError as why:
                self.console.say(str(why), Role.PROBLEM)
            else:
                self.commands[command][0](desk)

    def _command(self, typed: str, others: Sequence[Kind]) -> str | None:
        """The command that was typed; what else can be typed wins where both begin so. ValueError: several."""
        commands = [spellings(self.commands)]
        if whole(typed, others):
            return None
        return whole(typed, commands) or (None if begun(typed, others) else begun(typed, commands))

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
        self.console.page(pages.rules_page(self.listing, self.console.style, game))


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
        """Whether the learner is."""
        return self.look().actor == self.seat

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
        while True:
            look = self.look()
            legal = [move.text for move in look.moves]
            words = verbs(self.game, legal, look.questions)
            typed = self.room.read(f"{look.names[self.seat]}> ", dict.fromkeys(legal, _("a move")), self, words)
            if not typed:
                self.console.say(moves_text(look), Role.NOTE)
                continue
            try:
                return self._legal(typed, legal, look.questions)
            except ValueError as why:
                self.console.say(str(why), Role.PROBLEM)

    def _legal(self, typed: str, legal: list[str], asked: Collection[str]) -> Option:
        refused: Unread | None = None
        for text in [typed] if typed in legal else candidates(self.game, legal, typed, asked):
            try:
                found: Option = self.ask(Parse(self.seat, text))
            except Unread as why:
                refused = refused or why
            else:
                return found
        assert refused is not None
        raise refused

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


def _seat(number: int, learner: int) -> Seat:
    return Seat(name=ME) if number == learner else read_seat("cpu", number + 1, "")
