"""A store of plugins to work on in a test: a folder of wheels, answers, and a process that plays."""

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tabletop.cli import run
from tabletop.plugins.install.installing import Installer
from tabletop.plugins.install.pip_program import Supply
from tabletop.plugins.store.ledger import Ledger
from tabletop.plugins.store.overlay import Overlay


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

    def command(self, *arguments: str) -> tuple[int, str, str]:
        """A ``tabletop`` command in this process, for those that import no plugin: exit code, output, errors."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
            patch.setenv("TABLETOP_HOME", str(self.home))
            code = run(list(arguments))
        return code, out.getvalue(), err.getvalue()

    def play(self, *arguments: str, typed: str = "") -> str:
        """A ``tabletop`` command that plays, in a process of its own: all that it writes."""
        return subprocess.run(
            [sys.executable, "-m", "tabletop", *arguments, "--plain"],
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "TABLETOP_HOME": str(self.home)},
            check=False,
        ).stdout

    def play_to_the_end(self, game: str) -> str:
        """Plays a tiny game."""
        return self.play("play", game, "--seats", "Ada,Bo", typed="take\n")
