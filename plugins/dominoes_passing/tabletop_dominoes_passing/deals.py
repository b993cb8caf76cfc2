"""States that fit what one seat knows: every deal of the unseen tiles that the moves so far allow.

Where no move proves anything, all deals are equally likely. Where a draw or a pass proves that a seat held no fitting
tile, or the lead that nobody was dealt a stronger tile, only deals that fit remain, each as likely as any other: they
are counted, or where there are too many of them mixed, as ``tabletop.dealing`` does it.
"""

from collections import Counter
from random import Random
from typing import Final, NamedTuple

from tabletop import dealing
from tabletop_dominoes_passing import leading
from tabletop_dominoes_passing.history import idle_moves, played
from tabletop_dominoes_passing.moves import mask_of, members
from tabletop_dominoes_passing.position import DRAW, PASS, PassingState, PassingView, Round
from tabletop_dominoes_passing.rules import Rules

_COUNTED: Final = 10_000
"""About so many partial deals are counted, which takes some ten milliseconds; mixing takes one for each deal."""
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
        self._groups = self._open_places() if self.proofs else {}
        self._dealing = self._count() if self.proofs else None

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

    def _open_places(self) -> Counter[tuple[int, int]]:
        """How many places of a seat are open to the same set of tiles: those can have come to them."""
        hidden = mask_of(self.hidden)
        return Counter(
            (place.seat, hidden if place.seat == _BONEYARD else self._open(place, hidden)) for place in self.places
        )

    def _count(self) -> dealing.Dealing[int]:
        opened = [tiles for _seat, tiles in self._groups]
        tiles, counts = [*self.hidden, *self.released], list(self._groups.values())
        return dealing.Dealing(tiles, counts, lambda place, tile: not opened[place] >> tile & 1, most=_COUNTED)

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
        if self._dealing is None:
            return self._shuffled(rng)
        deal: dict[int, list[int]] = {seat: [] for seat in (*self.others, _BONEYARD)}
        for (seat, _tiles), dealt in zip(self._groups, self._dealing.deal(rng), strict=True):
            deal[seat] += [tile for tile in dealt if tile not in self.released]
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
