"""A match at the table: who acts next, each event durable before it is shown, CPU players step by step."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from tabletop import scoring
from tabletop.chance import Sources
from tabletop.cpu import analysts, players
from tabletop.game import CHANCE, IllegalMove, Strategy
from tabletop.i18n import Texts
from tabletop.match import Match, Seat
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
from tabletop.ui.sittings import sitting
from tabletop.ui.takeback import TakeBack
from tabletop.ui.thinking import Thinking

if TYPE_CHECKING:
    from tabletop.ui.shell import Shell

_ = Texts(__file__)

AnyPlayer = Strategy[Any, Any]
PAUSES: Final = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "off": 0.0}
"""Seconds after each event of a CPU player's turn."""


class Ending(Enum):
    """How a sitting at the table ended."""

    FINISHED = "finished"
    LEFT = "left"
    ABANDONED = "abandoned"
    RESIGNED = "resigned"
    REMATCH = "rematch"
    """it was finished, and the same players want another one"""


class Leave(Exception):
    """The person gets up from the table. The match is kept, unless it is abandoned."""

    def __init__(self, ending: Ending, seat: int | None = None) -> None:
        """``seat``: whose person resigns."""
        super().__init__()
        self.ending = ending
        self.seat = seat


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
        resume_options: str = "",
    ) -> None:
        """Sits down to the match in ``save``. ``resume_options``: what ``tabletop resume`` needs besides its name.

        Raises IllegalMove when the match's events don't follow the game's rules.

        Whatever the game does wrong, here and later, is raised as PluginFailure; what was played is saved by then.
        """
        plugin = listing.plugin
        self.console = console
        self.listing = listing
        self._bare = game
        self.game = guarded(game, plugin)
        self.extras = extras or Extras(lambda: (), lambda _why: None)
        self.save = save
        self.settings = settings
        self.terms = save.terms
        self._resume_options = resume_options
        self.seats = save.seats
        self.match = Match(self.game, save.events)
        self._timed = save.seed is None
        self.cpus = self._find_players()
        self.display = Display(console, self.match, self.seats)
        self.take_back = TakeBack(self.match, self.terms)
        self.advice = Advice(console, self.game, GuardedAnalyst(analysts.find(game, timed=self._timed), plugin))
        self.sources = Sources(save.seed)
        self.turnings = 0
        """How often the match has gone elsewhere than forward: the question that was asked is no longer the one."""
        self.over = False
        self._thought: tuple[int, Thinking[Any]] | None = None

    def _find_players(self) -> dict[int, AnyPlayer]:
        """They think with the game itself: what they choose is guarded, not each of their thoughts."""
        plugin = self.listing.plugin
        return {
            number: GuardedPlayer(self._find_player(seat), plugin)
            for number, seat in enumerate(self.seats)
            if seat.player == "cpu"
        }

    def _find_player(self, seat: Seat) -> AnyPlayer:
        return players.find(self._bare, seat.level or players.DEFAULT_LEVEL, timed=self._timed)

    # The course of play

    def run(self) -> Ending:
        """Plays until the match is over or the person leaves; says which."""
        self.console.apart(self.whose_lines(covered=True))
        try:
            return self._run()
        finally:
            self.console.apart(None)

    def whose_lines(self, *, covered: bool = False) -> str | None:
        """Who may have again what is typed now, as ``Console.apart`` wants it. ``covered``: nobody is known to look."""
        if not self.display.has_secrets:
            return None
        seat = None if covered or self.over else self.display.viewer()
        return "" if seat is None else f"{self.save.id} {self.display.name(seat)}"

    def _run(self) -> Ending:
        from tabletop.ui.shell import Shell

        shell = Shell(self, self.extras)
        self._notify("tabletop_match_started")
        if self.console.interactive:
            self.advice.prepare()
        try:
            self._play_on(shell)
        except SystemExit:
            with suppress(SaveError):
                self._note_left()
            raise
        except Leave as leave:
            ending = self._resign(leave.seat) if leave.ending is Ending.RESIGNED else self._get_up(leave.ending)
            if ending is not Ending.RESIGNED:
                return ending
        else:
            ending = self._finish()
        with suppress(KeyboardInterrupt):
            self._notify("tabletop_match_finished")
        self.over = True
        wants_more = (self.people or not self.console.plain) and shell.afterwards() is Ending.REMATCH
        return Ending.REMATCH if wants_more else ending

    def _play_on(self, shell: "Shell") -> None:
        pause = False
        while True:
            try:
                if pause:
                    pause = False
                    shell.paused()
                actor = self.match.to_act
                if actor is None:
                    return
                self._step(actor, shell)
            except KeyboardInterrupt:
                self.name_hanging()
                pause = self.display.cpu_turn

    def name_hanging(self) -> None:
        """Says which plugins keep the person waiting, after Ctrl-C."""
        for call in WATCH.hanging():
            self.console.say(WATCH.sentence(call), Role.NOTE)

    def _notify(self, hook: str, *arguments: Callable[[], str]) -> None:
        """Tells plugins that want to know, once everything is saved and shown."""
        self.extras.notify(hook, lambda: sitting(self, None), *arguments)

    def _step(self, actor: int, shell: "Shell") -> None:
        number = len(self.match.events)
        if actor == CHANCE:
            if self.terms.dice == "mine":
                shell.throw()
            else:
                self._take(lambda: self._draw(number))
            return
        if actor in self.cpus:
            self.display.turn(actor)
            self.play(self._think(actor, number))
        elif self.settings.play_forced_moves and len(moves := self.match.legal_moves()) == 1:
            self.display.turn(actor)
            self.play(moves[0])
        else:
            if self.display.must_cover(actor):
                self._pass_keyboard(actor, shell)
            self.display.turn(actor)
            self.display.choice(actor)
            shell.turn(actor)

    def _draw(self, number: int) -> str:
        """What chance gives for event ``number``: again what it gave before, where that was taken back."""
        given = self.save.given.get(number) if self.save.seed is None else None
        if given is not None:
            with suppress(IllegalMove):
                return self.match.apply(given)
        return self.match.let_chance(self.sources.event(number))

    def _pass_keyboard(self, seat: int, shell: "Shell") -> None:
        """Wipes what others may have left open, and waits for the person whose turn it is."""
        wiped = self.console.wipe()
        name = self.display.name(seat)
        self.console.say(_("Pass the keyboard to {name}.").format(name=name), Role.TITLE)
        if not wiped:
            self.console.say(_("What was shown above can't be hidden here."), Role.NOTE)
        self.console.forget_typed_ahead()
        shell.wait_for_enter(_("{name}, press Enter> ").format(name=name))
        self.display.uncover(seat)

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
        self.take_back.forget()

    def throw(self, outcome: str) -> None:
        """Takes what real dice showed, as its canonical text. Raises IllegalMove with the reason if it can't be."""
        self._take(lambda: self.match.apply(f"* {outcome}"))
        self.take_back.forget()

    def undo(self) -> tuple[str, ...]:
        """Takes back to the last decision of a person; the events, as the viewer may read them.

        Raises ValueError if refused, and SaveError.
        """
        events = self.take_back.to_undo(self.people, skips_forced=self.settings.play_forced_moves)
        seen = self.match.log(self.display.viewer())[-len(events) :]
        with held():
            self.save.take_back(len(events))
            self.match.take_back(len(events))
            self.take_back.undone(events)
            self._turn_round()
        return seen

    def redo(self) -> None:
        """Plays again what was taken back last. Raises ValueError when that can't be done, and SaveError."""
        events, before = self.take_back.to_redo(), len(self.match.events)
        self.take_back.redone()
        try:
            for event in events:
                actor = self.match.to_act
                if actor is not None and actor != CHANCE:
                    self.display.turn(actor)
                self._take(lambda event=event: self.match.apply(event))  # type: ignore[misc]
        finally:
            if left := events[len(self.match.events) - before :]:
                self.take_back.undone(left)
            self._turn_round()

    def reseat(self, number: int, seat: Seat) -> None:
        """Somebody else plays on for a seat. Raises ValueError for an unknown level, and SaveError."""
        if seat.player == "cpu":
            self._find_player(seat)
        with held():
            self.save.seat(number, seat)
            self.seats = self.save.seats
            self.cpus = self._find_players()
            self.display.reseat(self.seats)
            self._turn_round()

    def _turn_round(self) -> None:
        if self._thought is not None:
            self._thought = None
            self.cpus = self._find_players()  # the others may still be at it
        self.turnings += 1
        self.display.afresh()

    def _take(self, act: Callable[[], str]) -> None:
        with held(unless=WATCH.main_hangs):
            event = act()
            try:
                self._make_durable(event)
            except BaseException:
                self.match.take_back()
                raise
            shown = self.display.event()
        self._notify("tabletop_match_event", lambda: self.match.read(len(self.match.events) - 1, None))
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
        self.console.forget_typed_ahead()
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
        if self.display.has_secrets:
            self.console.wipe()
        try:
            if ending is Ending.ABANDONED:
                self.save.finish("abandoned", self._scores())
                self.console.say(_("The match {name} is abandoned.").format(name=self.save.id))
                return ending
            self._note_left()
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)
        self.console.say(_("The match is kept as {name}.").format(name=self.save.id))
        self.console.say(_("Go on with: tabletop resume {name}").format(name=self.save.id + self._resume_options))
        return Ending.LEFT

    def _note_left(self) -> None:
        actor = self.match.to_act
        self.save.leave(self._scores(), None if actor == CHANCE else actor)

    def _resign(self, seat: int | None) -> Ending:
        assert seat is not None
        side = self.game.sides()[seat]
        ranks = scoring.resigned(self.game.standing(self.match.state), side)
        try:
            self.save.note("resigned", {"side": side + 1})
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)
            return self._get_up(Ending.LEFT)
        self.console.say(_("{name} resigns.").format(name=self.display.side_name(side)), Role.EVENT)
        self._end(ranks)
        return Ending.RESIGNED

    def _finish(self) -> Ending:
        result = self.match.result
        assert result is not None
        self._end(result.ranks)
        return Ending.FINISHED

    def _end(self, ranks: Sequence[int]) -> None:
        self.match.revealed = True
        try:
            with suppress(KeyboardInterrupt), held(unless=WATCH.main_hangs):
                self.save.finish("finished", self._scores(), ranks)
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)
        self.console.say()
        self.display.scores()
        winners = [self.display.side_name(side) for side in scoring.winners(ranks)]
        self.console.say(_who_wins(winners), Role.TITLE)

    def _scores(self) -> Sequence[int]:
        return self.game.scores(self.match.state)


def _who_wins(names: list[str]) -> str:
    """A sentence on the winners. A person who never gave a name is called “You”."""
    if len(names) > 1:
        return _("{names} share the first place.").format(names=", ".join(names))
    if " + " in names[0]:
        return _("{names} win.").format(names=names[0])
    return _("You win.") if names == [_("You")] else _("{name} wins.").format(name=names[0])
