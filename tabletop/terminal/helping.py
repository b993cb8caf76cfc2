"""Help at the table: what can be typed, in as much detail as the screen has room for."""

from collections.abc import Collection, Mapping
from typing import Final

from tabletop.aliases import shown
from tabletop.i18n import Texts
from tabletop.lines import hanging
from tabletop.terminal.console import Console

_ = Texts(__file__)

_FIRST: Final = ("rules", "moves", "table", "score", "last", "hint", "undo", "redo", "quit")
"""What is told with a few words on each also where there is no room for all."""
_ROOM: Final = 12
"""Lines of a screen that are for the moves before it, and for what follows: notes, heading, totals and prompt."""


def say_help(console: Console, words: Mapping[str, str]) -> None:
    """The words, each with what it does; on a screen that is too small the first ones have that, or none."""
    if console.plain:
        for word, meaning in words.items():
            console.say(f"{word}: {meaning}")
        return
    style = console.style
    for told in (words, {word for word in map(shown, _FIRST) if word in words}, ()):
        lines = _listed(words, told, style.width)
        if len(lines) <= style.height - _ROOM:
            break
    console.say("\n".join(lines))


def _listed(words: Mapping[str, str], told: Collection[str], width: int) -> list[str]:
    columns = max(map(len, told), default=0)
    lines = [hanging(f"  {word:<{columns}}  ", words[word], width) for word in words if word in told]
    if others := [word for word in words if word not in told]:
        lines.append(hanging(f"  {_('also:')} " if told else "  ", ", ".join(others), width))
        lines.append("  " + _("{help} speed says what speed does, and so on.").format(help=shown("help")))
    return "\n".join(lines).split("\n")
