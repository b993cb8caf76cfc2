"""Running the checks."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop.game import Game
from tabletop.plugins.manifest import GameEntry
from tabletop.testing.checks import CHECKS
from tabletop.testing.registry import Check, NotApplicable
from tabletop.testing.report import Complaint, Failure, Report
from tabletop.testing.subject import QUICK, THOROUGH, Subject
from tabletop.testing.walk import said


def check_names() -> list[str]:
    """The names of all checks of a game."""
    return list(CHECKS)


def check_game(
    game: type[Game[Any, Any, Any, Any, Any]],
    game_id: str = "",
    *,
    only: Collection[str] = (),
    golden: Sequence[Mapping[str, Any]] = (),
    entry: GameEntry | None = None,
    folder: Path | None = None,
    thorough: bool = False,
    seed: int = 0,
) -> Report:
    """Puts a game through the checks, all or those named by ``only``.

    ``golden``: known matches, each a record with the field ``expect``, a list of objects: ``after`` so many events,
    every other name must have that value (``to_act``, ``legal``, ``scores`` or a name of the dump). ``entry`` is what
    the manifest says of the game, ``folder`` its package. Raises ValueError for an unknown name in ``only``.
    """
    unknown = set(only) - set(CHECKS)
    if unknown:
        raise ValueError(f"there is no check {', '.join(sorted(unknown))}; known: {', '.join(CHECKS)}")
    subject = Subject(
        game, game_id or game.__name__.lower(), THOROUGH if thorough else QUICK, seed, entry, folder, golden
    )
    report = Report(subject.game_id)
    for check in CHECKS.values():
        if not only or check.name in only:
            run(check, subject, report)
    return report


def run(check: Check, subject: Subject, report: Report) -> None:
    """Runs one check; the first thing that it finds wrong goes into the report."""
    try:
        complaint = _first(check.look(subject))
    except NotApplicable:
        report.skipped.append(check.name)
        return
    except Exception as error:
        promised = (check.look.__doc__ or "").strip().partition("\n")[0]
        complaint = Complaint(f"{promised} No exception.", said(error))
    if complaint is None:
        report.passed.append(check.name)
    else:
        report.failures.append(Failure(check.name, complaint, check.more))


def _first(complaints: Iterable[Complaint]) -> Complaint | None:
    return next(iter(complaints), None)
