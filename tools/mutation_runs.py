"""Copies of the tree in which mutation.py runs tests, and what it learns there."""

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from mutators import Mutant

TOOLS: Final = Path(__file__).resolve().parent
LEFT_OUT: Final = (".*", "__pycache__", "build", "dist", "*.egg-info")
"""What no copy of the tree needs."""
FLOOR: Final = 20.0
"""No run is ended before it has used so many seconds of processor time."""
TIMES: Final = 5.0
"""Else it may use so many times as much as without the mutant."""
IDLE: Final = 40
"""A run that sleeps in so many more looks than it works, two in a second, waits for something that never comes."""
WORK: Final = 10
"""For each look in which it works it may sleep in so many: looking again and again for what never comes is no work."""
BATCHES: Final = (30, 300)
"""So many of the quickest tests are begun with, so that not every mutant has all test files loaded."""


class Trouble(Exception):
    """What keeps the tool from its work, in a sentence."""


@dataclass
class Cover:
    """Who runs through what without a mutant."""

    tests: dict[str, list[float]] = field(default_factory=dict)
    """each test with its own seconds of processor time and those of processes that it started, in the suite's order"""
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """for each file and line the tests, by number"""
    start: float = 0.0
    """seconds of processor time before the first test"""

    def of(self, mutant: Mutant, texts: dict[str, list[str]]) -> list[str]:
        """The tests that run through a mutant, the quickest first.

        What runs when its module is imported belongs to no test: then those that run through a line with its name, and
        all of a file that names it.
        """
        at = self.lines.get(mutant.file, {})
        found = {test for line in mutant.lines for test in at.get(str(line), ())}
        if mutant.imported:
            found |= self._naming(mutant.names, texts) if mutant.names else set()
            found = found or {test for tests in at.values() for test in tests}
        names = list(self.tests)
        return sorted((names[test] for test in found), key=lambda test: (sum(self.tests[test]), test))

    def _naming(self, names: Sequence[str], texts: dict[str, list[str]]) -> set[int]:
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
        through = {
            test
            for file, lines in self.lines.items()
            for line, tests in lines.items()
            if pattern.search(texts[file][int(line) - 1])
            for test in tests
        }
        users = {file for file in files_of(self.tests) if any(map(pattern.search, texts.get(file, ())))}
        return through | {number for number, test in enumerate(self.tests) if test.partition("::")[0] in users}


def family(pid: int) -> dict[int, float]:
    """A process and all that descend from it, each with its seconds of processor time and of children that are gone."""
    ticks = os.sysconf("SC_CLK_TCK")
    known: dict[int, tuple[int, float]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parts = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            known[int(stat.parent.name)] = int(parts[1]), sum(map(int, parts[11:15])) / ticks
    found, new = {pid}, {pid}
    while new:
        new = {child for child, (parent, _spent) in known.items() if parent in new} - found
        found |= new
    return {member: known[member][1] for member in found if member in known}


def sleeping(pids: Iterable[int]) -> bool:
    """Whether none of some processes works, or would if it were its turn: on a loaded machine that takes no time."""
    for pid in pids:
        for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
            with suppress(OSError):
                if stat.read_text("utf-8", "replace").rpartition(")")[2].split()[0] in {"R", "D"}:
                    return False
    return True


def ended(process: subprocess.Popen[bytes], limit: float, stop: threading.Event) -> int | None:
    """The exit code, or None for a process that was ended: its processor time is over, or it only waits."""
    idle = 0
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(0.5)
        members = family(process.pid)
        idle = idle + 1 if sleeping(members) else max(0, idle - WORK)
        if sum(members.values()) > limit or idle > IDLE or stop.is_set():
            for member in family(process.pid):
                with suppress(ProcessLookupError):
                    os.kill(member, signal.SIGKILL)
            process.wait()
            return None


class Copy:
    """A copy of the tree, with a folder for what its tests write."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "tree"
        self._tmp = folder / "tmp"
        shutil.copytree(root, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        self._tmp.mkdir()
        inside = [Path(entry).relative_to(root) for entry in sys.path if Path(entry).is_relative_to(root)]
        kept = [self.root, *(self.root / entry for entry in inside if (self.root / entry).is_dir())]
        self._python_path = os.pathsep.join(map(str, [*dict.fromkeys(kept), TOOLS]))

    def run(self, job: dict[str, Any], files: Iterable[str], limit: float, stop: threading.Event) -> int | None:
        """Runs pytest as ``job`` says (see mutation_pytest.py); its exit code, or None if it had to be ended."""
        work = self._tmp / "job.json"
        work.write_text(json.dumps(job), "utf-8")
        options = [
            "-n",
            "0",
            "-q",
            *(["-x"] if "tests" in job else []),
            "-p",
            "no:cacheprovider",
            "-p",
            "mutation_pytest",
        ]
        environ = {**os.environ, "PYTHONPATH": self._python_path, "TMPDIR": str(self._tmp), "MUTATION_JOB": str(work)}
        with (
            (self._tmp / "log").open("wb") as log,
            subprocess.Popen(
                [sys.executable, "-m", "pytest", *options, *files],
                cwd=self.root,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            ) as process,
        ):
            return ended(process, limit, stop)

    def outcome(self) -> Any:
        """What the last run has written down, if anything."""
        file = self._tmp / "outcome.json"
        found = json.loads(file.read_text("utf-8")) if file.is_file() else None
        file.unlink(missing_ok=True)
        return found

    def log(self) -> str:
        """The last lines of what pytest said."""
        return "\n".join((self._tmp / "log").read_text("utf-8", "replace").splitlines()[-15:])

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """The mutant stands in the copy for so long; what was compiled of its file is forgotten before and after."""
        file = self.root / mutant.file
        source = file.read_bytes()
        try:
            self._write(file, mutant.applied(source))
            yield
        finally:
            self._write(file, source)

    def _write(self, file: Path, source: bytes) -> None:
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()
        file.write_bytes(source)


def measured(copy: Copy, files: Sequence[str], suite: Sequence[str], stop: threading.Event) -> Cover:
    """Runs the whole suite once and looks which test goes through which line."""
    code = copy.run({"measure": list(files)}, suite, math.inf, stop)
    found = copy.outcome()
    if stop.is_set():
        raise KeyboardInterrupt
    if found is None:
        raise Trouble(f"The tests can't be run without a mutant (pytest ends with {code}):\n{copy.log()}")
    cover = Cover(found["tests"], found["lines"], found["start"])
    if found["failed"]:
        print(f"Fails without a mutant, so it isn't used: {', '.join(found['failed'])}")
    if not any(cover.lines.values()):
        raise Trouble("No test runs through these files; or the tests import them from somewhere else.")
    return cover


def verdict(copy: Copy, mutant: Mutant, tests: list[str], cover: Cover, floor: float, stop: threading.Event) -> Any:
    """What becomes of a mutant: ``status`` (killed, survived, uncovered), ``how`` it was killed, ``by`` which test."""
    edges = [0, *(edge for edge in BATCHES if edge < len(tests)), len(tests)]
    with copy.mutated(mutant):
        for first, last in pairwise(edges):
            batch = tests[first:last]
            while batch:
                limit = max(floor, TIMES * (cover.start + sum(sum(cover.tests[test]) for test in batch)))
                code = copy.run({"tests": batch}, files_of(batch), limit, stop)
                failed = copy.outcome()
                if code is None:
                    return {"status": "killed", "how": "time"}
                if code in (0, 5):
                    break
                if failed is None:
                    return {"status": "killed", "how": "import"}
                if not cover.tests[failed][1] or copy.run({"tests": [failed]}, files_of([failed]), limit, stop) != 0:
                    return {"status": "killed", "how": "test", "by": failed}
                batch = batch[batch.index(failed) + 1 :]  # a test with processes that failed once and not again
    return {"status": "survived" if tests else "uncovered"}


def files_of(tests: Iterable[str]) -> list[str]:
    """The files of some tests, in their order."""
    return list(dict.fromkeys(test.partition("::")[0] for test in tests))
