"""The figures of a study as curves over the values of the option, in SVG."""

import json
from collections.abc import Callable, Iterator, Sequence

from tabletop.i18n import Texts
from tabletop.tournament.plots import COLOURS, LEFT, WIDE, Part, drawn_line, drawn_text, stacked
from tabletop.tournament.study import StudyLine

_ = Texts(__file__)

_HIGH = 110
Figure = Callable[[StudyLine], float | None]


def study(lines: Sequence[StudyLine], title: str, option: str) -> str:
    """A curve for each figure and player over the values of ``option``."""
    figures: list[tuple[str, Figure]] = [
        (_("What seat 1's side wins"), lambda line: line.first_seat),
        (_("Turns in a match"), lambda line: line.turns),
        (_("Decisions in a match"), lambda line: line.decisions),
        (_("Ties"), lambda line: line.ties),
        (_("How often the lead changes"), lambda line: line.lead_changes),
        (_("Pairs that luck or the seat decided"), lambda line: line.trace and line.trace.luck),
        (_("What a search of twice the iterations wins"), lambda line: line.trace and line.trace.share),
    ]
    return stacked(f"{title}: {option}", [part for name, figure in figures for part in _curves(name, lines, figure)])


def _curves(name: str, lines: Sequence[StudyLine], figure: Figure) -> Iterator[Part]:
    values = list(dict.fromkeys(_text(line) for line in lines))
    known = [found for line in lines if (found := figure(line)) is not None]
    if not known:
        return
    low, high = min(known), max(known)
    span, step = (high - low) or 1.0, WIDE / max(1, len(values) - 1)
    drawn = [drawn_text(10, 16, name, size=15), drawn_line(LEFT, 30 + _HIGH, LEFT + WIDE, 30 + _HIGH)]
    for at in {low, high}:
        drawn.append(drawn_text(LEFT - 8, 34 + _HIGH - _HIGH * (at - low) / span, f"{at:.4g}", anchor="end"))
    for number, player in enumerate(dict.fromkeys(line.player for line in lines)):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(
            f"{LEFT + step * values.index(_text(line)):.1f},{30 + _HIGH - _HIGH * (found - low) / span:.1f}"
            for line in lines
            if line.player == player and (found := figure(line)) is not None
        )
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn.append(drawn_text(10, 54 + 18 * number, player, colour=colour))
    for place in sorted({0, len(values) // 2, len(values) - 1}):
        drawn.append(drawn_text(LEFT + step * place, 46 + _HIGH, values[place], anchor="middle"))
    yield _HIGH + 62, "".join(drawn)


def _text(line: StudyLine) -> str:
    return line.value if isinstance(line.value, str) else json.dumps(line.value)
