"""What a client needs of a game that it hasn't got, and what a program in a seat is told."""

from dataclasses import dataclass
from typing import Any

from tabletop.aliases import translations
from tabletop.cpu import players
from tabletop.i18n import Texts
from tabletop.match import chooses_at_once, has_summaries
from tabletop.plugins.find.listing import GameListing
from tabletop.rooms.players import Turn
from tabletop.setup import header_options, without_customs
from tabletop.table.looking import written
from tabletop.table.playing import Table
from tabletop.table.question import Denied
from tabletop.table.reader import Reader
from tabletop.values import shown_value

_ = Texts(__file__)


@dataclass(frozen=True)
class AboutGame:
    """The game of a table: what it is called, its words, its rules. Nothing of a position."""

    listing: GameListing

    def read(self, table: Table, by: Reader) -> dict[str, Any]:
        """In the language of ``by``."""
        game = table.game
        return {
            "id": self.listing.id,
            "title": self.listing.title,
            "summary": self.listing.summary,
            "seats": game.seats,
            "sides": list(game.sides()),
            "hides": game.hides,
            "at_once": chooses_at_once(game),
            "summaries": has_summaries(game),
            "vocabulary": {word: list(translations(game.texts, word)) for word in game.vocabulary},
            "verbs": list(game.verbs),
            "moves": list(written(game).values()),
            "players": list(players.offered(game)),
            "rules": self.listing.rules(),
            "options": self._options(table),
        }

    def _options(self, table: Table) -> list[dict[str, Any]]:
        """The house rules in force; ``usual``: whether they are the usual ones."""
        game = table.game
        changed = without_customs(game.__class__, header_options(game), game.seats)
        fields = type(game.options).model_fields.items()
        return [
            {
                "title": game.texts(field.title or name),
                "value": shown_value(game.options, name),
                "usual": name not in changed,
            }
            for name, field in fields
        ]


@dataclass(frozen=True)
class SituationOf:
    """What a program in a seat is told when the seat is asked for a move: what the seat may know, and nothing else."""

    seat: int
    game_id: str

    def read(self, table: Table, by: Reader) -> dict[str, Any]:
        """See docs/reference/player-protocol.md. Raises Denied where the seat isn't asked for a move."""
        question = table.question
        asked = question is not None and question.kind == "move" and self.seat in question.seats
        if question is None or not asked or self.seat not in by.seats:
            raise Denied(_("It isn't your turn."))
        turn = Turn(table, question, self.seat)
        return {
            "serial": question.serial,
            "match": turn.begun(self.game_id).message(),
            "position": turn.situation._asdict(),
        }
