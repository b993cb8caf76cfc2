"""Works out what ``hard`` and ``medium`` of the Pig family need to know of the usual rules: see docs/solver.md.

python tools/blurs.py   writes plugins/pig/tabletop_pig/solver/blurs.json
"""

import json
import sys
from typing import Any, Final

from tabletop_bigpig.rules import BigPig
from tabletop_pig.family import FamilyGame
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.levels import HARD_LOSS, MEDIUM_LOSS, duel_of
from tabletop_pig.outline import Outline
from tabletop_pig.solver.blur import SHIPPED, sample_target, search

GAMES: Final[dict[str, type[FamilyGame[Any]]]] = {
    "pig": Pig,
    "pig-two-dice": PigTwoDice,
    "pig-doubles": PigDoubles,
    "bigpig": BigPig,
}


def blurs(kind: type[FamilyGame[Any]]) -> dict[str, Any]:
    """What is shipped for a game."""
    game = kind(kind.options_model(), 2)
    sample = duel_of(game, target=sample_target(game))
    found = {f"{wanted:g}": search(sample, wanted) for wanted in (HARD_LOSS, MEDIUM_LOSS)}
    return {"target": sample.options.target, "key": Outline.of(sample).key, "blurs": found}


def main() -> int:
    """Writes the file."""
    found = {name: blurs(kind) for name, kind in GAMES.items()}
    SHIPPED.write_text(json.dumps(found, indent=2) + "\n", "ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
