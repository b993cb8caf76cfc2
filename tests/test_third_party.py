"""A game by somebody else: built as a wheel, installed without network, played, saved, resumed; nobody knows of it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from processes import LAST_RESORT

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "docs/examples/pass_the_pigs"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the game installed from its wheel. The host comes from the environment of the tests."""
    folder = tmp_path_factory.mktemp("third_party")
    source, wheels, target = folder / "source", folder / "wheels", folder / "site"
    shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run([*pip, "wheel", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", str(wheels), str(source)])
    (wheel,) = wheels.glob("*.whl")
    assert wheel.name == "tabletop_pass_the_pigs-1.0.0-py3-none-any.whl"
    run([*pip, "install", "--no-index", "--no-deps", "--target", str(target), str(wheel)])
    return target


def run(command, **how):
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=LAST_RESORT, check=False, **how)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def tabletop(site, tmp_path):
    """The command line in an environment that has the game."""
    environment = {**os.environ, "PYTHONPATH": str(site), "TABLETOP_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}

    def call(*arguments, stdin=""):
        return run([sys.executable, "-m", "tabletop", *arguments], env=environment, cwd=tmp_path, input=stdin)

    return call


def test_it_is_played_saved_resumed_and_exported(tabletop):
    assert "pass-the-pigs" in tabletop("games")
    assert "LEANING JOWLER" in tabletop("rules", "pass-the-pigs").upper()
    begun = tabletop(
        "play", "pass-the-pigs", "--plain", "--seats", "Ada,cpu:hard", "--seed", "5", stdin="pass\nthrow\n"
    )
    assert "You have no points to bank yet: throw the pigs." in begun
    assert "Ada: throws the pigs" in begun
    name = begun.rpartition("tabletop resume ")[2].split()[0].rstrip(".")
    went_on = tabletop("resume", name, "--plain", stdin="throw\npass\n" * 200)
    assert " wins." in went_on
    record = json.loads(tabletop("record", "export", name, "--yes"))
    assert (record["plugin"], record["plugin_version"]) == ("tabletop-pass-the-pigs", "1.0.0")
    assert record["events"][0] == "1 throw"
    assert record["result"] is not None


def test_its_own_tests_pass_where_it_is_installed(site):
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(site.parent / "source")]
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    assert " passed" in run(tests, env=environment, cwd=site)


def test_nothing_in_the_host_or_the_other_plugins_knows_of_it():
    words = ("pass-the-pigs", "pass_the_pigs", "passthepigs", "pass the pigs", "snouter", "razorback", "jowler")
    files = [file for folder in ("tabletop", "plugins") for file in (ROOT / folder).rglob("*") if file.is_file()]
    texts = {file: file.read_bytes().lower() for file in files if file.suffix != ".pyc"}
    assert any(b"tabletop" in text for text in texts.values())
    assert [(file, word) for file, text in texts.items() for word in words if word.encode() in text] == []
