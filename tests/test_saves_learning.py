"""The document of the progress in lessons."""

import json
from pathlib import Path

import pytest

from tabletop.saves import Home, Learning, LessonProgress, UnknownVersion


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
def learning(tmp_path: Path, warnings: list[str]) -> Learning:
    return Learning(Home(tmp_path), warn=warnings.append)


def test_nothing_is_known_at_first_and_nothing_is_written(learning: Learning, tmp_path: Path) -> None:
    assert learning.load("pig") == {}
    assert list(tmp_path.iterdir()) == []


def test_progress_is_kept_by_game_and_lesson(learning: Learning, tmp_path: Path) -> None:
    learning.keep("pig", "turn", LessonProgress(step=1))
    learning.keep("pig", "turn", LessonProgress(step=2))
    learning.keep("bigpig", "turn", LessonProgress(done=True))
    assert Learning(Home(tmp_path)).load("pig") == {"turn": LessonProgress(step=2)}
    assert Learning(Home(tmp_path)).load("bigpig") == {"turn": LessonProgress(done=True)}


def test_a_row_that_makes_no_sense_is_left_out(learning: Learning, tmp_path: Path) -> None:
    learning.keep("pig", "turn", LessonProgress(step=2))
    path = tmp_path / "lessons.json"
    document = json.loads(path.read_text("utf-8"))
    document["tables"]["lessons"]["7"] = {"game": "pig", "lesson": "race", "step": -3}
    path.write_text(json.dumps(document), "utf-8")
    assert learning.load("pig") == {"turn": LessonProgress(step=2)}


def test_a_damaged_document_is_told_and_the_one_before_is_used(
    learning: Learning, tmp_path: Path, warnings: list[str]
) -> None:
    learning.keep("pig", "turn", LessonProgress(step=1))
    learning.keep("pig", "turn", LessonProgress(step=2))
    (tmp_path / "lessons.json").write_bytes(b"\x00torn")
    assert learning.load("pig") == {"turn": LessonProgress(step=1)}
    assert len(warnings) == 1


def test_a_version_not_known_here_is_left_as_it_is(learning: Learning, tmp_path: Path, warnings: list[str]) -> None:
    path = tmp_path / "lessons.json"
    text = json.dumps({"format": "tabletop-lessons", "version": 99, "tables": {}})
    path.write_text(text, "utf-8")
    assert learning.load("pig") == {}
    assert "version 99" in warnings[0]
    with pytest.raises(UnknownVersion):
        learning.keep("pig", "turn", LessonProgress())
    with pytest.raises(UnknownVersion):
        learning.reset()
    assert path.read_text("utf-8") == text
