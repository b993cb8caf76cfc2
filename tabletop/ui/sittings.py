"""A match at the table as plugins beside the game may know it."""

from typing import TYPE_CHECKING

from tabletop.sitting import Sitting

if TYPE_CHECKING:
    from tabletop.ui.table import Table


def sitting(table: "Table", reader: int | None) -> Sitting:
    """How the match stands, as a seat (None: a bystander) may know it."""
    match, game = table.match, table.game
    result = match.result
    return Sitting(
        match=table.save.id,
        game=table.listing.id,
        plugin=table.listing.plugin.distribution,
        title=table.listing.title,
        seats=tuple(seat.name for seat in table.seats),
        log=match.log(reader),
        words=tuple(game.words(match.view(reader))),
        to_act=match.to_act,
        scores=tuple(game.scores(match.state)),
        ranks=result.ranks if result else None,
    )
