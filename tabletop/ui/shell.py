"""What people type at the table: moves of the game, and the commands that every game has."""

from collections.abc import Callable, Mapping
from typing import Any

from tabletop.game import CHANCE, IllegalMove
from tabletop.i18n import Texts
from tabletop.plugins.extras import Run
from tabletop.review import accuracies
from tabletop.saves import SaveError
from tabletop.saves.statistics import note_accuracy
from tabletop.ui.console import Role
from tabletop.ui.moves import meant, move_texts
from tabletop.ui.pages import options_text, rules_page
from tabletop.ui.sittings import sitting
from tabletop.ui.table import PAUSES, Ending, Leave, Table
from tabletop.ui.words import join_or, one_of, unknown

_ = Texts(__file__)


class Shell:
    """Reads lines until one ends what the person has to do."""

    def __init__(self, table: Table) -> None:
        """The shell of one table."""
        self.table = table
        self.console = table.console
        self._shows_odds = False
        self._hinted = -1
        self.commands: Mapping[str, tuple[Callable[[str], None], str]] = {
            "help": (self._help, _("what can be typed")),
            "rules": (self._rules, _("the rules of this game, with the house rules in force")),
            "score": (self._score, _("the scoreboard")),
            "table": (self._show_table, _("the table again")),
            "log": (self._log, _("all events so far")),
            "hint": (self._hint, _("what an expert would do; the match then doesn't count as unaided")),
            "odds": (self._odds, _("such a hint at every turn, on or off")),
            "review": (self._review, _("what each decision cost, once the match is over")),
            "options": (self._options, _("the house rules in force")),
            "speed": (self._speed, _("how fast CPU players play: slow, normal, fast, off")),
            "save": (self._save, _("where this match is kept")),
            "abandon": (self._abandon, _("give the match up for good")),
            "quit": (self._quit, _("leave, as with Ctrl-D; the match is kept")),
        }
        self._own = tuple(self.commands)
        guests = table.extras.commands(self._own)
        self.commands = {**self.commands, **{name: (self._guest(run), text) for name, (run, text) in guests.items()}}

    def _guest(self, run: Run) -> Callable[[str], None]:
        """A command that a plugin brings."""

        def call(argument: str) -> None:
            said = run(sitting(self.table, self.table.display.viewer()), argument)
            if said:
                self.console.say(said)

        return call

    # What ends a line

    def turn(self, seat: int) -> None:
        """Reads lines until the seat has moved. Raises Leave."""
        if self._shows_odds:
            self._say_hint(seat)
        while not self._moved(seat):
            pass

    def paused(self) -> None:
        """A CPU player waits; reads commands until the person goes on. Raises Leave."""
        self.console.say(_("Paused. Enter goes on; commands work."), Role.NOTE)
        self._commands_until_enter(_("paused> "))

    def afterwards(self) -> None:
        """The match is over; reads commands until the person leaves the table."""
        self.console.say(_("Enter leaves the table; review looks back at the match."), Role.NOTE)
        try:
            self._commands_until_enter(_("over> "))
        except Leave:
            self.console.say()

    def _commands_until_enter(self, prompt: str) -> None:
        while typed := self._read(prompt, {}):
            try:
                word = _first_word(typed)
                self._command(word if word in self.commands else one_of(word, self._begun(word) or self._own), typed)
            except (ValueError, SaveError) as why:
                self.console.say(str(why), Role.PROBLEM)

    def _read(self, prompt: str, moves: Mapping[str, str]) -> str:
        completions = {**moves, **{name: meaning for name, (_run, meaning) in self.commands.items()}}
        while True:
            try:
                return self.console.ask(prompt, completions)
            except KeyboardInterrupt:
                pass
            except EOFError:
                raise Leave(Ending.LEFT) from None

    def _moved(self, seat: int) -> bool:
        """Reads one line; whether it was a move that was played."""
        table = self.table
        moves = {table.game.notation(move): move for move in table.match.legal_moves()}
        typed = self._read(f"{table.display.name(seat)}> ", dict.fromkeys(moves, _("a move")))
        if not typed:
            self.console.say(table.display.moves(seat), Role.NOTE)
            return False
        try:
            move = self._move(typed, seat, moves)
            if move is None:
                return False
            table.play(move)
        except (ValueError, SaveError) as why:
            self.console.say(str(why), Role.PROBLEM)
            return False
        return True

    def _move(self, typed: str, seat: int, legal: Mapping[str, Any]) -> Any:
        """The move that was typed, or None after a command. Moves win over commands where both begin so."""
        if typed in legal:
            return legal[typed]
        word = _first_word(typed)
        if word in self.commands:
            return self._command(word, typed)
        game = self.table.game
        try:
            return meant(game, self.table.match.view(seat), legal, typed)
        except IllegalMove as why:
            return self._abbreviated_command(word, typed, move_texts(game, legal), why)

    def _abbreviated_command(self, word: str, typed: str, moves: list[str], why: IllegalMove) -> None:
        begun = self._begun(word)
        if begun:
            self._command(one_of(word, begun), typed)
        elif self.table.game.moves:
            raise IllegalMove(unknown(typed, [*moves, *self.commands]))
        else:
            raise why

    def _begun(self, word: str) -> list[str]:
        """The commands that begin so: those of the host, or else those that plugins bring."""
        own = [name for name in self._own if name.startswith(word)]
        return own or [name for name in self.commands if name.startswith(word)]

    # Commands

    def _command(self, name: str, typed: str) -> None:
        run, _meaning = self.commands[name]
        run(typed.partition(" ")[2].strip())

    def _help(self, _argument: str) -> None:
        actor = self.table.match.to_act
        if actor is not None and actor != CHANCE and actor not in self.table.cpus:
            self.console.say(self.table.display.moves(actor))
        width = max(map(len, self.commands))
        for name, (_run, meaning) in self.commands.items():
            self.console.say(f"{name}: {meaning}" if self.console.plain else f"  {name:<{width}}  {meaning}")
        self.console.say(_("The first letters of a word are enough. Ctrl-C clears the line, or pauses CPU players."))

    def _rules(self, _argument: str) -> None:
        self.console.page(rules_page(self.table.listing, self.console.style.width, self.table.game))

    def _score(self, _argument: str) -> None:
        self.table.display.scores()

    def _show_table(self, _argument: str) -> None:
        self.table.display.table(self.table.display.viewer())

    def _log(self, _argument: str) -> None:
        table = self.table
        lines = []
        for number, (event, state) in enumerate(zip(table.match.events, table.match.states(), strict=False), 1):
            who, _space, text = event.partition(" ")
            if who == "*":
                text = table.game.outcome_for(table.game.parse_outcome(text, state), table.display.viewer())
            lines.append(f"{number:>4}  {who} {text}")
        self.console.page("\n".join(lines) or _("Nothing has happened yet."))

    def _hint(self, _argument: str) -> None:
        actor = self.table.match.to_act
        if actor not in self.table.people:
            raise ValueError(_("There is nothing for you to decide now."))
        self._say_hint(actor)

    def _say_hint(self, seat: int) -> None:
        """The hint is noted before it is shown, once for each decision."""
        table, number = self.table, len(self.table.match.events)
        if self._hinted != number:
            table.save.note("hint", {"seat": seat + 1})
            self._hinted = number
        table.advice.say_hint(table.match.view(seat), table.match.legal_moves(), table.sources.thought(number))

    def _odds(self, _argument: str) -> None:
        self._shows_odds = not self._shows_odds
        self.console.say(_("Odds are shown at every turn.") if self._shows_odds else _("Odds are off."))
        actor = self.table.match.to_act
        if self._shows_odds and actor in self.table.people:
            self._say_hint(actor)

    def _review(self, _argument: str) -> None:
        table = self.table
        if table.match.to_act is not None:
            raise ValueError(_("A review is for when the match is over; now there is “hint”."))
        names = [table.display.name(seat) for seat in range(len(table.seats))]
        made = table.advice.say_review(table.match, names, table.sources.thought(len(table.match.events)))
        note_accuracy(table.save, accuracies(made, len(names)))

    def _options(self, _argument: str) -> None:
        self.console.say(options_text(self.table.game.options, self.table.game.texts, self.console.style.width))

    def _speed(self, argument: str) -> None:
        if argument:
            speed = one_of(argument, list(PAUSES))
            self.table.settings = self.table.settings.model_copy(update={"speed": speed})
        self.console.say(
            _("CPU players play at speed {speed}; you can choose {speeds}.").format(
                speed=self.table.settings.speed, speeds=join_or(list(PAUSES))
            )
        )

    def _save(self, _argument: str) -> None:
        self.console.say(_("Every event is saved as it happens; this match is {name}.").format(name=self.table.save.id))

    def _abandon(self, _argument: str) -> None:
        try:
            typed = self.console.ask(_("Give the match up for good? Type yes to do so: "), {"yes": "", "no": ""})
        except KeyboardInterrupt:
            typed = ""
        except EOFError:
            raise Leave(Ending.LEFT) from None
        if typed.lower() in ("yes", "y"):
            raise Leave(Ending.ABANDONED)
        self.console.say(_("You play on."))

    def _quit(self, _argument: str) -> None:
        raise Leave(Ending.LEFT)


def _first_word(typed: str) -> str:
    return typed.split(maxsplit=1)[0].lower()
