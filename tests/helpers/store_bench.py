"""A store of plugins to work on in a test: a folder of wheels, answers, and a process that plays."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tabletop.plugins.installing import Installer
from tabletop.plugins.ledger import Ledger
from tabletop.plugins.overlay import Overlay
from tabletop.plugins.pip_program import Supply


class Listener:
    """Keeps what is said, answers each question with the next answer (yes when there are none left)."""

    def __init__(self, answers: Sequence[bool] = ()) -> None:
        self.answers = list(answers)
        self.said: list[str] = []
        self.questions: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, question: str) -> bool:
        self.questions.append(question)
        return self.answers.pop(0) if self.answers else True

    def detail(self, line: str) -> None:
        pass

    @property
    def text(self) -> str:
        return "\n".join(self.said)


class Bench:
    """A home in a temporary folder."""

    def __init__(self, folder: Path, links: Path) -> None:
        self.home = folder
        self.links = links
        self.overlay = Overlay(folder / "plugins")

    def installer(self, listener: Listener | None = None) -> Installer:
        supply = Supply(offline=True, find_links=(self.links,))
        return Installer(self.overlay.root, listener or Listener(), supply, start=self.links, patience=0)

    @property
    def ledger(self) -> Ledger:
        return self.overlay.ledger()

    def names(self) -> list[str]:
        return [str(package) for package in self.ledger.packages]

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """The ``tabletop`` command in a process of its own."""
        return subprocess.run(
            [sys.executable, "-m", "tabletop", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            env={**os.environ, "TABLETOP_HOME": str(self.home)},
            check=False,
        )

    def winner_of(self, game: str) -> str:
        """Plays a tiny game to its end and returns the last lines of the output."""
        played = self.run("play", game, "--plain", "--seats", "Ada,Bo", typed="take\n")
        return played.stdout + played.stderr
