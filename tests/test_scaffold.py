"""``tabletop plugins new`` writes a plugin that works as it stands."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from processes import LAST_RESORT

from tabletop.plugins.scaffold import KINDS, write_plugin


def tabletop(*arguments, home, stdin=""):
    """Runs the command line in a process of its own, since a plugin in a folder changes where modules are found."""
    return subprocess.run(
        [sys.executable, "-m", "tabletop", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "TABLETOP_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        check=False,
        timeout=LAST_RESORT,
    )


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    parent = tmp_path_factory.mktemp("plugins")
    done = tabletop("plugins", "new", "my-first-game", "--into", str(parent), home=parent)
    assert done.returncode == 0, done.stderr
    return parent / "my-first-game"


def test_it_is_complete(written):
    files = {str(file.relative_to(written).as_posix()) for file in written.rglob("*") if file.is_file()}
    package = "tabletop_my_first_game"
    assert files == {
        "pyproject.toml",
        "README.md",
        *(f"{package}/{name}" for name in ("__init__.py", "game.py", "lessons.py", "texts.py", "tabletop.toml")),
        f"{package}/rules/my-first-game.md",
        "tests/test_my_first_game.py",
        "tests/golden/first.json",
    }
    assert not any("$" in file.read_text("utf-8") for file in written.rglob("*.*") if file.is_file())


def test_it_passes_the_conformance_kit(written, tmp_path):
    done = tabletop("plugins", "check", str(written), home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "my-first-game: " in done.stdout
    assert "0 failed" in done.stdout


def test_its_own_tests_pass(written):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(written)]
    environment = {**os.environ, "PYTHONPATH": str(written), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=written, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def test_it_plays_from_its_folder_and_can_be_resumed(written, tmp_path):
    play = ("play", "--plain", "--plugin", str(written), "--seats", "Ada,cpu:hard", "--set", "heap=8")
    done = tabletop(*play, home=tmp_path, stdin="4\n3\n")
    assert done.returncode == 0, done.stderr
    assert "Ada: takes 3 of 8" in done.stdout
    assert "takes 1 of 5" in done.stdout
    assert done.stdout.rstrip().endswith(f" --plugin {shlex.quote(str(written))}")
    done = tabletop("resume", "--plain", "--plugin", str(written), home=tmp_path, stdin="take 1\n")
    assert done.returncode == 0, done.stderr
    assert "CPU 2 wins." in done.stdout


def test_its_rules_are_read_and_its_lessons_taken_from_its_folder(written, tmp_path):
    shown = tabletop("rules", "--plugin", str(written), home=tmp_path)
    assert (shown.returncode, "There is a heap of 21 matches." in shown.stdout) == (0, True), shown.stderr
    listed = tabletop("learn", "--list", "--plugin", str(written), home=tmp_path)
    assert (listed.returncode, "The last match" in listed.stdout) == (0, True), listed.stderr
    taken = tabletop("learn", "--plain", "--plugin", str(written), home=tmp_path, stdin="1\n\ntake 1\n")
    assert "Yes: whatever the other takes of four, you take the rest." in taken.stdout
    assert tabletop("rules", home=tmp_path).returncode == 2


# Plugins that begin as a game of a family


@pytest.fixture(scope="module", params=KINDS)
def like(request, tmp_path_factory):
    """The folder of a plugin that begins as a game of a family."""
    parent = tmp_path_factory.mktemp("family")
    command = ("plugins", "new", "my-game", "--like", request.param, "--into", str(parent))
    done = tabletop(*command, home=parent)
    assert done.returncode == 0, done.stderr
    return parent / "my-game"


def test_each_family_passes_the_conformance_kit(like, tmp_path):
    done = tabletop("plugins", "check", "--quick", str(like), home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "my-game: " in done.stdout


def test_the_tests_of_each_family_pass(like):
    chosen = ["-k", "not keeps_every_promise"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, str(like)]
    environment = {**os.environ, "PYTHONPATH": str(like), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=like, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "1 deselected" in done.stdout


def test_each_family_is_shown_by_the_hosts_pieces(like, tmp_path):
    source = (like / "tabletop_my_game/game.py").read_text("utf-8")
    assert "def scene(" in source
    assert "def picture(" not in source
    play = ("play", "--plain", "--plugin", str(like), "--seats", "Ada,cpu:easy", "--seed", "1")
    done = tabletop(*play, home=tmp_path, stdin="table\n")
    assert done.returncode == 0, done.stderr
    assert "You can: " in done.stdout


def test_what_is_written_is_in_good_style_and_typed_as_it_should_be(tmp_path):
    for kind in (None, *KINDS):
        write_plugin(f"my-{kind or 'game'}", tmp_path, kind=kind)
    style = ["--isolated", "--line-length", "120"]
    own = ["--config", 'lint.isort.known-first-party = ["tabletop_my_*"]']
    rules = ["--select", "E,F,I,W,UP,B,D1", "--ignore", "D100,D103"]
    tool("ruff", "check", *style, *own, *rules, ".", cwd=tmp_path)
    tool("ruff", "format", *style, "--check", ".", cwd=tmp_path)
    tool("mypy", *map(str, tmp_path.glob("*/tabletop_my_*")), cwd=tmp_path)


def tool(name, *arguments, cwd):
    command = shutil.which(name, path=str(Path(sys.executable).parent))
    if command is None:
        pytest.skip(f"{name} is not installed")
    done = subprocess.run([command, *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_another_family_is_refused_with_those_that_there_are(tmp_path):
    done = tabletop("plugins", "new", "my-game", "--like", "chess", "--into", str(tmp_path), home=tmp_path / "home")
    assert done.returncode == 2
    assert "is not one of " + ", ".join(f"'{kind}'" for kind in KINDS) in done.stderr
    assert not (tmp_path / "my-game").exists()


# What is refused


@pytest.mark.parametrize("name", ["", "Pig", "1st", "a--b", "a-", "a_b", "../x", "a b", "é", "x" * 41])
def test_a_name_that_does_not_do_is_refused(name, tmp_path):
    with pytest.raises(ValueError, match="small letters"):
        write_plugin(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    with pytest.raises(ValueError, match="is there already"):
        write_plugin("mine", tmp_path)
    with pytest.raises(ValueError, match="There is a game “pig” already"):
        write_plugin("pig", tmp_path, taken=["pig"])


@pytest.mark.parametrize("name", ["host", "dominoes-passing", "bigpig"])
def test_a_name_whose_distribution_is_the_hosts_own_is_refused(name, tmp_path):
    with pytest.raises(ValueError, match=f"“tabletop-{name}” is the name of a package of the host's"):
        write_plugin(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_words_of_moves_are_among_the_texts_that_are_extracted(written):
    text = (written / "tabletop_my_first_game/texts.py").read_text("utf-8")
    assert "pybabel extract -k N_ -k NC_:1c,2 -k plural:1,2" in text
