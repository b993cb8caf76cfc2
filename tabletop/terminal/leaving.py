"""Getting up from a table."""

from enum import Enum


class Departure(Enum):
    """How a sitting at the table ended."""

    FINISHED = "finished"
    LEFT = "left"
    ABANDONED = "abandoned"
    RESIGNED = "resigned"
    REMATCH = "rematch"
    """it was finished, and the same players want another one"""


class Leave(Exception):
    """The people get up from the table. The match is kept, unless it is abandoned."""

    def __init__(self, departure: Departure) -> None:
        super().__init__()
        self.departure = departure
