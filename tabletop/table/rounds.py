"""Looking back at the rounds of a match: the summaries that it has come to, from the first."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tabletop.game import CHANCE
from tabletop.i18n import Texts, speaking
from tabletop.pieces.scenes import Scene, as_json
from tabletop.table.looking import summary_of, sums_up, viewer
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
        return {**asdict(self), "summary": as_json(self.summary)}


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
        return RoundEnd(number, position, summary_at(table, reader, position) or ())


def summary_at(table: Table, reader: Reader, position: int) -> Scene | None:
    """What there is to look at after so many events, if anything."""
    with speaking(reader.language):
        game, state = table.game, table.match.state_after(position)
        if game.to_act(state) not in (None, CHANCE):
            return None
        return summary_of(table, reader, game.view(state, viewer(table, reader)), position)


def _ends(table: Table) -> Iterator[int]:
    """After how many events each summary comes up."""
    before = False
    for position, state in enumerate(table.match.states()):
        now = sums_up(table, state)
        if now and not before:
            yield position
        before = now
