"""Charts in characters: a line over time, and bars."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tabletop.i18n import write_number
from tabletop.lines import width
from tabletop.pieces.cells import padded
from tabletop.style import Style


def line(values: Sequence[float], style: Style, height: int = 9) -> str:
    """Values from 0 to 1 from left to right, 0 % at the bottom. Many values share a column by their average.

    >>> print(line([0.5, 1.0, 0.0], Style(ascii=True), height=3))
    100% | *
     50% |*
      0% |  *
    """
    columns = _columns(values, max(10, style.width - 8))
    rows = [round(value * (height - 1)) for value in columns]
    dot, bar = ("*", "|") if style.ascii else ("•", "│")
    drawn, labels = [], len(write_number(1.0, ".0%"))
    for row in reversed(range(height)):
        label = write_number(row / (height - 1), ".0%") if row in (0, (height - 1) // 2, height - 1) else ""
        drawn.append(f"{label:>{labels}} {bar}{''.join(dot if at == row else ' ' for at in rows)}".rstrip())
    return "\n".join(drawn)


def bars(values: Mapping[str, float], style: Style) -> str:
    """A bar for each value from 0 to 1, with its label before and its percentage behind.

    >>> print(bars({"easy": 0.8, "expert": 0.25}, Style(width=30, ascii=True)))
    easy    ############      80%
    expert  ####              25%
    """
    labels = max(map(width, values), default=0)
    length = max(5, min(style.width - labels - 9, 50))
    block = "#" if style.ascii else "█"
    return "\n".join(
        f"{padded(label, labels)}  {block * round(value * length):<{length}}  {write_number(value, '4.0%')}"
        for label, value in values.items()
    )


def _columns(values: Sequence[float], most: int) -> list[float]:
    if len(values) <= most:
        return list(values)
    bounds = [round(column * len(values) / most) for column in range(most + 1)]
    parts = [values[start:end] for start, end in pairwise(bounds)]
    return [sum(part) / len(part) for part in parts]
