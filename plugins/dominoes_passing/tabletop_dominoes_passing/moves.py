"""The moves of one set of tiles: tables that make the rules quick, and how a person may write a move."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tabletop import IllegalMove, tiles
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView
from tabletop_dominoes_passing.texts import _

LEFT: Final = "left"
RIGHT: Final = "right"


class Play(NamedTuple):
    """What a move that sets a tile does: its end (empty for the first tile), number, set of one, and pips."""

    end: str
    tile: int
    bit: int
    pips: int


def members(mask: int) -> Iterator[int]:
    """The numbers of the tiles in a set, in order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def mask_of(numbers: Iterable[int]) -> int:
    """The set of these tiles."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


class MovesAt(dict[int, tuple[Move, ...]]):
    """For each set of tiles that fit an end, the moves that set them there. Filled as sets occur."""

    def __init__(self, end: str, names: list[str]) -> None:
        """At most 2 ** (max_pip + 1) sets of tiles fit one number, so that it stays small."""
        super().__init__()
        self._texts = [f"play {name} {end}" for name in names]

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        moves = self[mask] = tuple(self._texts[number] for number in members(mask))
        return moves


class MoveTables:
    """Everything about the moves of a double-``max_pip`` set that doesn't depend on the state."""

    def __init__(self, max_pip: int) -> None:
        """Builds the tables: about 10 microseconds for each tile."""
        self.max_pip = max_pip
        self.tiles = tiles.double_set(max_pip)
        self.number = {tile: number for number, tile in enumerate(self.tiles)}
        self.whole = (1 << len(self.tiles)) - 1
        names = [tiles.notation(tile) for tile in self.tiles]
        self.names = names
        suits = [mask_of(n for n, tile in enumerate(self.tiles) if half in tile) for half in range(max_pip + 1)]
        self.suits = (*suits, self.whole)
        """for each number the set of the tiles that have it; for an empty train (-1) all tiles"""
        self.at_left = [MovesAt(LEFT, names) for _suit in suits]
        self.at_right = [MovesAt(RIGHT, names) for _suit in suits]
        self.first = [f"play {name}" for name in names]
        self.plays: dict[Move, Play] = {}
        for number, tile in enumerate(self.tiles):
            for end in ("", LEFT, RIGHT):
                text = f"play {names[number]} {end}".rstrip()
                self.plays[text] = Play(end, number, 1 << number, tile.pips)

    def pips(self, hand: int) -> int:
        """The pips of a set of tiles."""
        return sum(self.tiles[number].pips for number in members(hand))

    def parse(self, text: str, view: PassingView) -> Move:
        """See ``Game.parse``: shorter forms are ``6-4``, ``64``, ``46 l``, ``play 6-4``, ``d`` and ``p``.

        Where the end is left out it is the only one that fits; raises IllegalMove when both or none do.
        """
        words = text.lower().split()
        if len(words) == 1 and words[0] in {DRAW, "d"}:
            return DRAW
        if len(words) == 1 and words[0] in {PASS, "p"}:
            return PASS
        if words and words[0] == "play":
            del words[0]
            if not words:
                raise IllegalMove(_("Say which tile."))
        if not 1 <= len(words) <= 2:
            raise IllegalMove(
                _("“{text}” is not a move; moves are “play 6-4 left”, “draw” and “pass”.").format(text=text)
            )
        tile = tiles.parse(words[0], self.max_pip)
        if len(words) == 2:
            return f"play {tiles.notation(tile)} {_end(words[1])}"
        return self._without_end(tile, view)

    def _without_end(self, tile: tiles.Tile, view: PassingView) -> Move:
        name = tiles.notation(tile)
        if view.left < 0:
            return f"play {name}"
        if not view.hand >> self.number[tile] & 1:
            raise IllegalMove(not_held(name))
        left, right = tiles.fits(tile, (view.left, view.right))
        if left and right:
            raise IllegalMove(
                _("{tile} fits both ends: say “play {tile} left” or “play {tile} right”.").format(tile=name)
            )
        if not left and not right:
            raise IllegalMove(
                _("{tile} fits neither end: the left one is {left}, the right one {right}.").format(
                    tile=name, left=view.left, right=view.right
                )
            )
        return f"play {name} {LEFT if left else RIGHT}"


def not_held(name: str) -> str:
    """The reason why a tile that isn't in the seat's hand can't be set."""
    return _("You don't hold {tile}.").format(tile=name)


def _end(word: str) -> str:
    if word in {LEFT, "l"}:
        return LEFT
    if word in {RIGHT, "r"}:
        return RIGHT
    raise IllegalMove(_("“{word}” is not an end of the train; say left or right.").format(word=word))
