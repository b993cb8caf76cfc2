import golden
import pytest
from tabletop_pig import tabletop_games


@pytest.mark.parametrize("case", golden.cases("pig-family.json", "pig", "pig-two-dice", "pig-doubles"))
def test_golden(case):
    golden.check(case, tabletop_games())
