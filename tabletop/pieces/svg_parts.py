"""Parts of a picture in SVG: colours, elements, boxes, and texts that keep to their room."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from tabletop.pieces import cells

PAPER: Final = "#fbfaf5"
"""The background of its own, so that a picture reads alike on a light page and on a dark one."""
FACE: Final = "#ffffff"
"""Of a piece that lies open."""
INK: Final = "#1b1b1b"
FAINT: Final = "#595959"
"""Of what is said beside: labels of rows, marks."""
RED: Final = "#b00020"
"""Of hearts and diamonds."""
BACK: Final = "#274b74"
"""Of a piece that lies face down."""
DARK: Final = "#333333"
"""Of a dark stone."""
CHOICE: Final = "#00635a"
"""Of what can be played."""
LINE: Final = "#8a8a80"
"""Between places; no text is drawn in it."""

CONTRASTS: Final = (
    *((INK, PAPER), (FAINT, PAPER), (CHOICE, PAPER), (RED, PAPER), (BACK, PAPER), (DARK, PAPER)),
    *((INK, FACE), (RED, FACE), (CHOICE, FACE), (FACE, BACK), (FACE, DARK)),
)
"""What is drawn upon what."""

SIZE: Final = 16
"""Of the letters of a sentence."""
SMALL: Final = 13
_LEAST: Final = 9
_FONT: Final = "DejaVu Sans,Verdana,Arial,sans-serif"
_NARROW: Final = frozenset(" .,:;'|!()[]ijlftrI-/")
_BROAD: Final = frozenset("mwMW@%—…")
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Box(NamedTuple):
    """Something drawn from the upper left corner (0, 0), and how much room it takes."""

    width: float
    height: float
    drawn: str = ""


def element(name: str, content: str = "", **values: str | float | None) -> str:
    """An element; ``content`` is markup, values are texts or numbers, those that are None are left out."""
    named = [(key.replace("_", "-"), value) for key, value in values.items() if value is not None]
    attributes = "".join(f" {key}={quoteattr(plain(number(value)))}" for key, value in named)
    return f"<{name}{attributes}>{content}</{name}>" if content else f"<{name}{attributes}/>"


def number(value: str | float) -> str:
    """A number without needless zeros; a text as it is."""
    return value if isinstance(value, str) else f"{round(value, 2):g}"


def plain(text: str) -> str:
    """A text without what XML can't hold."""
    return _NOT_XML.sub("\ufffd", text)


def told(name: str, text: str) -> str:
    """``title`` or ``desc`` of what stands around it."""
    return f"<{name}>{escape(plain(text))}</{name}>" if text else ""


def moved(box: Box, x: float, y: float, scale: float = 1) -> str:
    """A box at another place."""
    if not box.drawn:
        return ""
    smaller = f" scale({number(scale)})" if scale != 1 else ""
    return element("g", box.drawn, transform=f"translate({number(x)} {number(y)}){smaller}")


def below(boxes: Iterable[Box], gap: float = 0) -> Box:
    """Boxes one below the other."""
    drawn, wide, y = "", 0.0, 0.0
    for box in boxes:
        y += gap if drawn else 0
        drawn += moved(box, 0, y)
        wide, y = max(wide, box.width), y + box.height
    return Box(wide, y, drawn)


def beside(boxes: Sequence[Box], room: float, gap: float = 8, *, middle: bool = False) -> Box:
    """Boxes beside each other in rows, as many in each as have room; ``middle``: in the middle of their row."""
    rows: list[list[Box]] = []
    used = room
    for box in boxes:
        if not rows or used + gap + box.width > room:
            rows.append([])
            used = -gap
        rows[-1].append(box)
        used += gap + box.width
    return below([_row(row, gap, middle=middle) for row in rows], max(gap, 6))


def _row(boxes: Sequence[Box], gap: float, *, middle: bool) -> Box:
    high = max(box.height for box in boxes)
    drawn, x = "", 0.0
    for box in boxes:
        drawn += moved(box, x, (high - box.height) / 2 if middle else 0)
        x += box.width + gap
    return Box(x - gap, high, drawn)


# Texts


def measure(text: str, size: float) -> float:
    """How wide a text is at the most, whatever usual font it is drawn in.

    >>> measure("ill", 10) < measure("own", 10) < measure("囲碁碁", 10)
    True
    """
    return size * sum(map(_measure, text))


def _measure(sign: str) -> float:
    if not sign.isascii():
        return min(cells.width(sign), 1) * (1.1 if cells.width(sign) > 1 else 0.9)
    if sign in _NARROW:
        return 0.46
    return 1.0 if sign in _BROAD else 0.8 if sign.isupper() else 0.66


def wrapped(text: str, size: float, room: float) -> list[str]:
    """The lines of a text, none wider than ``room``; a word that is wider is cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and measure(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for sign in word:
            if lines[-1] and measure(lines[-1] + sign, size) > room:
                lines.append("")
            lines[-1] += sign
    return lines


def line(
    text: str,
    x: float,
    y: float,
    room: float,
    *,
    size: float = SIZE,
    anchor: str = "start",
    fill: str = INK,
    bold: bool = False,
) -> str:
    """A text in one line, ``y`` its foot; where there is no room for it, smaller, and narrower at last."""
    if not text.strip():
        return ""
    factor = 1.1 if bold else 1.0
    wide = factor * measure(text, size)
    if wide > room:
        size = max(min(size, _LEAST), size * room / wide)
        wide = factor * measure(text, size)
    squeezed = wide > room + 0.01
    return element(
        "text",
        escape(plain(text)),
        x=x,
        y=y,
        font_family=_FONT,
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        textLength=room if squeezed else None,
        lengthAdjust="spacingAndGlyphs" if squeezed else None,
    )


def paragraph(text: str, room: float, *, size: float = SIZE, bold: bool = False, fill: str = INK) -> Box:
    """A text in as many lines as it takes."""
    step = round(size * 1.4)
    lines = wrapped(text, size * (1.1 if bold else 1.0), room)
    drawn = [line(part, 0, step * at + size, room, size=size, bold=bold, fill=fill) for at, part in enumerate(lines)]
    return Box(room, step * len(lines), "".join(drawn))
