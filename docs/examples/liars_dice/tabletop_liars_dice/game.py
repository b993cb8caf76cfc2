"""The rules of Liar's Dice, and how its table looks."""

from itertools import islice
from typing import ClassVar, NamedTuple

from pydantic import Field

from tabletop import CHANCE, N_, NC_, Game, GameOptions, Texts, bids, dice, scenes, scoring, seats, who
from tabletop.pieces.bids import Bid
from tabletop_liars_dice.odds import Odds

_ = Texts(__file__)


class Options(GameOptions):
    """The house rules."""

    dice: int = Field(5, ge=1, le=6, title=N_("Dice"), description=N_("for each player at the beginning"))
    ones_wild: bool = Field(
        True, title=N_("Ones are wild"), description=N_("ones count as any face, and nobody bids them")
    )


class Table(NamedTuple):
    """State and view. From a doubt until the next throw ``loser`` is who loses a die by it, and all dice lie open."""

    counts: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...] = ()
    """of each seat, the lowest first; none before a throw, and 0 for each that is hidden"""
    turn: int = 0
    bids: tuple[tuple[int, Bid], ...] = ()
    """of the round, each with who made it"""
    loser: int | None = None
    out: tuple[int, ...] = ()
    """who has no dice left, the first first"""
    seat: int | None = None


class LiarsDice(Game[Table, Table, str | Bid, tuple[tuple[int, ...], ...], Options]):
    """A move is a bid or ``liar``."""

    options_model = Options
    seat_counts = range(2, 7)
    presets: ClassVar = {N_("short"): {"dice": 3}}
    vocabulary = (NC_("command", "bid"), NC_("command", "liar"), NC_("command", "bids"))
    verbs = ("bid", "liar")
    max_events = 36 * (2 + 36 * 6)
    texts = _

    def start(self):
        return Table((self.options.dice,) * self.seats)

    # The turn

    def to_act(self, state):
        if len(state.out) == self.seats - 1:
            return None
        return CHANCE if not state.dice or state.loser is not None else state.turn

    def legal_moves(self, state):
        last = state.bids[-1][1] if state.bids else None
        higher = bids.above(last, sum(state.counts))
        can = [bid for bid in higher if bid.face > 1 or not self.options.ones_wild]
        return [*can, "liar"] if state.bids else can

    def why_not(self, view, move):
        if move == "liar":
            return _("There is no bid yet that you could doubt.")
        if move.face == 1 and self.options.ones_wild:
            return _("Ones are wild: they count as any face, and nobody bids them.")
        if move.number > sum(view.counts):
            return _.plural("There is only {n} die.", "There are only {n} dice.", sum(view.counts))
        last = bids.words(view.bids[-1][1])
        return _("The bid is {bid}: bid more dice, or as many of a higher face.").format(bid=last)

    def play(self, state, move):
        if move == "liar":
            return self._doubted(state)
        turn = seats.after(state.turn, self.seats, state.out)
        return state._replace(bids=(*state.bids, (state.turn, move)), turn=turn)

    def _doubted(self, state):
        bidder, bid = state.bids[-1]
        loser = state.turn if self._count(state, bid) >= bid.number else bidder
        counts = tuple(count - (seat == loser) for seat, count in enumerate(state.counts))
        out = state.out if counts[loser] else (*state.out, loser)
        return state._replace(counts=counts, loser=loser, out=out)

    def _count(self, table, bid):
        """How many dice of all are as a bid says."""
        right = {bid.face, 1} if self.options.ones_wild else {bid.face}
        return sum(die in right for held in table.dice for die in held)

    # Chance

    def draw(self, state, rng):
        return tuple(dice.unordered(dice.throw(count, rng)) for count in state.counts)

    def resolve(self, state, outcome):
        first = 0 if state.loser is None else seats.around(state.loser, self.seats, state.out)[0]
        return Table(state.counts, outcome, first, out=state.out)

    def outcome_notation(self, outcome):
        return dice.notation([die for held in outcome for die in held])

    def parse_outcome(self, text, state):
        thrown = iter(dice.parse(text, sum(state.counts)))
        return tuple(dice.unordered(islice(thrown, count)) for count in state.counts)

    def outcome_for(self, outcome, seat):
        return dice.notation(outcome[seat]) if seat is not None and outcome[seat] else "thrown"

    # Hidden information

    def view(self, state, seat):
        if state.loser is not None:
            return state._replace(seat=seat)
        held = tuple(own if holder == seat else (0,) * len(own) for holder, own in enumerate(state.dice))
        return state._replace(dice=held, seat=seat)

    def imagine(self, view, rng):
        thrown = [own if all(own) else dice.unordered(dice.throw(len(own), rng)) for own in view.dice]
        return view._replace(dice=tuple(thrown), seat=None)

    # Points are dice

    def scores(self, state):
        return state.counts

    def standing(self, state):
        out = {seat: place - self.seats for place, seat in enumerate(state.out)}
        return scoring.ranks([out.get(seat, count) for seat, count in enumerate(state.counts)])

    # Texts

    def notation(self, move):
        return move if move == "liar" else f"bid {bids.notation(move)}"

    def parse(self, text, view):
        return text if text == "liar" else bids.parse(text.removeprefix("bid"))

    def scene(self, view):
        if view.loser is not None:
            return tuple(self._open(view))
        return (*self._own(view), *map(scenes.Text, self._told(view)))

    def _own(self, view):
        if view.seat is not None and view.dice and view.dice[view.seat]:
            can = self.legal_moves(view) if self.to_act(view) == view.seat else ()
            moves = {
                die: tuple(self.notation(bid) for bid in can if bid != "liar" and bid.face == die)
                for die in view.dice[view.seat]
            }
            pieces = [dice.piece(die, moves=moves[die]) for die in view.dice[view.seat]]
            yield scenes.Pieces(_("Your dice"), tuple(pieces))

    def _told(self, view):
        """The bids of the round."""
        for bidder, bid in view.bids[-self.seats :]:
            you, other = _("You bid {bid}."), _("{name} bids {bid}.")
            said = bids.words(bid)
            yield who(bidder, you=you.format(bid=said), other=other.format(name="{name}", bid=said))
        if not view.bids and view.dice:
            yield _("Nobody has bid yet.")

    def _open(self, view):
        """All dice, and what came of the doubt."""
        for seat, held in enumerate(view.dice):
            if held:
                yield dice.block(who(seat, you=_("You"), other="{name}"), held)
        bid = view.bids[-1][1]
        found = _("The bid was {bid}, and there are {n}.").format(bid=bids.words(bid), n=self._count(view, bid))
        yield scenes.Text(f"{found} {self._loses(view)}")

    def _loses(self, view):
        if view.loser in view.out:
            return who(view.loser, you=_("You are out."), other=_("{name} is out."))
        return who(view.loser, you=_("You lose a die."), other=_("{name} loses a die."))

    def summary(self, view):
        return self.scene(view) if view.loser is not None else None

    def event_scene(self, before, event, after):
        return tuple(self._own(after._replace(bids=()))) if before.dice != after.dice else None

    def queries(self, view):
        return {"bids": " ".join(self._told(view))} if view.dice else {}

    def status(self, view):
        total = _.plural("{n} die", "{n} dice", sum(view.counts))
        if not view.bids or view.loser is not None:
            return [total]
        return [_("bid: {bid}").format(bid=bids.notation(view.bids[-1][1])), total]

    def tell(self, before, event, after):
        if self.to_act(before) == CHANCE:
            return _("all throw their dice")
        if event == "liar":
            return _("doubts it. {text}").format(text=self._loses(after))
        return _("bids {bid}").format(bid=bids.words(after.bids[-1][1]))

    # Players

    def analyst(self):
        return Odds(self)

    def strategies(self):
        return {
            "easy": lambda: Odds(self, trust=0, slips=0.5),
            "medium": lambda: Odds(self, trust=0),
            "hard": lambda: Odds(self),
        }

    def playout_move(self, state, rng):
        return Odds(self).choose(state, self.legal_moves(state), rng)
