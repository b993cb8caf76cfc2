"""Farkle: six dice, of which some that score are kept after every throw. Where the points come from: see the README."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from typing import ClassVar, NamedTuple

from pydantic import Field

from tabletop import CHANCE, N_, NC_, GameOptions, OpenGame, Texts, dice, hookimpl, scenes, seats

_ = Texts(__file__)

FACES = range(1, 7)
SETS = (
    {(1,): 100, (5,): 50, tuple(FACES): 1500}
    | {(face,) * 3: 100 * face for face in FACES}
    | {(face,) * count: 1000 * (count - 3) for face in FACES for count in (4, 5, 6)}
    | {dice.unordered(faces * 2): 1500 for faces in combinations(FACES, 3)}
    | {dice.unordered((four,) * 4 + (pair,) * 2): 1500 for four, pair in permutations(FACES, 2)}
    | {dice.unordered(faces * 3): 2500 for faces in combinations(FACES, 2)}
    | {(1, 1, 1): 300}
)


@cache
def score(kept):
    """The most that these dice are worth together; 0 where one of them doesn't score."""
    best = SETS.get(kept, 0)
    for part, points in SETS.items():
        if len(part) < len(kept) and Counter(part) <= Counter(kept):
            rest = score(dice.without(kept, part))
            best = max(best, points + rest if rest else 0)
    return best


@cache
def keeps(thrown):
    """All that can be kept of a throw, the most points first."""
    return tuple(sorted(filter(score, dice.choices(thrown)), key=score, reverse=True))


@cache
def prospects(count):
    """How likely it is that a throw of so many dice scores, and what it brings on average."""
    found = [(chance, score(keeps(thrown)[0])) for thrown, chance in dice.unordered_outcomes(count) if keeps(thrown)]
    return sum(chance for chance, _points in found), sum(chance * points for chance, points in found)


class Options(GameOptions):
    target: int = Field(10_000, ge=1_000, le=50_000, title=N_("Target"), description=N_("points that end the match"))
    opening: int = Field(500, ge=0, le=1_000, title=N_("Opening"), description=N_("points that a first bank needs"))
    last_round: bool = Field(
        True, title=N_("Last round"), description=N_("when one has reached the target, the others have one more turn")
    )


class State(NamedTuple):
    banked: tuple[int, ...]
    seat: int = 0
    points: int = 0
    """of this turn"""
    thrown: tuple[int, ...] = ()
    """what lies there to keep from"""
    kept: tuple[int, ...] = ()
    """what is set aside and isn't thrown again; none after hot dice"""
    flying: bool = False
    first: int | None = None
    """the seat that has reached the target first"""


class Farkle(OpenGame[State, str | tuple[int, ...], tuple[int, ...], Options]):
    """A move is ``roll``, ``bank`` or the dice that are kept."""

    options_model = Options
    seat_counts = range(2, 7)
    presets: ClassVar = {N_("short"): {"target": 3_000, "opening": 300}}
    vocabulary = (NC_("command", "roll"), NC_("command", "keep"), NC_("command", "bank"))
    texts = _

    def start(self):
        return State((0,) * self.seats)

    def to_act(self, state):
        if state.first is not None and (state.seat == state.first or not self.options.last_round):
            return None
        return CHANCE if state.flying else state.seat

    def legal_moves(self, state):
        if state.thrown:
            return keeps(state.thrown)
        enough = state.points >= (1 if state.banked[state.seat] else max(1, self.options.opening))
        return ("roll", "bank") if enough else ("roll",)

    def why_not(self, view, move):
        if isinstance(move, tuple):
            if not view.thrown:
                return _("There is nothing to keep: roll.")
            if Counter(move) <= Counter(view.thrown):
                return _("Not every one of these dice scores: {dice}.").format(dice=dice.notation(move))
            return _("You have thrown {dice}.").format(dice=dice.notation(view.thrown))
        if view.thrown:
            return _("First keep some dice that score.")
        if not view.points:
            return _("You have no points to bank yet: roll.")
        return _("The first points that you bank must be {points} or more.").format(points=self.options.opening)

    def play(self, state, move):
        if move == "roll":
            return state._replace(flying=True)
        if move == "bank":
            return self._next(state, state.points)
        kept = state.kept + move
        kept = kept if len(kept) < 6 else ()
        return state._replace(points=state.points + score(move), thrown=(), kept=kept)

    def outcomes(self, state):
        return dice.unordered_outcomes(6 - len(state.kept))

    def resolve(self, state, outcome):
        return state._replace(thrown=outcome, flying=False) if keeps(outcome) else self._next(state, 0)

    def _next(self, state, gain):
        banked = tuple(total + gain * (seat == state.seat) for seat, total in enumerate(state.banked))
        reached = state.seat if state.first is None and banked[state.seat] >= self.options.target else state.first
        return State(banked, seats.after(state.seat, self.seats), first=reached)

    def scores(self, state):
        return state.banked

    def notation(self, move):
        return move if isinstance(move, str) else f"keep {dice.notation(move)}"

    def parse(self, text, view):
        faces = text.removeprefix("keep").replace(" ", "")
        return text if text in ("roll", "bank") else dice.parse_unordered(" ".join(faces), None)

    def outcome_notation(self, outcome):
        return dice.notation(outcome)

    def parse_outcome(self, text, state):
        return dice.parse_unordered(text, 6 - len(state.kept))

    def scene(self, view):
        can = [(kept, self.notation(kept)) for kept in keeps(view.thrown)]
        moves = {face: tuple(text for kept, text in can if face in kept) for face in view.thrown}
        marks = {face: (scenes.PLAYABLE,) if moves[face] else () for face in view.thrown}
        thrown = tuple(dice.piece(face, marks=marks[face], moves=moves[face]) for face in view.thrown)
        return (
            *([dice.block(_("Set aside"), view.kept)] if view.kept else []),
            *([scenes.Pieces(_("Thrown"), thrown)] if thrown else []),
            *([scenes.Text(self._turn(view))] if view.points else []),
        )

    def _turn(self, view):
        total = view.banked[view.seat] + view.points
        if total < self.options.opening:
            missing = self.options.opening - total
            return _("{points} points this turn; the first bank needs {n} more.").format(points=view.points, n=missing)
        return _("{points} points this turn; banking makes {total}.").format(points=view.points, total=total)

    def event_scene(self, before, event, after):
        return (dice.block("", dice.parse(event, 6 - len(before.kept))),) if before.flying else None

    def status(self, view):
        last_round = view.first is not None and self.to_act(view) is not None
        return [_("last round: {points} to beat").format(points=max(view.banked))] if last_round else []

    def tell(self, before, event, after):
        if before.flying:
            lost = _("{dice}: farkle, {points} points are lost").format(dice=event, points=before.points)
            return event if after.thrown else lost
        if event == "roll":
            return _.plural("rolls {n} die", "rolls {n} dice", 6 - len(before.kept))
        if event == "bank":
            total = after.banked[before.seat]
            return _("banks {points}: total {total}").format(points=before.points, total=total)
        told = _("keeps {dice}: {points}, {turn} this turn").format(
            dice=event.removeprefix("keep "), points=after.points - before.points, turn=after.points
        )
        return told if after.kept else _("{told}; hot dice").format(told=told)

    def strategies(self):
        return {"easy": lambda: Player(0.0), "medium": lambda: Player(0.5), "hard": lambda: Player(1.0)}

    def playout_move(self, state, rng):
        return Player(1.0).choose(state, self.legal_moves(state), rng)


class Player(NamedTuple):
    """Goes on where another throw is worth more than banking; ``nerve``: how much of what it may bring counts."""

    nerve: float

    def choose(self, view, moves, rng):
        if view.thrown:
            return max(moves, key=lambda kept: self._worth(view.points + score(kept), len(view.kept + kept)))
        behind = view.first is not None and view.banked[view.seat] + view.points <= max(view.banked)
        goes_on = behind or self._worth(view.points, len(view.kept)) > view.points
        return "roll" if goes_on or "bank" not in moves else "bank"

    def _worth(self, points, kept):
        hit, gain = prospects(6 - kept % 6)
        return max(points, hit * points + self.nerve * gain)


@hookimpl
def tabletop_games():
    return {"farkle": Farkle}
