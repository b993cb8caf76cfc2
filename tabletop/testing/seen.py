"""What a seat sees and hears of a state, as one text: for files that show how a game looked."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from tabletop.naming import resolve
from tabletop.style import Style
from tabletop.table.looking import named_picture
from tabletop.testing.walk import AnyGame

_STYLES: Final = {
    "80 columns": Style(),
    "40 columns": Style(width=40),
    "compact": Style(compact=True),
    "ASCII": Style(ascii=True),
}
_NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Eve", "Fred")


def looks(game: AnyGame, state: Any, seat: int | None = None, names: Sequence[str] = _NAMES) -> str:
    """What a seat sees and hears of a state (None: what a bystander does), with the names of the players.

    The picture on 80 and on 40 columns, small, and in ASCII; then the words. Keep it in a file, and a test says when a
    game looks otherwise than it did.
    """
    view = game.view(state, seat)
    say = partial(said, game=game, seat=seat, names=names)
    parts = {name: named_picture(game, view, game.picture(view, style), style, say) for name, style in _STYLES.items()}
    parts["words"] = "\n".join(map(say, game.words(view)))
    return "".join(f"== {name}\n{text}\n" for name, text in parts.items())


def said(text: str, game: AnyGame, seat: int | None = None, names: Sequence[str] = _NAMES) -> str:
    """A text of the game as a seat reads it: sentences of ``who`` with the names of the players."""
    return resolve(text, set() if seat is None else {seat}, names[: game.seats], game.sides())
