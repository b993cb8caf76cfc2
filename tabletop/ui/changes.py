"""Commands that change the course of a match: taking back, other players, giving up, once more."""

from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.ui import setup
from tabletop.ui.aliases import spoken
from tabletop.ui.commands import Commands, confirmed
from tabletop.ui.console import Role
from tabletop.ui.table import Ending, Leave, Table

_ = Texts(__file__)


class Changes:
    """These commands for one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.console = table.console
        self.commands: Commands = {
            "undo": (self._undo, _("back to your last decision, as far as the match allows it")),
            "redo": (self._redo, _("forward again, until something else is played")),
            "seat": (self._seat, _("who sits where; seat 2 cpu:hard or seat 2 Ada: plays on from there")),
            "resign": (self._resign, _("lose the match now")),
            "abandon": (self._abandon, _("give the match up for good, without a result")),
            "rematch": (self._rematch, _("the same players again, each a seat further on, once the match is over")),
        }

    def _undo(self, _argument: str) -> None:
        if self.table.over:
            raise ValueError(_("The match is over: nothing is taken back any more."))
        who, _space, text = self.table.undo()[0].partition(" ")
        text = spoken(self.table.game, text)
        told = text if who == "*" else f"{self.table.display.name(int(who) - 1)}: {text}"
        self.console.say(_("Taken back to before “{event}”.").format(event=told), Role.NOTE)

    def _redo(self, _argument: str) -> None:
        self.table.redo()

    def _seat(self, argument: str) -> None:
        table = self.table
        if not argument:
            for number, seat in enumerate(table.seats, 1):
                who = _("person") if seat.player == "human" else f"CPU, {seat.level}"
                self.console.say(_("Seat {number}: {name} ({who})").format(number=number, name=seat.name, who=who))
            return
        if table.over:
            raise ValueError(_("The match is over."))
        where, _space, text = argument.partition(" ")
        if not (where.isascii() and where.isdigit() and 0 < int(where[:4]) <= len(table.seats)):
            raise ValueError(_("Type a seat from 1 to {last}, then who.").format(last=len(table.seats)))
        place = int(where) - 1
        others = [seat for other, seat in enumerate(table.seats) if other != place]
        seat = setup.read_seat(text.strip(), place + 1, _("You"), others)
        table.reseat(place, seat)
        self.console.say(_("{name} plays on for seat {number}.").format(name=seat.name, number=place + 1), Role.NOTE)

    def _resign(self, _argument: str) -> None:
        table = self.table
        if table.over:
            raise ValueError(_("The match is over."))
        actor, people = table.match.to_act, table.people
        if len(people) == 1:
            actor = people[0]
        if actor is None or actor == CHANCE or actor not in people:
            raise ValueError(_("A person resigns when it is that person's turn."))
        if confirmed(
            table,
            _("Resign, and lose the match for {name}? Type yes to do so: ").format(
                name=table.display.side_name(table.game.sides()[actor])
            ),
        ):
            raise Leave(Ending.RESIGNED, actor)
        self.console.say(_("You play on."))

    def _abandon(self, _argument: str) -> None:
        if self.table.over:
            raise ValueError(_("The match is over."))
        if confirmed(self.table, _("Give the match up for good? Type yes to do so: ")):
            raise Leave(Ending.ABANDONED)
        self.console.say(_("You play on."))

    def _rematch(self, _argument: str) -> None:
        if not self.table.over:
            raise ValueError(_("A rematch is for when the match is over."))
        raise Leave(Ending.REMATCH)
