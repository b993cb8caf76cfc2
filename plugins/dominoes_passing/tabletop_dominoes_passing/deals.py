"""States that fit what one seat knows: every deal of the unseen tiles that the moves so far allow.

Where no move proves anything, all deals are equally likely. Where a draw or a pass proves that a seat held no fitting
tile, or the lead that nobody was dealt a stronger tile, only deals that fit remain. They are then drawn by a Markov
chain that swaps and rotates tiles between places, whose steady state is uniform (Metropolis et al., 1953).
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from tabletop_dominoes_passing import leading
from tabletop_dominoes_passing.history import idle_moves, played
from tabletop_dominoes_passing.moves import mask_of, members
from tabletop_dominoes_passing.position import DRAW, PASS, PassingState, PassingView, Round
from tabletop_dominoes_passing.rules import Rules

_STEPS: Final = 12
"""Steps of the chain for each place. Measured: see ``test_passing_imagine.py`` for how near to uniform it comes."""
_BONEYARD: Final = -1
_DEALT: Final = -1


class Place(NamedTuple):
    """Where an unseen tile came to: the hand of a seat (or the boneyard), and when, counted in moves from 1."""

    seat: int
    since: int


def imagine(evidence: "Evidence", rng: Random) -> PassingState:
    """A state that fits the evidence of a round that is dealt."""
    while True:
        state = _deal(evidence.rules, evidence.view, evidence.deal(rng))
        if evidence.allows(state):
            return state


def laid_open(rules: Rules, view: PassingView, rng: Random) -> PassingState:
    """A state that fits the end of a round, when all hands are known: the boneyard in any order."""
    unseen = rules.tables.whole & ~played(rules.tables, view.history)
    for hand in view.open:
        unseen &= ~hand
    stock = list(members(unseen))
    rng.shuffle(stock)
    return _state(rules, view, view.open, tuple(stock), view.bound)


def _deal(rules: Rules, view: PassingView, deal: dict[int, list[int]]) -> PassingState:
    hands = tuple(view.hand if seat == view.seat else mask_of(deal[seat]) for seat in range(rules.seats))
    bound = view.bound
    doubles_first = _doubles_first(rules, view)
    if doubles_first is not None and view.left < 0:
        bound = leading.strongest(rules.tables, hands[view.leader], doubles_first)
    return _state(rules, view, hands, tuple(deal[_BONEYARD]), bound)


def _state(rules: Rules, view: PassingView, hands: tuple[int, ...], stock: tuple[int, ...], bound: int) -> PassingState:
    info = Round(
        number=view.number,
        leader=view.leader,
        bound=bound,
        stock=stock,
        reachable=rules.tables.whole ^ mask_of(stock[max(0, len(stock) - rules.reserve) :]),
        scores=view.scores,
        last=view.last,
        finished=view.finished,
        sheet=view.sheet,
    )
    unplayed = rules.tables.whole ^ played(rules.tables, view.history)
    return PassingState(
        actor=view.actor,
        hands=hands,
        left=view.left,
        right=view.right,
        unplayed=unplayed,
        boneyard=view.boneyard,
        passes=view.passes,
        history=view.history,
        round=info,
    )


def _doubles_first(rules: Rules, view: PassingView) -> bool | None:
    """Whether doubles came first where a tile chose the leader; None where none did."""
    rule = rules.lead_rule(view.number)
    return rule == "highest_double" if rule in {"highest_double", "heaviest"} else None


class Evidence:
    """What the moves of a round prove to one seat."""

    def __init__(self, rules: Rules, view: PassingView) -> None:
        self.rules, self.view = rules, view
        self.others = [seat for seat in range(rules.seats) if seat != view.seat]
        seen = played(rules.tables, view.history) | view.hand
        self.hidden = list(members(rules.tables.whole & ~seen))
        self.proofs: list[tuple[int, int, int]] = []  # at this move this seat held none of these tiles
        self.released: dict[int, tuple[int, int]] = {}  # which seat set a tile, and when
        self.places: list[Place] = []
        self._read()
        self.open = self._open_places() if self.proofs else []
        self.tiles = [*self.hidden, *self.released]

    def _read(self) -> None:
        """Replays the round as the seat saw it."""
        rules, view = self.rules, self.view
        self.places = [Place(seat, _DEALT) for seat in self.others for _tile in range(rules.hand_size)]
        self._read_lead()
        proving = {DRAW: rules.options.draw_when == "no_play", PASS: rules.options.pass_when in {"no_play", "stuck"}}
        for time, seat, move, ends in idle_moves(rules.tables, view.history):
            if seat == view.seat:
                continue
            if proving[move] and ends is not None:
                self.proofs.append((time, seat, rules.tables.suits[ends[0]] | rules.tables.suits[ends[1]]))
            if move == DRAW:
                self.places.append(Place(seat, time))
        for time, (seat, move) in enumerate(view.history, 1):
            if seat != view.seat and move in rules.tables.plays:
                self.released[rules.tables.plays[move].tile] = (seat, time)
        self.places += [Place(_BONEYARD, 0)] * view.boneyard

    def _read_lead(self) -> None:
        doubles_first = _doubles_first(self.rules, self.view)
        if doubles_first is None or self.view.left < 0:
            return
        lead = self.rules.tables.plays[self.view.history[0][1]].tile
        stronger = leading.stronger_than(self.rules.tables, lead, doubles_first)
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
        rules, view = self.rules, self.view
        hands = state.hands
        if view.left < 0:
            doubles_first = _doubles_first(rules, view)
            return doubles_first is None or leading.bound_leader(rules.tables, hands, doubles_first)[0] == view.leader
        if not rules.options.auto_block or view.boneyard > rules.reserve:
            return True
        fitting = rules.tables.suits[view.left] | rules.tables.suits[view.right]
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
