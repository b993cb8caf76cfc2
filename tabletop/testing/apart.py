"""The kit in a process of its own: a plugin that ends it, fills its memory or prints spoils no report."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, TextIO

from tabletop.elsewhere import command
from tabletop.plugins.find.discovery import Plugin, read_plugin
from tabletop.plugins.find.folder import plugin_in
from tabletop.testing import patience
from tabletop.testing.ended import ended
from tabletop.testing.kit import EACH, EACH_THOROUGH, known
from tabletop.testing.patience import Say
from tabletop.testing.plugin import MANIFEST, golden_matches, reports
from tabletop.testing.report import Complaint, Failure, Report, from_document

SILENCE: Final = 30.0
"""Seconds in which a process has to say something, beside ten times what a check has."""

LEAVING: Final = 10.0
"""Seconds in which a process that has said all has to be gone."""


def check_apart(
    target: Path | Plugin,
    *,
    only: Collection[str] = (),
    quick: bool = False,
    thorough: bool = False,
    seed: int = 0,
    each: float | None = None,
    seconds: float | None = None,
    say: Say | None = None,
) -> list[Report]:
    """The reports of the plugin in a folder, or of an installed one, and of its games; see ``check_game``.

    Raises ValueError for a folder without a plugin, and for an unknown name in ``only``.
    """
    known(only)
    plugin = plugin_in(target) if isinstance(target, Path) else target
    folder = str(target.resolve()) if isinstance(target, Path) else None
    limit = each or (EACH_THOROUGH if thorough else EACH)
    job = {
        "plugin": [plugin.distribution, plugin.version, plugin.package],
        "folder": folder,
        "every": None if say is None else patience.EVERY,
        "how": {
            "only": list(only),
            "quick": quick,
            "thorough": thorough,
            "seed": seed,
            "each": each,
            "seconds": seconds,
        },
    }
    found: list[Report] = []
    while True:
        done = [report.subject for report in found]
        died = _run(job, done, found, say, SILENCE + 10 * limit)
        if died is None or died.subject in done:
            return found
        found.append(died)


def _run(
    job: Mapping[str, Any], skip: list[str], found: list[Report], say: Say | None, silence: float
) -> Report | None:
    """Runs a process, which adds to ``found``. What it was about when it ended before its end; None if it didn't."""
    last, finished, why = Report(job["plugin"][0]), False, ""
    check = "process"
    with subprocess.Popen(command(__name__), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as other:
        try:
            _send(other, {**job, "skip": skip})
            for message in _messages(other, silence):
                if "report" in message:
                    found.append(from_document(message["report"]))
                elif "say" in message and say is not None:
                    say(message["say"])
                elif "begin" in message:
                    last, check = from_document(message["begin"]), message["check"]
                finished = finished or "finished" in message
            other.wait(LEAVING)
        except (Empty, subprocess.TimeoutExpired):
            why = f"no sign of life within {silence:.0f} seconds: it was ended"
        finally:
            other.kill()
    if finished:
        return None
    complaint = Complaint(
        "the process of the check to live", why or f"it ended before its time: {ended(other.returncode)}"
    )
    last.failures.append(Failure(check, complaint, MANIFEST))
    last.notes.append("what comes after that check was not looked at")
    return last


def _send(other: "subprocess.Popen[str]", job: Mapping[str, Any]) -> None:
    assert other.stdin is not None
    try:
        other.stdin.write(json.dumps(job) + "\n")
        other.stdin.flush()
    except BrokenPipeError:
        return


def _messages(other: "subprocess.Popen[str]", silence: float) -> Iterator[Mapping[str, Any]]:
    """What the process says, until it ends. Raises Empty when it says nothing for so many seconds."""
    lines: Queue[str] = Queue()

    def read(stream: TextIO) -> None:
        for line in stream:
            lines.put(line)
        lines.put("")

    assert other.stdout is not None
    Thread(target=read, args=(other.stdout,), daemon=True).start()
    while line := lines.get(timeout=silence):
        yield json.loads(line)


# In the other process


def main() -> None:
    """Reads the job from standard input, and writes what it finds to standard output, one object in a line."""
    job = json.loads(sys.stdin.readline())
    with _alone() as own:

        def write(**message: Any) -> None:
            print(json.dumps(message), file=own, flush=True)

        try:
            _look(job, write)
        except (KeyboardInterrupt, BrokenPipeError):  # who asked has gone, or is told the same
            sys.exit(130)


def _look(job: Mapping[str, Any], write: Callable[..., None]) -> None:
    if job["every"] is not None:
        patience.EVERY = job["every"]
    how = {
        **job["how"],
        "skip": job["skip"],
        "say": None if job["every"] is None else lambda line: write(say=line),
        "begin": lambda report, check: write(begin=report.document(), check=check),
    }
    for report in _reports(job, how):
        write(report=report.document())
    write(finished=True)


def _reports(job: Mapping[str, Any], how: Mapping[str, Any]) -> Iterator[Report]:
    if job["folder"] is None:
        return reports(read_plugin(*job["plugin"]), **how)
    folder = Path(job["folder"])
    return reports(plugin_in(folder), golden=golden_matches(folder), **how)


def _alone() -> TextIO:
    """Standard output for the kit alone: what others write there goes to standard error, programs they start too."""
    sys.stdout.flush()
    own = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return own
