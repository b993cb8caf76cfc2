"""Where lessons take place: the learner's table, what can be typed there, and the analysis of the position."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, Final

from tabletop.analysis import Analysis
from tabletop.course import Position
from tabletop.cpu import analysts
from tabletop.game import IllegalMove
from tabletop.i18n import Texts
from tabletop.lessons import set_up
from tabletop.match import Match, Seat
from tabletop.plugins.catalogue import GameListing
from tabletop.ui import pages, setup
from tabletop.ui.advice import Advice, hint_text
from tabletop.ui.aliases import offered, shown, spellings
from tabletop.ui.console import Completions, Console, Role
from tabletop.ui.display import Display
from tabletop.ui.moves import meant, verbs
from tabletop.ui.setup import AnyGame
from tabletop.ui.words import Kind, begun, whole

_ = Texts(__file__)

THOUGHT: Final = 0
"""The seed of the analysis in lessons, so that it says the same each time."""


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
        person: str,
        lend: Callable[[AnyGame], AnyGame],
        pause: float,
    ) -> None:
        """``texts``: of the course; ``lend`` gives a game its cache folder; ``pause``: seconds after each event of a
        CPU player's turn.
        """
        self.console = console
        self.listing = listing
        self.rules = rules
        self.text = texts
        self.person = person
        self.pause = pause
        self._lend = lend
        self._advice: dict[str, Advice] = {}
        self.commands: Mapping[str, tuple[Callable[[Desk | None], None], str]] = {
            "help": (self._help, _("what can be typed")),
            "table": (self._table, _("the table again")),
            "rules": (self._rules, _("the rules of this game")),
            "skip": (_skip, _("on to the next step")),
            "quit": (_quit, _("leave, as with Ctrl-D; the lesson goes on here another time")),
        }

    def desk(self, position: Position) -> "Desk":
        """The table at a position. Raises ValueError for one that the rules don't lead to."""
        match = set_up(self.rules, position)
        self._lend(match.game)
        return Desk(self, match, position.you - 1)

    def advice_for(self, game: AnyGame) -> Advice:
        """The analysis of a game, prepared once for the same rules."""
        key = f"{game.seats} {game.options!r}"
        if key not in self._advice:
            self._advice[key] = Advice(self.console, game, analysts.find(game))
        return self._advice[key]

    def read(self, prompt: str, completions: Completions, desk: "Desk | None" = None, moves: Kind | None = None) -> str:
        """A line that is no command: a move that may begin with ``moves``, or one of ``completions``, or unknown.

        Raises SkipStep and LeaveLesson.
        """
        known = {name: meaning for name, (_run, meaning) in self.commands.items()}
        game = None if desk is None else desk.match.game
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
            self.console.say(desk.display.moves(desk.seat))
        for name, (_run, meaning) in self.commands.items():
            word = shown(name)
            self.console.say(f"{word}: {meaning}" if self.console.plain else f"  {word:<6} {meaning}")

    def _table(self, desk: "Desk | None") -> None:
        if desk is None:
            self.console.say(_("There is no table in this step."), Role.PROBLEM)
        else:
            desk.show()

    def _rules(self, desk: "Desk | None") -> None:
        game = None if desk is None else desk.match.game
        self.console.page(pages.rules_page(self.listing, self.console.style, game))


def _skip(_desk: "Desk | None") -> None:
    raise SkipStep


def _quit(_desk: "Desk | None") -> None:
    raise LeaveLesson


class Desk:
    """A match in a lesson: looked at by the learner's seat, played by the learner and the CPU."""

    def __init__(self, room: Classroom, match: Match, seat: int) -> None:
        """``seat``: the learner's, from 0."""
        self.room = room
        self.match = match
        self.seat = seat
        self.seats = tuple(_seat(room.person, number, seat) for number in range(match.game.seats))
        self.display = Display(room.console, match, self.seats)
        self.advice = room.advice_for(match.game)

    @property
    def on_turn(self) -> bool:
        """Whether the learner is."""
        return self.match.to_act == self.seat

    def show(self) -> None:
        """The table as the learner sees it, and the learner's moves."""
        self.display.table(self.seat)

    def show_position(self) -> None:
        """The table without the moves, where none is wanted."""
        self.display.scores()
        self.display.position(self.seat)

    def apply(self, event: str) -> None:
        """Plays an event and tells it."""
        self.match.apply(event)
        self.display.event()

    def read_move(self) -> Any:
        """A legal move that the learner typed; what the rules refuse is answered with the reason."""
        legal = {self.match.game.notation(move): move for move in self.match.legal_moves()}
        while True:
            moves = verbs(self.match.game, legal, self._asked)
            typed = self.room.read(f"{self.display.name(self.seat)}> ", dict.fromkeys(legal, _("a move")), self, moves)
            if not typed:
                self.room.console.say(self.display.moves(self.seat), Role.NOTE)
                continue
            try:
                return self._legal(typed, legal)
            except ValueError as why:
                self.room.console.say(str(why), Role.PROBLEM)

    @property
    def _asked(self) -> Collection[str]:
        """The words of the game's questions."""
        return self.match.game.queries(self.match.view(self.seat))

    def _legal(self, typed: str, legal: Mapping[str, Any]) -> Any:
        if typed in legal:
            return legal[typed]
        view = self.match.view(self.seat)
        move = meant(self.match.game, view, legal, typed, self._asked)
        if move not in legal.values():
            raise IllegalMove(self.match.game.why_not(view, move))
        return move

    def analyse(self) -> Analysis | None:
        """What each move of the learner is worth; None without a choice, at Ctrl-C, and where the analyst can't say."""
        moves = self.match.legal_moves()
        if len(moves) < 2:
            return None
        try:
            return self.advice.analyse(self.match.view(self.seat), moves, Random(THOUGHT))
        except (ValueError, KeyboardInterrupt):
            return None

    def values_text(self, analysis: Analysis | None, move: Any) -> str:
        """What ``move`` is worth beside the best one, or the best one beside the next; empty without an analysis."""
        if analysis is None:
            return ""
        shown = [value for value in analysis.moves if value.move == move]
        others = [value for value in analysis.moves if value.move != move]
        shown = sorted(shown + others[:1], key=lambda value: -value.value)
        return hint_text(self.match.game, analysis._replace(moves=tuple(shown)))


def _seat(person: str, number: int, learner: int) -> Seat:
    return Seat(name=person) if number == learner else setup.read_seat("cpu", number + 1, person)
