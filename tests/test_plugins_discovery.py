"""Which plugins are found: without importing any, and whatever is wrong with one of them."""

import json
import os
import subprocess
import sys

import pytest
from distributions import MANIFEST, write_plugin
from processes import LAST_RESORT

from tabletop.plugins.find.catalogue import Catalogue, PluginError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder on the path."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def ids(catalogue):
    return [game.id for game in catalogue.games]


def problem(catalogue):
    """The only problem: one sentence."""
    (sentence,) = catalogue.problems()
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert not sentence.endswith("..")
    return sentence


def test_nothing_is_imported_by_discovery(tmp_path):
    write_plugin(tmp_path, "loud", code="raise SystemExit('imported')")
    code = (
        "import json, sys; from tabletop.plugins.find.catalogue import Catalogue; found = Catalogue.installed();"
        "print(json.dumps([[game.id for game in found.games], sorted(sys.modules)]))"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True, timeout=LAST_RESORT)
    games, modules = json.loads(done.stdout)
    assert {"loud", "pig", "bigpig"} <= set(games)
    assert set(modules).isdisjoint({"plugin_loud", "tabletop_pig", "tabletop_bigpig", "prompt_toolkit", "tinydb"})


def test_a_good_plugin_is_listed(folder):
    write_plugin(folder, "good")
    catalogue = Catalogue.installed()
    listing = catalogue.find("good")
    assert (listing.title, str(listing.plugin), listing.entry.seats) == ("good", "good 1.0", (2, 4))
    assert catalogue.problems() == []


GOOD = MANIFEST.format(game="bad")


@pytest.mark.parametrize(
    ("manifest", "part"),
    [
        (False, "tabletop.toml can't be read: No such file or directory"),
        ("", "tabletop.toml: “api” is missing"),
        ("api = ", "tabletop.toml is not TOML"),
        (b"\xff\xfe", "tabletop.toml is not TOML"),
        ("api = " + "[" * 30_000, "tabletop.toml is not TOML"),
        ("api = " + "9" * 5_000, "tabletop.toml is not TOML"),
        ("# " + "x" * 70_000 + "\n" + GOOD, "tabletop.toml is larger than 65536 bytes"),
        (GOOD.replace(">=1.0,<2", ">=2"), "made for version >=2 of the plugin API, not for this host's 1.1"),
        (GOOD.replace(">=1.0,<2", "newest"), "“newest” is not a range of versions"),
        (GOOD.replace("[2, 4]", "[4, 2]"), "the least and the most"),
        (GOOD.replace("[2, 4]", "[0, 4]"), "“games 1 seats 1” should be 1 or more"),
        (GOOD.replace("[2, 4]", "2"), "“games 1 seats” should be a list"),
        (GOOD.replace('id = "bad"', 'id = "Bad Game"'), "“games 1 id” has characters that aren't allowed there"),
        (GOOD.replace('title = "bad"', 'title = "\\u001b[2J"'), "“games 1 title” has characters that aren't allowed"),
        (GOOD + 'colour = "red"\n', "“games 1 colour” is not known here"),
    ],
)
def test_a_bad_manifest_costs_that_plugin_only(folder, manifest, part):
    write_plugin(folder, "bad", manifest=manifest)
    write_plugin(folder, "good")
    catalogue = Catalogue.installed()
    assert problem(catalogue).startswith("The plugin bad 1.0 is skipped: ")
    assert part in problem(catalogue)
    assert {"good", "pig"} <= set(ids(catalogue))
    assert "bad" not in ids(catalogue)


@pytest.mark.parametrize(
    ("entry_points", "part"),
    [
        ("[tabletop]\nbad = plugin_bad.games\n", "its entry point “plugin_bad.games” is not a top-level package"),
        ("[tabletop]\nbad = plugin_bad:games\n", "its entry point “plugin_bad:games” is not a top-level package"),
        ("[tabletop]\nbad = plugin_missing\n", "its package “plugin_missing” is not there"),
        ("[tabletop]\nbad = this\n", "its package “this” is not there"),
        ("[tabletop]\nbad = email\n", "tabletop.toml can't be read"),
        ("[tabletop]\nbad = __main__\n", "its package “__main__” is not there"),
    ],
)
def test_a_bad_entry_point_costs_that_plugin_only(folder, entry_points, part):
    write_plugin(folder, "bad", entry_points=entry_points)
    catalogue = Catalogue.installed()
    assert part in problem(catalogue)
    assert "pig" in ids(catalogue)


def test_a_distribution_without_metadata_is_no_harm(folder):
    write_plugin(folder, "bare", metadata=False)
    write_plugin(folder, "good")
    catalogue = Catalogue.installed()
    assert {"bare", "good", "pig"} <= set(ids(catalogue))
    assert str(catalogue.find("bare").plugin) == "bare ?"


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\u2028"])
def test_a_title_that_turns_the_direction_of_writing_is_refused(folder, mark):
    write_plugin(folder, "bad", manifest=MANIFEST.format(game="bad").replace('title = "bad"', f'title = "b{mark}ad"'))
    assert "“games 1 title” has characters that aren't allowed there" in problem(Catalogue.installed())


def test_games_are_in_the_order_of_their_manifests(folder):
    write_plugin(folder, "first", manifest=MANIFEST.format(game="first") + "order = 1\n")
    write_plugin(folder, "last", manifest=MANIFEST.format(game="last") + "order = 9999\n")
    catalogue = Catalogue.installed()
    assert ids(catalogue)[0] == "first"
    assert ids(catalogue)[-1] == "last"
    assert catalogue.after(catalogue.find("last")) is None
    assert catalogue.after(catalogue.find("first")).id == "pig"


def test_an_unknown_game_is_suggested():
    with pytest.raises(PluginError, match=r"There is no game “pigg”. Did you mean pig?"):
        Catalogue.installed().find("pigg")
