"""Somebody who listens to a whole match in plain mode, and answers with moves that are offered."""

import io
import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tabletop import setup
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Settings
from tabletop.terminal.session import Session
from tabletop.terminal.spoken import SpokenConsole


@dataclass
class Turn:
    """What was said between two lines that were typed."""

    prompt: str
    typed: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def words(self) -> int:
        return sum(map(count_words, self.lines))


def count_words(line: str) -> int:
    """As they are heard: what lies between spaces."""
    return len(re.findall(r"\w\S*", line))


class Listener(SpokenConsole):
    """A console whose lines are typed by a rule."""

    def __init__(self, rng: Random) -> None:
        super().__init__(io.StringIO(), io.StringIO(), clock=lambda: 0.0)
        self.interactive = True
        self.rng = rng
        self.turns: list[Turn] = []
        self._before = 0

    @property
    def said(self) -> list[str]:
        return [line for turn in self.turns for line in turn.lines]

    def _typed(self, prompt, completions):
        text = self._out.getvalue()
        lines = text[self._before :].splitlines()
        self._before = len(text)
        typed = self._answer(prompt, [word for word, meaning in completions.items() if meaning == "a move"])
        self.turns.append(Turn(prompt, typed or "", lines))
        if typed is None:
            raise EOFError
        return typed

    def _answer(self, prompt, moves):
        if prompt == "over> ":
            return None
        if not moves:
            return ""
        plays = [move for move in moves if move.startswith(("play", "roll"))]
        return self.rng.choice(plays if plays and self.rng.random() < 0.7 else moves)


def listened(folder, game, *, detail="normal", seats="you,cpu:easy", seed=1, **options) -> Listener:
    """A whole match, heard at one degree of detail."""
    console = Listener(Random(seed))
    catalogue = Catalogue.installed()
    here = Session(console, catalogue, Home(Path(folder)), Settings(detail=detail, speed="off"))
    listing = catalogue.find(game)
    here.start(listing, load(listing), setup.read_seats(seats, "You"), options, seed)
    return console
