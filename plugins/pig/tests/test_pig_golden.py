import golden
import pytest
from tabletop_pig import tabletop_games

GAMES = ("pig", "pig-two-dice", "pig-doubles")


@pytest.mark.parametrize("case", golden.cases("pig-family.json", *GAMES))
def test_golden(case):
    golden.check(case, tabletop_games())


@pytest.mark.parametrize("case", golden.cases("pig-pairs.json", *GAMES))
def test_golden_in_pairs(case):
    golden.check(case, tabletop_games())
