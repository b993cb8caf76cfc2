"""Two Pythons on one home don't take the store of plugins from each other; and a plugin that is there twice is said."""

import pytest
import tiny_plugins
from distributions import forget_plugins, write_plugin
from store_bench import Bench

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.store import ledger as ledgers
from tabletop.plugins.store.ledger import Ledger, Package, Source
from tabletop.plugins.store.overlay import Overlay, hidden
from tabletop.saves.disk import Disk

OTHER = "cpython-99"


@pytest.fixture
def bench(tmp_path):
    links = tmp_path / "links"
    for name in ("alpha", "beta"):
        tiny_plugins.write_plugin(links, name)
    return Bench(tmp_path / "home", links)


def test_each_python_has_its_plugins_and_leaves_those_of_the_other(bench, monkeypatch):
    here = ledgers.PYTHON
    bench.installer().install(["tabletop-alpha"])
    mine = bench.overlay.folder(bench.ledger)

    monkeypatch.setattr(ledgers, "PYTHON", OTHER)
    assert "made for" in bench.overlay.trouble(bench.ledger)
    bench.installer().restore()
    theirs = bench.overlay.folder(bench.ledger)
    assert (bench.ledger.python, bench.overlay.trouble(bench.ledger)) == (OTHER, "")
    bench.installer().install(["tabletop-beta"])
    assert len(bench.names()) == 2

    monkeypatch.setattr(ledgers, "PYTHON", here)
    assert bench.overlay.trouble(bench.ledger) == ""
    assert (bench.names(), bench.overlay.folder(bench.ledger)) == (["tabletop-alpha 1.0"], mine)
    assert mine.is_dir()
    bench.installer().uninstall(["tabletop-alpha"])

    monkeypatch.setattr(ledgers, "PYTHON", OTHER)
    assert bench.overlay.trouble(bench.ledger) == ""
    assert len(bench.names()) == 2
    assert bench.overlay.folder(bench.ledger) != theirs
    assert not theirs.exists()


def package(name):
    return Package(
        name=name, version="1.0", requested=name, source=Source(kind="index", url="x"), wheel="x.whl", sha256="0" * 64
    )


@pytest.fixture
def twice(tmp_path, monkeypatch):
    """A plugin beside the host that lies in the store too."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    write_plugin(tmp_path / "site", "race")
    overlay = Overlay(tmp_path / "home" / "plugins")
    folder = overlay.root / "packages-test"
    write_plugin(folder, "race")
    ledgers.write(Disk(), overlay.ledger_path, Ledger(folder=folder.name, packages=(package("race"),)))
    forget_plugins()
    yield
    forget_plugins()


@pytest.mark.parametrize("line", ["games", "plugins list", "doctor"])
def test_a_plugin_beside_the_host_and_in_the_store_is_said(tabletop, twice, line):
    _code, out, err = tabletop(*line.split())
    said = "The plugin race is installed twice, beside the host and in the store; the one beside the host is used."
    assert said in (out if line == "doctor" else err)


def test_a_plugin_that_is_there_once_is_not(tmp_path):
    assert Catalogue.installed().doubles() == []
    assert hidden(tmp_path, {"race": tmp_path / "packages-a" / "race"}) == []
