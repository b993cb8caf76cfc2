"""Style, types and the arrows between modules."""

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLUGINS = sorted(path.parent for path in ROOT.glob("plugins/*/*/tabletop.toml"))


def run(tool, *arguments):
    """Runs a tool of this environment, and shows what it says if it finds fault."""
    command = shutil.which(tool, path=str(Path(sys.executable).parent)) or shutil.which(
        tool, path=sysconfig.get_path("scripts")
    )
    if command is None:
        pytest.skip(f"{tool} is not installed")
    done = subprocess.run([command, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_check():
    run("ruff", "check", ".")


def test_ruff_format():
    run("ruff", "format", "--check", ".")


def test_mypy_strict():
    run("mypy")


def test_import_arrows():
    run("lint-imports")


def imports(file):
    """The absolute imports of a module, each as ``package`` or ``package.name``."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda path: path.name)
def test_plugins_import_the_public_api_only(plugin):
    """``from tabletop import ...``, and no other part of the host nor what draws its screens and keeps its saves."""
    found = {(file.name, name) for file in plugin.rglob("*.py") for name in imports(file)}
    assert ("__init__.py", "tabletop") in found
    forbidden = {"prompt_toolkit", "tinydb", "click", "filelock"}
    assert [(f, n) for f, n in found if n.startswith("tabletop.") or n.partition(".")[0] in forbidden] == []


def test_the_host_imports_no_plugin():
    plugins = {plugin.name for plugin in PLUGINS}
    assert plugins
    host = (ROOT / "tabletop").rglob("*.py")
    assert [(file, name) for file in host for name in imports(file) if name.partition(".")[0] in plugins] == []


def test_importing_the_host_imports_next_to_nothing():
    done = subprocess.run(
        [sys.executable, "-c", "import sys, tabletop; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert not {"pydantic", "pluggy", "prompt_toolkit", "tinydb", "click"} & set(done.stdout.split())


@pytest.fixture(scope="module")
def host_alone(tmp_path_factory):
    """The environment of a home with a finished match, and a file with its record."""
    folder = tmp_path_factory.mktemp("alone")
    environ = {**os.environ, "TABLETOP_HOME": str(folder / "home")}
    command = [sys.executable, "-m", "tabletop"]
    played = [*command, "play", "pig", "--seats", "cpu,cpu", "--seed", "1", "--speed", "off", "--plain"]
    subprocess.run(played, env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    (match,) = (path.stem for path in folder.glob("home/matches/*.jsonl"))
    record = folder / "match.json"
    subprocess.run([*command, "record", "export", match, "-o", str(record)], env=environ, check=True)
    return environ, match, record


WITHOUT_A_SCREEN = [
    ["record", "check", "{record}"],
    ["record", "replay", "{record}"],
    ["record", "export", "{match}"],
    ["record", "import", "{record}"],
    ["matches"],
    ["matches", "--find", "pig"],
    ["matches", "--trash"],
    ["matches", "rename", "{match}", "evening"],
    ["settings"],
    ["games"],
    ["doctor"],
]


@pytest.mark.parametrize("arguments", WITHOUT_A_SCREEN, ids=" ".join)
def test_a_command_that_needs_no_screen_imports_none(host_alone, arguments):
    environ, match, record = host_alone
    words = [word.format(record=record, match=match) for word in arguments]
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tabletop", *words],
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert (done.returncode, "tabletop.cli.program" in imported) == (0, True), done.stderr[-1_000:]
    assert {name for name in imported if name.startswith(("tabletop.terminal", "prompt_toolkit"))} == set()


CLOCKS = {"sleep", "perf_counter", "monotonic"}
TESTS = [*ROOT.glob("tests/*.py"), *ROOT.glob("tests/helpers/*.py"), *ROOT.glob("plugins/*/tests/*.py")]


def clocks(file):
    """The lines where a test looks at the clock, sleeps, or sets a limit of its own in seconds."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            limits = [word.value for word in node.keywords if word.arg == "timeout"]
            lets_others_run = [ast.unparse(word) for word in node.args] == ["0"]
            if (name in CLOCKS and not lets_others_run) or any(isinstance(limit, ast.Constant) for limit in limits):
                yield f"{file.name}:{node.lineno}"


def test_no_test_depends_on_how_fast_a_machine_is():
    """The one limit is ``LAST_RESORT`` of tests/helpers/processes.py; benchmarks measure."""
    assert [line for file in TESTS for line in clocks(file)] == []
