"""The tutorial for authors, done step by step as it says: what it writes is written, what it runs is run."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tutorial
from processes import LAST_RESORT

PAGE = (Path(__file__).parent.parent / "docs/write-a-game.md").read_text("utf-8")
BLOCKS = list(tutorial.blocks(PAGE))
WITHOUT_NETWORK = {
    "pip install": ["--no-index"],
    "pip wheel": ["--no-build-isolation", "--no-index"],
    "tabletop plugins install": ["--offline"],
}
"""What is added to commands that would look for packages."""


@pytest.fixture
def environment(tmp_path):
    """Commands are those of this environment."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"PATH": path, "TABLETOP_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}
    return {**os.environ, **own, "PYTHONDONTWRITEBYTECODE": "1"}


def run(command, folder, environment):
    """Runs a command of the page, and compares what comes out."""
    words = shlex.split(command.words)
    if words[0] == "cd":
        return folder / words[1]
    for start, more in WITHOUT_NETWORK.items():
        words += more if command.words.startswith(start) else []
    words[0] = shutil.which(words[0], path=environment["PATH"]) or words[0]
    done = subprocess.run(
        words, cwd=folder, env=environment, input=command.typed, capture_output=True, encoding="utf-8",
        timeout=LAST_RESORT, check=False,
    )  # fmt: skip
    said = f"$ {command.words}\n{done.stdout}{done.stderr}"
    assert done.returncode == 0, said
    assert tutorial.missing(command.shown, done.stdout) == "", said
    return folder


def test_every_step_of_the_tutorial_works(tmp_path, environment):
    folder = tmp_path
    for block in BLOCKS:
        if block.how:
            tutorial.write(block, folder)
        elif block.language == "console":
            for command in tutorial.commands(block.text):
                folder = run(command, folder, environment)


def test_every_block_is_one_that_is_tried():
    assert [block.text for block in BLOCKS if block.language not in ("console", "text") and not block.how] == []
    assert len([block for block in BLOCKS if block.how]) > 10


OLD = """import a


class A(B):
    x = 1

    def f(self):
        return 1
"""
NEW = """from c import d


class E:
    pass


class A(C):
    x = 2

    def g(self):
        return d


def h():
    pass
"""
MERGED = """import a
from c import d


class E:
    pass


class A(C):
    x = 2

    def f(self):
        return 1

    def g(self):
        return d


def h():
    pass
"""


def test_what_a_page_says_is_put_into_a_file():
    assert tutorial.merged(OLD, NEW) == MERGED
    assert tutorial.merged(MERGED, NEW) == MERGED


def test_what_comes_out_is_compared_line_by_line():
    assert tutorial.missing(["a", "...", "c: ..."], "a\nb\nc: 3\n") == ""
    assert tutorial.missing(["c", "a"], "a\nb\nc\n") == "a"
