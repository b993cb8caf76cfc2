"""A match at the table: who acts next, each event durable before it is shown, CPU players step by step."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from tabletop import scoring
from tabletop.chance import Sources
from tabletop.cpu import players
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.plugins.catalogue import GameListing
from tabletop.saves import OpenMatch, SaveError, Settings
from tabletop.ui.console import Console, Role
from tabletop.ui.setup import AnyGame

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
        self, console: Console, listing: GameListing, game: AnyGame, save: OpenMatch, settings: Settings
    ) -> None:
        """Sits down to the match in ``save``. Raises IllegalMove when its events don't follow the game's rules."""
        self.console = console
        self.listing = listing
        self.game = game
        self.save = save
        self.settings = settings
        self.seats = save.header.seats
        self.match = Match(game, save.events)
        self.cpus = {
            number: players.find(game, seat.level or players.DEFAULT_LEVEL)
            for number, seat in enumerate(self.seats)
            if seat.player == "cpu"
        }
        self._sources = Sources(save.seed)
        self._turn_of: int | None = None

    # The course of play

    def run(self) -> Ending:
        """Plays until the match is over or the person leaves; says which."""
        from tabletop.ui.shell import Shell

        shell = Shell(self)
        try:
            while (actor := self.match.to_act) is not None:
                self._step(actor, shell)
        except Leave as leave:
            return self._get_up(leave.ending)
        return self._finish()

    def _step(self, actor: int, shell: Any) -> None:
        number = len(self.match.events)
        if actor == CHANCE:
            self._take(lambda: self.match.let_chance(self._sources.event(number)))
            self._pause(shell)
        elif actor in self.cpus:
            self._turn_of = actor
            view, moves = self.match.view(actor), self.match.legal_moves()
            move = self.cpus[actor].choose(view, moves, self._sources.thought(number))
            self._take(lambda: self.match.play(move))
            self._pause(shell)
        else:
            self._person(actor, shell)

    def _person(self, seat: int, shell: Any) -> None:
        new_turn, self._turn_of = self._turn_of != seat, seat
        moves = self.match.legal_moves()
        if self.settings.play_forced_moves and len(moves) == 1:
            if new_turn:
                self.show_scores()
            self.play(moves[0])
            return
        if new_turn or not self.console.plain:
            self.show_position(seat, scores=new_turn)
        shell.turn(seat)

    def play(self, move: Any) -> None:
        """Plays a move of the seat on turn. Raises IllegalMove with the reason, and nothing has changed."""
        self._take(lambda: self.match.play(move))

    def _take(self, act: Callable[[], str]) -> None:
        before = self.match.state
        event = act()
        try:
            self._make_durable(event)
        except BaseException:
            self.match.take_back()
            raise
        self._show_event(event, before)

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
        except EOFError:
            raise Leave(Ending.LEFT) from None
        if typed:
            raise Leave(Ending.LEFT)

    def _pause(self, shell: Any) -> None:
        if not self.cpus or self._turn_of not in self.cpus:
            return
        try:
            self.console.pause(PAUSES[self.settings.speed])
        except KeyboardInterrupt:
            shell.paused()

    # What is shown

    def viewer(self) -> int | None:
        """Whose eyes the screen is for: the only person, or else the person on turn; None for a bystander."""
        people = [seat for seat in range(len(self.seats)) if seat not in self.cpus]
        if len(people) == 1:
            return people[0]
        actor = self.match.to_act
        return actor if actor in people else None

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.seats[seat].name

    def side_name(self, side: int) -> str:
        """The names of the players of a side."""
        members = [self.name(seat) for seat, its_side in enumerate(self.game.sides()) if its_side == side]
        return " + ".join(members)

    def show_scores(self) -> None:
        """The scoreboard."""
        scores = self.match.game.scores(self.match.state)
        actor = self.match.to_act
        on_turn = self.game.sides()[actor] if actor is not None and actor != CHANCE else None
        names = [self.side_name(side) for side in range(len(scores))]
        width = max(map(len, names))
        self.console.say()
        for side, (name, score) in enumerate(zip(names, scores, strict=True)):
            if self.console.plain:
                self.console.say(f"{name}: {score}")
            else:
                self.console.say(f" {'>' if side == on_turn else ' '} {name:<{width}}  {score:>5}", Role.TITLE)

    def show_position(self, seat: int | None, *, scores: bool = True) -> None:
        """The table as a seat sees it, and its moves if it is on turn."""
        if scores:
            self.show_scores()
        view = self.match.view(seat)
        text = "\n".join(self.game.words(view)) if self.console.plain else self.game.picture(view, self.console.style)
        if text:
            self.console.say(text)
        if seat is not None and seat == self.match.to_act:
            self.console.say(self.moves_text(seat), Role.NOTE)

    def moves_text(self, seat: int) -> str:
        """The moves of the seat on turn; for those that the rules refuse now, why."""
        legal = self.match.legal_moves()
        texts = [self.game.notation(move) for move in legal]
        view = self.match.view(seat)
        refused = [
            f"{self.game.notation(move)} ({self.game.why_not(view, move)})"
            for move in self.game.moves
            if move not in legal
        ]
        line = _("You can: {moves}").format(moves=", ".join(texts))
        return line + ("\n" + _("Not now: {moves}").format(moves="; ".join(refused)) if refused else "")

    def _show_event(self, event: str, before: Any) -> None:
        viewer = self.viewer()
        who, _space, text = event.partition(" ")
        if who == "*":
            outcome = self.game.parse_outcome(text, before)
            text = self.game.outcome_for(outcome, viewer)
        told = self.game.tell(self.game.view(before, viewer), text, self.match.view(viewer))
        if who == "*" and not self.console.style.compact and self._turn_of not in self.cpus:
            picture = self.game.event_picture(text, self.console.style)
            if picture:
                self.console.say(picture)
        line = told if who == "*" else f"{self.name(int(who) - 1)}: {told}"
        self.console.say(line if self.console.plain else f"  {line}", Role.EVENT)

    # The end of a sitting

    def _get_up(self, ending: Ending) -> Ending:
        if ending is Ending.ABANDONED:
            self.save.finish("abandoned", self.game.scores(self.match.state), None)
            self.console.say(_("The match {name} is abandoned.").format(name=self.save.id))
        else:
            actor = self.match.to_act
            on_turn = None if actor == CHANCE else actor
            self.save.leave(self.game.scores(self.match.state), on_turn)
            self.console.say(
                _("The match is kept as {name}. Go on with: tabletop resume {name}").format(name=self.save.id)
            )
        return ending

    def _finish(self) -> Ending:
        result = self.match.result
        assert result is not None
        scores = self.game.scores(self.match.state)
        self.save.finish("finished", scores, result.ranks)
        self.show_scores()
        winners = [self.side_name(side) for side in scoring.winners(result.ranks)]
        if len(winners) == 1:
            self.console.say(_("{name} wins.").format(name=winners[0]), Role.TITLE)
        else:
            self.console.say(_("{names} share the first place.").format(names=", ".join(winners)), Role.TITLE)
        return Ending.FINISHED
