"""What a CPU player has computed is there for the next process."""

import pytest
from sittings import sit_down
from tabletop_pig.games import Pig
from tabletop_pig.solver import blur, service
from tabletop_pig.solver.background import Shared

from tabletop import setup
from tabletop.host import lend_cache
from tabletop.saves import Home


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
@pytest.mark.parametrize("options", [{}, {"target": 25}])
def test_a_solution_is_kept_and_found_again(tmp_path, monkeypatch, level, options):
    solutions = []
    for _process in range(2):
        monkeypatch.setattr(service, "_services", Shared(16))
        monkeypatch.setattr(blur, "_found", {})
        sit_down(tmp_path, ["roll"] * 9 + ["quit"], seats=f"you,cpu:{level}", seed=None, options=options)
        game = lend_cache(Home(tmp_path), Pig(Pig.options_model(**options), 2))
        solutions.append(service.service_for(game).wait())
    assert [solution.cached for solution in solutions] == [False, True]


def test_looking_whether_a_level_is_there_computes_nothing(monkeypatch):
    monkeypatch.setattr(service, "_services", Shared(16))
    game = Pig(Pig.options_model(target=24), 2)
    setup.check_levels(game, setup.read_seats("cpu:hard,cpu:expert", "You"))
    assert not any(one.begun for one in service._services._kept.values())
