"""Monte-Carlo tree search for open and hidden information.

Every iteration imagines a state that fits the view, walks down by UCB1 (Auer, Cesa-Bianchi & Fischer, 2002) with chance
drawn by its probabilities, and plays out from the first position that is new. In an open game this is UCT (Kocsis &
Szepesvári, 2006). Where something is hidden a seat's choices are counted by what it sees, so that no seat plays by
what it can't know (information-set Monte-Carlo tree search: Cowling, Powley & Whitehouse, 2012); moves that aren't
legal in every imagined state are judged by how often they could be chosen. What a hidden hand sees is seldom met twice,
so until it has been met often, what all bystanders see stands in for it.
"""

import math
from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final

from tabletop.cpu.budget import Meter
from tabletop.cpu.exact import hashable
from tabletop.cpu.playout import MAX_EVENTS, AnyGame, Playouts, Worth, final
from tabletop.game import CHANCE

_CURIOSITY: Final = 0.7
"""The weight of the unknown in UCB1, for values from 0 to 1."""
_FAMILIAR: Final = 16
"""So often must a seat's own view have been met before it decides by itself."""


class Arm:
    """One move at one node: how often it could be chosen and was, and what came of it to the side on turn."""

    __slots__ = ("available", "judgement", "squares", "total", "visits")

    def __init__(self) -> None:
        self.available = self.visits = 0
        self.total = self.squares = self.judgement = 0.0

    @property
    def mean(self) -> float:
        """The mean share of the first rank, a half before the first visit."""
        return self.total / self.visits if self.visits else 0.5

    @property
    def judged(self) -> float:
        """The mean of what moves are compared by; see ``Worth.to``."""
        return self.judgement / self.visits if self.visits else 0.5

    @property
    def error(self) -> float:
        """The standard error of the mean, never less than that of one surprise among all visits."""
        if self.visits < 2:
            return 0.5
        variance = max(self.squares / self.visits - self.mean**2, 0.0) * self.visits / (self.visits - 1)
        return max(math.sqrt(variance / self.visits), 1 / (self.visits + 1))

    def add(self, worth: Worth, side: int) -> None:
        """Counts one visit."""
        share = worth.shares[side]
        self.visits += 1
        self.total += share
        self.squares += share * share
        self.judgement += worth.to(side)


Node = dict[Any, Arm]


class Tree:
    """The search from one view."""

    def __init__(self, game: AnyGame, view: Any, moves: Sequence[Any], rng: Random) -> None:
        """``moves``: the legal moves of the seat on turn."""
        self._game = game
        self._view = view
        self._rng = rng
        self._sides = game.sides()
        self._playouts = Playouts(game)
        self._nodes: dict[Hashable, Node] = {}
        self._met: dict[Hashable, int] = {}
        self.root: Node = {move: Arm() for move in moves}

    def grow(self, meter: Meter, even: float = 0.0) -> None:
        """Searches while ``meter`` allows. Each move of the root gets at least the part ``even`` of an equal share."""
        while meter.more():
            self._iterate(even * meter.done / len(self.root))

    def _iterate(self, least: float) -> None:
        game, rng = self._game, self._rng
        state = game.imagine(self._view, rng)
        path: list[tuple[int, list[Arm]]] = []
        move = self._pick(self.root, list(self.root), least)
        path.append((self._side(state), [self.root[move]]))
        state = game.play(state, move)
        for _event in range(MAX_EVENTS):
            actor = game.to_act(state)
            if actor is None:
                break
            if actor == CHANCE:
                state = game.resolve(state, game.draw(state, rng))
                continue
            nodes, new = self._nodes_of(state, actor)
            if new:
                break
            moves = game.legal_moves(state)
            move = moves[0] if len(moves) == 1 else self._pick(nodes[0], moves, 0)
            path.append((self._sides[actor], [_arm(node, move) for node in nodes]))
            state = game.play(state, move)
        worth = final(game, state) if game.to_act(state) is None else self._playouts.worth(state, rng)
        for side, arms in path:
            for arm in arms:
                arm.add(worth, side)

    def _side(self, state: Any) -> int:
        actor = self._game.to_act(state)
        assert actor is not None
        return self._sides[actor]

    def _nodes_of(self, state: Any, actor: int) -> tuple[list[Node], bool]:
        """The nodes that learn of a choice, the one that decides first; and whether the position is new."""
        game = self._game
        own = _key(actor, game.view(state, actor))
        keys = [own]
        if game.hides:
            keys.append(_key(actor, game.view(state, None)))
            met = self._met[own] = self._met.get(own, 0) + 1
            if met <= _FAMILIAR:
                keys.reverse()
        new = keys[0] not in self._nodes
        return [self._nodes.setdefault(key, {}) for key in keys], new

    def _pick(self, node: Node, moves: Sequence[Any], least: float) -> Any:
        """The move with the highest upper confidence bound; one that was never tried first."""
        arms = [_arm(node, move) for move in moves]
        for arm in arms:
            arm.available += 1
        untried = [move for move, arm in zip(moves, arms, strict=True) if not arm.visits]
        if untried:
            return untried[int(self._rng.random() * len(untried))]
        if least:
            rare = min(range(len(arms)), key=lambda index: arms[index].visits)
            if arms[rare].visits < least:
                return moves[rare]
        bounds = [arm.judged + _CURIOSITY * math.sqrt(math.log(arm.available) / arm.visits) for arm in arms]
        return moves[bounds.index(max(bounds))]


def _arm(node: Node, move: Any) -> Arm:
    arm = node.get(move)
    if arm is None:
        arm = node[move] = Arm()
    return arm


def _key(actor: int, view: Any) -> Hashable:
    """A view as a key; one that can't be hashed by its text."""
    return (actor, view if hashable(view) else repr(view))
