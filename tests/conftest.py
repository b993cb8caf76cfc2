"""What several files of tests use."""

import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home for the program in a pseudo-terminal."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


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
        terminal.process.close(force=True)
