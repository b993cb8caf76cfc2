from random import Random

import pig_matches
from tabletop_bigpig import tabletop_games


def test_random_matches_as_the_rules_say():
    rng = Random("bigpig")
    events = [pig_matches.compare_match("bigpig", tabletop_games()["bigpig"], rng) for _match in range(400)]
    assert sum(events) > 20_000
