"""The exact solver: optimal play of every game of the family between two seats. See ``docs/solver.md``."""

from tabletop_pig.outline import Unsolvable
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.solve import Stopped, solve

__all__ = ["Solution", "Stopped", "Unsolvable", "solve"]
