"""What a start costs: processor time and memory, as ratios beside a bare prompt of prompt_toolkit and ``--version``.

Each time is the shortest of rounds in which all took their turn, in one run, with a home that was used before.
"""

import os
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("memory is told by /proc", allow_module_level=True)

from at_prompt import BARE, TABLETOP, at_prompt, environment, to_its_end

ROUNDS = 15
VERSION = [*TABLETOP, "--version"]


@pytest.fixture
def environ(tmp_path):
    """A home in which the menu was shown, and kept what it found."""
    environ = environment(tmp_path / "home")
    to_its_end([*TABLETOP, "games"], environ)
    return environ


def told(benchmark, name, ratio):
    benchmark.extra_info[name] = round(ratio, 2)
    print(f"\n{name}: {ratio:.2f}")
    return ratio


def beside(ours, theirs):
    """Our seconds in times of theirs: the shortest of rounds in which both took their turn."""
    pairs = [(ours().seconds, theirs().seconds) for _round in range(ROUNDS)]
    return min(own for own, _other in pairs) / min(other for _own, other in pairs)


def test_version_beside_a_bare_interpreter(benchmark, environ):
    ratio = beside(lambda: to_its_end(VERSION, environ), lambda: to_its_end([sys.executable, "-c", "pass"], environ))
    benchmark.pedantic(lambda: to_its_end(VERSION, environ), rounds=3)
    assert told(benchmark, "--version / bare interpreter", ratio) <= 2.5


@pytest.mark.parametrize("command", ["--help", "games", "matches"])
def test_lists_beside_the_version(benchmark, environ, command):
    ours = [*TABLETOP, command]
    ratio = beside(lambda: to_its_end(ours, environ), lambda: to_its_end(VERSION, environ))
    benchmark.pedantic(lambda: to_its_end(ours, environ), rounds=3)
    assert told(benchmark, f"{command} / --version", ratio) <= 5


def test_first_menu_beside_a_bare_prompt(benchmark, environ):
    ratio = beside(lambda: at_prompt(TABLETOP, environ), lambda: at_prompt(BARE, environ))
    benchmark.pedantic(lambda: at_prompt(TABLETOP, environ), rounds=3)
    assert told(benchmark, "first menu / bare prompt", ratio) <= 1.6


def test_first_prompt_of_a_match_beside_a_bare_prompt(benchmark, environ):
    play = [*TABLETOP, "play", "pig"]
    ratio = beside(lambda: at_prompt(play, environ), lambda: at_prompt(BARE, environ))
    benchmark.pedantic(lambda: at_prompt(play, environ), rounds=3)
    assert told(benchmark, "play pig / bare prompt", ratio) <= 3.4


@pytest.mark.parametrize(("seats", "most"), [("you,cpu:easy", 2.0), ("you,cpu:medium", 2.5)])
def test_memory_in_a_match_beside_a_bare_prompt(benchmark, environ, seats, most):
    """After the other's first turn: medium is solved, for which numpy is needed."""
    play = [*TABLETOP, "play", "pig", "--seats", seats, "--speed", "off"]
    lines = ["roll", *["hold"] * 2, *["roll", "hold"] * 2]
    to_its_end([*TABLETOP, "solve", "pig"], environ)
    ratio = at_prompt(play, environ, lines).memory / at_prompt(BARE, environ).memory
    benchmark.pedantic(lambda: at_prompt(play, environ, lines), rounds=1)
    assert os.path.isdir(environ["TABLETOP_HOME"])
    assert told(benchmark, f"memory against {seats[4:]} / bare prompt", ratio) <= most
