import golden
import pytest
from tabletop_bigpig import tabletop_games


@pytest.mark.parametrize("case", golden.cases("pig-family.json", "bigpig"))
def test_golden(case):
    golden.check(case, tabletop_games())


@pytest.mark.parametrize("case", golden.cases("pig-pairs.json", "bigpig"))
def test_golden_in_pairs(case):
    golden.check(case, tabletop_games())
