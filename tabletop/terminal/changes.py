"""Commands that change the course of a match: taking back, other players, giving up, once more."""

from tabletop import setup
from tabletop.aliases import shown
from tabletop.i18n import Texts
from tabletop.person import ME
from tabletop.person import shown as named
from tabletop.table.looking import Look
from tabletop.table.requests import Abandon, Redo, Rename, Reseat, Resign, Seats, Undo
from tabletop.terminal.commands import Commands, confirmed
from tabletop.terminal.console import Role
from tabletop.terminal.leaving import Departure, Leave
from tabletop.terminal.numbered import numbered
from tabletop.terminal.seated import Seated
from tabletop.values import word_text

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
            "rename": (self._rename, _("a name by which this match is found again, such as rename Sunday")),
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
                who = _("person") if seat.player == "human" else f"CPU, {word_text(seat.level or '')}"
                name = named(seat.name, self.seated.reader.me)
                self.console.say(_("Seat {number}: {name} ({who})").format(number=number, name=name, who=who))
            return
        if self.seated.over:
            raise ValueError(_("The match is over."))
        where, _space, text = argument.partition(" ")
        if not (where.isascii() and where.isdigit() and 0 < int(where[:4]) <= len(seats)):
            raise ValueError(_("Type a seat from 1 to {last}, then who.").format(last=len(seats)))
        place = int(where) - 1
        if not text.strip():
            name = named(seats[place].name, self.seated.reader.me)
            said = _("Seat {number} ({name}): type after it who plays on there: “you”, a name or “cpu:level”.")
            raise ValueError(said.format(name=name, number=place + 1))
        others = [seat for other, seat in enumerate(seats) if other != place]
        person = named(ME, self.seated.reader.me)
        seat = setup.read_seat(text.strip(), place + 1, person, others)
        setup.check_level(self.seated.game, seat)
        self.seated.ask(Reseat(place, seat))
        if seat.player == "human":
            self.seated.greet(with_others=True)

    def _resign(self, _argument: str) -> None:
        if self.seated.over:
            raise ValueError(_("The match is over."))
        asked, people = self.seated.asked, self.seated.people
        seat = people[0] if len(people) == 1 else None if asked is None or asked.question.kind != "move" else asked.seat
        if seat is None or seat not in people:
            raise ValueError(_("A person resigns when it is that person's turn."))
        look = self.seated.look()
        question = _("Resign this match for {name}? Type yes: ")
        if seat in look.addressed and look.sides.count(look.sides[seat]) == 1:
            question = _("Resign and lose this match? Type yes: ")
        if not confirmed(self.seated, question.format(name=look.side_names[look.sides[seat]])):
            self.console.say(_("You play on."))
            return
        choosing = self._left_to_choose(look, seat)
        if choosing and self.console.interactive:
            self._choose(look, seat, choosing)
        else:
            self.seated.ask(Resign(seat))

    def _left_to_choose(self, look: Look, seat: int) -> list[str]:
        """The names of the other people here, who say how it goes on without the side of ``seat``; none with two."""
        if len(look.side_names) < 3:
            return []
        return [look.names[other] for other in self.seated.people if look.sides[other] != look.sides[seat]]

    def _choose(self, look: Look, seat: int, choosing: list[str]) -> None:
        """Asks those who are left: the match ends, or a CPU player plays on."""
        names, name = ", ".join(choosing), look.side_names[look.sides[seat]]
        title = _("{names}: how does it go on without {name}?").format(names=names, name=name)
        if self.seated.has_secrets:
            self.seated.cover(title)
            title = ""
        choices = [
            ("end", _("the match ends now")),
            ("continue", _("a CPU player plays on for {name}, who ranks last").format(name=name)),
        ]
        prompt = _("{end} or {go_on} (Enter: {end})> ").format(end=shown("end"), go_on=shown("continue"))
        self.console.forget_typed_ahead()
        try:
            chosen = numbered(self.console, title, choices, prompt, "end")
        except KeyboardInterrupt:
            self.console.say(_("You play on."))
            return
        except EOFError:
            self.console.say(_("You play on."))
            raise Leave(Departure.LEFT) from None
        instead = setup.read_seat("cpu", seat + 1, _("You")) if chosen == "continue" else None
        self.seated.ask(Resign(seat, instead))

    def _abandon(self, _argument: str) -> None:
        if self.seated.over:
            raise ValueError(_("The match is over."))
        if confirmed(self.seated, _("Give the match up for good? Type yes to do so: ")):
            self.seated.ask(Abandon())
        else:
            self.console.say(_("You play on."))

    def _rename(self, argument: str) -> None:
        if not argument:
            said = _("Please say the name too, such as “{rename} Sunday”; “{rename} {none}” takes it away.")
            raise ValueError(said.format(rename=shown("rename"), none=shown("none")))
        name = None if argument.casefold() in ("none", shown("none").casefold()) else argument
        self.seated.ask(Rename(name))
        said = _("This match is called “{name}” now.") if name else _("This match has no name now.")
        self.console.say(said.format(name=name), Role.NOTE)

    def _rematch(self, _argument: str) -> None:
        if not self.seated.over:
            raise ValueError(_("A rematch is for when the match is over."))
        raise Leave(Departure.REMATCH)
