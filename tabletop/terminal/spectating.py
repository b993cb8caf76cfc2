"""Looking at a match event by event: step by step, back, by itself, from any place."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from tabletop.aliases import offered, shown
from tabletop.game import CHANCE
from tabletop.i18n import Texts, language
from tabletop.style import Detail
from tabletop.table import looking
from tabletop.table.looking import Look, look, sums_up
from tabletop.table.playing import Table
from tabletop.table.question import Happening
from tabletop.table.reader import Reader
from tabletop.table.telling import told
from tabletop.terminal.console import Console, Role
from tabletop.terminal.display import Display
from tabletop.words import join_or, one_of

_ = Texts(__file__)

PAUSES: Final = {"slow": 2.4, "normal": 1.2, "fast": 0.4, "off": 0.0}
"""Seconds after each step of a match that plays by itself."""


class Spectating:
    """One match that is looked at; nothing in it changes."""

    def __init__(
        self,
        console: Console,
        table: Table,
        *,
        over: bool = False,
        speed: str = "normal",
        me: str = "",
        detail: Detail = "normal",
    ) -> None:
        """``over``: whether the match is over, so that nothing needs to stay hidden; it is open then at first.

        ``me``: the chosen name of the person at the keyboard, if any.
        """
        self.console = console
        self.speed = speed
        self.open = over
        self.position = 0
        """how many events have happened on the screen"""
        self._over = over
        self._table = table
        self._reader = Reader(language=language(), me=me, detail=detail)
        table.match.revealed = over
        self._last = len(table.match.events)
        self._happened = table.since(0)
        self._stops = list(self._find_stops())
        self._turn_of: int | None = None
        self._commands: Mapping[str, tuple[Callable[[str], None], str]] = {
            "back": (self._back, _("one step back")),
            "first": (lambda _argument: self._jump(0), _("to the start")),
            "last": (lambda _argument: self._jump(self._last), _("to the end")),
            "jump": (self._jump_to, _("jump 12, or just 12: to the position after event 12")),
            "auto": (self._auto, _("plays by itself; Ctrl-C stops it")),
            "speed": (self._set_speed, _("how fast it plays by itself: slow, normal, fast, off")),
            "table": (lambda _argument: self._show(), _("the table again")),
            "hands": (self._turn_hands, _("shows or hides what was hidden, once the match is over")),
            "help": (self._help, _("what can be typed")),
            "quit": (self._quit, _("leave, as with Ctrl-D")),
        }
        self._left = False
        self._display = Display(console, self._look)

    def _look(self) -> Look:
        style = None if self.console.plain else self.console.style
        return look(self._table, replace(self._reader, style=style), self.position)

    def _find_stops(self) -> Iterator[int]:
        """After how many events there is something to see; on a screen a move is told with chance's answer to it."""
        match, game = self._table.match, self._table.game
        for number in range(self._last + 1):
            answered = number > 0 and not match.events[number - 1].startswith("*")
            state = match.state_after(number)
            answered = answered and game.to_act(state) == CHANCE and not sums_up(self._table, state)
            together = match.began(number) < number
            if number == self._last or not (together or answered):
                yield number

    def run(self, at: int = 0) -> None:
        """Shows the position after ``at`` events, then reads commands until the person leaves."""
        self.console.say(_("Enter steps on; “help” lists what can be typed."), Role.NOTE)
        self._jump(at)
        with self.console.hushed():
            self._follow()

    def _follow(self) -> None:
        while not self._left:
            try:
                typed = self.console.ask(f"{self.position}/{self._last}> ", offered(self._completions()))
                self._do(typed)
            except KeyboardInterrupt:
                pass
            except EOFError:
                return
            except ValueError as why:
                self.console.say(str(why), Role.PROBLEM)

    def _completions(self) -> dict[str, str]:
        return {name: meaning for name, (_run, meaning) in self._commands.items()}

    def _do(self, typed: str) -> None:
        word, _space, argument = typed.partition(" ")
        if not typed:
            self._step()
        elif typed.isascii() and typed.isdigit():
            self._jump_to(typed)
        else:
            run, _meaning = self._commands[one_of(word.lower(), list(self._commands))]
            run(argument.strip())

    # Moving through the match

    def _step(self) -> None:
        if self._forward():
            if self.console.plain:
                self._display.summary()
            else:
                self._show()

    def _forward(self) -> bool:
        """Tells what happens up to the next stop; False at the end."""
        following = next((stop for stop in self._stops if stop > self.position), None)
        if following is None:
            self.console.say(_("This is the end."), Role.NOTE)
            return False
        for happening in self._happened:
            if happening.kind == "event" and self.position < happening.position <= following:
                self._tell(happening)
                self._tell_beside()
        return True

    def _tell(self, happening: Happening) -> None:
        if happening.seat is not None:
            self._turn(happening.seat)
        self.position = happening.position
        eyes = happening.seat if self.open else None
        style = None if self.console.plain else self.console.style
        self._display.event(told(self._table, happening, replace(self._reader, eyes=eyes, style=style)))

    def _turn(self, seat: int) -> None:
        """A heading where a turn begins. In plain mode each event has the name."""
        if seat != self._turn_of and not self.console.plain:
            self.console.say(self._display.heading(self._look().names[seat]), Role.TITLE)
        self._turn_of = seat

    def _tell_beside(self) -> None:
        """Tells what happened beside the rules before the next event."""
        for happening in self._happened:
            if happening.position == self.position and happening.kind in ("player", "resigned", "ended"):
                said = told(self._table, happening, self._reader)
                if said.text:
                    self.console.say(said.text, Role.NOTE if happening.kind == "player" else Role.EVENT)

    def _back(self, _argument: str) -> None:
        if self.position == 0:
            self.console.say(_("This is the start."), Role.NOTE)
            return
        self._jump(max(stop for stop in self._stops if stop < self.position))

    def _jump_to(self, argument: str) -> None:
        last = self._last
        if not (argument.isascii() and argument.isdigit() and int(argument[:9]) <= last):
            raise ValueError(_("Please type a number from 0 to {last}.").format(last=last))
        self._jump(int(argument))

    def _jump(self, number: int) -> None:
        self.position = min(number, self._last)
        self._turn_of = None
        self._display.afresh()
        said = _("After {number} of {count} events:").format(number=self.position, count=self._last)
        self.console.say(said, Role.TITLE)
        self._show()
        self._tell_beside()

    def _auto(self, _argument: str) -> None:
        former = self._look().actor
        while self._forward():
            if self.position == self._last:
                self._show()
                return
            self._display.summary()
            actor = self._look().actor
            if actor not in (former, CHANCE):
                self._display.scores()
                former = actor
            self.console.pause(PAUSES[self.speed])

    # What is shown

    def _show(self) -> None:
        self._display.table()
        if self.open and self._table.game.hides:
            for sentence in looking.revealed(self._table, self._reader, self.position):
                self.console.say(sentence)

    def _turn_hands(self, _argument: str) -> None:
        if not self._over:
            raise ValueError(_("What is hidden stays so until the match is over."))
        self.open = self._table.match.revealed = not self.open
        self.console.say(_("Everything is shown.") if self.open else _("You see what a bystander would."))
        self._show()

    def _set_speed(self, argument: str) -> None:
        if argument:
            self.speed = one_of(argument, list(PAUSES))
        self.console.say(
            _("It plays by itself at speed {speed}; you can choose {speeds}.").format(
                speed=self.speed, speeds=join_or(list(PAUSES))
            )
        )

    def _help(self, _argument: str) -> None:
        for name, (_run, meaning) in self._commands.items():
            word = shown(name)
            self.console.say(f"{word}: {meaning}" if self.console.plain else f"  {word:<6} {meaning}")

    def _quit(self, _argument: str) -> None:
        self._left = True
