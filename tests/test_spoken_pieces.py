"""Pieces are spoken in the language in use."""

import pytest

from tabletop import bids, cards, crosses, tiles
from tabletop.i18n import speaking


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["Pik Dame", "Herz zehn", "roter Joker"]),
        ("it", ["donna di picche", "dieci di cuori", "jolly rosso"]),
        ("da", ["spar dame", "hjerter ti", "rød joker"]),
    ],
)
def test_cards_are_spoken_in_the_language_in_use(language, said):
    with speaking(language):
        assert [cards.words(card) for card in cards.parse_hand("QS 10H XR")] == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["Doppelzwölf", "4-mal die 5", "drei links"]),
        ("it", ["doppio dodici", "4 volte il 5", "tre a sinistra"]),
        ("da", ["dobbelt tolv", "4 gange 5", "tre til venstre"]),
    ],
)
def test_tiles_bids_and_ends_are_spoken(language, said):
    cross = crosses.Cross().lay(tiles.Tile(5, 5)).lay(tiles.Tile(5, 3), "left")
    with speaking(language):
        spoken = (tiles.words(tiles.Tile(12, 12)), bids.words(bids.Bid(4, 5)), cross.words())
        assert all(part in text for part, text in zip(said, spoken, strict=True)), spoken
