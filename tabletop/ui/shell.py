"""What people type at the table: moves of the game, and the commands that every game has."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from tabletop.complaints import printable
from tabletop.game import CHANCE, IllegalMove
from tabletop.i18n import Texts
from tabletop.plugins.extras import Extras, Run
from tabletop.review import accuracies
from tabletop.saves import SaveError
from tabletop.saves.statistics import note_accuracy
from tabletop.ui.aliases import offered, readable, shown, spellings
from tabletop.ui.changes import Changes
from tabletop.ui.commands import Commands
from tabletop.ui.console import Role, hanging
from tabletop.ui.moves import meant, move_texts, verbs
from tabletop.ui.pages import options_text, rules_page
from tabletop.ui.queries import Queries
from tabletop.ui.sittings import sitting
from tabletop.ui.table import PAUSES, Ending, Leave, Table
from tabletop.ui.words import Kind, begun, join_or, one_of, unknown, whole

_ = Texts(__file__)

_AFTERWARDS: Final = {"review", "rematch"}
_WHILE_PLAYING: Final = {"undo", "redo", "seat", "resign", "abandon", "hint", "odds", "speed"}
"""What ``help`` leaves out at other times."""
_WITH_MORE: Final = {"odds", "seat", "speed"}
"""Commands that may have something after them."""
_MOST_OUTCOMES: Final = 20
"""So many outcomes of chance are listed one by one."""


class Shell:
    """Reads lines until one ends what the person has to do."""

    def __init__(self, table: Table, extras: Extras | None = None) -> None:
        """The shell of one table, with the commands that plugins bring."""
        self.table = table
        self.console = table.console
        self._shows_odds = False
        self._hinted: tuple[int, int] | None = None
        self._told_dice = False
        self._changes = Changes(table)
        self._queries = Queries(table)
        self._own: Commands = {
            "help": (self._help, _("what can be typed")),
            "rules": (self._rules, _("the rules of this game, with the house rules in force")),
            "table": (self._show_table, _("the table again")),
            "log": (self._log, _("all events so far")),
            "hint": (self._hint, _("what an expert would do; the match then doesn't count as unaided")),
            "odds": (self._odds, _("such a hint at every turn, on or off")),
            "review": (self._review, _("what each decision cost, once the match is over")),
            "options": (self._options, _("the house rules in force")),
            "speed": (self._speed, _("how fast CPU players play: slow, normal, fast, off")),
            "save": (self._save, _("where this match is kept")),
            "quit": (self._quit, _("leave, as with Ctrl-D; the match is kept")),
        }

        self._guests: Commands = {}
        if extras is not None:
            found = extras.commands(tuple(self.commands)).items()
            self._guests = {name: (partial(self._ask_guest, run), text) for name, (run, text) in found}

    def _ask_guest(self, run: Run, argument: str) -> None:
        """A command that a plugin brings."""
        said = run(sitting(self.table, self.table.display.viewer()), argument)
        if said:
            self.console.say(said)

    @property
    def commands(self) -> Commands:
        """All that can be typed beside moves; a game may be asked other things at other times."""
        return {**self.general, **self._queries.of_the_game}

    @property
    def general(self) -> Commands:
        """Those that every game has at any time."""
        own = {**self._own, **self._changes.commands, **self._queries.general}
        return {**own, **{name: command for name, command in self._guests.items() if name not in own}}

    # What ends a line

    def turn(self, seat: int) -> None:
        """Reads lines until the seat has moved. Raises Leave."""
        if self._shows_odds:
            self._stoppable(lambda: self._say_hint(seat))
        turnings = self.table.turnings
        while not self._moved(seat) and self.table.turnings == turnings:
            pass

    def throw(self) -> None:
        """Reads lines until one says what real dice showed. Raises Leave."""
        if not self._told_dice:
            self.console.say(_("Type what the dice show; Enter lists what can be typed, undo corrects."), Role.NOTE)
        self._told_dice = True
        turnings = self.table.turnings
        while not self._thrown() and self.table.turnings == turnings:
            pass

    def wait_for_enter(self, prompt: str) -> None:
        """Waits for a bare Enter. Raises Leave."""
        while self._read(prompt, {}, commands=False):
            self.console.say(_("Only Enter goes on here, and Ctrl-D leaves."), Role.NOTE)

    def paused(self) -> None:
        """A CPU player waits; reads commands until the person goes on. Raises Leave."""
        self.console.say(_("Paused. Enter goes on; commands work."), Role.NOTE)
        self._commands_until_enter(_("paused> "))

    def afterwards(self) -> Ending | None:
        """The match is over; reads commands until the person leaves the table, or wants a rematch."""
        self.console.say(_("Enter leaves the table, review looks back at the match, rematch plays again."), Role.NOTE)
        try:
            self._commands_until_enter(_("over> "))
        except Leave as leave:
            self.console.say()
            return leave.ending
        return None

    def _commands_until_enter(self, prompt: str) -> None:
        turnings = self.table.turnings
        while self.table.turnings == turnings and (typed := self._read(prompt, {})):
            try:
                name = self._named(typed)
                if name is None:
                    raise ValueError(unknown(_first_word(typed), readable(self.general, self.table.game)))
                self._command(name, typed)
            except (ValueError, SaveError) as why:
                self.console.say(str(why), Role.PROBLEM)

    def _read(self, prompt: str, moves: Mapping[str, str], *, commands: bool = True) -> str:
        known = {name: meaning for name, (_run, meaning) in self.commands.items()} if commands else {}
        self.console.apart(self.table.whose_lines(covered=not commands))
        while True:
            try:
                return self.console.ask(prompt, offered({**moves, **known}, self.table.game))
            except KeyboardInterrupt:
                pass
            except EOFError:
                raise Leave(Ending.LEFT) from None

    def _thrown(self) -> bool:
        """Reads one line; whether it was a throw that was taken."""
        game, state = self.table.game, self.table.match.state
        known = [game.outcome_notation(outcome) for outcome, _probability in game.outcomes(state) or ()]
        typed = self._read(_("dice> "), {} if len(known) > _MOST_OUTCOMES else dict.fromkeys(known, _("a throw")))
        if not typed:
            self.console.say(_possible(known), Role.NOTE)
            return False
        try:
            self.table.throw(game.outcome_notation(self._outcome(typed)))
        except IllegalMove as why:
            return self._not_thrown(typed, why)
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)
            return False
        return True

    def _outcome(self, typed: str) -> Any:
        """What was typed, in words apart, or with commas and hyphens, or as bare digits: 3 5, 3,5, 3-5 or 35."""
        parse, state = self.table.game.parse_outcome, self.table.match.state
        words = " ".join(re.sub("[,;-]", " ", typed.lower()).split())
        try:
            return parse(words, state)
        except IllegalMove:
            if not (words.isascii() and words.isdigit() and len(words) > 1):
                raise
            with suppress(IllegalMove):
                return parse(" ".join(words), state)
            raise

    def _not_thrown(self, typed: str, why: IllegalMove) -> bool:
        """A line that is no throw: a command perhaps."""
        try:
            name = self._named(typed)
            if name is None:
                raise why
            self._command(name, typed)
        except (ValueError, SaveError) as problem:
            self.console.say(str(problem), Role.PROBLEM)
        return False

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
        game, asked, word = self.table.game, self._queries.of_the_game, _first_word(typed)
        words = [verbs(game, legal, asked)]
        if whole(word, words) is None and (name := whole(word, self._kinds)):
            return self._command(name, typed)
        try:
            return meant(game, self.table.match.view(seat), legal, typed, asked)
        except IllegalMove as why:
            if begun(word, words) is None and (name := self._named(typed)):
                return self._command(name, typed)
            if game.moves:
                raise IllegalMove(unknown(typed, readable([*move_texts(game, legal), *self.commands], game))) from None
            raise why from None

    @property
    def _kinds(self) -> list[Kind]:
        """What can be typed beside moves: the game's questions, then commands, last those that plugins bring."""
        general = [name for name in self.general if name not in self._guests]
        guests = [name for name in self.general if name in self._guests]
        questions = spellings(self._queries.of_the_game, self.table.game)
        return [questions, spellings(general), spellings(guests)]

    def _named(self, typed: str) -> str | None:
        """The command or question that was typed, or None. Raises ValueError where it could be several."""
        word = _first_word(typed)
        return whole(word, self._kinds) or begun(word, self._kinds)

    # Commands

    def _command(self, name: str, typed: str) -> None:
        run, _meaning = self.commands[name]
        word, _space, argument = typed.partition(" ")
        if argument and word.lower() != "whose" and name not in _WITH_MORE and name not in self._guests:
            raise ValueError(
                _("“{argument}” isn't understood after “{command}”.").format(
                    argument=printable(argument), command=printable(word)
                )
            )
        self._stoppable(lambda: run(argument.strip()))

    def _stoppable(self, act: Callable[[], None]) -> None:
        """Does something that Ctrl-C breaks off: the prompt comes back."""
        try:
            act()
        except KeyboardInterrupt:
            self.table.name_hanging()

    def _help(self, _argument: str) -> None:
        actor = self.table.match.to_act
        if actor is not None and actor != CHANCE and actor not in self.table.cpus:
            self.console.say(self.table.display.moves(actor))
        hidden = _WHILE_PLAYING if self.table.over else _AFTERWARDS
        listed = {shown(name): command for name, command in self.general.items() if name not in hidden}
        width = max(map(len, listed))
        for word, (_run, meaning) in listed.items():
            plain = self.console.plain
            self.console.say(
                f"{word}: {meaning}" if plain else hanging(f"  {word:<{width}}  ", meaning, self.console.style.width)
            )
        if asked := self._queries.of_the_game:
            self.console.say(
                _("This game answers {words} too.").format(words=", ".join(readable(asked, self.table.game)))
            )
        self.console.say(_("The first letters of a word are enough. Ctrl-C clears the line, or pauses CPU players."))

    def _rules(self, _argument: str) -> None:
        self.console.page(rules_page(self.table.listing, self.console.style, self.table.game))

    def _show_table(self, _argument: str) -> None:
        self.table.display.table(self.table.display.viewer())

    def _log(self, _argument: str) -> None:
        events = self.table.match.log(self.table.display.viewer())
        lines = [f"{number:>4}  {event}" for number, event in enumerate(events, 1)]
        self.console.page("\n".join(lines) or _("Nothing has happened yet."))

    def _hint(self, _argument: str) -> None:
        actor = self.table.match.to_act
        if actor not in self.table.people:
            raise ValueError(_("There is nothing for you to decide now."))
        self._say_hint(actor)

    def _say_hint(self, seat: int) -> None:
        """The hint is noted before it is shown, once for each decision."""
        table, number = self.table, len(self.table.match.events)
        if self._hinted != (number, table.turnings):
            table.save.note("hint", {"seat": seat + 1})
            self._hinted = (number, table.turnings)
        table.advice.say_hint(table.match.view(seat), table.match.legal_moves(), table.sources.thought(number))

    def _odds(self, argument: str) -> None:
        self._shows_odds = one_of(argument, ("on", "off")) == "on" if argument else not self._shows_odds
        self.console.say(_("Odds are shown at every turn.") if self._shows_odds else _("Odds are off."))
        actor = self.table.match.to_act
        if self._shows_odds and actor in self.table.people:
            self._say_hint(actor)

    def _review(self, _argument: str) -> None:
        table = self.table
        if not table.over:
            raise ValueError(_("A review is for when the match is over; now there is “hint”."))
        names = [table.display.name(seat) for seat in range(len(table.seats))]
        made = table.advice.say_review(table.match, names, table.sources.thought(len(table.match.events)))
        note_accuracy(table.save, accuracies(made, len(names)))

    def _options(self, _argument: str) -> None:
        self.console.say(options_text(self.table.game, self.console.style.width))

    def _speed(self, argument: str) -> None:
        if argument:
            speed = one_of(argument, list(PAUSES))
            self.table.settings = self.table.settings.model_copy(update={"speed": speed})
        self.console.say(
            _("CPU players play at speed {speed}; you can choose {speeds}.").format(
                speed=shown(self.table.settings.speed), speeds=join_or(list(map(shown, PAUSES)))
            )
        )

    def _save(self, _argument: str) -> None:
        self.console.say(_("Every event is saved as it happens; this match is {name}.").format(name=self.table.save.id))

    def _quit(self, _argument: str) -> None:
        raise Leave(Ending.LEFT)


def _first_word(typed: str) -> str:
    word = typed.split(maxsplit=1)[0].lower()
    return "turn" if word == "whose" else word


def _possible(known: list[str]) -> str:
    """What real dice can show here."""
    if not known:
        return _("Type what chance gave, as the log writes it.")
    if len(known) <= _MOST_OUTCOMES:
        return _("You can type {outcomes}.").format(outcomes=join_or(known))
    return _("You can type what the dice show, such as {one} or {other}.").format(one=known[0], other=known[-1])
