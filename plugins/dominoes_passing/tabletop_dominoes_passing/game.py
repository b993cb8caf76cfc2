"""The rules of the Passing Game on the contract. Source: the rules page, ``rules/passing-game.md``."""

from collections.abc import Callable, Mapping, Sequence
from operator import add
from random import Random
from typing import Any, ClassVar

from tabletop import CHANCE, NC_, Analyst, Course, Detail, HandsGame, Strategy, Together, scenes, tiles, trains
from tabletop_dominoes_passing import aloud, deals, leading, measures, reasons, shown, strategies, summary, table
from tabletop_dominoes_passing.history import train_of
from tabletop_dominoes_passing.moves import LEFT, mask_of, members
from tabletop_dominoes_passing.options import PRESETS, PassingOptions
from tabletop_dominoes_passing.position import (
    DRAW,
    PASS,
    LastRound,
    Lead,
    Move,
    Outcome,
    PassingState,
    PassingView,
    Reason,
    Round,
)
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.scoring import best_seat, score_round
from tabletop_dominoes_passing.texts import _

_new = tuple.__new__


class PassingGame(HandsGame[PassingState, PassingView, Move, int, PassingOptions]):
    """Dominoes at two ends of a train; a seat plays, draws or passes, as it likes."""

    options_model = PassingOptions
    seat_counts: ClassVar[range] = range(2, 5)
    presets: ClassVar[Mapping[str, Mapping[str, object]]] = PRESETS
    vocabulary = (
        NC_("command", "play"),
        NC_("command", "draw"),
        NC_("command", "pass"),
        NC_("command", "left"),
        NC_("command", "right"),
        NC_("command", "hand"),
        NC_("command", "ends"),
        NC_("command", "train"),
        NC_("command", "boneyard"),
    )
    verbs = ("play", "draw", "pass")
    measure_texts = measures.TEXTS
    texts = _

    def __init__(self, options: PassingOptions, seats: int) -> None:
        """Raises ValueError, with the reason, for options that can't go together."""
        super().__init__(options, seats)
        self.rules = rules = Rules.of(self.options, seats)
        self.tables = rules.tables
        self._sizes = (rules.hand_size,) * seats
        self._reserve, self._lap = rules.reserve, rules.lap
        self._next = (*range(1, seats), 0)
        self._after_draw = tuple(range(seats)) if self.options.draw_turn == "continues" else self._next
        self._suits = self.tables.suits
        self._plays = self.tables.plays
        self._at_left, self._at_right = self.tables.at_left, self.tables.at_right
        self._evidence: deals.Evidence | None = None
        self._auto_block = self.options.auto_block
        self._beside = tuple(
            tuple(self._moves_beside(drawable, fitting) for fitting in (False, True)) for drawable in (False, True)
        )

    def _moves_beside(self, drawable: bool, fitting: bool) -> tuple[Move, ...]:
        """The moves beside playing. Who holds no fitting tile may draw or, with nothing to draw, pass, by any rule."""
        when = self.options.pass_when
        may_draw = drawable and (self.options.draw_when == "any" or not fitting)
        may_pass = {
            "any": True,
            "no_play": not fitting,
            "stuck": not fitting and not drawable,
            "no_draw": not drawable,
        }[when]
        return (DRAW,) * may_draw + (PASS,) * may_pass

    def sides(self) -> tuple[int, ...]:
        """Those who sit opposite share a side in a partnership."""
        return self.rules.sides

    # Turn

    def start(self) -> PassingState:
        """Before the first deal."""
        scores = (0,) * (max(self.rules.sides) + 1)
        before = Round(0, -1, -1, (), 0, scores, None, finished=True)
        return PassingState(CHANCE, (), -1, -1, self.tables.whole, 0, 0, (), before)

    def to_act(self, state: PassingState) -> int | None:
        """The seat on turn; chance for the deal and the lot."""
        return state.actor

    def legal_moves(self, state: PassingState) -> Sequence[Move]:
        """Plays at the left end, at the right end, then draw and pass. A tile that fits both ends is there twice."""
        seat, hands, left, right, _unplayed, boneyard, _passes, _history, info = state
        hand, suits, drawable = hands[seat], self._suits, boneyard > self._reserve  # type: ignore[index]
        if left < 0:
            return self._first_moves(hand, drawable, info.bound)
        moves = self._at_left[left][hand & suits[left]] + self._at_right[right][hand & suits[right]]
        return moves + self._beside[drawable][bool(moves)]

    def _first_moves(self, hand: int, drawable: bool, bound: int) -> tuple[Move, ...]:
        first = self.tables.first
        if bound >= 0:
            return (first[bound],)
        moves = tuple(first[number] for number in members(hand))
        return moves if self.options.lead_must_play else moves + self._beside[drawable][True]

    def play(self, state: PassingState, move: Move) -> PassingState:
        """Set a tile, draw or pass, and end the round where the rules end it."""
        seat, hands, left, right, unplayed, boneyard, passes, history, info = state
        assert seat is not None
        history = history + ((seat, move),)  # noqa: RUF005 - twice as quick as unpacking
        if move == PASS:
            passes += 1
            following = self._next[seat]
            after = _new(PassingState, (following, hands, left, right, unplayed, boneyard, passes, history, info))
            return after if passes < self._lap else self._finish("passed_out", after)
        if move == DRAW:
            hand = hands[seat] | 1 << info.stock[-boneyard]
            boneyard -= 1
            following = self._after_draw[seat]
        else:
            end, tile, bit, pips = self._plays[move]
            hand = hands[seat] ^ bit
            unplayed ^= bit
            if left < 0:
                left, right = self.tables.tiles[tile][::-1]
            elif end == LEFT:
                left = pips - left
            else:
                right = pips - right
            following = self._next[seat]
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
        after = _new(PassingState, (following, hands, left, right, unplayed, boneyard, 0, history, info))
        if not hand:
            return self._finish("out", after)
        fitting = unplayed & (self._suits[left] | self._suits[right])
        if boneyard <= self._reserve:
            fitting &= info.reachable
        return after if fitting or not self._auto_block else self._finish("blocked", after)

    def _finish(self, reason: Reason, state: PassingState) -> PassingState:
        """The round is over: what it scores, and whether there is another one."""
        pips = tuple(self.tables.pips(hand) for hand in state.hands)
        out = state.hands.index(0) if reason == "out" else None
        winner, points = score_round(pips, self.rules.sides, out, self.options)
        info = state.round
        won = tuple(points * (side == winner) for side in range(len(info.scores)))
        scores = tuple(map(add, info.scores, won))
        last = LastRound(reason, pips, winner, points, out)
        ended = info._replace(scores=scores, last=last, finished=True, sheet=(*info.sheet, won))
        return state._replace(actor=None if max(scores) >= self.rules.target else CHANCE, round=ended)

    def why_not(self, view: PassingView, move: Move) -> str:
        """See ``reasons.why_not``."""
        return reasons.why_not(self.rules, view, move)

    # Chance

    def outcomes(self, state: PassingState) -> Sequence[tuple[Outcome, float]] | None:
        """Who may lead, all equally likely; None for a deal."""
        if state.round.finished:
            return None
        return [(Lead(seat), 1 / self.seats) for seat in range(self.seats)]

    def draw(self, state: PassingState, rng: Random) -> Outcome:
        """Shuffle and deal, or draw the leader."""
        return self.shuffled(state, rng) if state.round.finished else Lead(rng.randrange(self.seats))

    def resolve(self, state: PassingState, outcome: Outcome) -> PassingState:
        """The hands after a deal, or the leader after the lot."""
        if isinstance(outcome, Lead):
            return state._replace(actor=outcome.seat, round=state.round._replace(leader=outcome.seat))
        return self.dealt(state, outcome.hands(), outcome.stock())

    def pieces(self) -> Sequence[int]:
        """The numbers of all tiles."""
        return range(len(self.tables.tiles))

    def hand_sizes(self, state: PassingState) -> Sequence[int]:
        """All hands are alike."""
        return self._sizes

    def dealt(self, state: PassingState, hands: tuple[tuple[int, ...], ...], stock: tuple[int, ...]) -> PassingState:
        """The hands after a deal."""
        before, held = state.round, tuple(map(mask_of, hands))
        leader, bound = self._leader(before, held)
        info = before._replace(
            number=before.number + 1,
            leader=leader,
            bound=bound,
            stock=stock,
            reachable=self.tables.whole ^ mask_of(stock[len(stock) - self._reserve :]),
            finished=False,
        )
        return PassingState(leader, held, -1, -1, self.tables.whole, len(stock), 0, (), info)

    def _leader(self, before: Round, hands: Sequence[int]) -> tuple[int, int]:
        """The leader (-1, which is CHANCE, when the lot decides) and the tile it must set (-1 for any)."""
        rule = self.rules.lead_rule(before.number + 1)
        if rule == "random":
            return CHANCE, -1
        if rule in {"highest_double", "heaviest"}:
            return leading.bound_leader(self.tables, hands, rule == "highest_double")
        if rule == "rotate":
            return self._next[before.leader], -1
        last = before.last
        if last is None or last.winner is None:
            return before.leader, -1
        return best_seat(last.pips, self.rules.sides, last.winner, last.out), -1

    # Hidden information

    def view(self, state: PassingState, seat: int | None) -> PassingView:
        """The seat's own hand and what lies or happened on the table. By position, as it is made at every move."""
        actor, hands, left, right, _unplayed, boneyard, passes, history, info = state
        number, leader, bound, _stock, _reachable, scores, last, finished, sheet = info
        return _new(
            PassingView,
            (
                seat,
                actor,
                hands[seat] if hands and seat is not None else 0,
                tuple([hand.bit_count() for hand in hands]),
                left,
                right,
                boneyard,
                passes,
                history,
                number,
                leader,
                bound if left < 0 and seat == leader else -1,
                scores,
                last,
                finished,
                sheet,
                hands if finished else (),
            ),
        )

    def imagine(self, view: PassingView, rng: Random) -> PassingState:
        """See ``deals.imagine``. What the moves prove is kept for the last view: a search imagines it over and over."""
        if not view.counts:
            return self.start()
        if view.finished:
            return deals.laid_open(self.rules, view, rng)
        kept = self._evidence
        if kept is None or kept.view is not view:
            kept = self._evidence = deals.Evidence(self.rules, view)
        return deals.imagine(kept, rng)

    # Scoring

    def scores(self, state: PassingState) -> Sequence[int]:
        """The points of each side over all rounds so far."""
        return state.round.scores

    # Words

    def parse(self, text: str, view: PassingView) -> Move:
        """See ``MoveTables.parse``."""
        return self.tables.parse(text, view)

    def piece_notation(self, piece: int) -> str:
        """The text of a tile."""
        return self.tables.names[piece]

    def parse_piece(self, text: str) -> int:
        """The number of a tile. Raises IllegalMove with the reason."""
        return self.tables.number[tiles.parse(text, self.tables.max_pip)]

    def outcome_notation(self, outcome: Outcome) -> str:
        """``deal`` and all tiles, or ``lead 2``."""
        return f"lead {outcome.seat + 1}" if isinstance(outcome, Lead) else super().outcome_notation(outcome)

    def scene(self, view: PassingView) -> scenes.Scene:
        """See ``table.scene``."""
        return table.scene(self.rules, view)

    def event_scene(self, before: PassingView, event: str, after: PassingView) -> scenes.Scene | None:
        """See ``table.event_scene``."""
        return table.event_scene(self.rules, before, event, after)

    def words(self, view: PassingView) -> Sequence[str]:
        """See ``table.words``."""
        return table.words(self.rules, view)

    def summary(self, view: PassingView) -> scenes.Scene | None:
        """See ``summary.scene``."""
        return summary.scene(self.rules, view)

    def status(self, view: PassingView) -> Sequence[str]:
        """See ``summary.status``."""
        return summary.status(self.rules, view)

    def queries(self, view: PassingView) -> Mapping[str, str]:
        """See ``table.queries``."""
        return table.queries(self.rules, view)

    def tell(self, before: PassingView, event: str, after: PassingView) -> str:
        """See ``table.tell``."""
        return table.tell(self.rules, before, event, after)

    def aloud(self, before: PassingView, event: str, after: PassingView, detail: Detail) -> str | None:
        """See ``aloud.event``."""
        return aloud.event(self.rules, before, event, after, detail)

    def table_aloud(self, view: PassingView, detail: Detail) -> Sequence[str]:
        """See ``aloud.now``."""
        return aloud.now(self.rules, view, detail)

    # For statistics, and for looking back

    def measures(self, states: Sequence[PassingState]) -> Sequence[Mapping[str, tuple[float, float]]]:
        """See ``measures.of_match``."""
        return measures.of_match(states, self.rules.sides)

    def revealed(self, state: PassingState) -> Sequence[str]:
        """Every hand."""
        return [table.hand_sentence(self.rules, seat, hand) for seat, hand in enumerate(state.hands)]

    # CPU players

    def strategies(self) -> Mapping[str, Callable[..., Strategy[PassingView, Move]]]:
        """See ``strategies.by_name``."""
        return strategies.by_name(self.rules)

    def together(self, first: Strategy[PassingView, Move], second: Strategy[PassingView, Move]) -> Together | None:
        """Many matches of two plain players: ``easy``, ``medium`` and those who move at random."""
        from tabletop_dominoes_passing.many import found

        return found(self.rules, first, second)

    def analyst(self) -> Analyst[PassingView, Move]:
        """Values moves by playing on in deals that explain what the others did."""
        from tabletop_dominoes_passing.foresight import analyst

        return analyst(self.rules)

    # Tools

    @classmethod
    def course(cls) -> Course:
        """See ``lessons.course``."""
        from tabletop_dominoes_passing.lessons.course import COURSE

        return COURSE

    def show(self, view: PassingView) -> dict[str, Any]:
        """See ``shown.show``."""
        return shown.show(self.rules, view)

    def view_from(self, data: Mapping[str, Any]) -> PassingView:
        """See ``shown.view_from``."""
        return shown.view_from(self.rules, data)

    def dump(self, state: PassingState) -> dict[str, Any]:
        """The state by the names of the rules page; ``stock`` holds the boneyard in drawing order."""
        info, names = state.round, self.tables.names
        left = state.boneyard
        return {
            "round": max(1, info.number),
            "ends": None if state.left < 0 else [state.left, state.right],
            "hands": [[names[n] for n in members(hand)] for hand in state.hands] or [[] for _seat in self.rules.sides],
            "boneyard": left,
            "drawable": max(0, left - self._reserve),
            "passes": state.passes,
            "leader": info.leader + 1 if info.leader >= 0 else None,
            "last_round": _dump_last(info.last),
            "train": [trains.notation((laid,)) for laid in train_of(self.tables, state.history)],
            "stock": [names[n] for n in info.stock[len(info.stock) - left :]],
        }


def _dump_last(last: LastRound | None) -> dict[str, Any] | None:
    if last is None:
        return None
    winner = None if last.winner is None else last.winner + 1
    return {"reason": last.reason, "pips": list(last.pips), "winner": winner, "points": last.points}
