"""States that fit what one seat knows: every deal of the unseen tiles that the moves so far allow.

Where no move proves anything, all deals are equally likely. Where a draw or a pass proves that a seat held no fitting
tile, or the lead that nobody was dealt a stronger tile, only deals that fit remain. They are then drawn by a Markov
chain that swaps and rotates tiles between places, whose steady state is uniform (Metropolis et al., 1953).
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from tabletop_dominoes_passing import leading
from tabletop_dominoes_passing.history import idle_moves, played
from tabletop_dominoes_passing.moves import mask_of, members
from tabletop_dominoes_passing.position import DRAW, PASS, PassingState, PassingView, Round, moves_of

if TYPE_CHECKING:
    from tabletop_dominoes_passing.game import PassingGame

_STEPS: Final = 12
"""Steps of the chain for each place. Measured: see ``test_passing_imagine.py`` for how near to uniform it comes."""
_BONEYARD: Final = -1
_DEALT: Final = -1


class Place(NamedTuple):
    """Where an unseen tile came to: the hand of a seat (or the boneyard), and when, counted in moves from 1."""

    seat: int
    since: int


def imagine(game: "PassingGame", view: PassingView, rng: Random) -> PassingState:
    """A state that fits the view."""
    if not view.counts:
        return game.start()
    evidence = game.evidence_of(view)
    while True:
        state = _deal(game, view, evidence.deal(rng))
        if evidence.allows(state):
            return state


def _deal(game: "PassingGame", view: PassingView, deal: dict[int, list[int]]) -> PassingState:
    hands = tuple(view.hand if seat == view.seat else mask_of(deal[seat]) for seat in range(game.seats))
    stock = tuple(deal[_BONEYARD])
    bound = view.bound
    doubles_first = _doubles_first(game, view)
    if doubles_first is not None and view.left < 0 and not view.finished:
        bound = leading.strongest(game.tables, hands[view.leader], doubles_first)
    info = Round(
        number=view.number,
        leader=view.leader,
        bound=bound,
        stock=stock,
        reachable=game.tables.whole ^ mask_of(stock[max(0, len(stock) - game.reserve) :]),
        scores=view.scores,
        last=view.last,
        finished=view.finished,
    )
    unplayed = game.tables.whole ^ played(game.tables, view.history)
    return (view.actor, hands, view.left, view.right, unplayed, view.boneyard, view.passes, view.history, info)


def _doubles_first(game: "PassingGame", view: PassingView) -> bool | None:
    """Whether doubles came first where a tile chose the leader; None where none did."""
    rule = game.lead_rule(view.number)
    return rule == "highest_double" if rule in {"highest_double", "heaviest"} else None


class Evidence:
    """What the moves of a round prove to one seat."""

    def __init__(self, game: "PassingGame", view: PassingView) -> None:
        self.game, self.view = game, view
        self.others = [seat for seat in range(game.seats) if seat != view.seat]
        seen = played(game.tables, view.history) | view.hand
        self.hidden = list(members(game.tables.whole & ~seen))
        self.proofs: list[tuple[int, int, int]] = []  # at this move this seat held none of these tiles
        self.released: dict[int, tuple[int, int]] = {}  # which seat set a tile, and when
        self.places: list[Place] = []
        self._read()
        self.open = self._open_places() if self.proofs else []
        self.tiles = [*self.hidden, *self.released]

    def _read(self) -> None:
        """Replays the round as the seat saw it."""
        game, view = self.game, self.view
        self.places = [Place(seat, _DEALT) for seat in self.others for _tile in range(game.hand_size)]
        self._read_lead()
        proving = {DRAW: game.options.draw_when == "no_play", PASS: game.options.pass_when in {"no_play", "stuck"}}
        for time, seat, move, ends in idle_moves(game.tables, view.history):
            if seat == view.seat:
                continue
            if proving[move] and ends is not None:
                self.proofs.append((time, seat, game.tables.suits[ends[0]] | game.tables.suits[ends[1]]))
            if move == DRAW:
                self.places.append(Place(seat, time))
        for time, (seat, move) in enumerate(moves_of(view.history), 1):
            if seat != view.seat and move in game.tables.plays:
                self.released[game.tables.plays[move].tile] = (seat, time)
        self.places += [Place(_BONEYARD, 0)] * view.boneyard

    def _read_lead(self) -> None:
        doubles_first = _doubles_first(self.game, self.view)
        if doubles_first is None or self.view.left < 0:
            return
        lead = self.game.tables.plays[moves_of(self.view.history)[0][1]].tile
        stronger = leading.stronger_than(self.game.tables, lead, doubles_first)
        self.proofs += [(0, seat, stronger) for seat in self.others]

    def _open_places(self) -> list[int]:
        """For each place the set of the tiles that can have come to it."""
        hidden = mask_of(self.hidden)
        return [hidden if place.seat == _BONEYARD else self._open(place, hidden) for place in self.places]

    def _open(self, place: Place, hidden: int) -> int:
        proofs = [(time, tiles) for time, seat, tiles in self.proofs if seat == place.seat and time > place.since]
        for _time, tiles in proofs:
            hidden &= ~tiles
        for tile, (seat, until) in self.released.items():
            shown = any(time < until and tiles >> tile & 1 for time, tiles in proofs)
            if seat == place.seat and place.since < until and not shown:
                hidden |= 1 << tile
        return hidden

    def deal(self, rng: Random) -> dict[int, list[int]]:
        """The unseen tiles by seat; under ``_BONEYARD`` the boneyard in drawing order."""
        if not self.proofs:
            return self._shuffled(rng)
        filled = _mix(_fill(self.tiles, self.open, rng), self.open, rng)
        deal: dict[int, list[int]] = {seat: [] for seat in (*self.others, _BONEYARD)}
        for place, tile in zip(self.places, filled, strict=True):
            if tile not in self.released:
                deal[place.seat].append(tile)
        return deal

    def _shuffled(self, rng: Random) -> dict[int, list[int]]:
        shuffled = self.hidden.copy()
        rng.shuffle(shuffled)
        deal = {}
        start = 0
        for seat in self.others:
            deal[seat] = shuffled[start : start + self.view.counts[seat]]
            start += self.view.counts[seat]
        deal[_BONEYARD] = shuffled[start:]
        return deal

    def allows(self, state: PassingState) -> bool:
        """Whether the leader holds the strongest tile dealt, and a round that goes on isn't blocked already."""
        game, view = self.game, self.view
        if view.finished:
            return True
        hands = state[1]
        if view.left < 0:
            doubles_first = _doubles_first(game, view)
            return doubles_first is None or leading.bound_leader(game.tables, hands, doubles_first)[0] == view.leader
        if not game.options.auto_block or view.boneyard > game.reserve:
            return True
        fitting = game.tables.suits[view.left] | game.tables.suits[view.right]
        return any(hand & fitting for hand in hands)


def _fill(tiles: Sequence[int], places: Sequence[int], rng: Random) -> list[int]:
    """One tile in every place that is open to it, by augmenting paths (Kuhn, 1955); there is always a way."""
    filled = [-1] * len(places)

    def settle(tile: int, tried: set[int]) -> bool:
        for place in rng.sample(range(len(places)), len(places)):
            if places[place] >> tile & 1 and place not in tried:
                tried.add(place)
                if filled[place] < 0 or settle(filled[place], tried):
                    filled[place] = tile
                    return True
        return False

    for tile in rng.sample(tiles, len(tiles)):
        settle(tile, set())
    return filled


def _mix(filled: list[int], places: Sequence[int], rng: Random) -> list[int]:
    """Moves tiles about at random, by twos and threes, so that all ways to fill the places come out alike."""
    count = len(places)
    for _step in range(_STEPS * count):
        one, two, three = (int(rng.random() * count) for _place in range(3))
        if rng.random() < 0.5:
            three = one
        first, second, third = filled[one], filled[two], filled[three]
        if not (places[one] >> second & places[two] >> third & 1):
            continue
        if three == one:
            filled[one], filled[two] = second, first
        elif one != two != three and places[three] >> first & 1:
            filled[one], filled[two], filled[three] = second, third, first
    return filled
