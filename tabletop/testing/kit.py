"""Running the checks."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from tabletop.game import Game
from tabletop.guard.watchdog import Terminated
from tabletop.testing.checks import CHECKS
from tabletop.testing.pace import NotFinished, Pace
from tabletop.testing.patience import Alarm, Say, TimeIsUp, naming
from tabletop.testing.registry import Check, NotApplicable
from tabletop.testing.report import Complaint, Failure, Report, Unfinished
from tabletop.testing.subject import QUICK, THOROUGH, USUAL, Subject
from tabletop.testing.walk import record_at, said

EACH: Final = 120.0
"""Seconds that each check has, where nothing else is said."""
EACH_THOROUGH: Final = 300.0
"""The same for a thorough look."""

Begin = Callable[[Report, str], None]
"""Is told what was found so far, and the name of the check that begins."""


def check_names() -> list[str]:
    """The names of all checks of a game."""
    return list(CHECKS)


def check_game(
    game: type[Game[Any, Any, Any, Any, Any]],
    game_id: str = "",
    *,
    only: Collection[str] = (),
    golden: Sequence[Mapping[str, Any]] = (),
    quick: bool = False,
    thorough: bool = False,
    seed: int = 0,
    each: float | None = None,
    seconds: float | None = None,
    say: Say | None = None,
    begin: Begin | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Report:
    """Puts a game through the checks, all or those named by ``only``.

    ``golden``: known matches, each a record with the field ``expect``, a list of objects: ``after`` so many events,
    every other name must have that value (``to_act``, ``legal``, ``scores``, ``winners`` or a name of the dump).
    ``quick`` looks at a few matches, ``thorough`` at very many. ``each``: seconds after which a check ends and says how
    far it came; ``seconds``: after which all of them are ended. A single call that never returns is ended only in the
    main thread, where the system has an alarm that nobody else uses. ``say`` is told what takes long, ``begin`` what
    begins. Raises ValueError for an unknown name in ``only``.
    """
    known(only)
    chosen = [check for check in CHECKS.values() if not only or check.name in only]
    each = each or (EACH_THOROUGH if thorough else EACH)
    with Alarm(seconds) as alarm:
        pace = Pace(each, clock, alarm)
        effort = THOROUGH if thorough else QUICK if quick else USUAL
        subject = Subject(game, game_id or game.__name__.lower(), effort, seed, golden, pace)
        report = Report(subject.game_id)
        with naming(say, lambda: pace.progress) as name:
            try:
                for check in chosen:
                    name(f"{subject.game_id}: the check “{check.name}”")
                    if begin is not None:
                        begin(report, check.name)
                    run(check, subject, report)
            except TimeIsUp as where:
                _end(
                    [check for check in chosen if check.name not in report.done()],
                    f"the end of all checks within {seconds} seconds",
                    f"none; it was just busy {where}",
                    report,
                )
    report.unfinished += [Unfinished(what, progress) for what, progress in subject.unfinished.items()]
    return report


def known(only: Collection[str]) -> None:
    """Raises ValueError for a name that is no check's."""
    unknown = set(only) - set(CHECKS)
    if unknown:
        raise ValueError(f"there is no check {', '.join(sorted(unknown))}; known: {', '.join(CHECKS)}")


def _end(left: Sequence[Check], expected: str, came: str, report: Report) -> None:
    """Says which check was under way when the time was up, and which ones were not begun."""
    for check in left[:1]:
        report.failures.append(Failure(check.name, Complaint(expected, came), check.more))
    if left[1:]:
        report.notes.append(f"not looked at: {', '.join(check.name for check in left[1:])}")


def run(check: Check, subject: Subject, report: Report) -> None:
    """Runs one check of a game."""
    pace, promised = subject.pace, (check.look.__doc__ or "").strip().partition("\n")[0]
    pace.begin()
    judge(check.name, lambda: check.look(subject), promised, check.more, report, pace)
    pace.end()


def judge(
    name: str,
    look: Callable[[], Iterable[Complaint]],
    promised: str,
    more: str,
    report: Report,
    pace: Pace | None = None,
) -> None:
    """Puts into the report the first thing that ``look`` finds wrong, or that it raises, or how far it came in time."""
    try:
        complaint = _first(look())
    except NotApplicable:
        report.skipped.append(name)
        return
    except NotFinished as progress:
        report.unfinished.append(Unfinished(name, str(progress) or "nothing yet"))
        return
    except TimeIsUp as where:
        if pace is None or pace.alarm is None or pace.alarm.all_is_over:
            raise
        report.unfinished.append(Unfinished(name, f"{pace.progress or 'no answer'}; it was just busy {where}"))
        pace.hung()
        return
    except (KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:
        complaint = Complaint(f"{promised} No exception.", said(error), None if pace is None else record_at(pace.at))
    if complaint is None:
        report.passed.append(name)
    else:
        report.failures.append(Failure(name, complaint, more))


def _first(complaints: Iterable[Complaint]) -> Complaint | None:
    return next(iter(complaints), None)
