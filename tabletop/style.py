"""How pictures of pieces are to be drawn."""

from typing import NamedTuple


class Style(NamedTuple):
    """The size of the screen in columns and lines, whether only ASCII may be used, and whether pictures should be
    small.
    """

    width: int = 80
    ascii: bool = False
    compact: bool = False
    height: int = 24
