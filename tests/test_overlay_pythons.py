"""Two Pythons on one home don't take the store of plugins from each other; and a plugin that is there twice is said."""

import pytest
from distributions import forget_plugins, write_plugin

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.install.workshop import remove_leftovers
from tabletop.plugins.store import ledger as ledgers
from tabletop.plugins.store.ledger import Ledger, Package, Source
from tabletop.plugins.store.overlay import Overlay, hidden
from tabletop.saves.disk import Disk

OTHER = "cpython-99"


def package(name):
    return Package(
        name=name, version="1.0", requested=name, source=Source(kind="index", url="x"), wheel="x.whl", sha256="0" * 64
    )


def install(overlay, *names):
    """As an installation does in the end: packages in a folder of their own, and a ledger that names it."""
    folder = overlay.root / f"packages-{ledgers.PYTHON.replace('-', '_')}_{'_'.join(names)}"
    folder.mkdir(parents=True)
    made = Ledger(python=ledgers.PYTHON, folder=folder.name, packages=tuple(map(package, names)))
    overlay.take_into_use(made, Disk())
    remove_leftovers(overlay)
    return folder


def names(overlay):
    return [package.name for package in overlay.ledger().packages]


def test_each_python_has_its_plugins_and_leaves_those_of_the_other(tmp_path, monkeypatch):
    overlay, here = Overlay(tmp_path), ledgers.PYTHON
    mine = install(overlay, "alpha")

    monkeypatch.setattr(ledgers, "PYTHON", OTHER)
    assert "made for" in overlay.trouble(overlay.ledger())
    install(overlay, "alpha")  # as ``restore`` does
    theirs = install(overlay, "alpha", "beta")
    assert (names(overlay), overlay.trouble(overlay.ledger())) == (["alpha", "beta"], "")

    monkeypatch.setattr(ledgers, "PYTHON", here)
    assert (names(overlay), overlay.folder(overlay.ledger())) == (["alpha"], mine)
    assert overlay.trouble(overlay.ledger()) == ""
    mine = install(overlay, "gamma")

    monkeypatch.setattr(ledgers, "PYTHON", OTHER)
    assert (names(overlay), overlay.folder(overlay.ledger())) == (["alpha", "beta"], theirs)
    assert sorted(tmp_path.glob("packages-*")) == sorted([mine, theirs])


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
