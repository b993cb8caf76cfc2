"""A match at the table: who acts next, each event durable before it is shown, CPU players step by step."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from tabletop import scoring
from tabletop.chance import Sources
from tabletop.cpu import analysts, players
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.plugins.catalogue import GameListing
from tabletop.plugins.extras import Extras
from tabletop.plugins.guarded import GuardedAnalyst, GuardedPlayer, guarded
from tabletop.plugins.watch import WATCH
from tabletop.saves import OpenMatch, SaveError, Settings
from tabletop.ui.advice import Advice
from tabletop.ui.console import Console, Role
from tabletop.ui.display import Display
from tabletop.ui.interrupts import held
from tabletop.ui.setup import AnyGame
from tabletop.ui.sittings import seen, sitting
from tabletop.ui.thinking import Thinking

if TYPE_CHECKING:
    from tabletop.ui.shell import Shell

_ = Texts(__file__)

PAUSES: Final = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "off": 0.0}
"""Seconds after each event of a CPU player's turn."""


class Ending(Enum):
    """How a sitting at the table ended."""

    FINISHED = "finished"
    LEFT = "left"
    ABANDONED = "abandoned"


class Leave(Exception):
    """The person gets up from the table. The match is kept, unless it is abandoned."""

    def __init__(self, ending: Ending) -> None:
        super().__init__()
        self.ending = ending


class Table:
    """One sitting. ``Shell`` reads what people type at it."""

    def __init__(
        self,
        console: Console,
        listing: GameListing,
        game: AnyGame,
        save: OpenMatch,
        settings: Settings,
        extras: Extras | None = None,
    ) -> None:
        """Sits down to the match in ``save``. Raises IllegalMove when its events don't follow the game's rules.

        Whatever the game does wrong, here and later, is raised as PluginFailure; what was played is saved by then.
        """
        plugin = listing.plugin
        self.console = console
        self.listing = listing
        self.game = guarded(game, plugin)
        self.save = save
        self.settings = settings
        self.extras = extras or Extras(lambda: (), lambda _why: None)
        self.seats = save.header.seats
        self.match = Match(self.game, save.events)
        self.cpus = {
            number: GuardedPlayer(players.find(game, seat.level or players.DEFAULT_LEVEL), plugin)
            for number, seat in enumerate(self.seats)
            if seat.player == "cpu"
        }
        self.display = Display(console, self.match, self.seats)
        self.advice = Advice(console, self.game, GuardedAnalyst(analysts.find(game), plugin))
        self.sources = Sources(save.seed)
        self._thought: tuple[int, Thinking[Any]] | None = None

    # The course of play

    def run(self) -> Ending:
        """Plays until the match is over or the person leaves; says which."""
        from tabletop.ui.shell import Shell

        shell = Shell(self)
        self._notify("tabletop_match_started")
        if self.console.interactive:
            self.advice.prepare()
        pause = False
        try:
            while (actor := self.match.to_act) is not None:
                try:
                    if pause:
                        shell.paused()
                    pause = False
                    self._step(actor, shell)
                except KeyboardInterrupt:
                    self._say_what_hangs()
                    pause = self.display.cpu_turn
        except Leave as leave:
            return self._get_up(leave.ending)
        self._finish()
        self._notify("tabletop_match_finished")
        if self.people or not self.console.plain:
            shell.afterwards()
        return Ending.FINISHED

    def _notify(self, hook: str, *arguments: Callable[[], str]) -> None:
        """Tells plugins that want to know, once everything is saved and shown."""
        self.extras.notify(hook, lambda: sitting(self, None), *arguments)

    def _say_what_hangs(self) -> None:
        for call in WATCH.hanging():
            self.console.say(WATCH.sentence(call), Role.NOTE)

    def _step(self, actor: int, shell: "Shell") -> None:
        number = len(self.match.events)
        if actor == CHANCE:
            self._take(lambda: self.match.let_chance(self.sources.event(number)))
            return
        self.display.turn(actor)
        if actor in self.cpus:
            self.play(self._think(actor, number))
        elif self.settings.play_forced_moves and len(moves := self.match.legal_moves()) == 1:
            self.play(moves[0])
        else:
            self.display.choice(actor)
            shell.turn(actor)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.seats)) if seat not in self.cpus]

    def _think(self, actor: int, number: int) -> Any:
        """What a CPU player chooses for event ``number``; an interrupted one is ready when it goes on."""
        if self._thought is None or self._thought[0] != number:
            view, moves = self.match.view(actor), self.match.legal_moves()
            rng = self.sources.thought(number)
            self._thought = (number, Thinking(lambda _tell: self.cpus[actor].choose(view, moves, rng)))
        try:
            return self._thought[1].wait(self.console, _("{name} is thinking").format(name=self.display.name(actor)))
        except KeyboardInterrupt:
            players.interrupt(self.cpus[actor])
            raise

    def play(self, move: Any) -> None:
        """Plays a move of the seat on turn. Raises IllegalMove with the reason, and nothing has changed."""
        self._take(lambda: self.match.play(move))

    def _take(self, act: Callable[[], str]) -> None:
        before = self.match.state
        with held(unless=WATCH.main_hangs):
            event = act()
            try:
                self._make_durable(event)
            except BaseException:
                self.match.take_back()
                raise
            shown = self.display.event(event, before)
        self._notify("tabletop_match_event", lambda: seen(self, event, before, None))
        if shown and self.display.cpu_turn:
            self.console.pause(PAUSES[self.settings.speed])

    def _make_durable(self, event: str) -> None:
        while True:
            try:
                self.save.append(event)
                return
            except SaveError as why:
                self.console.say(str(why), Role.PROBLEM)
                self.console.say(_("Nothing is lost: this step is only played once it is saved."), Role.NOTE)
                self._ask_to_retry()

    def _ask_to_retry(self) -> None:
        try:
            typed = self.console.ask(_("Enter to try again, “quit” to leave: "))
        except KeyboardInterrupt:
            return self._ask_to_retry()
        except EOFError:
            raise Leave(Ending.LEFT) from None
        if typed:
            raise Leave(Ending.LEFT)
        return None

    # The end of a sitting

    def _get_up(self, ending: Ending) -> Ending:
        try:
            if ending is Ending.ABANDONED:
                self.save.finish("abandoned", self._scores())
                self.console.say(_("The match {name} is abandoned.").format(name=self.save.id))
                return ending
            actor = self.match.to_act
            self.save.leave(self._scores(), None if actor == CHANCE else actor)
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)
        self.console.say(_("The match is kept as {name}.").format(name=self.save.id))
        self.console.say(_("Go on with: tabletop resume {name}").format(name=self.save.id))
        return Ending.LEFT

    def _finish(self) -> None:
        result = self.match.result
        assert result is not None
        try:
            self.save.finish("finished", self._scores(), result.ranks)
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)
        self.console.say()
        self.display.scores()
        winners = [self.display.side_name(side) for side in scoring.winners(result.ranks)]
        if len(winners) == 1:
            self.console.say(_("{name} wins.").format(name=winners[0]), Role.TITLE)
        else:
            self.console.say(_("{names} share the first place.").format(names=", ".join(winners)), Role.TITLE)

    def _scores(self) -> Sequence[int]:
        return self.game.scores(self.match.state)
