"""Texts by the columns that they take on a screen, where a character may take two, or none."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from tabletop.lines import width

__all__ = ["padded", "plain", "shortened", "side_by_side", "width", "wrapped"]

_PLAIN: Final = str.maketrans("●○■□♠♥♦♣♤♡♢♧·–…×✓✗★", "XO#+SHDCSHDC.--x+x*")


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """A text filled up with spaces after it, or before it where it is to stand at the right."""
    spaces = " " * max(0, columns - width(text))
    return spaces + text if right else text + spaces


def shortened(text: str, columns: int, mark: str = "…") -> str:
    """A text that takes at most so many columns: where it is cut, ``mark`` says so.

    >>> shortened("囲碁囲碁", 6), shortened("Ada", 6)
    ('囲碁…', 'Ada')
    """
    return text if width(text) <= columns else _cut(text, columns - width(mark))[0] + mark


def wrapped(parts: Sequence[str], columns: int, indent: int = 0) -> list[str]:
    """Parts in lines of at most so many columns, a space between two, later lines set in; a part that takes more than a
    line is cut.

    >>> wrapped("the train of two tiles".split(), 10, indent=2)
    ['the train', '  of two', '  tiles']
    """
    columns = max(2, columns)
    indent = min(indent, columns - 2)
    lines: list[str] = []
    for part in parts:
        if lines and width(lines[-1]) + 1 + width(part) <= columns:
            lines[-1] += f" {part}"
            continue
        pieces = _cut(part, columns - indent)
        lines += [" " * indent + piece if lines or number else piece for number, piece in enumerate(pieces)]
    return lines


def side_by_side(boxes: Sequence[Sequence[str]], columns: int) -> list[str]:
    """Boxes, each a picture in lines, beside each other in rows of at most so many columns.

    >>> side_by_side([["+-+", "+-+"], ["a"], ["++", "++"]], 6)
    ['+-+ a', '+-+', '++', '++']
    """
    rows: list[list[list[str]]] = []
    used = columns
    for box in boxes:
        wide = max(map(width, box))
        if used + 1 + wide > columns:
            rows.append([])
            used = -1
        rows[-1].append([padded(line, wide) for line in box])
        used += 1 + wide
    lines = []
    for row in rows:
        blanks = [" " * width(box[0]) for box in row]
        for line in zip_longest(*row):
            lines.append(" ".join([part or blank for part, blank in zip(line, blanks, strict=True)]).rstrip())
    return [part for line in lines for part in ([line] if width(line) <= columns else wrapped(line.split(), columns))]


def plain(text: str) -> str:
    """A text in ASCII: stones and suits by letters, other signs by question marks.

    >>> plain("Q♠ ●"), plain("囲")
    ('QS X', '?')
    """
    return text.translate(_PLAIN).encode("ascii", "replace").decode()


def _cut(part: str, columns: int) -> list[str]:
    pieces = [""]
    for sign in part:
        if width(pieces[-1]) + width(sign) > columns:
            pieces.append("")
        pieces[-1] += sign
    return pieces
