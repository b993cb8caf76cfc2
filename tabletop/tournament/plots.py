"""Pictures in SVG, by a few lines of our own: a tournament, and a policy as a map."""

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from tabletop.i18n import Texts
from tabletop.tournament.outcome import Outcome, PlayerFigures
from tabletop.tournament.tally import Sums

_ = Texts(__file__)

_ROW: Final = 26
LEFT: Final = 150
WIDE: Final = 640
COLOURS: Final = ("#1b6ca8", "#c8553d", "#4f772d", "#7b2d8b", "#b8860b", "#2a9d8f", "#6c757d", "#000000")
_MOST_CELLS: Final = 200


def tournament(outcome: Outcome, title: str) -> str:
    """Ratings with their intervals, a cross table of shares, and how many points the sides ended with."""
    players = outcome.ranked()
    parts = [*_ratings(players), *_cross(outcome, players), *_points(outcome, players)]
    return stacked(title, parts)


def policy(tables: Mapping[str, Sequence[Sequence[int]]], title: str) -> str:
    """For each pair of totals from how many points on a seat stops: the darker the more; white is never."""
    return stacked(title, [part for name, rows in tables.items() for part in _map(name, rows)])


Part = tuple[int, str]
"""A height, and what is drawn in it."""


def stacked(title: str, parts: Sequence[Part]) -> str:
    """A picture of parts below each other."""
    drawn, top = [drawn_text(10, 24, title, size=18)], 40
    for height, part in parts:
        drawn.append(f'<g transform="translate(0 {top})">{part}</g>')
        top += height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + 60}" height="{top + 10}" role="img" '
        f'font-family="sans-serif" font-size="13"><title>{escape(title)}</title>'
        '<rect width="100%" height="100%" fill="white"/>'
    )
    return head + "".join(drawn) + "</svg>\n"


def drawn_text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 13, colour: str = "black") -> str:
    """A text; ``x`` is where it begins, ends or has its middle."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{escape(text)}</text>'
    )


def drawn_line(x: float, y: float, to_x: float, to_y: float, colour: str = "#555", width: float = 1) -> str:
    """A straight line."""
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" stroke-width="{width:g}"/>'
    )


def _ratings(players: Sequence[PlayerFigures]) -> Iterator[Part]:
    known = [(player.player, player.rating) for player in players if player.rating is not None]
    if not known:
        return
    low = min(rating.points - rating.error for _name, rating in known)
    high = max(rating.points + rating.error for _name, rating in known)
    scale = WIDE / max(high - low, 1)
    drawn = [drawn_text(10, 16, _("Ratings, with their intervals of 95 %"), size=15)]
    for number, (name, rating) in enumerate(known):
        y = 40 + _ROW * number
        x = LEFT + (rating.points - low) * scale
        drawn.append(drawn_text(LEFT - 12, y + 4, name, anchor="end"))
        drawn.append(drawn_line(x - rating.error * scale, y, x + rating.error * scale, y, width=2))
        drawn.append(f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{COLOURS[0]}"/>')
        drawn.append(drawn_text(x, y - 8, f"{rating.points:+.0f}", anchor="middle", size=11))
    yield 50 + _ROW * len(known), "".join(drawn)


def _cross(outcome: Outcome, players: Sequence[PlayerFigures]) -> Iterator[Part]:
    names = [player.player for player in players]
    shares: dict[tuple[str, str], float] = {}
    for pairing in outcome.pairings:
        if pairing.tally.pairs:
            one, other = pairing.players
            shares[one, other], shares[other, one] = pairing.share, 1 - pairing.share
    cell = min(80.0, WIDE / len(names))
    drawn = [drawn_text(10, 16, _("The share of the player in the row against the one in the column"), size=15)]
    for column, name in enumerate(names):
        drawn.append(drawn_text(LEFT + (column + 0.5) * cell, 40, name, anchor="middle", size=11))
    for row, own in enumerate(names):
        y = 48 + _ROW * row
        drawn.append(drawn_text(LEFT - 12, y + 17, own, anchor="end"))
        for column, other in enumerate(names):
            share = shares.get((own, other))
            x = LEFT + column * cell
            fill = "#eee" if share is None else _shade(share)
            drawn.append(f'<rect x="{x:.1f}" y="{y}" width="{cell:.1f}" height="{_ROW}" fill="{fill}" stroke="white"/>')
            if share is not None:
                colour = "white" if share > 0.7 else "black"
                drawn.append(drawn_text(x + cell / 2, y + 17, f"{share:.1%}", anchor="middle", size=11, colour=colour))
    yield 64 + _ROW * len(names), "".join(drawn)


def _shade(part: float) -> str:
    """White for 0, dark blue for 1."""
    part = min(1.0, max(0.0, part))
    return f"rgb({round(255 - 228 * part)},{round(255 - 147 * part)},{round(255 - 87 * part)})"


def _points(outcome: Outcome, players: Sequence[PlayerFigures]) -> Iterator[Part]:
    spreads = {player.player: _spread(outcome, player.player) for player in players}
    seen = sorted({points for spread in spreads.values() for points in spread})
    if len(seen) < 2:
        return
    height, low, high = 160, seen[0], seen[-1]
    drawn = [drawn_text(10, 16, _("How many points the sides ended with"), size=15)]
    drawn.append(drawn_line(LEFT, 30 + height, LEFT + WIDE, 30 + height))
    most = max(max(spread.values(), default=0) / max(1, sum(spread.values())) for spread in spreads.values())
    for number, (name, spread) in enumerate(spreads.items()):
        whole, colour = max(1, sum(spread.values())), COLOURS[number % len(COLOURS)]
        points = " ".join(
            f"{LEFT + WIDE * (at - low) / (high - low):.1f},"
            f"{30 + height - height * spread.get(at, 0) / whole / most:.1f}"
            for at in seen
        )
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        drawn.append(drawn_text(10, 44 + 18 * number, name, colour=colour))
    drawn.append(drawn_text(LEFT, 46 + height, str(low), anchor="middle"))
    drawn.append(drawn_text(LEFT + WIDE, 46 + height, str(high), anchor="middle"))
    yield max(height + 70, 60 + 18 * len(spreads)), "".join(drawn)


def _spread(outcome: Outcome, name: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for pairing in outcome.pairings:
        for place, player in enumerate(pairing.players):
            if player == name:
                sums: Sums = pairing.tally
                for points, count in sums.spread[place].items():
                    found[points] = found.get(points, 0) + count
    return found


def _map(name: str, rows: Sequence[Sequence[int]]) -> Iterator[Part]:
    size = len(rows)
    step = math.ceil(size / _MOST_CELLS)
    cell = 500 / math.ceil(size / step)
    most = max(max(row) for row in rows) or 1
    drawn = [drawn_text(10, 16, name, size=15)]
    for own in range(0, size, step):
        y = 30 + 500 - (own // step + 1) * cell
        drawn += _runs(rows[own][::step], y, cell, most)
    for total in (0, size // 2, size - 1):
        drawn.append(drawn_text(LEFT + 500 * total / size, 548, str(total), anchor="middle"))
        drawn.append(drawn_text(LEFT - 8, 30 + 500 - 500 * total / size, str(total), anchor="end"))
    drawn.append(drawn_text(LEFT + 250, 568, _("the other's total"), anchor="middle"))
    drawn.append(drawn_text(10, 280, _("own total")))
    for number in range(6):
        points = round(most * number / 5)
        x, y = LEFT + 520, 40 + 24 * number
        drawn.append(f'<rect x="{x}" y="{y}" width="18" height="18" fill="{_shade(points / most)}" stroke="#999"/>')
        drawn.append(drawn_text(x + 26, y + 14, str(points)))
    yield 590, "".join(drawn)


def _runs(row: Sequence[int], y: float, cell: float, most: int) -> Iterator[str]:
    """The cells of a row, equal ones in one piece."""
    start = 0
    for column in range(1, len(row) + 1):
        if column == len(row) or row[column] != row[start]:
            x, width = LEFT + start * cell, (column - start) * cell
            yield (
                f'<rect x="{x:.2f}" y="{y:.2f}" width="{width + 0.3:.2f}" height="{cell + 0.3:.2f}" '
                f'fill="{_shade(row[start] / most)}"/>'
            )
            start = column


def small_map(rows: Sequence[Sequence[int]], columns: int = 11) -> Iterator[str]:
    """The same in characters, at some of the totals: own ones from above, the other's from left to right.

    >>> print("\\n".join(small_map([[20, 21], [0, 25]])))
           0   1
       0  20  21
       1   0  25
    """
    size = len(rows)
    count = min(columns, size)
    at = sorted({round(number * (size - 1) / max(1, count - 1)) for number in range(count)})
    yield "    " + "".join(f"{other:4}" for other in at)
    for own in at:
        yield f"{own:4}" + "".join(f"{rows[own][other]:4}" for other in at)
