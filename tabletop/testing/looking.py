"""What a reader sees and hears of a state, as one text for tests that keep it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tabletop.lines import fitted
from tabletop.naming import MARK, resolve
from tabletop.pieces import scene_text, scene_words, scenes
from tabletop.style import Style
from tabletop.testing.walk import AnyGame

STYLES: Final[Mapping[str, Style]] = {
    "80 columns": Style(),
    "40 columns": Style(width=40),
    "compact": Style(compact=True),
    "ASCII": Style(ascii=True),
}
NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


def looks(game: AnyGame, state: Any, seat: int | None = None, names: Sequence[str] = NAMES) -> str:
    """The table as a seat is shown it on screens of several kinds, in words, and what stays in sight.

    Where there is a place to stop and look, that is shown. None: as a bystander is shown it.
    """
    view = game.view(state, seat)
    say = partial(resolve, you=() if seat is None else (seat,), names=names, sides=game.sides())
    scene = game.summary(view) or game.scene(view)
    if scene is None:
        parts = {name: _picture(game.picture(view, style), style, say) for name, style in STYLES.items()}
        words = [*map(say, game.words(view))]
    else:
        scene = scenes.said(scene, say)
        parts = {name: scene_text.text(scene, style) for name, style in STYLES.items()}
        words = scene_words.words(scene)
    parts |= {"words": "\n".join(words), "status": "\n".join(map(say, game.status(view)))}
    return "".join(f"== {name}\n{text}\n" for name, text in parts.items())


def _picture(drawn: str, style: Style, say: Callable[[str], str]) -> str:
    return fitted(say(drawn), style.width, "  ") if MARK in drawn else drawn


def said(text: str, game: AnyGame, seat: int | None = None, names: Sequence[str] = NAMES) -> str:
    """A text of the game as a seat reads it: sentences of ``who`` with the names of the players."""
    return resolve(text, () if seat is None else (seat,), names[: game.seats], game.sides())
