"""Pictures in pages of rules: ``{dice 6 3: a caption}``, ``{tiles 6-4 3-3}`` and ``{train 4|5 5|5}`` in a line."""

import re
from itertools import zip_longest
from typing import Final

from tabletop.pieces import cells, dice, tiles, trains
from tabletop.style import Style

_PLACE: Final = re.compile(r"\{(dice|tiles|train) ([^{}:]+)(?:: ([^{}]+))?\}")
_GAP: Final = "   "


def drawn(line: str, style: Style) -> str:
    """The pictures of a line that holds nothing else, side by side or, on a small screen, one below the other.

    Each has its caption below it. Any other line, and one whose pieces can't be read, stays as it is.

    >>> print(drawn("  {dice 2 3: five points}", Style(ascii=True)))
      +-------+  +-------+
      | o     |  | o     |
      |       |  |   o   |
      |     o |  |     o |
      +-------+  +-------+
          five points
    """
    places = _PLACE.findall(line)
    if not places or _PLACE.sub("", line).strip():
        return line
    indent = line[: len(line) - len(line.lstrip())]
    try:
        blocks = [_block(kind, pieces.split(), caption, style) for kind, pieces, caption in places]
    except ValueError:
        return line
    rows = [_GAP.join(row).rstrip() for row in zip_longest(*map(_padded, blocks), fillvalue="")]
    if max(map(cells.width, rows)) + len(indent) > style.width:
        rows = [row for block in blocks for row in block]
    return "\n".join(indent + row for row in rows)


def told(line: str) -> str:
    """What the pictures of a line show, in words.

    >>> told("  {dice 2 3: five points}"), told("  {tiles 6-4 3-3}"), told("  {train 4|5 5|5: it fits}")
    ('2 3: five points', '6-4 3-3', '4-5 5-5: it fits')
    """
    places = _PLACE.findall(line)
    if not places or _PLACE.sub("", line).strip():
        return line.strip()
    return "; ".join(": ".join(filter(None, (pieces.replace("|", "-"), caption))) for _kind, pieces, caption in places)


def _block(kind: str, pieces: list[str], caption: str, style: Style) -> list[str]:
    if kind == "dice":
        text = dice.picture(list(map(int, pieces)), style)
    elif kind == "tiles":
        text = tiles.hand_picture([tiles.parse(piece, tiles.HIGHEST) for piece in pieces], None, style)
    else:
        text = trains.picture(tuple(map(_laid, pieces)), style)
    rows = text.split("\n")
    return [*rows, _centred(caption, max(map(cells.width, rows)))] if caption else rows


def _laid(text: str) -> tuple[int, int]:
    left, _line, right = text.partition("|")
    return int(left), int(right)


def _padded(block: list[str]) -> list[str]:
    columns = max(map(cells.width, block))
    return [cells.padded(row, columns) for row in block]


def _centred(text: str, columns: int) -> str:
    return " " * ((columns - cells.width(text)) // 2) + text
