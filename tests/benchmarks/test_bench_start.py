"""How long the command takes to start, beside a bare interpreter and beside the modules that it loads."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from time import perf_counter

import pytest
from processes import LAST_RESORT

ROUNDS = 15
TABLETOP = [sys.executable, "-m", "tabletop"]

pytestmark = pytest.mark.skipif(find_spec("tabletop.__main__") is None, reason="the command does not exist yet")


@pytest.fixture
def environment(tmp_path):
    return {**os.environ, "TABLETOP_HOME": str(tmp_path / "home"), "PYTHONDONTWRITEBYTECODE": ""}


def run(command, environment):
    return subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=LAST_RESORT,
    )


def seconds(command, environment):
    start = perf_counter()
    run(command, environment)
    return perf_counter() - start


def compare(benchmark, name, ours, theirs, environment):
    """The time of ``ours`` in times of ``theirs``: the shortest of rounds in which both took their turn."""
    pairs = [(seconds(ours, environment), seconds(theirs, environment)) for _round in range(ROUNDS)]
    ratio = min(own for own, _other in pairs) / min(other for _own, other in pairs)
    benchmark.pedantic(lambda: run(ours, environment), rounds=3)
    benchmark.extra_info[name] = round(ratio, 3)
    print(f"\n{name}: {ratio:.3f}")
    return ratio


def test_version_beside_a_bare_interpreter(benchmark, environment):
    assert run([*TABLETOP, "--version"], environment).stdout.strip()
    name = "--version / bare interpreter"
    ratio = compare(benchmark, name, [*TABLETOP, "--version"], [sys.executable, "-c", "pass"], environment)
    assert ratio <= 2.5


def test_first_menu_beside_the_modules_it_loads(benchmark, environment):
    """The menu in plain mode leaves at the end of input; its peer imports every other module that was loaded."""
    menu = [*TABLETOP, "--plain"]
    assert run(menu, environment).stdout.strip()
    told = run([sys.executable, "-X", "importtime", *menu[1:]], environment).stderr
    loaded = re.findall(r"^import time:.*\|\s*([\w.]+)$", told, re.MULTILINE)
    modules = list(dict.fromkeys(name for name in loaded if not name.startswith(("tabletop", "__"))))
    code = f"""
import contextlib, importlib
for name in {modules!r}:
    with contextlib.suppress(ImportError):  # modules that others try to import and live without
        importlib.import_module(name)
"""
    name = "first menu / its imports"
    assert compare(benchmark, name, menu, [sys.executable, "-c", code], environment) <= 1.1
