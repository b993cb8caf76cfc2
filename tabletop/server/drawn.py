"""A look at a table with its scenes drawn, for a page that shows pictures and draws none."""

from typing import Any

from tabletop.pieces.scene_svg import svg
from tabletop.table.looking import Look


def with_pictures(look: Look, width: int) -> dict[str, Any]:
    """The look as JSON, with its scene and its summary in SVG where the game has them, so many pixels wide."""
    drawn = {"svg": look.scene, "summary_svg": look.summary}
    return {**look.json(), **{name: None if scene is None else svg(scene, width) for name, scene in drawn.items()}}
