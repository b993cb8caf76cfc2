"""An install is killed at one moment after another: the old state, or the new one, is whole, and the next one works."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import tiny_plugins
from campaign import LONG
from store_bench import Bench

from tabletop.match import Match, with_options
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.plugins.install.installing import Installer
from tabletop.plugins.install.pip_program import Supply
from tabletop.saves.disk import Disk

KILLS = 30 if LONG else 10


class CountedDisk(Disk):
    """Tells of each operation before it is done, and of the swap after it."""

    def __init__(self, moment: Callable[[], None], swapped: Callable[[], object]) -> None:
        super().__init__()
        self.moment = moment
        self.swapped = swapped

    def make_folder(self, path: Path) -> None:
        self.moment()
        super().make_folder(path)

    def open(self, path: Path, flags: int) -> int:
        self.moment()
        return super().open(path, flags)

    def write(self, descriptor: int, data: bytes) -> int:
        self.moment()
        return super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        self.moment()
        super().sync(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        self.moment()
        super().replace(source, target)
        if target.name == "ledger.json":
            self.swapped()

    def sync_folder(self, path: Path) -> None:
        self.moment()
        super().sync_folder(path)


class Moments:
    """Counts what an install does (operations on the disk, lines of pip and to a person); kills it at one of them."""

    def __init__(self, last: int | None = None) -> None:
        self.count = 0
        self.last = last

    def __call__(self) -> None:
        self.count += 1
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)

    def say(self, text: str) -> None:
        self()

    def ask(self, question: str) -> bool:
        self()
        return True

    def detail(self, line: str) -> None:
        self()


def install(bench: Bench, version: int, moments: Moments, swapped: Callable[[], object] = lambda: None) -> None:
    supply = Supply(offline=True, find_links=(bench.links,))
    disk = CountedDisk(moments, swapped)
    Installer(bench.overlay.root, moments, supply, disk=disk).install([f"tabletop-alpha=={version}.0"])


def killed_install(bench: Bench, version: int, last: int) -> bool:
    """Installs in a forked process that is killed at its moment ``last``; returns whether it came to the swap."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        install(bench, version, Moments(last), lambda: os.write(writing, b"swapped"))
        os._exit(0)
    os.close(writing)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    with open(reading, "rb") as pipe:
        return pipe.read() == b"swapped"


def played_version(bench: Bench) -> int:
    """Loads the plugin afresh, plays a match, and returns what it is worth: the version."""
    catalogue = Catalogue.installed({"TABLETOP_HOME": str(bench.home)})
    assert catalogue.problems() == []
    match = Match(with_options(load(catalogue.find("alpha")), {}, 2))
    del sys.modules["tabletop_alpha"]
    match.apply("1 take")
    return int(match.game.scores(match.state)[0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_killed_again_and_again_the_old_state_plays_and_the_next_install_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(
        "tabletop.plugins.install.workshop.check", lambda *_arguments: []
    )  # it changes nothing, and takes long
    bench = Bench(tmp_path / "home", tmp_path / "links")
    for version in (1, 2):
        tiny_plugins.write_plugin(bench.links, "alpha", f"{version}.0", points=str(version))
    install(bench, 1, Moments())
    install(bench, 2, whole := Moments())
    late = range(whole.count - 5, whole.count + 1)
    moments = [*Random(20261130).sample(range(1, late.start), KILLS - len(late)), *late]
    now, swaps = 2, 0
    for moment in sorted(moments):
        other = 3 - now
        swapped = killed_install(bench, other, moment)
        now = other if swapped else now
        swaps += swapped
        assert played_version(bench) == now
    assert len(moments) == KILLS
    assert 0 < swaps < len(late)
    install(bench, 3 - now, Moments())
    assert played_version(bench) == 3 - now
    assert len(list(bench.overlay.root.glob("packages-*"))) <= 2
    assert not list(bench.overlay.root.glob("work-*"))
