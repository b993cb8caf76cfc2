"""A disk that fails, or whose power is cut, at every single call: nothing is lost, nothing is there twice."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, OpenMatch, SaveError, Settings, SettingsFile, Status
from tabletop.saves.disk import Disk

HEADER = Header(game="pig", options={"target": 50}, seats=(Seat(name="Ada"), Seat(name="Bo")))
EVENTS = ["1 roll", "* 3", "1 roll", "* 4"]
STEPS: list[Callable[[OpenMatch], None]] = [
    *[lambda match, event=event: match.append(event) for event in [*EVENTS, "1 hold"]],
    lambda match: match.take_back(),
    lambda match: match.rename("Sunday"),
    lambda match: match.finish("finished", scores=[7, 0], ranks=[1, 2]),
]


class CountingDisk(Disk):
    """Calls ``self.before`` before each operation, counted from 1. Waits for no real disk: ``CutDisk`` is harsher."""

    def __init__(self) -> None:
        super().__init__(windows=False)
        self.calls = 0
        self.written = 0

    def before(self) -> None:
        """Raises what shall go wrong."""

    def _count(self) -> None:
        self.calls += 1
        self.before()

    def make_folder(self, path: Path) -> None:
        self._count()
        super().make_folder(path)

    def read(self, path: Path) -> bytes:
        self._count()
        return super().read(path)

    def open(self, path: Path, flags: int) -> int:
        self._count()
        return super().open(path, flags)

    def write(self, descriptor: int, data: bytes) -> int:
        half = super().write(descriptor, data[: (len(data) + 1) // 2])
        self.written += half
        self._count()
        return half

    def sync(self, descriptor: int) -> None:
        self._count()

    def truncate(self, descriptor: int, length: int) -> None:
        self._count()
        super().truncate(descriptor, length)

    def close(self, descriptor: int) -> None:
        super().close(descriptor)
        self._count()

    def replace(self, source: Path, target: Path) -> None:
        self._count()
        super().replace(source, target)

    def remove(self, path: Path) -> None:
        self._count()
        super().remove(path)

    def sync_folder(self, path: Path) -> None:
        self._count()


class FailingDisk(CountingDisk):
    """Fails at the calls from ``first`` on, ``times`` in a row."""

    def __init__(self, first: int, times: int, code: int) -> None:
        super().__init__()
        self.failing = range(first, first + times)
        self.code = code

    def before(self) -> None:
        if self.calls in self.failing:
            raise OSError(self.code, os.strerror(self.code))


class PowerCut(BaseException):
    """The end of the process and of everything that wasn't synced."""


class CutDisk(CountingDisk):
    """Loses its power before the call ``last``, and with it some of what wasn't synced and all unsynced new names."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last
        self.rng = Random(last)
        self.paths: dict[int, Path] = {}
        self.synced: dict[Path, int] = {}
        self.replaced: list[tuple[Path, bytes | None]] = []

    def before(self) -> None:
        if self.calls == self.last:
            self.lose()
        if self.calls >= self.last:
            raise PowerCut

    def lose(self) -> None:
        for path, length in self.synced.items():
            if path.exists() and path.stat().st_size > length:
                os.truncate(path, self.rng.randint(length, path.stat().st_size))
        for path, former in reversed(self.replaced):
            path.unlink() if former is None else path.write_bytes(former)

    def open(self, path: Path, flags: int) -> int:
        descriptor = super().open(path, flags)
        self.paths[descriptor] = path
        self.synced[path] = os.fstat(descriptor).st_size
        return descriptor

    def sync(self, descriptor: int) -> None:
        super().sync(descriptor)
        self.synced[self.paths[descriptor]] = os.fstat(descriptor).st_size

    def replace(self, source: Path, target: Path) -> None:
        former = target.read_bytes() if target.exists() else None
        super().replace(source, target)
        self.synced[target] = self.synced.pop(source)
        self.replaced.append((target, former))

    def sync_folder(self, path: Path) -> None:
        super().sync_folder(path)
        self.replaced = [(target, former) for target, former in self.replaced if target.parent != path]


def matches_in(folder: Path, disk: Disk) -> Matches:
    def clock() -> datetime:
        return datetime(2026, 11, 30, 12, tzinfo=UTC)

    def warn(_sentence: str) -> None:
        pass

    return Matches(Home(folder), clock=clock, rng=Random(1), disk=disk, warn=warn)


def insist(action: Callable[[], object]) -> int:
    """Does it again until it isn't refused; how often it was."""
    for refused in range(10):
        try:
            action()
        except SaveError:
            continue
        else:
            return refused
    raise AssertionError("refused ten times by a disk that works again")


def play(matches: Matches) -> int:
    """Creates a match, takes all the steps, each until it isn't refused; how often one was."""
    opened: list[OpenMatch] = []
    refused = insist(lambda: opened.append(matches.create(HEADER)))
    for step in STEPS:
        refused += insist(lambda step=step: step(opened[0]))  # type: ignore[misc]
    opened[0].close()
    return refused


def calls_of_a_whole_match(folder: Path) -> int:
    disk = CountingDisk()
    assert play(matches_in(folder, disk)) == 0
    return disk.calls


@pytest.mark.parametrize(("times", "code"), [(1, errno.ENOSPC), (2, errno.EIO), (3, errno.ENOSPC)])
def test_whatever_fails_can_be_tried_again(tmp_path: Path, times: int, code: int) -> None:
    calls = calls_of_a_whole_match(tmp_path / "well")
    assert calls > 3 * len(STEPS)
    refusals = 0
    for first in range(1, calls + 1):
        folder = tmp_path / str(first)
        refusals += play(matches_in(folder, FailingDisk(first, times, code)))
        summaries = matches_in(folder, Disk()).list()
        finished = [summary for summary in summaries if summary.status == Status.FINISHED]
        assert len(finished) == 1
        assert len(summaries) == 1 or times > 1
        with matches_in(folder, Disk()).open(finished[0].id) as match:
            assert list(match.events) == EVENTS
            assert match.damage is None
            assert [note.kind for note in match.notes] == ["take_back", "name", "finished"]
            assert match.summary == finished[0]
            assert (match.name, match.summary.scores, match.summary.ranks) == ("Sunday", (7, 0), (1, 2))
    assert refusals > len(STEPS)


def test_an_append_costs_the_same_in_a_long_match_among_many(tmp_path: Path) -> None:
    disk = CountingDisk()
    matches = matches_in(tmp_path, disk)
    costs = []
    for others, length in [(0, 0), (20, 2_000)]:
        for _other in range(others):
            matches.create(HEADER).close()
        with matches.create(HEADER) as match:
            for _event in range(length):
                match.append("1 roll")
            before = disk.calls, disk.written
            match.append("1 roll")
            costs.append((disk.calls - before[0], disk.written - before[1]))
    number = len("2001") - len("1")
    assert costs[1] == (costs[0][0], costs[0][1] + number)


def test_a_refused_entry_is_not_in_the_match_nor_in_its_file(tmp_path: Path) -> None:
    disk = FailingDisk(0, 0, errno.ENOSPC)
    with matches_in(tmp_path, disk).create(HEADER) as match:
        match.append("1 roll")
        disk.failing = range(disk.calls + 1, disk.calls + 1000)
        for _attempt in range(3):
            with pytest.raises(SaveError, match="disk is full"):
                match.append("* 3")
        assert list(match.events) == ["1 roll"]
        assert match.length < (tmp_path / "matches" / f"{match.id}.jsonl").stat().st_size
        disk.failing = range(0)
        match.append("* 3")
        assert list(match.events) == ["1 roll", "* 3"]
        assert match.length == (tmp_path / "matches" / f"{match.id}.jsonl").stat().st_size
    assert list(matches_in(tmp_path, Disk()).look(match.id).events) == ["1 roll", "* 3"]


def test_what_was_done_before_the_power_was_cut_is_there(tmp_path: Path) -> None:
    calls = calls_of_a_whole_match(tmp_path / "well")
    for last in range(1, calls + 1):
        folder = tmp_path / str(last)
        done = 0
        created: list[OpenMatch] = []
        with suppress(PowerCut):
            matches = matches_in(folder, CutDisk(last))
            created.append(matches.create(HEADER))
            for step in STEPS:
                step(created[0])
                done += 1
        if not created:
            continue
        with suppress(PowerCut):
            created[0].close()
        found = matches_in(folder, Disk()).look(created[0].id)
        entries = [*found.events, *(note.kind for note in found.notes)]
        expected = len(found.events) + len(found.notes) + ("take_back" in entries)
        assert done <= expected <= done + 1
        assert list(found.events) == [*EVENTS, "1 hold"][: min(done + 1, 5)][: len(found.events)]
        assert found.damage is None or "incomplete" in found.damage


def test_settings_are_the_old_ones_or_the_new_ones(tmp_path: Path) -> None:
    counting = CountingDisk()
    SettingsFile(Home(tmp_path / "well"), disk=counting).save(Settings(speed="slow"))
    SettingsFile(Home(tmp_path / "well"), disk=counting).save(Settings(speed="fast"))
    for last in range(1, counting.calls + 1):
        home = Home(tmp_path / str(last))
        disk = CutDisk(last)
        done = ["normal"]
        with suppress(PowerCut):
            for speed in ("slow", "fast"):
                SettingsFile(home, disk=disk).save(Settings(speed=speed))
                done.append(speed)
        warnings: list[str] = []
        found = SettingsFile(home, warn=warnings.append).load().speed
        assert found in [done[-1], {"normal": "slow", "slow": "fast", "fast": "fast"}[done[-1]]]
        assert warnings == []


@pytest.mark.parametrize("times", [1, 2])
def test_settings_that_cannot_be_saved_can_be_saved_later(tmp_path: Path, times: int) -> None:
    counting = CountingDisk()
    SettingsFile(Home(tmp_path / "well"), disk=counting).save(Settings(speed="slow"))
    for first in range(1, counting.calls + 1):
        home = Home(tmp_path / str(first))
        SettingsFile(home).save(Settings(speed="slow"))
        disk = FailingDisk(first, times, errno.ENOSPC)
        with suppress(SaveError):
            SettingsFile(home, disk=disk).save(Settings(speed="fast"))
        assert SettingsFile(home).load().speed in ("slow", "fast")
        insist(lambda home=home, disk=disk: SettingsFile(home, disk=disk).save(Settings(speed="off")))  # type: ignore[misc]
        assert SettingsFile(home).load() == Settings(speed="off")
        assert list(home.path.glob("*.tmp")) == []
