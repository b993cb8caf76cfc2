"""Screens as a terminal shows them at each prompt: all of every first-party game, at 80x24 and 40x24.

``.venv/bin/python tests/helpers/golden_screens.py`` makes the files in tests/data/screens anew.
"""

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

import pyte
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from tabletop import setup
from tabletop.chance import Seeded
from tabletop.course import Practise
from tabletop.i18n import speaking
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Settings
from tabletop.terminal import classroom
from tabletop.terminal import screen as terminal_screen
from tabletop.terminal.console import Completions
from tabletop.terminal.course_page import Lessons
from tabletop.terminal.menu import Menu
from tabletop.terminal.screen import TerminalConsole
from tabletop.terminal.session import Session

GOLDEN = Path(__file__).resolve().parents[1] / "data" / "screens"
GAMES = ("pig", "pig-two-dice", "pig-doubles", "bigpig", "passing-game")
COLUMNS, ROWS = (80, 40), 24
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
_MOVES: Mapping[str, list[str]] = {"passing-game": ["", "draw", "play", "pass", "hand", "round"]}
Shown = list[str]
"""The rows of one screen."""


class Glass:
    """What prompt_toolkit writes to, and a terminal of so many columns that shows it."""

    encoding = "utf-8"

    def __init__(self, columns: int) -> None:
        self.screen = pyte.Screen(columns, ROWS)
        self._stream = pyte.Stream(self.screen)

    def write(self, text: str) -> None:
        self._stream.feed(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True

    def shown(self) -> Shown:
        rows = [re.sub(r"-\d{8}-[a-z0-9]{4}\b", "-20261130-abcd", row.rstrip()) for row in self.screen.display]
        rows = [re.sub(r"\d+\.\d%", "##.#%", row) for row in rows]  # a search that gets better says something else
        while rows and not rows[-1]:
            rows.pop()
        return rows


class GoldenConsole(TerminalConsole):
    """Types what ``typist`` answers to each prompt, and keeps what stood on the screen before it was typed."""

    def __init__(self, glass: Glass, keys: Callable[[str], None], typist: Iterator[str]) -> None:
        super().__init__()
        self.shots: list[tuple[str, Shown]] = []
        """what was typed, and the screen before that"""
        self.completions: list[Completions] = []
        self.in_sight_at: list[str] = []
        self._glass, self._keys, self._typist = glass, keys, typist

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        self.completions.append(completions or {})
        self.in_sight_at.append(self.in_sight)
        line = next(self._typist, None)
        self._keys("\x04" if line is None else line + "\r")
        taken: list[Shown] = []
        app = self._session.app
        look = lambda _app: taken or taken.append(self._glass.shown())  # noqa: E731
        app.after_render += look
        try:
            return super().ask(prompt, completions)
        finally:
            app.after_render -= look
            self.shots.append(("^D" if line is None else line, taken[0]))

    def paged(self, *_prompt: object) -> bool:
        """Goes on after each screen of a page, which is kept too."""
        self.shots.append(("(a page)", self._glass.shown()))
        return True

    def pause(self, seconds: float) -> bool:
        return False


@contextmanager
def console(columns: int, typist: Iterator[str]) -> Iterator[GoldenConsole]:
    """A console with a screen of so many columns."""
    glass = Glass(columns)
    with (
        mock.patch.dict(os.environ, {"COLUMNS": str(columns), "LINES": str(ROWS)}),
        mock.patch.object(terminal_screen, "can_encode", return_value=True),
        create_pipe_input() as keys,
        create_app_session(keys, Vt100_Output(glass, lambda: Size(ROWS, columns), term="xterm", enable_cpr=False)),
        speaking("en"),
    ):
        made = GoldenConsole(glass, keys.send_text, typist)
        with mock.patch.object(terminal_screen, "goes_on", made.paged):
            yield made


def _host(folder: Path, shown: TerminalConsole) -> Session:
    return Session(shown, Catalogue.installed(), Home(folder), Settings(speed="off"), clock=lambda: NOW)


def menu(columns: int, folder: Path) -> GoldenConsole:
    """The main menu, and the pages behind it that no game has for itself."""
    lines = ["matches", "", "statistics", "settings", "", "quit"]
    with console(columns, iter(lines)) as shown:
        Menu(_host(folder, shown)).run()
    return shown


def pages(game: str, columns: int, folder: Path) -> GoldenConsole:
    """What the menu shows of a game: its page, its house rules, seats, rules and lessons."""
    lines = ["new", game, "options", "1", "", "", "seats", "3", "", "", "", "rules", "learn", "back", "back", "quit"]
    if game in ("pig-two-dice", "pig-doubles"):
        lines[lines.index("3") :] = ["", "", "", "rules", "learn", "back", "back", "quit"]
    with console(columns, iter(lines)) as shown:
        Menu(_host(folder, shown)).run()
    return shown


def table(game: str, columns: int, folder: Path) -> GoldenConsole:
    """A table of four, or of two, with what is typed there."""
    moves = _MOVES.get(game, ["roll", "roll", "hold", "roll", "points"])
    lines = [*moves, "help", "score", "table", "log", "options", "last", "turn", "moves", "keys", "quit"]
    with console(columns, iter(lines)) as shown:
        here = _host(folder, shown)
        listing = here.catalogue.find(game)
        rules = load(listing)
        seats = "you,cpu:easy" + ",cpu:easy,cpu:easy" * (4 in rules.seat_counts)
        here.start(listing, rules, setup.read_seats(seats, here.person), {}, 3)
    return shown


def lessons(game: str, columns: int, folder: Path) -> GoldenConsole:
    """All lessons of a game, each step answered right; an exercise is skipped."""
    from learner import plan

    rules = load(Catalogue.installed().find(game))

    def typist() -> Iterator[str]:
        for number, lesson in enumerate(rules.course().lessons, 1):
            yield str(number)
            for step in lesson.steps:
                yield "skip" if isinstance(step, Practise) else plan(rules, step)[-1][0]
        yield "back"

    with console(columns, typist()) as shown, mock.patch.object(classroom, "Entropy", return_value=Seeded(1)):
        here = _host(folder, shown)
        listing = here.catalogue.find(game)
        Lessons(here, listing, load(listing)).run()
    return shown


def scenes() -> dict[str, Callable[[int, Path], GoldenConsole]]:
    """What there is to look at, by its name."""
    found: dict[str, Callable[[int, Path], GoldenConsole]] = {"menu": menu}
    for game in GAMES:
        for kind in (pages, table, lessons):
            found[f"{game}-{kind.__name__}"] = lambda columns, folder, kind=kind, game=game: kind(game, columns, folder)
    return found


def text(shown: GoldenConsole) -> str:
    """The screens one below the other, each with what was typed at it."""
    return "".join(f"===== typed: {typed}\n" + "".join(f"{row}\n" for row in rows) for typed, rows in shown.shots)


def main() -> None:
    """Makes the files anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, scene in scenes().items():
        for columns in COLUMNS:
            with tempfile.TemporaryDirectory() as folder:
                (GOLDEN / f"{name}-{columns}.txt").write_text(text(scene(columns, Path(folder))), "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
