"""A look at a table with its scenes drawn, for a client that shows pictures or lines of text and draws none."""

from dataclasses import replace
from typing import Any

from tabletop.pieces.scene_svg import svg
from tabletop.server.protocol import Screen
from tabletop.style import Style
from tabletop.table.looking import Look
from tabletop.table.reader import Reader
from tabletop.table.rounds import RoundEnd


def with_pictures(look: Look, width: int) -> dict[str, Any]:
    """The look as JSON, with its scene and its summary in SVG where the game has them, so many pixels wide."""
    drawn = {"svg": look.scene, "summary_svg": look.summary}
    return {**look.json(), **{name: None if scene is None else svg(scene, width) for name, scene in drawn.items()}}


def with_summary(shown: Look | RoundEnd, screen: Screen) -> dict[str, Any]:
    """The look as JSON, or the end of a round, with its summary in lines of text where there is one."""
    from tabletop.pieces import scene_text, scene_words

    text = None
    if shown.summary is not None and screen.drawn:
        text = scene_text.text(shown.summary, _style(screen))
    elif shown.summary is not None:
        text = "\n".join(scene_words.words(shown.summary, as_moves=True))
    return {**shown.json(), "summary_text": text}


def on_screen(reader: Reader, screen: Screen | None) -> Reader:
    """The reader at a screen, if it has one."""
    if screen is None:
        return reader
    return replace(reader, style=_style(screen) if screen.drawn else None, detail=screen.detail)


def _style(screen: Screen) -> Style:
    return Style(screen.columns, screen.ascii, screen.compact, screen.rows)
