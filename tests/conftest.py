"""What several files of tests use."""

import io
import sys

import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home for the program in a pseudo-terminal."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder on the path, for plugins of this test only; the home lies beside it."""
    from distributions import forget_plugins

    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield tmp_path / "site"
    forget_plugins()


@pytest.fixture
def open_terminal(home):
    """Opens terminals and closes them in the end."""
    from terminal import Terminal

    opened = []

    def open_one(*arguments, **more):
        opened.append(Terminal(*arguments, **more))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.close()


@pytest.fixture
def gates(tmp_path_factory):
    """The pipes of a game that thinks as long as a test wants."""
    from gated import Gates

    gates = Gates(tmp_path_factory.mktemp("gates"))
    yield gates
    gates.close()


@pytest.fixture
def sit_down(open_terminal, gates):
    """Opens terminals that know the game of ``gates``."""

    def sit_down(*arguments):
        return open_terminal(*arguments, **gates.environ)

    return sit_down


@pytest.fixture
def tabletop(capsys, monkeypatch):
    """Runs a command line in this process, with lines (or a text) that are typed: exit code, output, errors."""
    from tabletop.cli import run

    def call(*arguments, typed=""):
        text = typed if isinstance(typed, str) else "".join(line + "\n" for line in typed)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "\x1b" not in captured.out
        return code, captured.out, captured.err

    return call
