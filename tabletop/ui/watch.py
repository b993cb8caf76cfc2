"""Looking at a match event by event: step by step, back, by itself, from any place."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Match, Seat
from tabletop.outside import MARK, RESIGN, Ended, Seated, parse
from tabletop.ui.aliases import offered, shown
from tabletop.ui.console import Console, Role
from tabletop.ui.display import Display
from tabletop.ui.setup import AnyGame
from tabletop.ui.words import join_or, one_of

_ = Texts(__file__)

PAUSES: Final = {"slow": 2.4, "normal": 1.2, "fast": 0.4, "off": 0.0}
"""Seconds after each step of a match that plays by itself."""


class Onlooker(Display):
    """What a match looks like to somebody who doesn't play in it."""

    def __init__(self, console: Console, match: Match, seats: tuple[Seat, ...]) -> None:
        """As for ``Display``."""
        super().__init__(console, match, seats)
        self.eyes: int | None = None
        """whose hand is known; None: nobody's"""

    def viewer(self) -> int | None:
        """See ``Display``."""
        return self.eyes

    @property
    def cpu_turn(self) -> bool:
        """No turn is told more briefly than another."""
        return False

    def turn(self, seat: int) -> None:
        """A heading where a turn begins. In plain mode each event has the name."""
        if seat != self._turn_of and not self._console.plain:
            self._console.say(self._heading(self.name(seat)), Role.TITLE)
        self._turn_of = seat


class Watch:
    """One match that is looked at. It plays on a copy; the saved match stays as it is."""

    def __init__(
        self,
        console: Console,
        game: AnyGame,
        events: list[str],
        seats: tuple[Seat, ...],
        *,
        over: bool = False,
        speed: str = "normal",
    ) -> None:
        """``events`` may be those of a record, version 2; lines with ``!`` are told, and not counted.

        ``over``: whether the match is over, so that nothing needs to stay hidden; it is open then at first.

        Raises IllegalMove when the events don't follow the game's rules.
        """
        self.console = console
        self.speed = speed
        self.open = over
        self._over = over
        self._events: list[str] = []
        self._outside: list[tuple[int, Seated | Ended]] = []
        """what happened outside the rules, and after how many events"""
        for event in events:
            if event.startswith(MARK):
                self._outside.append((len(self._events), parse(event)))
            else:
                self._events.append(event)
        self._seats = seats
        self._match = Match(game, self._events)
        self._match.revealed = over
        self._stops = list(self._find_stops(game))
        self._commands: Mapping[str, tuple[Callable[[str], None], str]] = {
            "back": (self._back, _("one step back")),
            "first": (lambda _argument: self._jump(0), _("to the start")),
            "last": (lambda _argument: self._jump(len(self._events)), _("to the end")),
            "jump": (self._jump_to, _("jump 12, or just 12: to the position after event 12")),
            "auto": (self._auto, _("plays by itself; Ctrl-C stops it")),
            "speed": (self._set_speed, _("how fast it plays by itself: slow, normal, fast, off")),
            "table": (lambda _argument: self._show(), _("the table again")),
            "hands": (self._turn_hands, _("shows or hides what was hidden, once the match is over")),
            "help": (self._help, _("what can be typed")),
            "quit": (self._quit, _("leave, as with Ctrl-D")),
        }
        self._left = False
        self._display = Onlooker(console, self._match, seats)

    def _find_stops(self, game: AnyGame) -> Iterator[int]:
        """After how many events there is something to see; on a screen a move is told with chance's answer to it."""
        for number, state in enumerate(self._match.states()):
            answered = number > 0 and not self._events[number - 1].startswith("*") and game.to_act(state) == CHANCE
            if self.console.plain or not answered or number == len(self._events):
                yield number

    @property
    def position(self) -> int:
        """How many events have happened on the screen."""
        return len(self._match.events)

    def run(self, at: int = 0) -> None:
        """Shows the position after ``at`` events, then reads commands until the person leaves."""
        self.console.say(_("Enter steps on; “help” lists what can be typed."), Role.NOTE)
        self._jump(at)
        while not self._left:
            try:
                typed = self.console.ask(f"{self.position}/{len(self._events)}> ", offered(self._completions()))
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
            run, _meaning = self._commands[one_of(word, list(self._commands))]
            run(argument.strip())

    # Moving through the match

    def _step(self) -> None:
        if self._forward() and not self.console.plain:
            self._show()

    def _forward(self) -> bool:
        """Tells what happens up to the next stop; False at the end."""
        following = next((stop for stop in self._stops if stop > self.position), None)
        if following is None:
            self.console.say(_("This is the end."), Role.NOTE)
            return False
        while self.position < following:
            self._tell(self._events[self.position])
            self._tell_outside()
        return True

    def _tell(self, event: str) -> None:
        who = event.partition(" ")[0]
        if who != "*":
            self._display.turn(int(who) - 1)
        self._match.apply(event)
        self._display.eyes = int(who) - 1 if self.open and who != "*" else None
        self._display.event()
        self._display.eyes = None

    def _tell_outside(self) -> None:
        """Tells what happened outside the rules before the next event."""
        self._display.reseat(self._seats_here())
        for after, found in self._outside:
            if after == self.position:
                self.console.say(self._words(found), Role.NOTE if isinstance(found, Seated) else Role.EVENT)

    def _words(self, found: Seated | Ended) -> str:
        if isinstance(found, Seated):
            return _("{name} plays on for seat {number}.").format(name=found.player.name, number=found.seat + 1)
        if found.side is None:
            return _("The match has ended ({why}).").format(why=found.why)
        name = self._display.side_name(found.side)
        if found.why == RESIGN:
            return _("{name} resigns.").format(name=name)
        return _("The match has ended ({why}): {name} is last.").format(name=name, why=found.why)

    def _seats_here(self) -> tuple[Seat, ...]:
        seats = list(self._seats)
        for after, found in self._outside:
            if after <= self.position and isinstance(found, Seated):
                seats[found.seat] = found.player
        return tuple(seats)

    def _back(self, _argument: str) -> None:
        if self.position == 0:
            self.console.say(_("This is the start."), Role.NOTE)
            return
        self._jump(max(stop for stop in self._stops if stop < self.position))

    def _jump_to(self, argument: str) -> None:
        last = len(self._events)
        if not (argument.isascii() and argument.isdigit() and int(argument[:9]) <= last):
            raise ValueError(_("Please type a number from 0 to {last}.").format(last=last))
        self._jump(int(argument))

    def _jump(self, number: int) -> None:
        number = min(number, len(self._events))
        if number < self.position:
            self._match.take_back(self.position - number)
        for event in self._events[self.position : number]:
            self._match.apply(event)
        self._display = Onlooker(self.console, self._match, self._seats_here())
        self.console.say(
            _("After {number} of {count} events:").format(number=number, count=len(self._events)), Role.TITLE
        )
        self._show()
        self._tell_outside()

    def _auto(self, _argument: str) -> None:
        former = self._match.to_act
        while self._forward():
            if self.position == len(self._events):
                self._show()
                return
            actor = self._match.to_act
            if actor not in (former, CHANCE):
                self._display.scores()
                former = actor
            self.console.pause(PAUSES[self.speed])

    # What is shown

    def _show(self) -> None:
        self._display.table(None)
        if self.open and self._match.game.hides:
            for sentence in self._match.game.revealed(self._match.state):
                self.console.say(sentence)

    def _turn_hands(self, _argument: str) -> None:
        if not self._over:
            raise ValueError(_("What is hidden stays so until the match is over."))
        self.open = self._match.revealed = not self.open
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
