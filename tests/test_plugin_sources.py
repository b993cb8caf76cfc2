"""A match says where its plugin came from when that is missing; with ``--plugin`` everything can be done with it."""

import json
import sys
from pathlib import Path

import pytest
from distributions import GAME, forget_plugins, write_plugin

from tabletop.cli import run
from tabletop.match import Header, Seat
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.sources import missing, source_of
from tabletop.plugins.store import ledger as ledgers
from tabletop.plugins.store.ledger import Ledger, Package, Source
from tabletop.plugins.store.overlay import Overlay
from tabletop.saves import Home, Matches
from tabletop.saves.disk import Disk
from tabletop.saves.sources import KnownSource, PluginSources

PYPROJECT = (
    '[project]\nname = "tabletop-race"\nversion = "1.0"\n[project.entry-points.tabletop]\nrace = "plugin_race"\n'
)

DUMP = "    def dump(self, state):\n        return {'steps': state}\n\n    def scores"
CODE = GAME.format(game="race").replace("    def scores", DUMP)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The sources of a plugin that isn't installed."""
    monkeypatch.setattr("sys.path", list(sys.path))
    write_plugin(tmp_path / "my race", "race", code=CODE)
    (tmp_path / "my race" / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    forget_plugins()
    yield tmp_path / "my race"
    forget_plugins()


@pytest.fixture
def match(home, folder, tabletop, monkeypatch):
    """A finished match of it."""
    line = ("play", "--plugin", folder, "--seats", "Ada,Bo", "--plain", "--speed", "off")
    code, _out, err = tabletop(*line, typed="step\n" * 5)
    assert code == 0, err
    return Matches(Home(home)).list()[0].id


def test_a_plugin_that_was_played_from_a_folder_is_found_there_again_and_nowhere_else(
    match, tabletop, folder, monkeypatch
):
    for line in (["watch", match], ["review", match], ["record", "export", match]):
        code, _out, err = tabletop(*line)
        assert code == 2
        assert f"which came from {folder}: “--plugin '{folder}'” brings it." in err
        assert "plugins install" not in err


def test_with_its_folder_a_match_can_be_watched_reviewed_exported_checked_and_replayed(
    match, tabletop, folder, tmp_path
):
    record = tmp_path / "record.json"
    with_folder = ("--plugin", folder)
    lines = [
        ["watch", match, "--plain"],
        ["review", match, "--plain"],
        ["record", "export", match, "-o", record],
        ["record", "check", record],
        ["record", "replay", record],
        ["record", "import", record],
        ["analyse", record, "--at", "1"],
    ]
    for line in lines:
        code, out, err = tabletop(*line, *with_folder)
        assert code == 0, (line, err)
        assert out or "-o" in line
    assert json.loads(record.read_text("utf-8"))["game"] == "race"


def test_with_its_folder_its_statistics_are_shown_and_solving_is_asked_of_it(match, tabletop, folder):
    code, out, err = tabletop("stats", "race", "--plugin", folder, "--json")
    assert code == 0, err
    assert {tally["person"] for tally in json.loads(out)["tallies"]} == {"Ada", "Bo"}
    code, _out, err = tabletop("solve", "--plugin", folder)
    assert (code, err) == (2, "tabletop: The game “race” can't be solved.\n")
    assert tabletop("solve")[0] == 2


def store_with(home, kind, url, requested):
    """A store whose plugin came from there; the plugin as it is found."""
    overlay = Overlay(home / "plugins")
    package = overlay.root / "packages-test" / "plugin_race"
    package.mkdir(parents=True)
    source = Source(kind=kind, url=url)
    row = Package(name="tabletop-race", version="1", requested=requested, source=source, wheel="x.whl", sha256="0" * 64)
    ledgers.write(Disk(), overlay.ledger_path, Ledger(folder="packages-test", packages=(row,)))
    return Plugin("tabletop-race", "1", "plugin_race", package, entry_point="race")


@pytest.mark.parametrize(
    ("kind", "url", "requested", "command"),
    [
        ("index", "https://x/y.whl", "tabletop-race>=1", "tabletop plugins install tabletop-race"),
        ("folder", "file:///a/b", "/a/b", "tabletop plugins install /a/b"),
        ("wheel", "file:///a/b.whl", "/a/b c.whl", "tabletop plugins install '/a/b c.whl'"),
        ("repository", "https://x/y.git", "git+https://x/y.git", "tabletop plugins install git+https://x/y.git"),
    ],
)
def test_a_plugin_of_the_store_is_had_again_from_where_it_came(home, kind, url, requested, command):
    source = source_of(store_with(home, kind, url, requested))
    sources = PluginSources(Home(home))
    sources.keep("tabletop-race", source)
    assert sources.find("tabletop-race") == source
    assert f"“{command}” brings it." in missing("tabletop-race", source)


def test_a_name_that_came_from_nobody_knows_where_sends_nobody_to_an_index(home, capsys):
    header = Header(
        game="race", plugin="tabletop-race", plugin_version="1.0", seats=(Seat(name="Ada"), Seat(name="Bo"))
    )
    with Matches(Home(home)).create(header) as save:
        save.append("1 step")
    assert run(["resume"]) == 2
    assert "which isn't here: get it from where it came from." in capsys.readouterr().err


def test_of_this_projects_own_plugins_nothing_is_kept(home, tabletop):
    tabletop("play", "pig", "--seats", "Ada,Bo", "--plain", typed="roll\nquit\n")
    assert not Home(home).sources.exists()


def test_a_document_of_sources_with_a_bad_row_is_told_and_the_rest_is_used(home):
    told = []
    sources = PluginSources(Home(home), warn=told.append)
    sources.keep("race", KnownSource("folder", "/a"))
    text = Home(home).sources.read_text("utf-8").replace('"tables": {"sources": {', '"tables": {"sources": {"7": 1, ')
    Home(home).sources.write_text(text, "utf-8")
    assert sources.find("race") == KnownSource("folder", "/a")
    assert "1 entry" in told[0]


def test_the_document_is_written_as_its_reference_says(home):
    PluginSources(Home(home)).keep("tabletop-example", KnownSource("folder", "/home/ada/example"))
    golden = Path(__file__).parent / "data" / "plugin-sources.json"
    assert Home(home).sources.read_text("utf-8") == golden.read_text("utf-8").rstrip("\n")
