"""Score sheets: the points of each side in each round, and their totals. (Since API 1.1.)"""

from collections.abc import Sequence

from tabletop import scoring
from tabletop.i18n import Texts
from tabletop.pieces import scenes

_ = Texts(__file__)


def block(label: str, names: Sequence[str], rounds: Sequence[Sequence[int]]) -> scenes.Sheet:
    """A score sheet of a scene: a column for each side, a row for each round, and the totals.

    >>> block("Score", ["Ada", "Bo"], [(3, 0), (0, 5)]).total
    ('Total', '3', '5')
    """
    rows = tuple((str(number), *map(str, points)) for number, points in enumerate(rounds, 1))
    totals = scoring.totals(rounds, len(names))
    return scenes.Sheet(label, (_("Round"), *names), rows, (_("Total"), *map(str, totals)))


def words(names: Sequence[str], rounds: Sequence[Sequence[int]]) -> str:
    """The totals in one sentence.

    >>> words(["Ada", "Bo"], [(3, 0), (0, 5)])
    'Ada 3, Bo 5.'
    """
    totals = scoring.totals(rounds, len(names))
    return ", ".join(f"{name} {points}" for name, points in zip(names, totals, strict=True)) + "."
