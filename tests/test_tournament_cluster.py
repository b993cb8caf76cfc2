"""A tournament on a Dask cluster with two workers, of which one is killed."""

import os
import signal

import pytest

from tabletop import tournament
from tabletop.tournament.outcome import Outcome
from tabletop.tournament.plan import GameOrigin, Plan
from tabletop.tournament.started import Started

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.slow


def figures(outcome):
    found = outcome.to_json()
    return found["pairings"], [{**player, "seconds_each": 0.0} for player in found["players"]]


@pytest.fixture
def plan():
    bound = tournament.game("pig", 3, target=50)
    options = bound.options.model_dump(mode="json")
    plugin = next(f"{name} {version}" for name, version in versions().items() if name == "tabletop-pig")
    return Plan("tabletop-pig:pig", plugin, options, 3, ("hold:20", "hold:10", "easy"), 400)


def versions():
    from tabletop.tournament.cluster import versions as found

    return found()


def workers(origin, plan):
    from tabletop.tournament.cluster import DaskWorkers

    return DaskWorkers("local", origin, plan, 2)


def test_a_worker_that_is_killed_changes_nothing(plan):
    origin = GameOrigin("tabletop-pig:pig")
    with Started(origin, plan) as started:
        list(started.tournament.run())
        expected = figures(Outcome(started.tournament))
    with Started(origin, plan, workers=workers) as started:
        pids = list(started._workers._client.run(os.getpid).values())
        assert len(pids) == 2
        for number, _count in enumerate(started.tournament.run()):
            if number == 5:
                os.kill(pids[0], signal.SIGKILL)
        assert figures(Outcome(started.tournament)) == expected


def test_another_version_is_refused(plan, monkeypatch):
    monkeypatch.setattr("tabletop.tournament.cluster.__version__", "0.0.9")
    with pytest.raises(ValueError, match=r"has tabletop .*, and here is 0\.0\.9"):
        workers(GameOrigin("tabletop-pig:pig"), plan)
