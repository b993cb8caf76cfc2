"""``tabletop solve``: how long it will take is said before it begins."""

import json

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
