"""Solutions on disk, and in the background."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tabletop_pig.games import Pig, PigTwoDice
from tabletop_pig.solver import Solution, Stopped, Unsolvable
from tabletop_pig.solver.cache import load_or_solve
from tabletop_pig.solver.service import Service, service_for


def pig(**options: object) -> Pig:
    return Pig(Pig.options_model.model_validate({"target": 20, **options}), 2)


def same(one: Solution, two: Solution) -> bool:
    return bool((one.values == two.values).all()) and one.residual == two.residual and one.turns == two.turns


def test_the_second_time_it_is_read(tmp_path: Path) -> None:
    solved = load_or_solve(pig(), tmp_path)
    told: list[float] = []
    read = load_or_solve(pig(), tmp_path, progress=told.append)
    assert (solved.cached, read.cached) == (False, True)
    assert same(solved, read)
    assert told == [1.0]
    assert read.move_values(pig().start()) == solved.move_values(pig().start())


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not load_or_solve(pig(), None).cached
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [{"start": "roll_off"}, {"overshoot": "ignore_roll"}, {"minimum_to_hold": 1}])
def test_options_that_make_no_difference_share_a_file(tmp_path: Path, options: dict[str, object]) -> None:
    load_or_solve(pig(), tmp_path)
    assert load_or_solve(pig(**options), tmp_path).cached


@pytest.mark.parametrize("options", [{"target": 21}, {"ending": "final_turns"}, {"roll_limit": 9}, {"die_sides": 8}])
def test_options_that_matter_do_not(tmp_path: Path, options: dict[str, object]) -> None:
    load_or_solve(pig(), tmp_path)
    assert not load_or_solve(pig(**options), tmp_path).cached


@pytest.mark.parametrize("damage", [b"", b"not a zip file", None])
def test_a_damaged_file_is_solved_again(tmp_path: Path, damage: bytes | None) -> None:
    solved = load_or_solve(pig(), tmp_path)
    (path,) = tmp_path.iterdir()
    if damage is None:
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        damage = bytes(content)
    path.write_bytes(damage)
    again = load_or_solve(pig(), tmp_path)
    assert not again.cached
    assert same(solved, again) or np.abs(solved.values - again.values).max() < 1e-15
    assert load_or_solve(pig(), tmp_path).cached


def test_a_folder_that_cannot_be_written_is_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert not load_or_solve(pig(), blocked / "folder").cached


def test_the_oldest_files_go_when_there_are_too_many(tmp_path: Path) -> None:
    for age, target in enumerate((18, 19, 20)):
        load_or_solve(pig(target=target), tmp_path)
        newest = max(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (1000 + age, 1000 + age))
    sizes = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert load_or_solve(pig(target=18), tmp_path).cached  # used again: now the newest
    load_or_solve(pig(target=17), tmp_path, most_bytes=sizes)
    left = {target for target in (17, 18, 19, 20) if load_or_solve(pig(target=target), tmp_path).cached}
    assert left == {17, 18, 20}


def test_many_at_once_leave_one_good_file(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        solutions = list(pool.map(lambda _n: load_or_solve(pig(), tmp_path), range(8)))
    assert all(same(solutions[0], solution) for solution in solutions)
    assert len(list(tmp_path.iterdir())) == 1
    assert load_or_solve(pig(), tmp_path).cached


def test_the_service_solves_once_for_all(tmp_path: Path) -> None:
    game = pig(target=23)
    game.cache = tmp_path
    service = service_for(game)
    solution = service.wait()
    assert solution is not None
    assert service.progress == 1
    assert service_for(pig(target=23, start="random")) is service
    assert service.wait() is solution
    assert len(list(tmp_path.iterdir())) == 1


def test_the_service_tells_why_not() -> None:
    with pytest.raises(Unsolvable):
        Service(pig(target=10_000)).wait()
    with pytest.raises(Unsolvable):
        service_for(Pig(Pig.options_model(), 3))


def test_a_stopped_service_gives_up_and_is_replaced() -> None:
    game = PigTwoDice(PigTwoDice.options_model(target=200), 2)
    service = service_for(game)
    service.stop()
    with pytest.raises(Stopped):
        service.wait()
    assert service_for(game) is not service
