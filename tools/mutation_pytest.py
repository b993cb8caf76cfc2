"""Inside pytest, for mutation.py: measures which test runs through which line, or runs some tests, quickest first."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

JOB = Path(os.environ["MUTATION_JOB"])
OUTCOME = JOB.with_name("outcome.json")


def pytest_configure(config: pytest.Config) -> None:
    """Does what the job says."""
    job = json.loads(JOB.read_text("utf-8"))
    config.pluginmanager.register(Measure(job["measure"]) if "measure" in job else Chosen(job["tests"]))


def spent() -> tuple[float, float]:
    """Seconds of processor time of this process, and of children that are gone."""
    times = os.times()
    return times.user + times.system, times.children_user + times.children_system


class Chosen:
    """Only these tests, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self._place = {test: number for number, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drops the others."""
        items[:] = sorted((one for one in items if one.nodeid in self._place), key=lambda one: self._place[one.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Writes down who failed first."""
        if report.failed and not OUTCOME.exists():
            OUTCOME.write_text(json.dumps(report.nodeid), "utf-8")


class Measure:
    """Everything once, each test a context of coverage."""

    def __init__(self, files: list[str]) -> None:
        from coverage import Coverage

        self._files = {str(Path(file).resolve()): file for file in files}
        self._coverage = Coverage(data_file=None, config_file=False, include=list(self._files))
        self._start: float | None = None
        self._tests: dict[str, list[float]] = {}
        self._passed: set[str] = set()
        self._failed: set[str] = set()
        self._coverage.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test with all its fixtures."""
        before = spent()
        self._start = sum(before) if self._start is None else self._start
        self._coverage.switch_context(item.nodeid)
        yield
        self._coverage.switch_context("")
        self._tests[item.nodeid] = [now - then for now, then in zip(spent(), before, strict=True)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tests that were skipped or fail are of no use."""
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self._passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Writes down the cover."""
        self._coverage.stop()
        data = self._coverage.get_data()
        useful = {name: cost for name, cost in self._tests.items() if name in self._passed - self._failed}
        numbers = {name: number for number, name in enumerate(useful)}
        lines: dict[str, dict[int, list[int]]] = {}
        for path, file in self._files.items():
            met = data.contexts_by_lineno(path)
            lines[file] = {line: sorted(numbers[one] for one in names if one in numbers) for line, names in met.items()}
        found: dict[str, Any] = {"tests": useful, "lines": lines, "failed": sorted(self._failed)}
        OUTCOME.write_text(json.dumps({**found, "start": self._start or 0.0}), "utf-8")
