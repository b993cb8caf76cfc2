"""``tabletop player``: programs are registered by a person, and tried."""

import json
import os
import sys
from pathlib import Path

import pytest

from tabletop.saves import Home
from tabletop.saves.programs import Programs

HOSTILE = Path(__file__).parent / "helpers" / "hostile.py"
HOLD = Path(__file__).parent.parent / "docs/examples/players/hold.py"
PLAYER = (sys.executable, "-I", "-S", HOLD)


@pytest.fixture
def player(tabletop, tmp_path, monkeypatch):
    """Runs ``tabletop player`` in a home of its own."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return lambda *words: tabletop("player", *words)


def test_it_is_registered_listed_and_forgotten(player, tmp_path):
    assert player("list") == (0, "No program is registered as a player.\n", "")
    code, out, err = player("add", "hold", "--seconds", "2.5", "--memory", "100", "--", *PLAYER, "an argument", "--x")
    assert (code, err) == (0, "")
    assert "cpu:exec:hold" in out
    (kept,) = Programs(Home(tmp_path / "home")).list()
    assert kept.command == (*map(str, PLAYER), "an argument", "--x")
    assert (kept.folder, kept.seconds, kept.memory) == (str(tmp_path), 2.5, 100)
    assert player("list")[1].startswith("hold  ")
    assert player("list")[1].endswith("'an argument' --x\n")
    assert player("remove", "hold")[0] == 0
    assert Programs(Home(tmp_path / "home")).list() == ()


BAD = {
    "a name that is taken": (["add", "hold", "--", "python3"], "There is a player “hold” already"),
    "a name with a colon": (["add", "a:b", "--", sys.executable], "“name” has characters that aren't allowed there."),
    "a name of a place": (["add", "../x", "--", sys.executable], "“name” has characters that aren't allowed there."),
    "a long name": (["add", "x" * 41, "--", sys.executable], "“name”"),
    "no command": (["add", "x"], "COMMAND"),
    "no such program": (["add", "x", "--", "no-such-program"], "There is no program “no-such-program” here."),
    "no time": (["add", "x", "--seconds", "0", "--", sys.executable], "“seconds”"),
    "no number": (["add", "x", "--seconds", "nan", "--", sys.executable], "“seconds”"),
    "no value": (["add", "x", "--set", "depth", "--", sys.executable], "“depth” should be written “depth=value”."),
    "nobody to remove": (["remove", "nobody"], "There is no player “nobody” here: “tabletop player list” shows them."),
    "nobody to try": (
        ["test", "nobody", "pig"],
        "There is no player “nobody” here: “tabletop player list” shows them.",
    ),
    "no game": (["test", "hold", "ludo"], "ludo"),
    "no level": (["test", "hold", "pig", "--against", "godlike"], "There is no CPU player “godlike”"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_cannot_be_is_one_sentence(player, what):
    player("add", "hold", "--", *PLAYER)
    words, sentence = BAD[what]
    code, _out, err = player(*words)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_one_that_can_play_passes_at_least_forty_steps(player, tmp_path):
    player("add", "hold", "--set", "hold_at=25", "--", *PLAYER)
    code, out, err = player(
        "test", "hold", "pig", "--against", "random", "--matches", "4", "--traffic", tmp_path / "said"
    )
    assert (code, err) == (0, "")
    steps = [line for line in out.splitlines() if ": ok" in line]
    assert len(steps) >= 40
    assert "hold has won 4 of 4 matches against random." in out
    assert '"hold_at":25' in (tmp_path / "said/hold-1.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("what", "fault"), [("illegal", "no legal move"), ("stillborn", "exit code 9"), ("nul", "JSON")]
)
def test_one_that_cannot_is_told_where_it_fails(player, what, fault):
    player("add", "bad", "--", sys.executable, "-I", "-S", HOSTILE, what)
    code, out, _err = player("test", "bad", "pig")
    assert code == 1
    assert fault in out
    assert "bad has failed in " in out
    assert "\0" not in out


@pytest.mark.parametrize("setting", ["hold_at=much", "hold_at=0", "depth=3"])
def test_an_option_that_it_does_not_have_is_said(player, setting):
    player("add", "hold", "--set", setting, "--", *PLAYER)
    code, out, _err = player("test", "hold", "pig")
    assert code == 1
    assert "hold_at" in out


def test_a_damaged_document_is_told_and_what_can_be_used_is(player, tmp_path):
    player("add", "hold", "--", *PLAYER)
    path = Home(tmp_path / "home").programs
    document = json.loads(path.read_text("utf-8"))
    document["tables"]["players"]["2"] = {"name": "x", "command": []}
    path.write_text(json.dumps(document), "utf-8")
    code, out, err = player("list")
    assert (code, out.split()[0]) == (0, "hold")
    assert "1 entry" in err


def test_where_what_is_said_cannot_be_kept_that_is_told(player, tabletop, tmp_path):
    player("add", "hold", "--", *PLAYER)
    (tmp_path / "file").write_text("", "utf-8")
    words = ["play", "pig", "--seats", "cpu:exec:hold,cpu:random", "--set", "target=10", "--speed", "off"]
    code, out, _err = tabletop(*words, "--traffic", tmp_path / "file" / "folder")
    assert code == 0
    assert "What is said can't be kept in" in out
    code, _out, err = player("test", "hold", "pig", "--traffic", tmp_path / "file" / "folder")
    assert code == 2
    assert err.count("\n") == 1


def test_only_the_owner_reads_what_is_kept(player, tmp_path):
    player("add", "hold", "--", *PLAYER)
    if os.name != "nt":
        assert Home(tmp_path / "home").programs.stat().st_mode & 0o077 == 0
