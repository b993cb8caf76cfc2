"""The same work on a Dask cluster: chunks go to its workers, and one that is lost is played again elsewhere."""

from concurrent.futures import Future
from importlib import import_module
from typing import Any, Final

from tabletop import __version__
from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import find_plugins
from tabletop.tournament.bench import work
from tabletop.tournament.plan import GameOrigin, Plan, Task
from tabletop.tournament.pools import Answer

_ = Texts(__file__)

LOCAL: Final = "local"
_AHEAD: Final = 2
_RETRIES: Final = 20


class DaskWorkers:
    """See ``Workers``."""

    def __init__(self, address: str, origin: GameOrigin, plan: Plan, jobs: int) -> None:
        """``address``: that of a scheduler, or ``local`` for ``jobs`` workers here. Raises ValueError."""
        if origin.programs:
            raise ValueError(
                _("Programs play on this machine only: a cluster takes CPU players, and {name} is a program.").format(
                    name=origin.programs[0].name
                )
            )
        distributed = _distributed()
        self._origin, self._plan = origin, plan
        self._cluster: Any = None
        try:
            if address == LOCAL:
                self._cluster = distributed.LocalCluster(
                    n_workers=jobs, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
                )
            self._client: Any = distributed.Client(self._cluster or address, timeout=10, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ValueError(_("{address} can't be reached: {why}.").format(address=address, why=error)) from None
        try:
            self._compare()
        except ValueError:
            self.close(hurry=True)
            raise
        self._executor: Any = self._client.get_executor(pure=False, retries=_RETRIES)
        self.room = _AHEAD * max(1, sum(self._client.nthreads().values()))

    def _compare(self) -> None:
        """Raises ValueError where a worker has other versions than this process."""
        here = versions()
        for address, there in self._client.run(versions).items():
            for name in sorted({*here, *there}):
                if here.get(name) != there.get(name) and name in ("tabletop", self._plan.plugin.rpartition(" ")[0]):
                    text = _("The worker {address} has {name} {there}, and here is {here}: both need the same version.")
                    none = _("none")
                    raise ValueError(
                        text.format(address=address, name=name, there=there.get(name, none), here=here.get(name, none))
                    )

    def submit(self, task: Task) -> "Future[Answer]":
        """Hands the chunk to the scheduler."""
        found: Future[Answer] = self._executor.submit(work, self._origin, self._plan, task)
        return found

    def close(self, *, hurry: bool) -> None:
        """Leaves the cluster; ends it if it was begun here."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def versions() -> dict[str, str]:
    """The host and the plugins of this process, with their versions."""
    return {"tabletop": __version__, **{plugin.distribution: plugin.version for plugin in find_plugins()}}


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise ValueError(_("Dask is missing here: pip install “tabletop-host[cluster]” brings it.")) from None
