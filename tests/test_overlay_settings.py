"""A person's own pip.conf: where packages come from holds here too, and nothing else of it."""

import sys

import pytest
import tiny_plugins
from store_bench import Bench, Listener

from tabletop.plugins.install import launch
from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.install.installing import Installer
from tabletop.plugins.store.overlay import Overlay

MEDDLING = {
    "target": "{folder}/elsewhere",
    "prefix": "{folder}/elsewhere",
    "root": "{folder}/elsewhere",
    "user": "true",
    "dry-run": "true",
    "report": "{folder}/elsewhere.json",
    "no-deps": "true",
    "upgrade": "true",
    "ignore-installed": "true",
    "require-virtualenv": "true",
    "require-hashes": "true",
    "quiet": "3",
    "python": "/nowhere/python",
    "platform": "any",
}
"""Settings that would send packages elsewhere, or leave them out."""


def write_conf(folder, settings):
    lines = [f"{name} = {value.format(folder=folder)}" for name, value in settings.items()]
    (folder / "pip.conf").write_text("\n".join(["[global]", *lines, ""]), "utf-8")
    return folder / "pip.conf"


@pytest.fixture
def links(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    tiny_plugins.write_library(tmp_path / "links", "points-lib")
    tiny_plugins.write_plugin(tmp_path / "links", "alpha", requires=["points-lib"])
    return tmp_path / "links"


def test_where_packages_come_from_holds_here_too_and_no_other_setting_breaks_installing(tmp_path, links, monkeypatch):
    sources = {"no-index": "true", "find-links": f"{links}\n  {tmp_path}"}
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(write_conf(tmp_path, MEDDLING | sources)))
    monkeypatch.setenv("PIP_PLATFORM", "any")
    overlay = Overlay(tmp_path / "home")
    Installer(overlay.root, Listener()).install(["tabletop-alpha"])
    ledger = overlay.ledger()
    assert [str(package) for package in ledger.packages] == ["points-lib 1.0", "tabletop-alpha 1.0"]
    assert overlay.trouble(ledger) == ""
    assert not (tmp_path / "elsewhere").exists()


def test_what_files_say_becomes_variables_unless_a_variable_says_it(tmp_path, monkeypatch):
    for name in launch.SETTINGS:
        monkeypatch.delenv(name, raising=False)
    conf = tmp_path / "pip.conf"
    conf.write_text(
        "[global]\nproxy=theirs\ntimeout=5\ntarget=/tmp\n[install]\ntimeout=7\n[wheel]\ntimeout=9\n", "utf-8"
    )
    monkeypatch.setenv("PIP_CONFIG_FILE", str(conf))
    monkeypatch.setenv("PIP_PROXY", "mine")
    for command, seconds in (("install", "7"), ("wheel", "9")):
        found = launch._settings(command)
        assert found["PIP_TIMEOUT"] == seconds
        assert found.keys() & {"PIP_PROXY", "PIP_TARGET", "PIP_CONFIG_FILE"} == set()


def test_a_damaged_file_of_settings_is_one_sentence(tmp_path, links, monkeypatch):
    (tmp_path / "pip.conf").write_text("rubbish", "utf-8")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    with pytest.raises(InstallError, match=r"pip failed: .*pip\.conf"):
        Bench(tmp_path / "home", links).installer().install(["tabletop-alpha"])
