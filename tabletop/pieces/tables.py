"""Columns below their headings, folded where the screen is too small for them."""

from collections.abc import Sequence
from itertools import zip_longest

from tabletop.pieces import cells
from tabletop.style import Style


def drawn(
    heading: Sequence[str],
    rows: Sequence[Sequence[str]],
    total: Sequence[str],
    style: Style,
    earlier: str = "",
    gap: int = 2,
) -> list[str]:
    """Columns below their headings, all but the first at the right; those for which there is no room stand below."""
    everything = [heading, *rows, *([total] if total else [])]
    widths = [max(cells.width(row[column]) for row in everything) for column in range(len(heading))]
    widths = [max(1, min(wide, style.width // 2 - gap)) for wide in widths]
    first = widths[0]
    folded = groups(widths, style.width, gap)
    lines = []
    for number, group in enumerate(folded):
        columns = [(0, first), *((column, widths[column]) for column in group)]
        lines += [""] if number else []
        lines += _row(heading, columns, gap) if any(heading) else []
        lines += cells.wrapped(earlier.split(), style.width) if earlier else []
        lines += [line for row in rows for line in _row(row, columns, gap)]
        if total:
            across = sum(wide for _column, wide in columns) + gap * (len(columns) - 1)
            lines += [("-" if style.ascii else "─") * across, *_row(total, columns, gap)]
    return lines


def groups(widths: Sequence[int], room: int, gap: int) -> list[list[int]]:
    """The columns after the first, in as many groups as stand below each other, the first before each."""
    found: list[list[int]] = [[]]
    used = widths[0]
    for column, wide in enumerate(widths[1:], 1):
        if found[-1] and used + gap + wide > room:
            found.append([])
            used = widths[0]
        found[-1].append(column)
        used += gap + wide
    return found


def _row(row: Sequence[str], columns: Sequence[tuple[int, int]], gap: int) -> list[str]:
    """One row; a cell that takes more than its column goes on below."""
    drawn = [cells.wrapped(row[column].split(), wide) if row[column] else [""] for column, wide in columns]
    return [
        (" " * gap)
        .join(
            cells.padded(part or "", wide, right=column > 0)
            for part, (column, wide) in zip(parts, columns, strict=True)
        )
        .rstrip()
        for parts in zip_longest(*drawn)
    ]
