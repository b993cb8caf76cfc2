"""Screens of 80 columns, and what is typed to see those of a game."""

from collections.abc import Iterable
from pathlib import Path

from scripted import Line, ScriptedConsole, host_in

from tabletop.lines import fitted
from tabletop.terminal.console import Completions, Role
from tabletop.terminal.session import Session as Host

WIDTH = 80
GAMES = ["pig", "pig-two-dice", "pig-doubles", "bigpig", "passing-game"]
QUICK = {"target": "20"}
_MOVES = {"passing-game": ["draw", "pass", "play 0-0 left", "6-6", "play", "9-9", "play 1-0 middle"]}
_QUERIES = {"passing-game": ["hand", "ends", "train", "boneyard", "seats", "round", "score", "round 1", "round x"]}


class Screen(ScriptedConsole):
    """80 columns wide, as a terminal breaks its lines. Pages of rules and what is typed are kept apart."""

    def __init__(self, lines: Iterable[Line] = (), *, plain: bool = False) -> None:
        super().__init__(lines, plain=plain, width=WIDTH)
        self.whole: list[str] = []
        """what was said, before its lines were broken"""
        self.pages: list[str] = []

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        self.whole.append(text)
        super().say(text if self.plain else fitted(text, WIDTH), role)

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        before = len(self.said)
        try:
            return super().ask(prompt, completions)
        finally:
            del self.said[before:]

    def page(self, text: str) -> None:
        self.pages.append(text)

    def progress(self, text: str, done: float = 0.0) -> None:
        self.prompts.append(text)

    @property
    def too_wide(self) -> list[str]:
        """The lines that are wider than the screen."""
        shown = [*(text for text, _role in self.said), *(fitted(page, WIDTH) for page in self.pages)]
        return [line for text in shown for line in text.split("\n") if len(line) > WIDTH]


def screens(folder: Path, lines: Iterable[Line], plain: bool, **settings: object) -> tuple[Screen, Host]:
    """A screen on which ``lines`` are typed, and a host that shows it."""
    console = Screen(lines, plain=plain)
    return console, host_in(folder, console, **settings)


def menu_lines(game: str) -> list[str]:
    """All pages behind the menu, with forms and mistakes in them."""
    lines = ["", game, "options", "1", "", "target=x", "nothing=1", "", "seats", "", "", "cpu:xyzzy", ""]
    return [*lines, "learn", "xyzzy", "back", "back", "matches", "help", "xyzzy", "back", "statistics", "quit"]


def table_lines(game: str) -> list[str]:
    """Everything at the table."""
    commands = ["help", "score", "table", "log", "options", "odds", "speed fast", "speed xyzzy", "save", "review"]
    commands += _QUERIES.get(game, ["points", "target"])
    commands += [
        *("turn", "last", "dice", "keys", "seat", "seat 9", "seat 2 Bo", "undo", "redo"),
        *("rematch", "resign", "no"),
    ]
    moves = _MOVES.get(game, ["hold", "roll", "hold"])
    lines = [*commands, "xyzzy", "", *moves, "help", "abandon", "no", "quit"]
    if game == "passing-game":
        lines.remove("odds")
    return lines
