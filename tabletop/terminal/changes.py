"""Commands that change the course of a match: taking back, other players, giving up, once more."""

from tabletop import setup
from tabletop.i18n import Texts
from tabletop.person import ME, shown
from tabletop.table.requests import Abandon, Redo, Reseat, Resign, Seats, Undo
from tabletop.terminal.commands import Commands, confirmed
from tabletop.terminal.seated import Departure, Leave, Seated

_ = Texts(__file__)


class Changes:
    """These commands for one table."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated
        self.console = seated.console
        self.commands: Commands = {
            "undo": (self._undo, _("back to your last decision, as far as the match allows it")),
            "redo": (self._redo, _("forward again, until something else is played")),
            "seat": (self._seat, _("who sits where; seat 2 cpu:hard or seat 2 Ada: plays on from there")),
            "resign": (self._resign, _("lose the match now")),
            "abandon": (self._abandon, _("give the match up for good, without a result")),
            "rematch": (self._rematch, _("the same players again, each a seat further on, once the match is over")),
        }

    def _undo(self, _argument: str) -> None:
        self.seated.ask(Undo())

    def _redo(self, _argument: str) -> None:
        self.seated.ask(Redo())

    def _seat(self, argument: str) -> None:
        seats = self.seated.ask(Seats())
        if not argument:
            for number, seat in enumerate(seats, 1):
                who = _("person") if seat.player == "human" else f"CPU, {seat.level}"
                name = shown(seat.name, self.seated.reader.me)
                self.console.say(_("Seat {number}: {name} ({who})").format(number=number, name=name, who=who))
            return
        if self.seated.over:
            raise ValueError(_("The match is over."))
        where, _space, text = argument.partition(" ")
        if not (where.isascii() and where.isdigit() and 0 < int(where[:4]) <= len(seats)):
            raise ValueError(_("Type a seat from 1 to {last}, then who.").format(last=len(seats)))
        place = int(where) - 1
        others = [seat for other, seat in enumerate(seats) if other != place]
        person = shown(ME, self.seated.reader.me)
        seat = setup.read_seat(text.strip(), place + 1, person, others)
        setup.check_level(self.seated.game, seat)
        self.seated.ask(Reseat(place, seat))

    def _resign(self, _argument: str) -> None:
        if self.seated.over:
            raise ValueError(_("The match is over."))
        asked, people = self.seated.asked, self.seated.people
        seat = people[0] if len(people) == 1 else None if asked is None else asked.seat
        if seat is None or seat not in people:
            raise ValueError(_("A person resigns when it is that person's turn."))
        look = self.seated.look()
        question = _("Resign, and lose the match for {name}? Type yes to do so: ")
        if not confirmed(self.seated, question.format(name=look.side_names[look.sides[seat]])):
            self.console.say(_("You play on."))
            return
        self.seated.ask(Resign(seat))

    def _abandon(self, _argument: str) -> None:
        if self.seated.over:
            raise ValueError(_("The match is over."))
        if confirmed(self.seated, _("Give the match up for good? Type yes to do so: ")):
            self.seated.ask(Abandon())
        else:
            self.console.say(_("You play on."))

    def _rematch(self, _argument: str) -> None:
        if not self.seated.over:
            raise ValueError(_("A rematch is for when the match is over."))
        raise Leave(Departure.REMATCH)
