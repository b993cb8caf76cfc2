"""Running the checks."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from tabletop.game import Game
from tabletop.plugins.watch import Terminated
from tabletop.testing.checks import CHECKS
from tabletop.testing.patience import Say, TimeIsUp, limited, naming
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
    thorough: bool = False,
    seed: int = 0,
    seconds: float | None = None,
    say: Say | None = None,
) -> Report:
    """Puts a game through the checks, all or those named by ``only``.

    ``golden``: known matches, each a record with the field ``expect``, a list of objects: ``after`` so many events,
    every other name must have that value (``to_act``, ``legal``, ``scores``, ``winners`` or a name of the dump).
    ``seconds``: after which the checks are ended, see ``limited``; ``say`` is told what takes long.
    Raises ValueError for an unknown name in ``only``.
    """
    unknown = set(only) - set(CHECKS)
    if unknown:
        raise ValueError(f"there is no check {', '.join(sorted(unknown))}; known: {', '.join(CHECKS)}")
    subject = Subject(game, game_id or game.__name__.lower(), THOROUGH if thorough else QUICK, seed, golden)
    report = Report(subject.game_id)
    chosen = [check for check in CHECKS.values() if not only or check.name in only]
    try:
        with naming(say) as begin, limited(seconds):
            for check in chosen:
                begin(f"{subject.game_id}: the check “{check.name}”")
                run(check, subject, report)
    except TimeIsUp as where:
        done = {*report.passed, *report.skipped, *report.failed()}
        _end(
            [check for check in chosen if check.name not in done],
            f"the end of all checks within {seconds} seconds",
            f"none; it was just busy {where}",
            report,
        )
    return report


def _end(left: Sequence[Check], expected: str, came: str, report: Report) -> None:
    """Says which check was under way when the time was up, and which ones were not begun."""
    for check in left[:1]:
        report.failures.append(Failure(check.name, Complaint(expected, came), check.more))
    if left[1:]:
        report.notes.append(f"not looked at: {', '.join(check.name for check in left[1:])}")


def run(check: Check, subject: Subject, report: Report) -> None:
    """Runs one check of a game."""
    judge(check.name, lambda: check.look(subject), (check.look.__doc__ or "").strip(), check.more, report)


def judge(name: str, look: Callable[[], Iterable[Complaint]], promised: str, more: str, report: Report) -> None:
    """Puts into the report the first thing that ``look`` finds wrong, or that it raises."""
    try:
        complaint = _first(look())
    except NotApplicable:
        report.skipped.append(name)
        return
    except (KeyboardInterrupt, Terminated, TimeIsUp):
        raise
    except BaseException as error:
        complaint = Complaint(f"{promised} No exception.", said(error))
    if complaint is None:
        report.passed.append(name)
    else:
        report.failures.append(Failure(name, complaint, more))


def _first(complaints: Iterable[Complaint]) -> Complaint | None:
    return next(iter(complaints), None)
