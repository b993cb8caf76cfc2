"""Playing cards: decks, texts, hands, tricks and piles as values, and how a hand looks and reads.

A card is written ``QS`` (the queen of spades) or ``10H``; people may write ``th``, ``q♠`` or ``10♥`` as well. A joker
is written ``XR`` or ``XB``, red or black. (Since API 1.1.)
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from tabletop.i18n import N_, Texts
from tabletop.illegal import IllegalMove
from tabletop.pieces import cells, scenes
from tabletop.style import Style

_ = Texts(__file__)

JOKER: Final = 0
"""The rank of a joker."""
JACK: Final = 11
"""The rank of a jack."""
QUEEN: Final = 12
"""The rank of a queen."""
KING: Final = 13
"""The rank of a king."""
ACE: Final = 14
"""The rank of an ace."""
RANKS: Final = range(2, ACE + 1)
"""All ranks of a French deck, the lowest first."""
SUITS: Final = "CDHS"
"""All suits: clubs, diamonds, hearts, spades."""

_JOKERS: Final = "RB"
_RANK_LETTERS: Final = {JOKER: "X", JACK: "J", QUEEN: "Q", KING: "K", ACE: "A"}
_RANK_NAMES: Final = (
    *(N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine"), N_("ten")),
    *(N_("jack"), N_("queen"), N_("king"), N_("ace")),
)
_SUIT_NAMES: Final = {"C": N_("clubs"), "D": N_("diamonds"), "H": N_("hearts"), "S": N_("spades")}
_JOKER_NAMES: Final = {"R": N_("red joker"), "B": N_("black joker")}
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_LETTERS: Final = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS", "\ufe0e\ufe0f")
_WRITTEN: Final = re.compile(r"(10|[2-9TJQKA])([CDHS])|X([RB])")
_BY_LETTER: Final = {"T": 10, **{letter: rank for rank, letter in _RANK_LETTERS.items()}}
_HAND: Final = "SHCD"
"""The suits as they stand in a hand: black and red in turn."""


class Card(NamedTuple):
    """A card: its rank from 2 to 14 (the ace), or 0 for a joker; its suit, ``R`` or ``B`` of a joker.

    Cards of several decks are equal.
    """

    rank: int
    suit: str


def deck(ranks: Iterable[int] = RANKS, *, decks: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """All cards in order, suit by suit; ``jokers`` in each deck, red and black in turn.

    >>> len(deck()), len(deck(range(7, 15))), len(deck(decks=2, jokers=2))
    (52, 32, 108)
    """
    suited = [Card(rank, suit) for suit in SUITS for rank in ranks]
    return (*suited, *(Card(JOKER, _JOKERS[number % 2]) for number in range(jokers))) * decks


def notation(card: Card) -> str:
    """The canonical text of a card.

    >>> notation(Card(QUEEN, "S")), notation(Card(10, "H"))
    ('QS', '10H')
    """
    return f"{_RANK_LETTERS.get(card.rank, card.rank)}{card.suit}"


def parse(text: str) -> Card:
    """A card from its text: ``QS``, ``10H``, ``th``, ``q♠``. Raises IllegalMove with the reason.

    >>> parse("th")
    Card(rank=10, suit='H')
    """
    match = _WRITTEN.fullmatch(text.translate(_LETTERS).upper())
    if match is None:
        raise IllegalMove(_("“{text}” is not a card; a card is written like QS or 10H.").format(text=text))
    rank, suit, joker = match.groups()
    if joker:
        return Card(JOKER, joker)
    return Card(_BY_LETTER.get(rank) or int(rank), suit)


def hand_notation(hand: Iterable[Card]) -> str:
    """Several cards, a space between two.

    >>> hand_notation([Card(QUEEN, "S"), Card(10, "H")])
    'QS 10H'
    """
    return " ".join(map(notation, hand))


def parse_hand(text: str, count: int | None = None) -> tuple[Card, ...]:
    """Several cards from their texts, with spaces or commas between them; ``count``: so many, None: any number.

    Raises IllegalMove with the reason.

    >>> parse_hand("QS, 10H", 2)
    (Card(rank=12, suit='S'), Card(rank=10, suit='H'))
    """
    found = tuple(map(parse, text.replace(",", " ").split()))
    if count is not None and len(found) != count:
        raise IllegalMove(_.plural("Name {n} card, such as QS.", "Name {n} cards, such as QS 10H.", count))
    return found


def in_order(hand: Iterable[Card], trump: str = "", *, ranks: Sequence[int] = RANKS) -> tuple[Card, ...]:
    """A hand as it is held: jokers, then suit by suit, trumps first, black and red in turn; the highest card first.

    ``ranks``: the lowest first, where they aren't as usual.

    >>> hand_notation(in_order(parse_hand("2H KS 10C AH"), trump="C"))
    '10C KS AH 2H'
    """
    suits = trump + _HAND.replace(trump, "")

    def place(card: Card) -> tuple[int, int]:
        if card.rank == JOKER:
            return (-1, _JOKERS.index(card.suit))
        return (suits.index(card.suit), -ranks.index(card.rank))

    return tuple(sorted(hand, key=place))


# Tricks


def suit_of(card: Card) -> str:
    """The suit of a card; what ``follow`` and ``winner`` go by, unless the game says otherwise."""
    return card.suit


def rank_of(card: Card) -> int:
    """The rank of a card, the ace highest; what ``winner`` goes by, unless the game says otherwise."""
    return card.rank


def follow(hand: Sequence[Card], led: Card | None, *, suit: Callable[[Card], str] = suit_of) -> tuple[Card, ...]:
    """The cards that may be played where the suit that was led must be followed; None: whoever leads is free.

    >>> hand_notation(follow(parse_hand("2H KS 9S"), parse("AS")))
    'KS 9S'
    """
    following = () if led is None else tuple([card for card in hand if suit(card) == suit(led)])
    return following or tuple(hand)


def winner(
    trick: Sequence[Card],
    trump: str = "",
    *,
    suit: Callable[[Card], str] = suit_of,
    strength: Callable[[Card], int] = rank_of,
) -> int:
    """Which card of a trick wins, counted from 0 for the one that was led: the highest trump, or else the highest card
    of the suit that was led; of equal ones the first.

    ``suit`` and ``strength`` say what counts as which suit, and how high, where that isn't as usual.

    >>> winner(parse_hand("9S AH KS 2D")), winner(parse_hand("9S AH KS 2D"), trump="D")
    (2, 3)
    """

    def worth(number: int) -> tuple[bool, bool, int, int]:
        card = trick[number]
        return (bool(trump) and suit(card) == trump, suit(card) == suit(trick[0]), strength(card), -number)

    return max(range(len(trick)), key=worth)


# Piles


class Piles(NamedTuple):
    """A deck to draw from, its next card first, and the cards that were discarded, the last one on top."""

    deck: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()

    @property
    def top(self) -> Card | None:
        """The card on top of the discards."""
        return self.discards[-1] if self.discards else None

    def draw(self, count: int = 1) -> tuple[tuple[Card, ...], "Piles"]:
        """The next cards of the deck, and the piles without them. Raises ValueError where it hasn't so many."""
        if not 0 <= count <= len(self.deck):
            raise ValueError(f"{count} cards can't be drawn from {len(self.deck)}")
        return self.deck[:count], self._replace(deck=self.deck[count:])

    def take(self, count: int = 1) -> tuple[tuple[Card, ...], "Piles"]:
        """The upmost discards, the lowest first, and the piles without them. Raises ValueError where it is too many."""
        if not 0 <= count <= len(self.discards):
            raise ValueError(f"{count} cards can't be taken from {len(self.discards)}")
        kept = len(self.discards) - count
        return self.discards[kept:], self._replace(discards=self.discards[:kept])

    def discard(self, *cards: Card) -> "Piles":
        """The piles with these on top of the discards."""
        return self._replace(discards=self.discards + cards)

    def refill(self, shuffled: Sequence[Card], keep: int = 1) -> "Piles":
        """The discards, but for the upmost ``keep``, put below the deck in an order that chance gave.

        Raises ValueError where those aren't the cards.
        """
        below = self.discards[: max(0, len(self.discards) - keep)]
        if sorted(shuffled) != sorted(below):
            raise ValueError("the cards that are put below the deck are not those of the discards")
        return Piles(self.deck + tuple(shuffled), self.discards[len(below) :])


# How cards look and read


def words(card: Card) -> str:
    """A card as it is spoken.

    >>> words(Card(QUEEN, "S")), words(Card(JOKER, "R"))
    ('queen of spades', 'red joker')
    """
    if card.rank == JOKER:
        return _(_JOKER_NAMES[card.suit])
    return _("{rank} of {suit}").format(rank=_(_RANK_NAMES[card.rank - 2]), suit=suit_words(card.suit))


def suit_words(suit: str) -> str:
    """A suit as it is spoken.

    >>> suit_words("S")
    'spades'
    """
    return _(_SUIT_NAMES[suit])


def sign(card: Card, style: Style) -> str:
    """A card in as little room as it can be.

    >>> sign(Card(QUEEN, "S"), Style()), sign(Card(QUEEN, "S"), Style(ascii=True))
    ('Q♠', 'QS')
    """
    return notation(card) if style.ascii else notation(card)[:-1] + _SIGNS.get(card.suit, card.suit)


def hand_picture(hand: Sequence[Card], style: Style, playable: Collection[Card] = ()) -> str:
    """The cards side by side with the text of each, in box drawing or ASCII; ``*`` marks those that can be played.

    >>> print(hand_picture(parse_hand("QS 10H"), Style(ascii=True), playable=[parse("10H")]))
    +---+ +---+
    |Q  | |10 |
    |  S| |  H|
    +---+ +---+
     QS    10H*
    """
    if style.compact:
        marked = [f"{sign(card, style)}{'*' if card in playable else ''}" for card in hand]
        return "\n".join(cells.wrapped(marked, style.width))
    pictures = [picture(notation(card), style, playable=card in playable) for card in hand]
    return "\n".join(cells.side_by_side(pictures, style.width))


def picture(text: str, style: Style, *, playable: bool = False) -> list[str]:
    """The lines of one card with its text below it: that of a card of any kind; empty: it lies face down."""
    top, bottom, side, back = ("+-+", "+-+", "|", "#") if style.ascii else ("┌─┐", "└─┘", "│", "░")
    text = cells.plain(text) if style.ascii else text
    wide = max(3, cells.width(text))
    rows = [back * wide, back * wide] if not text else _face(text, style, wide)
    drawn = [f"{side}{row}{side}" for row in rows]
    below = f" {text}{'*' if playable else ''}" if text else ""
    edges = [f"{corners[0]}{corners[1] * wide}{corners[2]}" for corners in (top, bottom)]
    return [edges[0], *drawn, edges[1], *([below] if below else [])]


def _face(text: str, style: Style, wide: int) -> list[str]:
    try:
        rank, suit = sign(parse(text), style)[:-1], sign(parse(text), style)[-1]
    except IllegalMove:
        return [cells.padded(text, wide), " " * wide]
    return [rank.ljust(wide), suit.rjust(wide)]


def hand_words(hand: Sequence[Card], playable: Collection[Card] = ()) -> str:
    """The cards of a hand as they are spoken, and which can be played.

    >>> hand_words(parse_hand("QS 10H"), playable=[parse("10H")])
    'queen of spades, ten of hearts (can be played)'
    """
    return ", ".join(
        _("{piece} (can be played)").format(piece=words(card)) if card in playable else words(card) for card in hand
    )


def piece(card: Card | None, *, playable: bool = False, moves: tuple[str, ...] = ()) -> scenes.Piece:
    """A card of a scene; None: one that lies face down."""
    if card is None:
        return scenes.Piece("back", "")
    return scenes.Piece("card", notation(card), words(card), (scenes.PLAYABLE,) if playable else (), moves)


def block(
    label: str, hand: Iterable[Card | None], *, playable: Collection[Card] = (), verb: str | None = None
) -> scenes.Pieces:
    """Cards side by side in a scene: a hand, a trick; None for each that lies face down.

    ``verb``: what stands before the card in the move that plays it (``play``; empty: nothing), so that those that can
    be played can be chosen.
    """
    pieces = []
    for card in hand:
        can = card is not None and card in playable
        moves = () if card is None or verb is None or not can else (f"{verb} {notation(card)}".strip(),)
        pieces.append(piece(card, playable=can, moves=moves))
    return scenes.Pieces(label, tuple(pieces))
