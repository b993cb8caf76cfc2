"""One match being played, without a screen, a thread or a clock.

A ``Table`` is a plain synchronous object with one owner at a time, in any thread. It does nothing that blocks except
the rules and ``Journal.append``. Who plays, who reads and when is for a room (``tabletop/rooms``) to say.
"""

from tabletop.table.journal import Closed, Journal, Memory
from tabletop.table.playing import Table
from tabletop.table.question import Denied, Ending, Happening, Question, Stale
from tabletop.table.reader import Reader

__all__ = [
    "Closed",
    "Denied",
    "Ending",
    "Happening",
    "Journal",
    "Memory",
    "Question",
    "Reader",
    "Stale",
    "Table",
]
