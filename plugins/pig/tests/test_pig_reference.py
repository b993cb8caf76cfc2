from random import Random

import pig_matches
import pytest
from tabletop_pig import tabletop_games


@pytest.mark.parametrize("game", ["pig", "pig-two-dice", "pig-doubles"])
def test_random_matches_as_the_rules_say(game):
    rng = Random(game)
    events = [pig_matches.compare_match(game, tabletop_games()[game], rng) for _match in range(400)]
    assert sum(events) > 20_000
    assert events.count(0) > 0
