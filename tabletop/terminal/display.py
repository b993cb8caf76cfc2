"""What a match looks like on a console: turns, scoreboard, positions, moves and events."""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Final

from tabletop.i18n import Texts
from tabletop.lines import hanging
from tabletop.pieces import cells
from tabletop.pieces.scenes import Scene, Sheet
from tabletop.table.looking import Look, points_text
from tabletop.table.sentences import Heard, sentence
from tabletop.table.telling import Told
from tabletop.terminal.choices import moves_aloud, moves_text
from tabletop.terminal.console import Console, Rings, Role, SaysTogether
from tabletop.tones import Tone

_ = Texts(__file__)

_ROLES: Final[Mapping[Tone, Role]] = {"": Role.EVENT, "good": Role.GOOD, "bad": Role.BAD}
_FIRST: Final = itemgetter(0)
_SIGNS: Final = {Role.GOOD: "✓", Role.BAD: "✗", Role.WIN: "★"}


class Display:
    """Shows one match to those who sit at the keyboard."""

    def __init__(self, console: Console, look: Callable[[], Look]) -> None:
        """``look``: the table as the reader at this console sees it now."""
        self._console = console
        self._look = look
        self.turn_of: int | None = None
        """the seat under whose heading things are told"""
        self.cpu_turn = False
        """whether a CPU player is playing its turn"""
        self._told_moves = ""
        self._untold = ""
        self._heard = Heard()
        self.news: list[str] = []
        """what was new on the table when a person's turn began"""
        self._untold_news = ""
        self._heard_moves: set[str] = set()

    def afresh(self) -> None:
        """The match has gone elsewhere than forward: the turn begins with its heading again."""
        self.turn_of, self._told_moves, self._untold = None, "", ""
        self._heard_moves.clear()

    # A turn

    def turn(self, seat: int, *, person: bool, people: bool) -> None:
        """A seat is asked; where its turn begins: a heading, and the scoreboard for people.

        ``person``: whether somebody at this keyboard plays it; ``people``: whether anybody sits at this keyboard.
        """
        if seat == self.turn_of:
            return
        self.turn_of, self._told_moves, self.cpu_turn = seat, "", not person
        if person and isinstance(self._console, Rings):
            self._console.ring()
        if self._console.plain:
            if person:
                self._turn_aloud()
            return
        self._console.say()
        self._console.say(self.heading(self._look().names[seat]), Role.TITLE)
        if person or not people:
            self.scores()
        if not people:
            self.position()

    def _turn_aloud(self) -> None:
        """What is new on the table: in a line, with the moves where these are told."""
        self.news = self._heard.news(self._look().aloud)
        self._untold_news = " ".join(self.news)

    def heading(self, text: str) -> str:
        """The line above a turn."""
        style = self._console.style
        line = "-" if style.ascii else "─"
        shown = f"{line * 2} {self._short(text, 4)} "
        return shown + line * (min(style.width, 60) - cells.width(shown))

    def _short(self, name: str, beside: int) -> str:
        """A name as it fits into a line with so many columns beside it."""
        style = self._console.style
        return cells.shortened(name, style.width - beside, "..." if style.ascii else "…")

    def again(self) -> None:
        """After a page of text on a screen: whose turn it is, and the totals."""
        look = self._look()
        if not self._console.plain and look.actor is not None and look.actor >= 0:
            self._console.say(self.heading(look.names[look.actor]), Role.TITLE)
            self.scores()

    def choice(self) -> None:
        """What a person has to know before a move: the position, and the moves where they have changed."""
        if self._console.plain:
            self._choice_aloud()
            return
        self.position()
        moves = moves_text(self._look())
        if moves != self._told_moves:
            self._console.say(moves, Role.CHOICE)
        self._told_moves = moves

    def _choice_aloud(self) -> None:
        """The moves, unless they were told before; verbose: whenever they have changed, with what can't be played."""
        look, parts = self._look(), [(self._untold_news, Role.TABLE)]
        self._untold_news = ""
        if look.detail != "terse":
            moves = moves_text(look) if look.detail == "verbose" else moves_aloud(look)
            if moves not in ({self._told_moves} if look.detail == "verbose" else self._heard_moves):
                parts.append((moves, Role.CHOICE))
            self._told_moves = moves
            self._heard_moves.add(moves)
        if isinstance(self._console, SaysTogether):
            self._console.say_together(parts)
            return
        for text, role in filter(_FIRST, parts):
            self._console.say(text, role)

    # The table

    def scores(self) -> None:
        """The scoreboard; a mark shows who is on turn."""
        scores = self._look().scores
        if self._console.plain:
            self._console.say(sentence(points_text(scores)), Role.TABLE)
            return
        points = [f"  {score.points:>5}" for score in scores]
        names = [self._short(score.name, 2 + max(map(len, points))) for score in scores]
        width = max(map(cells.width, names))
        for score, name, its in zip(scores, names, points, strict=True):
            self._console.say(f"{'>' if score.on_turn else ' '} {cells.padded(name, width)}{its}", Role.TITLE)

    def status(self, position: str = "") -> None:
        """What the game wants to stay in sight, as far as the text of the position, shown with it, doesn't say it."""
        said = [text for text in self._look().status if not re.search(rf"(?<!\w){re.escape(text)}(?!\w)", position)]
        if said and self._console.plain:
            self._console.say(sentence(", ".join(said)), Role.TABLE)
        elif said:
            self._console.say("\n".join(said))

    def in_sight(self) -> str:
        """The scores, a mark at who is on turn, and what the game wants to stay in sight: in a line, or as many as it
        takes on a screen.
        """
        look = self._look()
        scores = ", ".join([f"{'> ' if score.on_turn else ''}{score.name} {score.points}" for score in look.scores])
        said = " · ".join([scores, *look.status])
        columns = self._console.style.width
        return said if cells.width(said) <= columns else _in_lines([scores, *look.status], columns)

    def table(self) -> None:
        """All of it, and the moves of who is asked."""
        self.scores()
        self.status(self._position())
        self.position()
        if self._look().moves:
            self._console.say(moves_text(self._look()), Role.CHOICE)

    def position(self) -> None:
        """The position; between rounds what came of the last one."""
        if text := self._position():
            self._console.say(" ".join(map(sentence, text.split("\n"))) if self._console.plain else text, Role.TABLE)

    def _position(self) -> str:
        look = self._look()
        return look.picture or "\n".join(look.words) if look.summary is None else self._drawn(look.summary)

    def summary(self) -> None:
        """What there is to look at before the match goes on, if there is anything."""
        self.scene(self._look().summary or ())

    def scene(self, scene: Scene) -> None:
        """A scene: drawn on a screen, told in plain mode."""
        if shown := self._drawn(scene):
            self._console.say(shown, Role.TABLE)
            if any(isinstance(block, Sheet) for block in scene):
                self._heard.know([points_text(self._look().scores)])

    def _drawn(self, scene: Scene) -> str:
        from tabletop.pieces import scene_text, scene_words

        style = self._console.style
        return (
            "\n".join(scene_words.words(scene, as_moves=True)) if self._console.plain else scene_text.text(scene, style)
        )

    def sign(self, role: Role) -> str:
        """The sign of what is told so: a colour alone says nothing."""
        sign = _SIGNS[role]
        return cells.plain(sign) if self._console.style.ascii else sign

    # Events

    def event(self, told: Told, *, named: bool = False) -> bool:
        """Tells an event; whether anything was shown. ``named``: who moved isn't clear from the heading.

        A move that chance has to answer is told together with the answer: “rolls 5”.
        """
        if self._console.plain:
            if told.said:
                self._console.say(told.said, Role.EVENT)
            return bool(told.said)
        if told.answered:
            self._untold = with_name(told) if named else told.text
            return False
        said = with_name(told) if named else told.text
        text, self._untold = f"{self._untold} {said}".strip(), ""
        picture = "" if self._console.style.compact or self.cpu_turn else told.picture
        role = _ROLES[told.tone]
        self._console.say(
            beside(picture, f"{self.sign(role)} {text}" if told.tone else text, self._console.style.width), role
        )
        return True


def with_name(told: Told) -> str:
    """An event in a line, with the name of who moved."""
    if told.said:
        return told.said
    return f"{told.name}: {told.text}" if told.name else told.text


def _in_lines(parts: Sequence[str], columns: int) -> str:
    """Parts with a dot between two, in as few lines as it takes; one that is wider than a line is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and cells.width(f"{lines[-1]} · {part}") <= columns:
            lines[-1] += f" · {part}"
        else:
            lines += cells.wrapped(part.split(" "), columns)
    return "\n".join(lines)


def beside(picture: str, text: str, columns: int = 80) -> str:
    """A text to the right of the middle of a picture, below it where that is too wide, or by itself.

    >>> print(beside("###\\n###\\n###", "three"))
      ###
      ###  three
      ###
    >>> print(beside("###\\n###\\n###", "three", 11))
      ###
      ###
      ###
      three
    """
    lines = picture.split("\n") if picture else []
    if not lines:
        return f"  {text}"
    middle = len(lines) // 2
    if len(lines[middle]) + len(text) + 4 > columns // 2 and cells.width(f"{lines[middle]}{text}") + 4 > columns:
        return "\n".join([*("  " + line for line in lines), hanging("  ", text, columns)])
    lines[middle] += f"  {text}"
    return "\n".join(["  " + line for line in lines])
