"""Looking back at the rounds of a match: the summaries that it has come to, from the first."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tabletop.appearance import Appearance
from tabletop.game import CHANCE
from tabletop.i18n import Texts, speaking
from tabletop.match import AnyGame
from tabletop.pieces.scenes import Scene
from tabletop.table.looking import viewer
from tabletop.table.playing import Table
from tabletop.table.reader import Reader

_ = Texts(__file__)


@dataclass(frozen=True)
class RoundEnd:
    """The end of a round, as one reader may see it."""

    number: int
    """from 1"""
    position: int
    """how many events lead there"""
    summary: Scene

    def json(self) -> dict[str, Any]:
        """The same as JSON holds it."""
        return asdict(self)


def has_rounds(game: AnyGame) -> bool:
    """Whether a game has summaries at all."""
    return game.__class__.summary is not Appearance.summary


def round_end(table: Table, reader: Reader, number: int | None = None) -> RoundEnd:
    """The end of a round, from 1; None: of the one that ended last. Raises ValueError where there is none."""
    with speaking(reader.language):
        ends = list(_ends(table))
        if not ends:
            raise ValueError(_("No round is over yet."))
        if number is not None and not 1 <= number <= len(ends):
            raise ValueError(_("Please type a number from 1 to {last}.").format(last=len(ends)))
        number = number or len(ends)
        position = ends[number - 1]
        view = table.game.view(table.match.state_after(position), viewer(table, reader))
        return RoundEnd(number, position, table.game.summary(view) or ())


def _ends(table: Table) -> Iterator[int]:
    """After how many events each summary comes up. It stays until chance goes on."""
    game, match = table.game, table.match
    before = False
    for position, state in enumerate(match.states() if has_rounds(game) else ()):
        now = game.to_act(state) in (None, CHANCE) and game.summary(game.view(state, None)) is not None
        if now and not before:
            yield position
        before = now
