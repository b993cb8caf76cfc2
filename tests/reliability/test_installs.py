"""Plugins are installed, upgraded, restored and uninstalled in processes that are killed: the store is old or new."""

import os
import shutil
import sys
from random import Random

import pytest
import tiny_plugins
from campaign import LONG
from store_bench import Bench, Listener
from strikes import FAULTS, struck

from tabletop.plugins.find.catalogue import Catalogue

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL"),
    pytest.mark.skipif(not LONG, reason="only in the long form: each runs pip; see also tests/test_overlay_kill.py"),
]
STRIKES = 25
INSTALLS = {
    "install": lambda installer: installer.install(["tabletop-beta"]),
    "upgrade": lambda installer: installer.upgrade(["tabletop-alpha"]),
    "restore": lambda installer: installer.restore(),
    "uninstall": lambda installer: installer.uninstall(["tabletop-alpha"]),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A home with two states of its store, and links to wheels."""
    folder = tmp_path_factory.mktemp("store")
    for game, version in (("alpha", "1.0"), ("beta", "1.0")):
        tiny_plugins.write_plugin(folder / "links", game, version)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tabletop.plugins.install.workshop.check", lambda *_given: [])
        path = list(sys.path)
        bench = Bench(folder / "home", folder / "links")
        bench.installer(Listener()).install(["tabletop-alpha"])
        sys.path[:] = path  # no copy is taken for a second store
        tiny_plugins.write_plugin(folder / "links", "alpha", "2.0")
        yield bench


def packages(bench):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.path", list(sys.path))
        found = Catalogue.installed({"TABLETOP_HOME": str(bench.home)})
    assert found.problems() == []
    return bench.names()


@pytest.mark.parametrize("how", ["kill", *FAULTS])
@pytest.mark.parametrize("name", INSTALLS)
def test_the_store_is_as_before_or_as_wanted(store, tmp_path, name, how):
    def copy(number):
        home = shutil.copytree(store.home, tmp_path / str(number), symlinks=True)
        return Bench(home, store.links)

    def operation(bench):
        return lambda _folder, shown: (INSTALLS[name](bench.installer(Listener())), shown())

    before, whole = packages(store), copy("whole")
    calls = struck(operation(whole), whole.home).calls
    after = packages(whole)
    for at in sorted(Random(f"{name} {how}").sample(range(1, calls + 1), min(calls, STRIKES if how == "kill" else 8))):
        bench = copy(at)
        came = struck(operation(bench), bench.home, at, how)
        assert came.wrong == ""
        assert packages(bench) in ([after] if came.shown else [before, after])
        shutil.rmtree(bench.home)
