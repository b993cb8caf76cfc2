"""What is kept of plugins and settings says the same as the files, whatever happens to them."""

import json
import os
import sys

import pytest
from distributions import MANIFEST, write_plugin

from tabletop.plugins.find import installed
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Settings, SettingsFile, kept
from tabletop.saves.chosen import PlainSettings, chosen, is_sound
from tabletop.saves.kept import Kept


@pytest.fixture(autouse=True)
def old_files(monkeypatch, folder):
    """Files may have changed just now and are kept all the same, in a home that is there."""
    monkeypatch.setattr(kept, "FRESH", 0)
    Home.find(os.environ).path.mkdir(parents=True, exist_ok=True)


@pytest.fixture
def searched(monkeypatch):
    """How often the metadata of all distributions were read."""
    real, times = installed._found, []

    def found(group, host):
        times.append(group)
        return real(group, host)

    monkeypatch.setattr(installed, "_found", found)
    return times


def games():
    return [game.id for game in Catalogue.installed().games if game.id.startswith("kept")]


def problems():
    return [problem for problem in Catalogue.installed().problems() if "kept" in problem]


def test_plugins_are_found_anew_only_where_something_has_changed(folder, searched):
    write_plugin(folder, "keptone")
    assert games() == games() == ["keptone"]
    assert len(searched) == 1
    write_plugin(folder, "kepttwo")
    assert games() == games() == ["keptone", "kepttwo"]
    assert len(searched) == 2
    (folder / "keptone-1.0.dist-info" / "entry_points.txt").unlink()
    assert games() == games() == ["kepttwo"]
    assert len(searched) == 3


def test_a_new_name_or_version_is_seen(folder):
    write_plugin(folder, "keptone")
    assert "keptone 1.0" in map(str, Catalogue.installed().plugins)
    metadata = folder / "keptone-1.0.dist-info" / "METADATA"
    metadata.write_text("Metadata-Version: 2.1\nName: keptone\nVersion: 1.1\n", "utf-8")
    assert "keptone 1.1" in map(str, Catalogue.installed().plugins)


def test_a_plugin_that_is_gone_or_hidden_is_seen(folder, tmp_path, monkeypatch):
    write_plugin(folder, "keptone", game="keptone")
    assert games() == ["keptone"]
    other = tmp_path / "other"
    other.mkdir()
    (other / "plugin_keptone").mkdir()
    monkeypatch.syspath_prepend(str(other))
    write_plugin(other, "kepttwo")
    assert games() == ["keptone", "kepttwo"]
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry not in (str(folder), str(other))])
    assert games() == []


def test_a_changed_manifest_is_validated_anew(folder):
    write_plugin(folder, "keptone")
    assert (games(), problems()) == (["keptone"], [])
    manifest = folder / "plugin_keptone" / "tabletop.toml"
    manifest.write_text(MANIFEST.format(game="keptone").replace("[2, 4]", "[4, 2]"), "utf-8")
    assert games() == []
    assert "“seats” should be the least and the most" in problems()[0]
    manifest.write_text(MANIFEST.format(game="keptone").replace("<2", "<1.1"), "utf-8")
    assert "made for version >=1.0,<1.1" in problems()[0]
    manifest.unlink()
    assert "can't be read" in problems()[0]


@pytest.mark.parametrize(
    "damage",
    [
        lambda _data: b"",
        lambda data: data[:-20],
        lambda data: data.replace(b"keptone", b"kepteno"),
        lambda _data: b"00000000\n[]",
        lambda _data: b"\xff\x00",
    ],
)
def test_what_is_damaged_is_read_again(folder, home_of, damage):
    write_plugin(folder, "keptone")
    assert games() == ["keptone"]
    file = home_of.cache / "plugins.json"
    file.write_bytes(damage(file.read_bytes()))
    assert games() == ["keptone"]


@pytest.mark.parametrize("value", [None, 5, [], [1, 2], ["x", [["too", "few"]]], ["", [5]], {"a": 1}])
def test_values_of_another_shape_are_read_again(folder, home_of, value):
    write_plugin(folder, "keptone")
    assert games() == ["keptone"]
    file = home_of.cache / "plugins.json"
    version, values = json.loads(file.read_bytes().partition(b"\n")[2])
    for entry in values.values():
        entry[1] = value
    broken = Kept(file, version)
    broken._values = broken._new = values
    broken.write()
    assert games() == ["keptone"]


def test_where_nothing_can_be_kept_everything_is_found(folder, home_of, searched):
    write_plugin(folder, "keptone")
    home_of.path.mkdir(exist_ok=True)
    home_of.cache.write_text("in the way", "utf-8")
    assert games() == games() == ["keptone"]
    assert len(searched) == 2


def test_two_paths_in_turn_are_both_kept(folder, tmp_path, searched, monkeypatch):
    write_plugin(folder, "keptone")
    write_plugin(tmp_path / "other", "kepttwo")
    one = list(sys.path)
    for _time in range(3):
        monkeypatch.setattr(sys, "path", one)
        assert games() == ["keptone"]
        monkeypatch.setattr(sys, "path", [str(tmp_path / "other"), *one])
        assert games() == ["keptone", "kepttwo"]
    assert len(searched) == 2


def test_a_large_file_begins_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 100)
    for number in range(9):
        one = Kept(tmp_path / "file", "1")
        one.put(str(number), number, "x" * 40, 0)
        one.write()
    assert (tmp_path / "file").stat().st_size < 120
    assert Kept(tmp_path / "file", "1").get("8", 8) == "x" * 40


def test_other_finders_of_distributions_are_asked_each_time(folder, searched, monkeypatch):
    class Finder:
        def find_spec(self, *_arguments):
            return None

        def find_distributions(self, _context):
            return ()

    write_plugin(folder, "keptone")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert games() == games() == ["keptone"]
    assert len(searched) == 2


def test_what_has_just_changed_is_not_kept(folder, searched, monkeypatch):
    monkeypatch.setattr(kept, "FRESH", 2)
    write_plugin(folder, "keptone")
    assert games() == games() == ["keptone"]
    assert len(searched) == 2


def test_the_plain_settings_are_those_that_are_loaded(home_of):
    assert chosen(home_of) == PlainSettings(*(getattr(Settings(), name) for name in PlainSettings._fields))
    settings = Settings(language="de", plain=True, speech=("spd-say", "-w"), muted=("table",), colour="none")
    SettingsFile(home_of).save(settings)
    for _time in range(2):
        assert chosen(home_of) == PlainSettings(*(getattr(settings, name) for name in PlainSettings._fields))
        assert is_sound(home_of)
    SettingsFile(home_of).save(Settings(language="it"))
    assert not is_sound(home_of)
    assert chosen(home_of).language == "it"


def test_settings_that_cannot_be_used_are_not_kept(home_of):
    SettingsFile(home_of).save(Settings(language="de"))
    text = home_of.settings.read_text("utf-8")
    home_of.settings.write_text(text.replace('"large"', '"huge"'), "utf-8")
    assert chosen(home_of).pictures == "large"
    assert not is_sound(home_of)
    told = []
    assert SettingsFile(home_of, warn=told.append).load().language == "de"
    assert told == ["These settings can't be used and have their defaults: pictures."]


@pytest.fixture
def home_of(folder, tmp_path):
    """The home of these tests."""
    assert os.environ["TABLETOP_HOME"] == str(tmp_path / "home")
    return Home(tmp_path / "home")


def test_no_home_is_made_for_it(folder, tmp_path):
    kept_there = Kept(tmp_path / "nowhere" / "cache" / "some.json")
    kept_there.put("name", [1], "value", 0)
    kept_there.write()
    assert not (tmp_path / "nowhere").exists()
