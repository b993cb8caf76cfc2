"""The contract between the host and a game.

A game is a set of pure functions over an immutable state. The host owns everything with an effect: chance, time,
disk and screen. A ``Game`` object is bound to its options and its number of seats.

Seats and sides are numbered from 0 here, and from 1 wherever a person sees them. A *view* is what one seat may know
of a state; in a game of open information (``OpenGame``) it is the state itself.
"""

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from tabletop import scoring
from tabletop.appearance import Appearance
from tabletop.fields import answered_by, by_name, from_names
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.naming import who
from tabletop.skill import Skill

_ = Texts(__file__)

CHANCE: Final = -1
"""What ``to_act`` answers when dice, a shuffle or a lot decide next."""

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")
C = TypeVar("C")
O = TypeVar("O", bound="GameOptions")  # noqa: E741 - the letters of the contract: state, view, move, chance, options


class GameOptions(BaseModel):
    """The house rules of a game. A field's title and description are shown in forms, its bounds are checked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def check(self, seats: int) -> Self:
        """These options with the defaults that depend on ``seats`` filled in.

        Raises ValueError, with a reason for a person, for options that can't go together or not with so many seats.
        """
        return self


class Result(NamedTuple):
    """The end of a match: ``ranks[side]`` from 1 for the best; equal sides share a rank and the next is skipped."""

    ranks: tuple[int, ...]


class Game(Appearance[S, V], Skill[V, M], ABC, Generic[S, V, M, C, O]):
    """The rules of one game, for one choice of options and number of seats."""

    options_model: ClassVar[type[GameOptions]] = GameOptions
    seat_counts: ClassVar[range] = range(2, 3)
    presets: ClassVar[Mapping[str, Mapping[str, object]]] = {}
    """Named sets of options, beside the defaults."""
    moves: ClassVar[tuple[Any, ...]] = ()
    """Every move there is, if they are few: ``parse`` reads them by their notation."""
    vocabulary: ClassVar[Sequence[str]] = ()
    """The words of moves and ``queries``, each marked by ``NC_("command", ...)``: people may type translations."""
    verbs: ClassVar[Sequence[str]] = ()
    """Those words of ``vocabulary`` that a move may begin with; empty: all but the words of ``queries``."""
    hides: ClassVar[bool] = True
    """Whether a seat may not know the whole state."""
    max_events: ClassVar[int | None] = None
    """The most events that a match takes under the usual rules or a preset when all move at random; None: 20,000."""

    def __init__(self, options: O, seats: int) -> None:
        """Raises ValueError, with the reason, for a number of seats or options that the game can't be played with."""
        if seats not in self.seat_counts:
            low, high = self.seat_counts[0], self.seat_counts[-1]
            wanted = str(low) if low == high else _("{low} to {high}").format(low=low, high=high)
            raise ValueError(_("This game is for {wanted} seats, not {seats}.").format(wanted=wanted, seats=seats))
        self.options: O = options.check(seats)
        self.seats = seats
        self.cache: Path | None = None
        """A folder for what the game computes and may want again; set by the host, None: nowhere."""

    # Seats and sides

    def sides(self) -> tuple[int, ...]:
        """The side of each seat. By default every seat is a side of its own."""
        return tuple(range(self.seats))

    # Turn

    @abstractmethod
    def start(self) -> S:
        """The state before the first event."""

    @abstractmethod
    def to_act(self, state: S) -> int | None:
        """The seat on turn, ``CHANCE``, or None when the match is over."""

    def asked(self, state: S) -> tuple[int, ...]:
        """The seats that choose now, where a seat is on turn: that of ``to_act`` first. (Since API 1.1.)

        Several choose at once, each without knowing what the others do, and their moves are played in this order. So
        what a later seat may do, and what its view shows, must not depend on what an earlier one chooses, and chance
        must not act between. What they may do is asked of the state after any legal moves of those before them.
        """
        actor = self.to_act(state)
        return () if actor is None or actor == CHANCE else (actor,)

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[M]:
        """The moves of the seat on turn: never empty, no move twice, the usual ones first."""

    @abstractmethod
    def play(self, state: S, move: M) -> S:
        """The state after a legal move. (Whether it is legal is for the caller to know.)"""

    def why_not(self, view: V, move: M) -> str:
        """The reason why ``move`` isn't legal for the seat on turn, made from what that seat may know."""
        return _("“{move}” can't be played now.").format(move=self.notation(move))

    # Chance

    def outcomes(self, state: S) -> Sequence[tuple[C, float]] | None:
        """What may happen with its probability (they sum to 1), or None where it is too much to list."""
        return None

    def draw(self, state: S, rng: Random) -> C:
        """One outcome, drawn with its probability."""
        outcomes = self.outcomes(state)
        if outcomes is None:
            raise NotImplementedError("a game whose outcomes can't be listed must draw them itself")
        heights = list(accumulate(probability for _outcome, probability in outcomes))
        return outcomes[min(bisect(heights, rng.random()), len(heights) - 1)][0]

    def resolve(self, state: S, outcome: C) -> S:
        """The state after ``outcome``, which must be possible in ``state``."""
        raise NotImplementedError("a game with chance must resolve its outcomes")

    # Hidden information

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What ``seat`` may know of ``state``; None is a bystander, who sees no hidden thing."""

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S:
        """A state that fits ``view``, every one with its probability as far as the deal goes."""

    def outcome_for(self, outcome: C, seat: int | None) -> str:
        """How an outcome reads to a seat (None: to a bystander, who sees no hidden thing)."""
        return self.outcome_notation(outcome)

    def move_for(self, move: M, before: S, seat: int | None) -> str:
        """How a legal move reads to a seat (None: to a bystander) while the match is under way. (Since API 1.1.)

        It is made from ``before``, the state in which the move was played, and never changes; by default it is the
        canonical text. A seat should read its own moves in full. When the match is over, everybody reads the canonical
        text, and records hold nothing else.
        """
        return self.notation(move)

    # Scoring

    @abstractmethod
    def scores(self, state: S) -> Sequence[int]:
        """The points of each side, so far."""

    def standing(self, state: S) -> tuple[int, ...]:
        """The rank of each side if ``state`` were the end; by default the most points lead. (Since API 1.1.)

        Ranks after somebody has resigned, and the search where it can't play to the end, go by it. A game in which the
        fewest points win answers ``scoring.ranks([-points for points in self.scores(state)])``.
        """
        return scoring.ranks(self.scores(state))

    def result(self, state: S) -> Result | None:
        """The ranks when the match is over, else None. By default they are the ``standing``: the most points win."""
        if self.to_act(state) is not None:
            return None
        return Result(self.standing(state))

    # Words: one canonical text for each move and outcome

    def notation(self, move: M) -> str:
        """The canonical text of a move: what logs print and records store."""
        return str(move)

    def parse(self, text: str, view: V) -> M:
        """The move that ``text`` means to the seat on turn, legal or not; the text may be shorter than canonical.

        Raises IllegalMove when it means no move of this game.
        """
        for move in self.moves:
            if self.notation(move) == text:
                return move  # type: ignore[no-any-return]
        raise IllegalMove(_("“{text}” is not a move of this game.").format(text=text))

    def outcome_notation(self, outcome: C) -> str:
        """The canonical text of an outcome."""
        return str(outcome)

    def parse_outcome(self, text: str, state: S) -> C:
        """The possible outcome that ``text`` means in ``state``; raises IllegalMove with the reason otherwise."""
        for outcome, _probability in self.outcomes(state) or ():
            if self.outcome_notation(outcome) == text:
                return outcome
        raise IllegalMove(_("“{text}” is not what can happen here.").format(text=text))

    # For statistics, and for looking back

    def measures(self, states: Sequence[S]) -> Sequence[Mapping[str, tuple[float, float]]]:
        """What statistics average for each seat of a finished match, of which ``states`` are all the states.

        By the names of ``measure_texts``: an amount, and how often there was occasion for it. An average over matches
        is the sum of the amounts through the sum of the occasions.
        """
        return [{} for _seat in range(self.seats)]

    def revealed(self, state: S) -> Sequence[str]:
        """What no bystander may know of ``state``, in sentences, for those who look back at a match that is over."""
        known = set(self.words(self.view(state, None)))
        person = _("You")
        return [
            f"{who(seat, person, '{name}')}: {sentence}"
            for seat in range(self.seats)
            for sentence in self.words(self.view(state, seat))
            if sentence not in known
        ]

    def old_event(self, event: str, state: S, version: str) -> str:
        """An event of a match that ``version`` of the plugin wrote, as this version writes it. (Since API 1.1.)

        It is asked in ``state`` for every event up to the place where this version has gone on with the match.
        """
        return event

    # Tools

    def dump(self, state: S) -> dict[str, Any]:
        """The full state by name, ready for JSON. By default the fields of a named tuple."""
        return dict(state._asdict())  # type: ignore[attr-defined]

    def show(self, view: V) -> Mapping[str, Any]:
        """What a view shows by name, ready for JSON: programs that play are told nothing else. By default its fields.
        (Since API 1.1.)
        """
        shown = by_name(view)
        return shown if isinstance(shown, dict) else {"view": shown}

    def view_from(self, shown: Mapping[str, Any]) -> V:
        """The view that ``show`` has shown so: this game's CPU players need it to play for another program, where the
        game hides something. By default fields are read as the view declares them. Raises ValueError. (Since API 1.1.)
        """
        kind = answered_by(type(self), "view")
        view: V = from_names(kind, shown["view"] if set(shown) == {"view"} else shown)
        return view

    def playout_move(self, state: S, rng: Random) -> M:
        """A plausible move of the seat on turn, found quickly: the host's search plays positions out with it.

        By default every legal move is as likely. Since ``state`` is imagined it may be looked at whole, but a move that
        the seat wouldn't find with what it knows makes the search trust in luck.
        """
        moves = self.legal_moves(state)
        return moves[int(rng.random() * len(moves))]

    def play_out(self, state: S, rng: Random) -> S | None:
        """A state at the end of the match, as ``playout_move`` and chance would reach it, found more quickly. None: the
        host's search plays on move by move. (Since API 1.1.)
        """
        return None


class OpenGame(Game[S, S, M, C, O]):
    """A game in which nothing is hidden: the view is the state."""

    hides = False

    def view(self, state: S, seat: int | None) -> S:
        """The whole state."""
        return state

    def imagine(self, view: S, rng: Random) -> S:
        """The state that the view is."""
        return view

    def show(self, view: S) -> Mapping[str, Any]:
        """The state by name."""
        return self.dump(view)
