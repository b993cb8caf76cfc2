"""How pictures of pieces are to be drawn, and how much is told where there are none."""

from typing import Literal, NamedTuple, TypeAlias

Detail: TypeAlias = Literal["terse", "normal", "verbose"]
"""How much is told to who listens instead of looking."""


class Style(NamedTuple):
    """The size of the screen in columns and lines, whether only ASCII may be used, and whether pictures should be
    small.
    """

    width: int = 80
    ascii: bool = False
    compact: bool = False
    height: int = 24
