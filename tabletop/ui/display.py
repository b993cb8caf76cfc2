"""What a match looks like on a console: turns, scoreboard, positions, moves and events."""

from typing import Any

from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Match, Seat
from tabletop.ui.aliases import spoken
from tabletop.ui.console import Console, Role

_ = Texts(__file__)


class Display:
    """Shows one match to those who sit at the keyboard, and nothing that they may not know."""

    def __init__(self, console: Console, match: Match, seats: tuple[Seat, ...]) -> None:
        """``match`` is looked at, never changed."""
        self._console = console
        self._match = match
        self._game = match.game
        self.has_secrets = False
        """whether several people at the keyboard hide something from each other"""
        self._eyes: int | None = None
        self.reseat(seats)
        self._turn_of: int | None = None
        self._told_moves = ""
        self._untold = ""

    def reseat(self, seats: tuple[Seat, ...]) -> None:
        """Who sits where from now on. Once there were several people with secrets, nothing opens by itself."""
        self._seats = seats
        self._people = [number for number, seat in enumerate(seats) if seat.player == "human"]
        self._eyes = None
        self.has_secrets |= self._game.hides and len(self._people) > 1

    def afresh(self) -> None:
        """The match has gone elsewhere than forward: the turn begins with its heading again."""
        self._turn_of, self._told_moves, self._untold = None, "", ""

    def viewer(self) -> int | None:
        """Whose eyes the screen is for: the only person, or else the person on turn; None for a bystander.

        Where several people hide something from each other it is the one for whom the table was uncovered last.
        """
        if self.has_secrets:
            return self._eyes
        if len(self._people) == 1:
            return self._people[0]
        actor = self._match.to_act
        return actor if actor in self._people else None

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self._seats[seat].name

    def side_name(self, side: int) -> str:
        """The names of the players of a side."""
        members = [self.name(seat) for seat, its_side in enumerate(self._game.sides()) if its_side == side]
        return " + ".join(members)

    def must_cover(self, seat: int) -> bool:
        """Whether another person than ``seat`` may have something open on the screen, or nobody has looked yet."""
        return self.has_secrets and self._eyes != seat

    def uncover(self, seat: int) -> None:
        """The screen is for ``seat`` now: tells what it may know of everything since, and with, its own last move."""
        self._eyes = seat
        self.afresh()
        events = self._match.events
        own = [number for number, event in enumerate(events) if event.startswith(f"{seat + 1} ")]
        for number in range(own[-1] if own else 0, len(events)):
            self._tell(number)

    @property
    def cpu_turn(self) -> bool:
        """Whether a CPU player is playing its turn."""
        return self._turn_of is not None and self._turn_of not in self._people

    # A turn

    def turn(self, seat: int) -> None:
        """Is called before a seat acts. Where its turn begins: a heading, and the scoreboard for people."""
        if seat == self._turn_of:
            return
        self._turn_of, self._told_moves = seat, ""
        shows_scores = seat in self._people or not (self._people or self._console.plain)
        if shows_scores or not self._console.plain:
            self._console.say()
        if not self._console.plain:
            self._console.say(self._heading(self.name(seat)), Role.TITLE)
        if shows_scores:
            self.scores()
        if self._console.plain and seat in self._people:
            self.position(seat)
        elif not (self._console.plain or self._people):
            self.position(None)

    def _heading(self, text: str) -> str:
        style = self._console.style
        line = "-" if style.ascii else "─"
        return f"{line * 2} {text} ".ljust(min(style.width, 60), line)

    def choice(self, seat: int) -> None:
        """What a person has to know before a move: the position, and the moves where they have changed."""
        if not self._console.plain:
            self.position(seat)
        moves = self.moves(seat)
        if moves != self._told_moves:
            self._console.say(moves, Role.NOTE)
        self._told_moves = moves

    # The table

    def scores(self) -> None:
        """The scoreboard; a mark shows who is on turn."""
        scores = self._game.scores(self._match.state)
        actor = self._match.to_act
        on_turn = self._game.sides()[actor] if actor is not None and actor != CHANCE else None
        names = [self.side_name(side) for side in range(len(scores))]
        if self._console.plain:
            self._console.say("\n".join(f"{name}: {score}" for name, score in zip(names, scores, strict=True)))
            return
        width = max(map(len, names))
        for side, (name, score) in enumerate(zip(names, scores, strict=True)):
            self._console.say(f"{'>' if side == on_turn else ' '} {name:<{width}}  {score:>5}", Role.TITLE)

    def table(self, seat: int | None) -> None:
        """All of it, as a seat sees it, and its moves if it is on turn."""
        self.scores()
        self.position(seat)
        if seat is not None and seat == self._match.to_act:
            self._console.say(self.moves(seat), Role.NOTE)

    def position(self, seat: int | None) -> None:
        """The position, as a seat sees it."""
        view, style = self._match.view(seat), self._console.style
        text = "\n".join(self._game.words(view)) if self._console.plain else self._game.picture(view, style)
        if text:
            self._console.say(text)

    def moves(self, seat: int) -> str:
        """The moves of the seat on turn; for those that the rules refuse now, why."""
        legal = self._match.legal_moves()
        view = self._match.view(seat)
        refused = [
            _("Not {move}: {why}").format(move=self._spoken(move), why=self._game.why_not(view, move))
            for move in self._game.moves
            if move not in legal
        ]
        texts = ", ".join(map(self._spoken, legal))
        return " ".join([_("You can: {moves}.").format(moves=texts), *refused])

    def _spoken(self, move: Any) -> str:
        return spoken(self._game, self._game.notation(move))

    # Events

    def event(self) -> bool:
        """Tells the event that led to the present state; whether anything was shown.

        In plain mode each event has a line. On a screen a move that chance has to answer is told together with the
        answer: “rolls 5”.
        """
        return self._tell(len(self._match.events) - 1)

    def _tell(self, number: int) -> bool:
        who, text, told = self._told(number)
        if self._console.plain:
            self._console.say(self._named(who, told), Role.EVENT)
            return True
        if who != "*" and self._game.to_act(self._match.state_after(number + 1)) == CHANCE:
            self._untold = told
            return False
        told, self._untold = f"{self._untold} {told}".strip(), ""
        self._console.say(beside(self._picture(text) if who == "*" else "", told), Role.EVENT)
        return True

    def last(self) -> list[str]:
        """The last move with all that chance gave since, in words, a line each."""
        events = self._match.events
        moves = [number for number, event in enumerate(events) if not event.startswith("*")]
        first = moves[-1] if moves else max(0, len(events) - 1)
        told = [self._told(number) for number in range(first, len(events))]
        return [self._named(who, words) for who, _text, words in told]

    def _told(self, number: int) -> tuple[str, str, str]:
        """Whose an event is, its text as the viewer may read it, and the same in words."""
        match, game, viewer = self._match, self._game, self.viewer()
        who, _space, text = match.read(number, viewer).partition(" ")
        before, after = (game.view(match.state_after(count), viewer) for count in (number, number + 1))
        return who, text, game.tell(before, text, after)

    def _named(self, who: str, told: str) -> str:
        return told if who == "*" else f"{self.name(int(who) - 1)}: {told}"

    def _picture(self, text: str) -> str:
        style = self._console.style
        return "" if style.compact or self.cpu_turn else self._game.event_picture(text, style)


def beside(picture: str, text: str) -> str:
    """A text to the right of the middle of a picture, or by itself.

    >>> print(beside("###\\n###\\n###", "three"))
      ###
      ###  three
      ###
    """
    lines = picture.split("\n") if picture else [""]
    lines[len(lines) // 2] += f"  {text}" if picture else text
    return "\n".join("  " + line for line in lines)
