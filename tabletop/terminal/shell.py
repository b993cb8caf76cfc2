"""What people type at the table: moves of the game, and the commands that every game has."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from operator import attrgetter
from typing import Final

from tabletop.aliases import offered, readable, shown, spellings
from tabletop.complaints import printable
from tabletop.i18n import Texts, language
from tabletop.illegal import IllegalMove
from tabletop.plugins.find.extras import Run
from tabletop.rooms.listener import Asked
from tabletop.saves import SaveError
from tabletop.table.looking import Look
from tabletop.table.question import Unread
from tabletop.table.requests import Confirm, Log, Play, Story
from tabletop.terminal import house
from tabletop.terminal.arguments import arguments
from tabletop.terminal.changes import Changes
from tabletop.terminal.choices import MOST, beginning_with, meant, moves_text
from tabletop.terminal.commands import SYNONYMS, Commands
from tabletop.terminal.console import Role
from tabletop.terminal.counsel import Counsel
from tabletop.terminal.everywhere import LEAVING
from tabletop.terminal.hearing import Hearing
from tabletop.terminal.helping import say_help
from tabletop.terminal.leaving import Departure, Leave
from tabletop.terminal.pages import options_text, rules_page
from tabletop.terminal.queries import Queries
from tabletop.terminal.reading import candidates, command_in, first_read, move_texts, verbs
from tabletop.terminal.real_dice import RealDice
from tabletop.terminal.seated import PAUSES, Seated
from tabletop.terminal.shortcuts import Shortcuts
from tabletop.terminal.slips import SlipGuard
from tabletop.words import HOST, Kind, begun, join_or, one_of, unknown, whole

_ = Texts(__file__)

_AFTERWARDS: Final = {"review", "rematch"}
_AT_THE_END: Final = ("review", "rematch", "table", "log", "help", "quit")
"""What a complaint names there."""
_WHILE_PLAYING: Final = {"undo", "redo", "seat", "resign", "abandon", "hint", "odds", "speed"}
"""What ``help`` leaves out at other times."""
_WITH_MORE: Final = {
    "alias",
    "detail",
    "help",
    "messages",
    "moves",
    "odds",
    "rename",
    "round",
    "seat",
    "speed",
    "spell",
}
"""Commands that may have something after them."""
_PAGES: Final = {"help", "rules", "log", "options", "dice", "keys", "moves", "round"}
"""Those that push the totals off a screen."""
_TEXT: Final = attrgetter("text")
_PHRASES: Final = {"whose turn", "what changed"}


class Shell:
    """Reads one line at a time and does what it says."""

    def __init__(self, seated: Seated) -> None:
        """The shell of one table, with the commands that plugins bring."""
        self.seated = seated
        self.console = seated.console
        self._counsel = Counsel(seated)
        self._dice = RealDice(seated, self._typed, self._send, self._command_in)
        self._changes = Changes(seated)
        self._queries = Queries(seated)
        self._hearing = Hearing(seated)
        self._slips = SlipGuard(seated)
        self._shortcuts = Shortcuts(seated, lambda: self._kinds)
        self._own: Commands = {
            "help": (self._help, _("what can be typed")),
            "rules": (self._rules, _("the rules of this game, with the house rules in force")),
            "moves": (self._moves, _("your moves; moves play 6: those that begin so")),
            "table": (self._show_table, _("the table again")),
            "log": (self._log, _("all events so far")),
            **self._counsel.commands,
            "options": (self._options, _("the house rules in force")),
            "speed": (self._speed, _("how fast CPU players play: slow, normal, fast, off")),
            "save": (self._save, _("where this match is kept")),
            "quit": (self._quit, _("leave, as with Ctrl-D; the match is kept")),
        }
        self._guests: Commands = {}
        self._general_kinds: dict[str, list[Kind]] = {}
        self.general: Commands = {
            **self._own,
            **self._changes.commands,
            **self._queries.general,
            **self._hearing.commands,
            **self._shortcuts.commands,
        }
        """Those that every game has at any time."""
        found = seated.extras.commands(tuple(self.commands)).items()
        self._guests = {name: (partial(self._ask_guest, run), text) for name, (run, text) in found}
        guests = {name: command for name, command in self._guests.items() if name not in self.general}
        self.general.update(guests)
        spellings(self.general)  # worked out before anybody waits for a line to be read
        LEAVING[language()]

    @cached_property
    def _idle(self) -> frozenset[str]:
        """Commands that aren't offered in this game."""
        return self._queries.idle | self._hearing.idle

    @cached_property
    def _arguments(self) -> Mapping[str, str]:
        """What can stand after commands, as far as it can be listed."""
        return arguments(self.seated.game, language())

    def _ask_guest(self, run: Run, argument: str) -> None:
        """A command that a plugin brings."""
        said = run(self.seated.sitting(self.seated.viewer()), argument)
        if said:
            self.console.say(said)

    @property
    def commands(self) -> Commands:
        """All that can be typed beside moves; a game may be asked other things at other times."""
        return {**self.general, **self._queries.of_the_game}

    # One line

    def answer(self, asked: Asked) -> None:
        """Reads one line of who is asked. Raises Leave."""
        if asked.question.kind == "throw":
            self._dice.throw(asked)
        elif asked.question.kind == "look":
            if self._command_or_enter(_("Press Enter to go on> ")):
                self.seated.ask(Confirm(asked.question.serial))
                self.seated.asked = None
        else:
            self._move(asked)

    def paused(self) -> bool:
        """Players wait: reads one line; whether it was a bare Enter. Raises Leave."""
        return self._command_or_enter(_("paused> "))

    def afterwards(self) -> None:
        """The match is over: reads one line. Raises Leave at Enter."""
        if self._command_or_enter(_("over> ")):
            self.seated.greet(with_others=False)
            raise Leave(self.seated.departure)

    def _command_or_enter(self, prompt: str) -> bool:
        typed = self._read(prompt, {})
        if typed:
            try:
                name = self._named(typed)
                if name is None:
                    self._lead_on(typed)
                    raise ValueError(self._not_read(self._first_word(typed)))
                self._command(name, typed)
            except (ValueError, SaveError) as why:
                self._refuse(why)
        return not typed

    def _refuse(self, why: Exception) -> None:
        """Says why nothing came of a line; nothing comes of those either that were to follow it."""
        self.console.say(str(why), Role.PROBLEM)
        self.seated.drop_ahead()

    def _not_read(self, word: str) -> str:
        """What is said of a word that is no command, where no move is asked for."""
        game, asked = self.seated.game, self.seated.asked
        words = readable([name for name in self.general if name not in self._idle], game)
        if self.seated.over:
            return unknown(word, words, readable(_AT_THE_END, game))
        if asked is None or asked.question.kind != "look":
            return unknown(word, words)
        is_move = whole(word, [verbs(game, (), self._queries.of_the_game)]) is not None
        said = _("“{typed}” is unknown here: the round is over, and Enter goes on.")
        return unknown(word, () if is_move else words, otherwise=said)

    def _read(self, prompt: str, moves: Mapping[str, str]) -> str:
        """A line that was typed, or that stands behind a word of the person's own."""
        if self.seated.ahead:
            line = self._shortcuts.following()
            self.console.say(prompt + line)
            return line
        typed = self._typed(prompt, moves)
        return self._shortcuts.opened(typed) if self.seated.settings.aliases else typed

    def _typed(self, prompt: str, moves: Mapping[str, str]) -> str:
        known = {name: meaning for name, (_run, meaning) in self.commands.items() if name not in self._idle}
        look = self.seated.look()
        if shadowed := self._shadowed(look):
            known |= {HOST + name: self.general[name][1] for name in shadowed}
        if self.seated.settings.aliases:
            known |= self._shortcuts.known
        self.console.apart(self.seated.whose_lines())
        self.console.in_sight = self.seated.display.in_sight()
        try:
            return self.seated.read(prompt, {**offered({**moves, **known}, self.seated.game), **self._arguments})
        finally:
            self.console.in_sight = ""

    def _shadowed(self, look: Look) -> set[str]:
        """The host's words that mean something else in this game now: those have ``tabletop:`` before them."""
        moves = " ".join(map(_TEXT, look.moves)).split(" ")
        return self.general.keys() & {*look.questions, *self.seated.game.verbs, *moves}

    @property
    def _kinds(self) -> list[Kind]:
        """What can be typed beside moves: the game's questions, then commands, last those that plugins bring."""
        if language() not in self._general_kinds:
            general = [name for name in self.general if name not in self._guests]
            guests = [name for name in self.general if name in self._guests]
            self._general_kinds[language()] = [spellings(general), spellings(guests)]
        return [spellings(self._queries.of_the_game, self.seated.game), *self._general_kinds[language()]]

    def _named(self, typed: str) -> str | None:
        """The command or question that was typed, or None. Raises ValueError where it could be several."""
        word = self._first_word(typed)
        if word.startswith(HOST) and (own := word.removeprefix(HOST)):
            return HOST + one_of(own, [name for name in self.general if name not in self._guests])
        kinds = self._kinds
        return whole(word, kinds) or begun(word, map(self._sensible, kinds) if self.seated.over else kinds)

    def _sensible(self, kind: Kind) -> Kind:
        """Without what can't be done when the match is over."""
        return {word: written for word, written in kind.items() if word not in _WHILE_PLAYING | self._idle}

    def _command_in(self, typed: str) -> bool:
        """Does what a line says where it is a command; whether it is one."""
        name = self._named(typed)
        if name is not None:
            self._command(name, typed)
        return name is not None

    def _command(self, name: str, typed: str) -> None:
        run, _meaning = self.commands[name] if name in self.commands else self.general[name.removeprefix(HOST)]
        name = name.removeprefix(HOST)
        word, _space, argument = typed.partition(" ")
        if argument and typed.lower() not in _PHRASES and name not in _WITH_MORE and name not in self._guests:
            self._lead_on(typed)
            raise ValueError(
                _("“{argument}” isn't understood after “{command}”.").format(
                    argument=printable(argument), command=printable(word)
                )
            )
        run(argument.strip())
        if name in _PAGES and not self.seated.over:
            self.seated.display.again()

    def _first_word(self, typed: str) -> str:
        """The first word, or the command that it is another word for, where the game has no use for it."""
        word = typed.split(maxsplit=1)[0].lower()
        word = LEAVING[language()].get(word, word)
        if word not in SYNONYMS:
            return word
        if word == "?" and typed.strip() != word:
            return "moves"
        asked = self._queries.of_the_game
        its = [verbs(self.seated.game, [move.text for move in self.seated.look().moves], asked), asked]
        return word if any(word in kind for kind in its) else SYNONYMS[word]

    # Moves

    def _move(self, asked: Asked) -> None:
        seated, look = self.seated, self.seated.look()
        self._counsel.before_a_move(asked)
        typed = self._read(f"{seated.name(asked.seat)}> ", {move.text: _("a move") for move in look.moves})
        if not typed:
            self.console.say(moves_text(look), Role.NOTE)
            return
        self._slips.on = seated.settings.slip_guard and self.console.interactive
        try:
            self._play(asked, typed)
        except (ValueError, SaveError) as why:
            self._refuse(why)

    def _play(self, asked: Asked, typed: str) -> None:
        """Plays the move that was typed, or does what the command says. Moves win where both begin so."""
        seated, game = self.seated, self.seated.game
        legal = [move.text for move in seated.look().moves]
        if text := meant(seated.look().moves, typed):
            self._answer(asked, text)
            return
        questions, word = self._queries.of_the_game, self._first_word(typed)
        if word.startswith(HOST) and (name := self._named(typed)):
            self._command(name, typed)
            return
        words = verbs(game, legal, questions)

        def attempt() -> None:
            texts = candidates(game, legal, typed, words, questions)
            first_read(texts, partial(self._answer, asked))

        try:
            name = command_in(word, [words], self._kinds, attempt)
        except Unread as why:
            self._lead_on(typed)
            if str(why) and not game.moves:
                raise
            raise IllegalMove(self._unknown(typed, legal)) from None
        if name is not None:
            self._command(name, typed)

    def _lead_on(self, typed: str) -> None:
        """Leaves the table where a line means something elsewhere, such as ``play pig``. Raises Leave."""
        if (there := house.meant(typed, house.GAMES.get())) is not None:
            self.seated.wish = there
            raise Leave(self.seated.departure if self.seated.over else Departure.LEFT)

    def _unknown(self, typed: str, legal: list[str]) -> str:
        """What can be typed instead."""
        game = self.seated.game
        texts = move_texts(game, legal)
        few = texts if len(texts) <= MOST else dict.fromkeys(text.partition(" ")[0] for text in texts[:MOST])
        questions = self._queries.of_the_game
        commands = [name for name in self.commands if name in questions or name not in self._idle]
        return unknown(typed, readable([*texts, *commands], game), readable([*list(few)[: MOST - 1], "help"], game))

    def _answer(self, asked: Asked, text: str) -> None:
        """Plays a move, unless it is held back as a slip."""
        if not (self._slips.on and self._slips.holds_back(asked, text)):
            self._send(Play(asked.seat, text, asked.question.serial))

    def _send(self, answer: Play) -> None:
        """Sends an answer, again and again where it can't be saved and the person wants to try. Raises Leave."""
        while True:
            try:
                self.seated.ask(answer)
            except SaveError as why:
                self.seated.say_unsaved(why)
                self.seated.ask_to_retry()
            else:
                self.seated.asked = None
                return

    # Commands

    def _help(self, argument: str) -> None:
        if argument:
            name = self._named(argument)
            if name is None and (words := self._shortcuts.known.get(argument.lower())):
                self.console.say(f"{argument.lower()} = {words}")
                return
            if name is None:
                raise ValueError(unknown(argument, readable(list(self.commands), self.seated.game)))
            _run, meaning = self.commands.get(name) or self.general[name.removeprefix(HOST)]
            self.console.say(f"{shown(name)}: {meaning}")
            return
        look = self.seated.look()
        if look.moves:
            self.console.say(moves_text(look))
        hidden = (_WHILE_PLAYING if self.seated.over else _AFTERWARDS) | self._idle
        shadowed = dict.fromkeys(self._shadowed(look), HOST)
        listed = {
            shadowed.get(name, "") + shown(name): meaning
            for name, (_run, meaning) in self.general.items()
            if name not in hidden
        }
        say_help(self.console, listed)
        if asked := self._queries.of_the_game:
            said = _("This game answers {words} too.").format(words=", ".join(readable(asked, self.seated.game)))
            self.console.say(said)
        self.console.say(_("The first letters of a word are enough. Ctrl-C clears the line, or pauses CPU players."))

    def _rules_text(self) -> str:
        return rules_page(self.seated.listing, self.console.style, self.seated.game, plain=self.console.plain)

    def _rules(self, _argument: str) -> None:
        self.console.page(self._rules_text())

    def _moves(self, argument: str) -> None:
        look = self.seated.look()
        if not look.moves:
            raise ValueError(_("There is nothing for you to decide now."))
        self.console.say(
            moves_text(replace(look, moves=beginning_with(look, argument), refused=()) if argument else look)
        )

    def _show_table(self, _argument: str) -> None:
        self.seated.display.table()

    def _log(self, _argument: str) -> None:
        if self.console.plain:
            lines = [told.said for told in self.seated.ask(Story()) if told.said]
        else:
            lines = [f"{number:>4}  {event}" for number, event in enumerate(self.seated.ask(Log()), 1)]
            seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.seated.look().names, 1))
            lines[:0] = [_("Seats: {seats}; * is chance.").format(seats=seats)] if lines else []
        self.console.page("\n".join(lines) or _("Nothing has happened yet."))

    def _options(self, _argument: str) -> None:
        plain = self.console.plain
        self.console.say(options_text(self.seated.game, self.console.style.width, plain=plain))

    def _speed(self, argument: str) -> None:
        seated = self.seated
        if argument:
            speed = one_of(argument, list(PAUSES))
            seated.settings = seated.settings.model_copy(update={"speed": speed})
        said = _("CPU players play at speed {speed}; you can choose {speeds}.")
        self.console.say(said.format(speed=shown(seated.settings.speed), speeds=join_or(list(map(shown, PAUSES)))))

    def _save(self, _argument: str) -> None:
        said = _("Every event is saved as it happens; this match is {name}.")
        self.console.say(said.format(name=self.seated.match_id))

    def _quit(self, _argument: str) -> None:
        raise Leave(self.seated.departure if self.seated.over else Departure.LEFT)
