"""What is saved is its owner's alone, whatever the umask is."""

import os
import stat

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes mean nothing there")

ROLLS = "roll\n" * 3 + "quit\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Not there yet, nor is the folder above it; and the umask takes nothing away."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "data" / "home"))
    monkeypatch.chdir(tmp_path)
    former = os.umask(0)
    yield tmp_path / "data" / "home"
    os.umask(former)


def open_to_others(home):
    """What somebody else may read, write or look into."""
    found = [home.parent, home, *home.rglob("*")]
    assert len(found) > 2
    return {
        str(path.relative_to(home.parent)): oct(mode)
        for path in found
        if (mode := stat.S_IMODE(path.stat().st_mode)) & 0o077
    }


LINES = {
    "play": ("play pig --seats Ada,Bo --plain", ROLLS),
    "against a CPU player": ("play pig --set target=10 --plain --speed off", ROLLS),
    "settings": ("settings speed=fast name=Ada", ""),
    "learn": ("learn pig 1 --plain", "\n\nquit\n"),
    "disable": ("plugins disable tabletop-pig", ""),
    "solve": ("solve pig --set target=8", ""),
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_whatever_is_done_first_makes_a_home_that_nobody_else_can_look_into(tabletop, home, line):
    words, typed = line
    code, _out, err = tabletop(*words.split(), typed=typed)
    assert code == 0, err
    assert open_to_others(home) == {}


def test_so_are_the_trash_a_report_and_what_is_typed(tabletop, home):
    from tabletop.saves import Home, Matches, Reports
    from tabletop.terminal.remembered import RememberedLines

    RememberedLines(Home(home).typed).store_string("roll")
    tabletop("play", "pig", "--seats", "Ada,Bo", "--plain", typed=ROLLS)
    matches = Matches(Home(home))
    matches.delete(matches.list()[0].id)
    Reports(Home(home)).write("a plugin", "It failed.")
    assert open_to_others(home) == {}
