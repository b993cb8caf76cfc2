"""``tabletop study``: what a house rule does, exactly where the game is solved, else by play."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from small_games import TicTacToe
from tabletop_pig.games import Pig

from tabletop.cli import run
from tabletop.tournament import study as studies

PIG = ("pig", "--set", "target=20", "--vary", "minimum_to_hold=0..2", "--matches", "10", "--iterations", "4")


@pytest.fixture
def study(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        code = run(["study", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_what_is_solved_is_exact(study):
    code, out, err = study(*PIG, "--players", "expert", "--traced", "2", "--json", "-")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert [row["value"] for row in found["rows"]] == [0, 1, 2]
    for row in found["rows"]:
        game = Pig(Pig.options_model(target=20, minimum_to_hold=row["value"]), 2)
        assert row["exact"]
        assert row["first_seat"] == pytest.approx(game.solver().solve(lambda _done: None).win_probability, abs=1e-8)
        assert row["interval"] is None
        assert 0 <= row["luck"] <= 1
    described = (Path(__file__).parent.parent / "docs/reference/study.md").read_text("utf-8")
    for name in {*found, *found["rows"][0]}:
        assert f"`{name}`" in described, name


def test_exact_and_played_agree():
    game = Pig(Pig.options_model(target=20, ending="immediate"), 2)
    exact = studies.line(game, "", 20, "hold:6", studies.StudySize(matches=500), None)
    game.solver = lambda: None
    played = studies.line(game, "", 20, "hold:6", studies.StudySize(matches=500), None)
    assert exact.exact
    assert not played.exact
    assert played.interval.low - 0.03 < exact.first_seat < played.interval.high + 0.03
    assert played.turns == pytest.approx(exact.turns, rel=0.1)


def test_ties_and_games_without_a_solver():
    found = studies.line(TicTacToe(TicTacToe.options_model(), 2), "", None, "random", studies.StudySize(50), None)
    assert not found.exact
    assert 0 < found.ties < 0.5
    assert found.interval.low < found.first_seat < found.interval.high


def test_the_table_and_the_picture(study):
    words = ("passing-game", "--set", "target=5", "--vary", "hand_size=5,7", "--players", "easy,random")
    code, out, err = study(*words, "--matches", "4", "--iterations", "0", "--plot", "found.svg")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split()[:2] == ["hand_size", "player"]
    assert [line.split()[:2] for line in lines[1:5]] == [["5", "easy"], ["5", "random"], ["7", "easy"], ["7", "random"]]
    said = {element.text for element in ElementTree.parse("found.svg").getroot().iter() if element.text}
    assert {"Turns in a match", "easy", "random"} <= said


@pytest.mark.parametrize(
    ("vary", "why"),
    [
        ("minimum_to_hold", "needs a house rule and its values"),
        ("minimum_to_hold=", "needs a house rule and its values"),
        ("nothing=1..2", "nothing"),
        ("minimum_to_hold=5..1", "should go up"),
        ("minimum_to_hold=0..5000", "should go up"),
        ("minimum_to_hold=1,x", "minimum_to_hold"),
        ("ending=immediate,never", "should be immediate"),
    ],
)
def test_what_can_not_be_varied_is_one_sentence(study, vary, why):
    code, out, err = study("pig", "--vary", vary)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_unknown_players_and_pictures(study):
    for extra, why in [(("--players", "nobody"), "“nobody”"), (("--plot", "found.gif"), "found.gif")]:
        code, _out, err = study(*PIG, *extra)
        assert code == 2
        assert why in err
