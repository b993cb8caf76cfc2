"""A review that takes long has a bound, and Ctrl-C keeps what it has found."""

from threading import Event

import pytest
from scripted import ScriptedConsole
from sittings import last_saved, sit_down, table_of
from tabletop_pig.games import Pig
from tabletop_pig.knowledge import Knowledge

from tabletop import Analysis, MoveValue
from tabletop.cli import run
from tabletop.saves.statistics import ACCURACY
from tabletop.terminal.console import PlainConsole

LINES = ["roll", "roll", "hold"] * 4
MANY = 3
"""so many decisions are judged; the next one is thought about without end"""


class Stuck:
    """Judges some decisions, then thinks until it is let go."""

    def __init__(self):
        self.asked, self.go = 0, Event()

    def prepare(self, progress):
        progress(1.0)

    def analyse(self, view, moves, rng):
        self.asked += 1
        if self.asked > MANY:
            self.go.wait(600)
        return Analysis(0, "exact", tuple(MoveValue(move, 0.5) for move in moves))


@pytest.fixture
def stuck():
    found = Stuck()
    yield found
    found.go.set()


class Impatient(ScriptedConsole):
    """Types Ctrl-C while the match is looked through."""

    def progress(self, text, done=0.0):
        if text == "Looking through the match":
            raise KeyboardInterrupt


def at_table(folder, monkeypatch, stuck, console=ScriptedConsole):
    monkeypatch.setattr("sittings.ScriptedConsole", console)
    game = type("Judged", (Pig,), {"analyst": lambda _game: stuck})(Pig.options_model(target=14), 2)
    table = table_of(folder, game, "Ada,Bo", [*["roll", "roll", "hold"] * 20, "review"], seed=5)
    with table.save:
        table.run()
    return table


@pytest.mark.parametrize("how", ["Ctrl-C", "bound"])
def test_at_the_table_what_was_found_is_kept(tmp_path, monkeypatch, stuck, how):
    if how == "bound":
        monkeypatch.setattr("tabletop.terminal.counsel.LONGEST", 0.5)
    table = at_table(tmp_path, monkeypatch, stuck, Impatient if how == "Ctrl-C" else ScriptedConsole)
    text = table.console.text
    assert "Ada: accuracy 100.0 of 100" in text
    assert "The review stopped here: it came to event " in text
    assert f" of {len(table.match.events)}." in text
    assert ACCURACY not in [note.kind for note in last_saved(table._here).notes]


def test_a_review_of_a_saved_match_stops_at_its_bound(tmp_path, monkeypatch, stuck, capsys):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    sit_down(tmp_path, LINES * 9, seats="Ada,Bo", options={"target": 14})
    monkeypatch.setattr(Knowledge, "prepare", lambda _self, progress: progress(1.0))
    monkeypatch.setattr(Knowledge, "analyse", lambda _self, *asked: stuck.analyse(*asked))
    monkeypatch.setattr("tabletop.terminal.looking_back.LONGEST", 0.5)
    assert run(["review", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "Looking through the match" in shown
    assert "The review stopped here: it came to event " in shown


def test_an_analysis_says_on_standard_error_what_takes_long(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    _console, here, _ending = sit_down(tmp_path, ["roll"], seats="Ada,Bo", options={"target": 14})
    assert run(["record", "export", last_saved(here).id, "-o", str(tmp_path / "a.json")]) == 0
    said, say = Event(), PlainConsole.progress
    monkeypatch.setattr(PlainConsole, "progress", lambda *given: said.set() or say(*given))
    monkeypatch.setattr(Knowledge, "prepare", lambda *_given: said.wait(600))
    assert run(["analyse", str(tmp_path / "a.json"), "--at", "0", "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith('{"seat": ')
    assert shown.err.startswith("Working out the best play\n")
