"""A match at the table as plugins beside the game may know it."""

from typing import TYPE_CHECKING

from tabletop.sitting import Sitting

if TYPE_CHECKING:
    from tabletop.ui.table import Table


def sitting(table: "Table", reader: int | None) -> Sitting:
    """How the match stands, as a seat (None: a bystander) may know it."""
    match, game = table.match, table.game
    events = zip(match.events, match.states(), strict=False)
    result = match.result
    return Sitting(
        match=table.save.id,
        game=table.listing.id,
        plugin=table.listing.plugin.distribution,
        title=table.listing.title,
        seats=tuple(seat.name for seat in table.seats),
        log=tuple(seen(table, event, state, reader) for event, state in events),
        words=tuple(game.words(match.view(reader))),
        to_act=match.to_act,
        scores=tuple(game.scores(match.state)),
        ranks=result.ranks if result else None,
    )


def seen(table: "Table", event: str, before: object, reader: int | None) -> str:
    """An event as a reader may know it."""
    who, _space, text = event.partition(" ")
    if who != "*":
        return event
    return f"* {table.game.outcome_for(table.game.parse_outcome(text, before), reader)}"
