"""The check of a freshly unpacked plugin, in a process of its own."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
import tiny_plugins
from processes import LAST_RESORT

from tabletop.plugins.install import checked
from tabletop.plugins.install.checked import check

BROKEN = [
    ({"imports": "import os\nos._exit(3)"}, "its check broke off: 3"),
    ({"imports": "while True:\n    pass"}, "its check did not end within 1 seconds"),
    ({"api": ">=2"}, "it is made for version >=2 of the plugin API, not for this host's 1.1"),
    ({"points": "5 // 0"}, "tiny: ZeroDivisionError: integer division or modulo by zero"),
]


@pytest.mark.parametrize(("faults", "why"), BROKEN, ids=[why for _faults, why in BROKEN])
def test_what_is_wrong_with_a_plugin_is_said(tmp_path: Path, faults: dict[str, Any], why: str) -> None:
    with zipfile.ZipFile(tiny_plugins.write_plugin(tmp_path, "tiny", **faults)) as wheel:
        wheel.extractall(tmp_path / "packages")
    patience = 1 if "while" in str(faults) else LAST_RESORT
    (result,) = check(tmp_path / "packages", ["tabletop-tiny"], tmp_path, print, patience=patience)
    assert result.failed
    assert result.lines == (why,)


def test_a_check_that_takes_long_is_not_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "SILENCE", 0.1)
    with zipfile.ZipFile(tiny_plugins.write_plugin(tmp_path, "tiny", imports="while True:\n    pass")) as wheel:
        wheel.extractall(tmp_path / "packages")
    said: list[str] = []
    (result,) = check(tmp_path / "packages", ["tabletop-tiny"], tmp_path, said.append, patience=1)
    assert result.failed
    assert said == ["The check of tabletop-tiny takes long: it is stopped after 1 seconds."]


def test_what_the_conformance_kit_finds_is_told_and_keeps_nothing_out(tmp_path: Path) -> None:
    faults = {"imports": "import random", "points": "random.SystemRandom().randrange(1, 10**9)"}
    with zipfile.ZipFile(tiny_plugins.write_plugin(tmp_path, "tiny", **faults)) as wheel:
        wheel.extractall(tmp_path / "packages")
    (result,) = check(tmp_path / "packages", ["tabletop-tiny"], tmp_path, print)
    assert not result.failed
    assert "tiny: a random match of 1 event was played" in result.lines
    assert any(line.startswith("tiny: the check “replay” failed: expected: ") for line in result.lines)


def test_a_game_whose_id_is_taken_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tiny_plugins.write_plugin(tmp_path, "pig")) as wheel:
        for name in wheel.namelist():
            target = tmp_path / "packages" / name.replace("tabletop_pig", "other_pig")
            target.parent.mkdir(parents=True, exist_ok=True)
            text = wheel.read(name).decode().replace("tabletop-pig", "other-pig").replace("tabletop_pig", "other_pig")
            target.write_text(text, "utf-8")
    (result,) = check(tmp_path / "packages", ["other-pig"], tmp_path, print)
    assert not result.failed, result.lines
    (line,) = [line for line in result.lines if "has a game of that id too" in line]
    assert line.startswith("pig: tabletop-pig ")
    assert line.endswith("this one is called other-pig:pig")
