"""The blurs of the levels: shipped for the default rules, and kept beside the solutions for others."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tabletop_bigpig.rules import BigPig
from tabletop_pig.family import FamilyGame
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.levels import HARD_LOSS, MEDIUM_LOSS, Hard, Medium
from tabletop_pig.position import HOLD, ROLL
from tabletop_pig.solver import blur

GAMES: list[type[FamilyGame[Any]]] = [Pig, PigTwoDice, PigDoubles, BigPig]
LEVELS = [Hard, Medium]
VIEW = (0, (3, 5), 0, 12, 3, False, 4, 0, -1, ())


class Searches:
    """Counts how often a blur is searched for; ``anew`` forgets what this process has found."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count, self._patch, self._search = 0, patch, blur.search
        patch.setattr(blur, "search", self._counted)
        self.anew()

    def anew(self) -> None:
        self._patch.setattr(blur, "_found", {})

    def _counted(self, *arguments: Any) -> float:
        self.count += 1
        return self._search(*arguments)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    return Searches(monkeypatch)


def game_in(folder: Path | None, kind: type[FamilyGame[Any]] = Pig, seats: int = 2, **options: Any) -> FamilyGame[Any]:
    game = kind(kind.options_model(**options), seats)
    game.cache = folder
    return game


def choose(level: type[Medium] | type[Hard], game: FamilyGame[Any]) -> None:
    view = VIEW if game.seats == 2 else (*VIEW[:1], (3,) * game.seats, *VIEW[2:])
    level(game).choose(view, [ROLL, HOLD], Random(1))


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_the_default_rules_need_no_search(searches: Searches, tmp_path: Path, kind: Any, level: Any) -> None:
    for seats in (2, 3):
        choose(level, game_in(tmp_path, kind, seats))
    assert searches.count == 0


def test_what_is_shipped_is_what_a_search_finds() -> None:
    game = game_in(None)
    assert blur.shipped(game, HARD_LOSS) == blur.search(game, HARD_LOSS)
    assert blur.shipped(game, MEDIUM_LOSS) == blur.search(game, MEDIUM_LOSS)


def test_house_rules_are_searched_once_for_all_processes(searches: Searches, tmp_path: Path) -> None:
    for _process in range(3):
        searches.anew()
        for level in LEVELS:
            for _time in range(2):
                choose(level, game_in(tmp_path, target=30, minimum_to_hold=3))
    assert searches.count == len(LEVELS)


@pytest.mark.parametrize("damage", [b"", b"zero", b"nan", b"-1", b"inf", b"0.1\xff", b"1e999"])
def test_a_damaged_blur_is_searched_again(searches: Searches, tmp_path: Path, damage: bytes) -> None:
    game = game_in(tmp_path, target=20)
    found = blur.blur_to_lose(game, MEDIUM_LOSS)
    (path,) = tmp_path.glob("*.txt")
    path.write_bytes(damage)
    searches.anew()
    assert blur.blur_to_lose(game, MEDIUM_LOSS) == found
    assert searches.count == 2
    assert float(path.read_text("ascii")) == found


def test_a_folder_that_cannot_be_written_is_no_harm(searches: Searches, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert blur.blur_to_lose(game_in(blocked / "folder", target=20), HARD_LOSS) > 0
