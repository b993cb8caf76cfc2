"""Help at the table: what can be typed, in as much detail as the screen has room for."""

from collections.abc import Mapping
from typing import Final

from tabletop.aliases import shown
from tabletop.i18n import Texts
from tabletop.lines import hanging, width
from tabletop.pieces.cells import padded
from tabletop.terminal.console import Console

_ = Texts(__file__)

_ROOM: Final = 12
"""Lines of a screen that are for the moves before it, and for what follows: notes, heading, totals and prompt."""


def say_help(console: Console, words: Mapping[str, str]) -> None:
    """The words, each with what it does; on a screen that is too small for that the words alone."""
    style = console.style
    if console.plain:
        lines = [f"{word}: {meaning}" for word, meaning in words.items()]
    elif len(words) <= style.height - _ROOM:
        columns = max(map(width, words))
        lines = [hanging(f"  {padded(word, columns)}  ", meaning, style.width) for word, meaning in words.items()]
    else:
        lines = [hanging("  ", "  ".join(words), style.width)]
        lines.append("  " + _("{help} speed says what speed does, and so on.").format(help=shown("help")))
    for line in lines:
        console.say(line)
