"""The programs that the host starts import from where the host does, and nothing from where a person stands."""

import ast
import asyncio
import sys
import zipfile
from pathlib import Path

import pytest
import tiny_plugins
from kuhn import Kuhn

from tabletop.chance import Seeded
from tabletop.cli import run
from tabletop.match import Header, Seat, bind
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.plugins.find.folder import plugin_in
from tabletop.plugins.install.checked import check
from tabletop.rooms import Room
from tabletop.rooms.cpu_seats import CpuSeats
from tabletop.table import Memory, Table
from tabletop.testing import check_folder, check_game
from tabletop.testing.importing import measure

ROOT = Path(__file__).parent.parent
TRAPS = ["random", "json", "re", "pydantic", "pluggy", "tabletop", "kuhn", "tabletop_bigpig"]
SHOWN = {"incidents.py", "versions.py"}
"""Commands that a person is shown to type."""


def write_traps(folder):
    for name in TRAPS:
        (folder / f"{name}.py").write_text("raise SystemExit('trap')\n", "utf-8")


@pytest.fixture
def trap(tmp_path, monkeypatch):
    """A folder to stand in, in which nothing should be imported."""
    folder = tmp_path / "trap"
    folder.mkdir()
    write_traps(folder)
    monkeypatch.chdir(folder)
    return folder


def commands():
    """Every list in the host that begins with this Python, with its place."""
    for file in sorted((ROOT / "tabletop").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.List) and node.elts and ast.unparse(node.elts[0]) == "sys.executable":
                yield file.name, [ast.unparse(part) for part in node.elts]


def test_every_program_is_started_without_the_current_directory():
    started = [(file, parts) for file, parts in commands() if file not in SHOWN]
    assert len(started) >= 3
    assert [(file, parts) for file, parts in started if parts[1] != "'-P'"] == []


def test_programs_are_started_in_these_modules_only():
    """So that none is started in another way."""
    files = sorted(
        file.relative_to(ROOT / "tabletop").as_posix()
        for file in (ROOT / "tabletop").rglob("*.py")
        if any(f"import {name}" in file.read_text("utf-8") for name in ("subprocess", "multiprocessing"))
    )
    assert files == [
        "cores.py",
        "cpu/engines/ending.py",
        "cpu/engines/running.py",
        "plugins/install/checked.py",
        "plugins/install/pip_program.py",
        "rooms/processes.py",
        "server/notices.py",
        "server/onlookers.py",
        "terminal/speech.py",
        "testing/apart.py",
        "testing/child.py",
        "testing/importing.py",
        "tournament/pools.py",
    ]


def test_measuring_an_import(trap):
    assert measure("tabletop_bigpig").problem == ""


def test_playing_in_another_process(trap):
    listing = Catalogue.installed().find("pig")
    header = Header(game="pig", options={"target": 5}, seats=(Seat(name="CPU 1", player="cpu"),) * 2)
    game = bind(load(listing), header)
    seats = CpuSeats(listing, game, timed=True, processes=True)
    assert asyncio.run(Room(Table(game, Memory(header), Seeded(1)), find=seats.find).run()).why == "rules"


def test_asking_a_game_in_another_process(trap):
    report = check_game(Kuhn, only=["same-elsewhere"])
    assert report.passed == ["same-elsewhere"], str(report)


def test_the_check_of_what_is_installed(trap, tmp_path):
    with zipfile.ZipFile(tiny_plugins.write_plugin(tmp_path, "tiny")) as wheel:
        wheel.extractall(tmp_path / "packages")
    (result,) = check(tmp_path / "packages", ["tabletop-tiny"], tmp_path, print)
    assert not result.failed, result.lines


def test_the_command(trap, capsys):
    assert run(["plugins", "check", "bigpig", "--only", "same-elsewhere"]) == 0
    assert "bigpig: 1 checks passed, 0 failed" in capsys.readouterr().out


def test_a_plugin_in_a_folder_hides_nothing_of_the_standard_library(tmp_path, monkeypatch):
    """Its project may have files that are called as modules are."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    folder = tiny_plugins.write_source_folder(tmp_path, "aside")
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    (folder / "pyproject.toml").write_text(
        '[project]\nname = "tabletop-aside"\n[project.entry-points.tabletop]\naside = "tabletop_aside"\n', "utf-8"
    )
    for name in ("random", "json", "re"):
        (folder / f"{name}.py").write_text("raise SystemExit('trap')\n", "utf-8")
    reports = check_folder(folder, only=["same-elsewhere"])
    assert [report.subject for report in reports] == ["tabletop-aside", "aside"], str(reports[0])
    assert all(report.ok for report in reports), "\n".join(map(str, reports))


def test_a_plugin_in_a_folder_comes_before_what_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    package = tmp_path / "tabletop_bigpig"
    package.mkdir()
    (package / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "tabletop-bigpig"\n[project.entry-points.tabletop]\nbigpig = "tabletop_bigpig"\n', "utf-8"
    )
    monkeypatch.delitem(sys.modules, "tabletop_bigpig", raising=False)
    assert plugin_in(tmp_path).folder == package
