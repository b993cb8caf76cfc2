"""The mutation run: what it makes of a source, and what becomes of mutants of a toy package."""

import ast
import contextlib
import importlib.util
import json
import math
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / "tools"
SOURCE = '''
"""Says 1 == 2."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    LIMIT = 1 + 1
SIZE = 3

class Box:
    depth: int = 4
    kinds: "tuple[int, 5]" = ()

    def __repr__(self):
        return f"{self.depth + 1}"

    def full(self, things, most=6, kind=None):
        """Holds 7."""
        assert things
        if things < most and not kind:
            return True
        for thing in [one for one in range(things) if one]:
            if kind == "odd":
                continue
            log.info("%s", 8)
            print(_("9 {n}").format(n=things % 10), "plain")
        return None
'''
EXPECTED = """
6:8:constant 3 -> 4
9:18:constant 4 -> 5
15:33:default 6 -> 7
15:41:default None -> True
18:12:if-false things < most and (not kind) -> False
18:12:if-true things < most and (not kind) -> True
18:21:compare things < most -> things <= most
18:30:and-or things < most and (not kind) -> things < most or not kind
18:30:not not kind -> kind
19:13:return return True -> return None
19:20:constant True -> False
20:55:if-false one -> False
20:55:if-true one -> True
21:16:if-false kind == 'odd' -> False
21:16:if-true kind == 'odd' -> True
21:24:compare kind == 'odd' -> kind != 'odd'
21:24:constant 'odd' -> 'odd?'
22:17:loop continue -> break
24:13:remove print(_('9 {n}').format(n=things % 10), 'plain') -> pass
24:48:arithmetic things % 10 -> things * 10
24:48:constant 10 -> 11
"""
TOY = """
def clamp(number, low=0, high=10):
    if number < low:
        return low
    while number > high:
        number -= 1
    return number

def unused():
    return 1 + 1

NAME = "to" + "y"
"""
TOY_TESTS = """
from toy import clamp

def test_in_between():
    assert clamp(3) == 3

def test_too_much():
    assert clamp(12) == 10

def test_fails_anyway():
    assert clamp(3) == 4
"""
COVER = {
    "tests": {"test_toy.py::test_in_between": [0.1, 0.0], "test_toy.py::test_too_much": [0.2, 0.0]},
    "lines": {"toy/__init__.py": {"3": [0, 1], "5": [0, 1], "6": [1], "7": [0, 1]}},
    "start": 0.4,
}


@pytest.fixture(scope="module")
def tool():
    """``tools/mutation.py`` as a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        spec = importlib.util.spec_from_file_location("mutation", TOOLS / "mutation.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A package with a few tests."""
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "__init__.py").write_text(TOY)
    (tmp_path / "test_toy.py").write_text(TOY_TESTS)
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["."]\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.fixture
def covered(tool, toy, monkeypatch):
    """The toy, with its cover known."""
    monkeypatch.setattr(tool, "measured", lambda *_asked: tool.Cover(**COVER))
    return toy


def ids(text):
    return [line.split(" ", 1)[0] for line in text.splitlines() if line.count(":") == 3]


# Mutants


def test_what_is_mutated_and_what_is_not(tool):
    found = [f"{one.id} {one.diff}" for one in tool.mutants("box.py", SOURCE.encode())]
    wanted = [f"box.py:{line}" for line in EXPECTED.strip().splitlines()]
    assert sorted(found) == sorted(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted((TOOLS.parent / "tabletop" / "saves").glob("*.py")), ids=lambda file: file.stem)
def test_each_mutant_is_another_program_with_an_id_of_its_own(tool, file):
    source = file.read_bytes()
    found = tool.mutants(file.name, source)
    assert len({one.id for one in found}) == len(found)
    plain = ast.dump(ast.parse(source))
    assert all(ast.dump(ast.parse(one.applied(source))) != plain for one in found)


def test_columns_count_bytes_so_that_no_letter_shifts_a_fault(tool):
    source = 'def f(x):\n    return "ü" if x == "ä" else "ß" + x\n'.encode()
    changed = [one.applied(source).decode().splitlines()[1] for one in tool.mutants("f.py", source)]
    assert '    return "ü" if (x != \'ä\') else "ß" + x' in changed
    assert '    return "ü" if x == "ä" else (\'ß\' - x)' in changed


def test_a_sample_is_the_same_for_a_seed_and_part_of_a_larger_one(tool):
    found = tool.mutants("box.py", SOURCE.encode())
    small, large = tool.drawn(found, 5, 1), tool.drawn(found, 12, 1)
    assert small == tool.drawn(list(reversed(found)), 5, 1) == large[:5]
    assert small != tool.drawn(found, 5, 2)


@pytest.mark.parametrize(("hits", "all_", "low", "high"), [(0, 10, 0.0, 0.2775), (9, 10, 0.5958, 0.9821)])
def test_the_interval_is_wilsons(tool, hits, all_, low, high):
    assert tool.wilson(hits, all_) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_whose_tests_are_run(tool):
    """The quickest first; at import those that use the name, and for a default those that enter its function."""
    texts = {"box.py": SOURCE.splitlines(), "user.py": ["x = SIZE", "y = SIZES"], "t.py": ["SIZE"], "u.py": ["SIZES"]}
    tests = {
        "a": [3.0, 0.0],
        "b": [1.0, 1.0],
        "c": [1.0, 0.0],
        "d": [9.0, 0.0],
        "t.py::e": [1.0, 0.0],
        "u.py::f": [1, 0],
    }
    lines = {"box.py": {"18": [0, 1, 2], "21": [0]}, "user.py": {"1": [3], "2": [0]}}
    cover = tool.Cover(tests, lines)
    by_id = {one.id: cover.of(one, texts) for one in tool.mutants("box.py", SOURCE.encode())}
    assert by_id["box.py:6:8:constant"] == ["t.py::e", "d"]
    assert by_id["box.py:15:33:default"] == ["c", "b", "a"]
    assert by_id["box.py:18:21:compare"] == ["c", "b", "a"]
    assert by_id["box.py:21:24:compare"] == ["a"]
    assert by_id["box.py:22:17:loop"] == []


# Runs


@pytest.mark.slow
def test_killed_survived_not_covered_and_by_time(tool, covered, capsys):
    before = (covered / "toy" / "__init__.py").read_bytes()
    wanted = ("2:31:default", "3:17:compare", "4:9:return", "6:9:remove", "12:15:arithmetic")
    arguments = [part for one in wanted for part in ("--only", f"toy/__init__.py:{one}")]
    (covered / "tools").mkdir()
    (covered / "tools" / "mutation-survivors.txt").write_text("toy/*:4:*:return because nothing is too low\n")
    assert tool.main(["toy", "--floor", "0", *arguments], covered) == 0
    results = json.loads(next(covered.glob("build/mutation/*.results.json")).read_text())["mutants"]
    found = {name.removeprefix("toy/__init__.py:"): one["status"] + one.get("how", "") for name, one in results.items()}
    assert found == {
        "2:31:default": "killedtest",
        "3:17:compare": "survived",
        "4:9:return": "uncovered",
        "6:9:remove": "killedtime",
        "12:15:arithmetic": "killedimport",
    }
    said = capsys.readouterr().out
    assert "3 killed (1 of them at import, 1 by time), 1 survived, 1 not covered by any test." in said
    assert "Killed: 60.0%, 95 % interval 23.1% to 88.2%." in said
    assert "accepted: nothing is too low" in said
    assert (covered / "toy" / "__init__.py").read_bytes() == before


class Scripted:
    """Stands for a copy: the exit codes and failures of the runs, in turn."""

    def __init__(self, *runs):
        self._runs = list(runs)
        self.asked = []

    def mutated(self, _mutant):
        return contextlib.nullcontext()

    def run(self, job, _files, _limit, _stop):
        self.asked.append(job["tests"])
        code, self._failed = self._runs.pop(0)
        return code

    def outcome(self):
        return self._failed


def test_a_test_with_processes_of_its_own_must_fail_twice(tool):
    """On a loaded machine it may fail once for no fault of the mutant's; the tests after it are still run."""
    cover = tool.Cover({"a": [0.1, 0.0], "b": [0.1, 1.0], "c": [5.0, 0.0]})
    tests, stop = list(cover.tests), threading.Event()
    chance = Scripted((1, "b"), (0, None), (0, None))
    assert tool.verdict(chance, None, tests, cover, 20.0, stop) == {"status": "survived"}
    assert chance.asked == [["a", "b", "c"], ["b"], ["c"]]
    again = Scripted((1, "b"), (1, "b"))
    assert tool.verdict(again, None, tests, cover, 20.0, stop) == {"status": "killed", "how": "test", "by": "b"}


@pytest.mark.skipif(sys.platform != "linux", reason="see the tool")
@pytest.mark.slow
@pytest.mark.parametrize(
    "child", ["input()", "while True: sum(range(100_000)); time.sleep(0.1)"], ids=["waits", "looks"]
)
def test_a_run_that_waits_for_what_never_comes_is_ended(tool, monkeypatch, child):
    """Looking again and again for what never comes takes processor time too, but never enough."""
    runs = sys.modules[tool.Copy.__module__]
    monkeypatch.setattr(runs, "IDLE", 2)
    monkeypatch.setattr(runs, "WORK", 1)
    with subprocess.Popen([sys.executable, "-c", f"import time\n{child}"], stdin=subprocess.PIPE) as process:
        assert runs.ended(process, math.inf, threading.Event()) is None
    assert process.returncode < 0


@pytest.mark.skipif(sys.platform != "linux", reason="see the tool")
def test_a_process_that_works_does_not_sleep(tool):
    assert not sys.modules[tool.Copy.__module__].sleeping([os.getpid()])


def test_an_interrupted_run_goes_on(tool, covered, capsys, monkeypatch):
    """The second mutant is interrupted; the same command tries it and no other again."""
    command = ["toy", "--only", "toy/__init__.py:5:*", "--only", "*:3:*:compare"]
    asked = []

    def verdict(copy, mutant, *more):
        asked.append(mutant.id)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return {"status": "survived"}

    monkeypatch.setattr(tool, "verdict", verdict)
    assert tool.main(command, covered) == 130
    assert "Interrupted; the same command goes on." in capsys.readouterr().out
    assert tool.main(command, covered) == 0
    assert asked == [
        "toy/__init__.py:3:17:compare",
        *["toy/__init__.py:5:11:if-false"] * 2,
        "toy/__init__.py:5:20:compare",
    ]
    (covered / "test_toy.py").write_text(TOY_TESTS + "\n")
    assert tool.main(command, covered) == 0
    assert len(asked) == 7, "other tests, so that every result is out of date"


@pytest.mark.slow
def test_the_cover_is_measured(tool, toy, capsys):
    pytest.importorskip("coverage")
    copy = tool.Copy(toy, toy / "build")
    cover = tool.measured(copy, ["toy/__init__.py"], (), threading.Event())
    assert "Fails without a mutant, so it isn't used: test_toy.py::test_fails_anyway" in capsys.readouterr().out
    assert list(cover.tests) == list(COVER["tests"])
    assert cover.lines["toy/__init__.py"] == {**COVER["lines"]["toy/__init__.py"], "2": [], "9": [], "12": []}


def test_listing_runs_nothing(tool, toy, capsys):
    assert tool.main(["toy", "--list", "--sample", "3"], toy) == 0
    assert len(ids(capsys.readouterr().out)) == 3
    assert not (toy / "build").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["toys"], "There is no toys."),
        ([], "There is nothing to mutate."),
        (["toy", "--only", "nowhere"], "No mutant has such an id; see --list."),
    ],
)
def test_what_cannot_be_done_is_said(tool, toy, capsys, arguments, sentence):
    assert tool.main(arguments, toy) == 2
    assert capsys.readouterr().err == sentence + "\n"


def test_a_survivor_is_accepted_only_with_a_reason(tool, toy, capsys):
    (toy / "tools").mkdir()
    (toy / "tools" / "mutation-survivors.txt").write_text("# none yet\ntoy/*\n")
    assert tool.main(["toy", "--list"], toy) == 2
    assert capsys.readouterr().err == "mutation-survivors.txt: “toy/*” has no “because” with a reason.\n"


@pytest.mark.skipif(sys.platform != "linux", reason="see the tool")
def test_the_accepted_survivors_of_this_project_have_reasons(tool):
    assert all(reason for _pattern, reason in tool.accepted(TOOLS / "mutation-survivors.txt"))
