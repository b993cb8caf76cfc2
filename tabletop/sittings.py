"""A match at a table as plugins beside the game may know it."""

from dataclasses import dataclass, replace

from tabletop.plugins.find.catalogue import GameListing
from tabletop.sitting import Sitting
from tabletop.table.addressing import said
from tabletop.table.looking import names
from tabletop.table.playing import Table
from tabletop.table.reader import Reader


@dataclass(frozen=True)
class Sit:
    """Asks a table how the match stands, as a seat (None: a bystander) may know it."""

    eyes: int | None
    listing: GameListing
    match: str
    """the id under which it is saved"""

    def read(self, table: Table, by: Reader) -> Sitting:
        """See ``Sitting``."""
        match, game, ending = table.match, table.game, table.ending
        reader = replace(by, seats=frozenset() if self.eyes is None else frozenset({self.eyes}), eyes=self.eyes)
        words = [said(line, game, table.journal.history, reader) for line in game.words(match.view(self.eyes))]
        return Sitting(
            match=self.match,
            game=self.listing.id,
            plugin=self.listing.plugin.distribution,
            title=self.listing.title,
            seats=names(table, by),
            log=match.log(self.eyes),
            words=tuple(words),
            to_act=match.to_act,
            scores=tuple(game.scores(match.state)),
            ranks=ending.ranks if ending else None,
        )
