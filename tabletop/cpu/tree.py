"""Monte-Carlo tree search for open and hidden information.

Every iteration imagines a state that fits the view, walks down by UCB1 (Auer, Cesa-Bianchi & Fischer, 2002) with chance
drawn by its probabilities, and plays out from the first position that is new. In an open game this is UCT (Kocsis &
Szepesvári, 2006). Where something is hidden a seat's choices are counted by what it sees, so that no seat plays by
what it can't know (information-set Monte-Carlo tree search: Cowling, Powley & Whitehouse, 2012); moves that aren't
legal in every imagined state are judged by how often they could be chosen. What a hidden hand sees is seldom met twice,
so until it has been met often, what all bystanders see stands in for it.

Where the author gives no playouts for such a game, playouts learn (``habits``); before each iteration another one
begins with what another seat may imagine, so that the others learn to answer what they can't see (after Cowling,
Whitehouse & Powley, Emergent bluffing and inference with Monte Carlo tree search, 2015). The curiosity of UCB1 then
goes by how far the values lie apart.
"""

import math
from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final

from tabletop.cpu.budget import Meter
from tabletop.cpu.exact import hashable
from tabletop.cpu.habits import Rounds
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
        self._curiosity = _CURIOSITY
        self._all = Arm()
        self._supposes = True
        self._rounds = Rounds(game) if Rounds.suits(game) else None
        self._nodes: dict[Hashable, Node] = {}
        self._met: dict[Hashable, int] = {}
        self.root: Node = {move: Arm() for move in moves}

    def grow(self, meter: Meter, even: float = 0.0) -> None:
        """Searches while ``meter`` allows. Each move of the root gets at least the part ``even`` of an equal share."""
        while meter.more():
            least = even * meter.done / len(self.root)
            if self._rounds is None:
                self._iterate(least)
            else:
                if self._supposes:
                    self._suppose(self._rounds)
                self._iterate_rounds(self._rounds, least)

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
        self._learn(path, worth)

    def _iterate_rounds(self, rounds: Rounds, least: float) -> None:
        """The same where playouts learn: until a node knows its moves, it chooses as they do."""
        game, rng = self._game, self._rng
        state = game.imagine(self._view, rng)
        rounds.begin(state)
        move = self._pick(self.root, list(self.root), least)
        path = [(self._side(state), [self.root[move]])]
        state = rounds.play(state, self._actor(state), move)
        for _event in range(MAX_EVENTS):
            actor = game.to_act(state)
            if actor is None or actor == CHANCE:
                break
            nodes, new = self._nodes_of(state, actor)
            if new:
                break
            moves = game.legal_moves(state)
            known = sum(arm.visits for arm in nodes[0].values()) > 2 * len(moves)
            move = self._pick(nodes[0], moves, 0) if known and len(moves) > 1 else rounds.pick(moves, rng)
            path.append((self._sides[actor], [_arm(node, move) for node in nodes]))
            state = rounds.play(state, actor, move)
        worth = rounds.worth(state, rng)
        self._learn(path, worth)
        self._all.add(worth, path[0][0])
        if self._all.visits > 2:
            self._curiosity = _CURIOSITY * min(1.0, 2 * self._all.error * math.sqrt(self._all.visits))

    def _suppose(self, rounds: Rounds) -> None:
        """Learns how the others play, from a state as one of them may imagine it, who doesn't know what we do.

        A game that imagines for nobody but the seat on turn isn't asked again.
        """
        game, rng = self._game, self._rng
        state = game.imagine(self._view, rng)
        seats = len(self._sides)
        other = (self._actor(state) + 1 + int(rng.random() * (seats - 1))) % seats
        try:
            state = game.imagine(game.view(state, other), rng)
        except Exception:
            self._supposes = False
            return
        rounds.begin(state)
        rounds.worth(state, rng)

    def _learn(self, path: list[tuple[int, list[Arm]]], worth: Worth) -> None:
        for side, arms in path:
            for arm in arms:
                arm.add(worth, side)

    def _actor(self, state: Any) -> int:
        actor = self._game.to_act(state)
        assert actor is not None
        return actor

    def _side(self, state: Any) -> int:
        return self._sides[self._actor(state)]

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
        bounds = [arm.judged + self._curiosity * math.sqrt(math.log(arm.available) / arm.visits) for arm in arms]
        return moves[bounds.index(max(bounds))]


def _arm(node: Node, move: Any) -> Arm:
    arm = node.get(move)
    if arm is None:
        arm = node[move] = Arm()
    return arm


def _key(actor: int, view: Any) -> Hashable:
    """A view as a key; one that can't be hashed by its text."""
    return (actor, view if hashable(view) else repr(view))
