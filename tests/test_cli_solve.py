"""``tabletop solve``: how long it will take is said before it begins."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tabletop_pig.knowledge import Knowledge

from tabletop.cli import run


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.0, ""),
        (29.0, ""),
        (31.0, "tabletop: This will take 1 minute or more; Ctrl-C stops it.\n"),
        (130.0, "tabletop: This will take 3 minutes or more; Ctrl-C stops it.\n"),
    ],
)
@pytest.mark.parametrize("style", ["--json", "--plain"])
def test_a_long_time_is_told_first(tmp_path, monkeypatch, capsys, seconds, said, style):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    told = []

    def solve(knowledge, progress):
        told.append(capsys.readouterr().err)
        return real(knowledge, progress)

    real = Knowledge.solve
    monkeypatch.setattr(Knowledge, "solve", solve)
    monkeypatch.setattr(Knowledge, "seconds", lambda _knowledge: seconds)
    assert run(["solve", "pig", "--set", "target=20", style]) == 0
    assert told == [said]
    shown = capsys.readouterr()
    assert shown.err == ""
    if style == "--json":
        assert json.loads(shown.out)["win_probability"] > 0.6
    else:
        assert "with probability 0.6" in shown.out


def test_what_is_too_large_is_refused_in_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    assert run(["solve", "pig", "--set", "target=10000"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("tabletop: These rules are too large to be solved exactly")
    assert shown.err.count("\n") == 1


@pytest.fixture
def solve(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        code = run(["solve", *arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


@pytest.mark.parametrize(("player", "share"), [("hold:20", 0.5549), ("hold:25", 0.5314), ("expert", 0.5)])
def test_how_much_a_player_can_be_beaten_by(solve, player, share):
    code, out, _err = solve("pig", "--against", player, "--json")
    found = json.loads(out)["against"]
    assert code == 0
    assert found["share"] == pytest.approx(share, abs=5e-5)
    assert (found["player"], found["exact"]) == (player, True)
    assert found["share"] == pytest.approx((found["beginning"] + found["following"]) / 2)


def test_where_a_turn_may_follow_it_is_at_least(solve):
    code, out, _err = solve("pig", "--set", "target=30", "--set", "ending=final_turns", "--against", "easy", "--plain")
    assert code == 0
    assert "easy can be beaten with at least 0." in out


def test_where_a_game_is_not_solved_it_is_at_least_what_others_won(solve, monkeypatch):
    monkeypatch.setattr("tabletop.cli.beaten.RIVALS", ("random", "medium", "expert"))
    code, out, _err = solve("passing-game", "--set", "target=20", "--against", "easy", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["game"] == "passing-game"
    assert found["against"]["rival"] == "medium"
    assert 0.9 < found["against"]["share"] < found["against"]["won"] <= 1
    assert found["against"]["exact"] is False
    code, out, _err = solve("passing-game", "--set", "target=20", "--against", "easy", "--plain")
    assert out.splitlines()[-1].startswith("easy can be beaten with at least 0.9")
    code, out, err = solve("passing-game", "--against", "nobody")
    assert (code, out) == (2, "")
    assert "There is no CPU player “nobody”" in err


def test_the_policy_as_a_picture_and_as_a_player(solve, capsys):
    code, out, _err = solve("pig", "--set", "target=30", "--plot", "map.svg", "--policy", "table.txt", "--plain")
    assert code == 0
    assert ElementTree.parse("map.svg").getroot().tag.endswith("svg")
    assert "Every turn:" in out
    table = Path("table.txt").read_text("utf-8")
    few = ["tournament", "pig", "--set", "target=30", "--players", "policy:table.txt,expert", "--matches", "2000"]
    assert run([*few, "--json", "found.json"]) == 0
    found = json.loads(Path("found.json").read_text("utf-8"))["pairings"][0]
    assert found["adjusted"]["share"] == pytest.approx(0.5, abs=1e-3)
    for text in ("", "hello", table.replace("29", "29 5", 1), table + table):
        Path("table.txt").write_text(text)
        capsys.readouterr()
        assert run(few) == 2
        assert "That is no policy for these rules" in capsys.readouterr().err


def test_what_can_not_be_answered_is_one_sentence(solve):
    for arguments, why in [
        (("--against", "nobody"), "There is no CPU player “nobody”"),
        (("--plot", "map.gif"), "Pictures are SVG"),
        (("--plot", "nowhere/map.svg"), "can't be written"),
    ]:
        code, _out, err = solve("pig", "--set", "target=20", *arguments, "--plain")
        assert code == 2
        assert why in err
