"""A prompt at a real terminal: ``bare`` is one of prompt_toolkit alone, ``table`` a game with three hundred moves.

Both have the history of typed lines in the home; the folder of the home is the second argument.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from tabletop import GameOptions, OpenGame

MOVES = [f"bid {count}x{face}" for count in range(1, 51) for face in range(1, 7)]


class Bidding(OpenGame[int, str, None, GameOptions]):
    """Two seats bid in turn, and nothing comes of it."""

    verbs = ("bid",)

    def start(self) -> int:
        return 0

    def to_act(self, state: int) -> int | None:
        return state % 2

    def legal_moves(self, state: int) -> Sequence[str]:
        return MOVES

    def parse(self, text: str, view: int) -> str:
        return MOVES[MOVES.index(text)]

    def play(self, state: int, move: str) -> int:
        return state + 1

    def scores(self, state: int) -> Sequence[int]:
        return [state, state]

    def dump(self, state: int) -> dict[str, object]:
        return {"bids": state}


def bare(home: Path) -> None:
    """Reads lines."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory

    session: PromptSession[str] = PromptSession(history=FileHistory(str(home / "bare")))
    while True:
        session.prompt("Ada> ")


def table(home: Path) -> None:
    """Sits down at the game."""
    from tabletop import setup
    from tabletop.plugins.find.catalogue import Catalogue
    from tabletop.saves import Home, SettingsFile
    from tabletop.terminal.screen import TerminalConsole
    from tabletop.terminal.session import Session

    host = Session(TerminalConsole(), Catalogue.installed(), Home(home), SettingsFile(Home(home)).load())
    listing = host.catalogue.find("pig")
    game = Bidding(GameOptions(), 2)
    with host.matches.create(host.header(listing, game, setup.read_seats("Ada,Bo", "")), seed=1) as save:
        host.sit(listing, host.room(listing, game, save), save)


if __name__ == "__main__":
    {"bare": bare, "table": table}[sys.argv[1]](Path(sys.argv[2]))
