"""A tournament that is set up: the bench, the workers and the results on the disk."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tabletop.cpu.engines.ending import end_family
from tabletop.i18n import Texts
from tabletop.tournament.bench import Bench, bound
from tabletop.tournament.forked import CAN_FORK, ForkedBench
from tabletop.tournament.log import ResultsLog
from tabletop.tournament.plan import GameOrigin, Plan, Task
from tabletop.tournament.playing import RulesFailed
from tabletop.tournament.pools import Answer, InThisProcess, ProcessPool, Workers
from tabletop.tournament.schedule import FORMATS
from tabletop.tournament.tournament import Tournament

_ = Texts(__file__)

MakeWorkers = Callable[[GameOrigin, Plan], Workers]


class Started:
    """A tournament with its workers and its results on the disk: everything is closed in the end."""

    def __init__(
        self,
        origin: GameOrigin,
        plan: Plan,
        jobs: int = 1,
        results: Path | None = None,
        records: str | Path | None = None,
        workers: MakeWorkers | None = None,
        *,
        apart: bool = False,
    ) -> None:
        """Raises ValueError for what can't be, and PluginFailure. ``workers`` may make others than processes here.
        ``apart``: a single job plays in a child of this process, where the system can, so that no player ends this one.
        """
        check(plan)
        self._bench = Bench(bound(origin, plan), plan, origin)
        self._family = origin.family
        self._forked = ForkedBench(self._bench) if apart and jobs == 1 and CAN_FORK else None
        self._exits = ExitStack()
        log = self._exits.enter_context(ResultsLog(results, plan)) if results is not None else None
        try:
            self._workers = self._made(origin, plan, jobs, workers)
        except BaseException:
            self._exits.close()
            raise
        folder = None if records is None else str(Path(records).absolute())
        self.tournament = Tournament(plan, self._workers, self._fast, log, folder)

    def _made(self, origin: GameOrigin, plan: Plan, jobs: int, workers: MakeWorkers | None) -> Workers:
        if workers is not None:
            return workers(origin, plan)
        return InThisProcess(self._play) if jobs == 1 else ProcessPool(origin, plan, jobs)

    def _fast(self, one: int, other: int) -> bool:
        return self._bench.together(one, other) is not None

    def _play(self, task: Task) -> Answer:
        try:
            return (self._forked or self._bench).work(task)
        except RulesFailed as error:
            return str(error)

    def __enter__(self) -> "Started":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        self._workers.close(hurry=kind is not None)
        if self._forked is not None:
            self._forked.close()
        self._bench.close()
        if self._family:
            end_family(self._family)
        self._exits.close()


def check(plan: Plan) -> None:
    """Raises ValueError, with the reason, for a plan that can't be."""
    if len(plan.players) < 2:
        raise ValueError(_("A tournament needs two players, such as --players hard,expert."))
    if plan.form not in FORMATS:
        raise ValueError(
            _("There is no format “{name}”, only {known}.").format(name=plan.form, known=", ".join(FORMATS))
        )
    if len(set(plan.players)) < len(plan.players) and plan.form != "round-robin":
        raise ValueError(_("Each player can be named once only."))
    if plan.pairs < 1:
        raise ValueError(_("There should be two matches at least."))
    if plan.until is not None and not 0 < plan.until < 1:
        raise ValueError(_("--until should be more than 0 % and less than 100 %."))
    test = plan.sprt
    if test is not None and not (0 < test.low < test.high < 1 and 0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise ValueError(_("--sprt needs two shares, the lower one first; --alpha and --beta lie between 0 and .5."))
