"""Advice at the table: a hint, odds at every turn, and a review once the match is over."""

from tabletop.i18n import Texts
from tabletop.review import accuracies
from tabletop.rooms.listener import Asked
from tabletop.rooms.messages import Advise, Review
from tabletop.saves.statistics import accuracy_note
from tabletop.table.looking import Look
from tabletop.table.requests import Log, LookAt, Remark
from tabletop.terminal.advice import hint_text, say_review, stopped_text
from tabletop.terminal.commands import Commands
from tabletop.terminal.console import Role
from tabletop.terminal.seated import Seated
from tabletop.terminal.waiting import LONGEST, LongEnough
from tabletop.words import one_of

_ = Texts(__file__)


class Counsel:
    """These commands for one table."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated
        self.console = seated.console
        self._shows_odds = False
        self._odds_told: int | None = None
        self._reviewed = False
        self.commands: Commands = {
            "hint": (self._hint, _("what an expert would do; the match then doesn't count as unaided")),
            "odds": (self._odds, _("such a hint at every turn, on or off")),
            "review": (self._review, _("what each decision cost, once the match is over")),
        }

    def before_a_move(self, asked: Asked) -> None:
        """The odds, once for each question, where they are wanted at every turn."""
        if self._shows_odds and self._odds_told != asked.question.serial:
            self._odds_told = asked.question.serial
            self._say_hint(asked.seat)

    def _hint(self, _argument: str) -> None:
        asked = self.seated.asked
        if asked is None or asked.question.kind != "move":
            raise ValueError(_("There is nothing for you to decide now."))
        self._say_hint(asked.seat)

    def _say_hint(self, seat: int) -> None:
        analysis = self.seated.think(Advise(seat))
        self.console.say(hint_text(self.seated.game, analysis), Role.NOTE)
        self.seated.say_if_uncounted()

    def _odds(self, argument: str) -> None:
        self._shows_odds = one_of(argument, ("on", "off")) == "on" if argument else not self._shows_odds
        self.console.say(_("Odds are shown at every turn.") if self._shows_odds else _("Odds are off."))
        self._odds_told = None

    def _review(self, _argument: str) -> None:
        seated = self.seated
        review, whole = Review(), True
        try:
            made = seated.think(review, LONGEST)
        except (KeyboardInterrupt, LongEnough):
            made, whole = list(review.so_far), False
            if not made:
                raise KeyboardInterrupt from None
        names = list(seated.look().names)
        say_review(self.console, seated.game, made, names, self._standing)
        if not whole:
            self.console.say(stopped_text(made, len(seated.ask(Log()))), Role.NOTE)
        elif made and not self._reviewed:
            self._reviewed = True
            seated.ask(Remark(*accuracy_note(accuracies(made, len(names)))))

    def _standing(self, number: int) -> str:
        look: Look = self.seated.ask(LookAt(number))
        return ", ".join([*(f"{score.name} {score.points}" for score in look.scores), *look.status])
