"""Muggins, or All Fives: dominoes that score while they are set. Where the rules come from: see the README."""

from typing import ClassVar, NamedTuple

from pydantic import Field

from tabletop import (
    CHANCE,
    N_,
    NC_,
    GameOptions,
    HandsGame,
    IllegalMove,
    Texts,
    crosses,
    hookimpl,
    scenes,
    scoring,
    seats,
    sheets,
    tiles,
    who,
)

_ = Texts(__file__)


class Options(GameOptions):
    target: int = Field(150, ge=25, le=500, title=N_("Target"), description=N_("points that end the match"))


class Lay(NamedTuple):
    tile: tiles.Tile
    end: crosses.Arm


class State(NamedTuple):
    """State and view; in a view None stands for each tile that its seat can't see."""

    hands: tuple[tuple[tiles.Tile | None, ...], ...]
    rounds: tuple[tuple[int, ...], ...] = ()
    """the points of all seats, round by round"""
    stock: tuple[tiles.Tile | None, ...] = ()
    seat: int | None = None
    turn: int | None = None
    """the seat on turn; None between rounds"""
    train: crosses.Cross = crosses.Cross()
    missing: tuple[tuple[int, ...], ...] = ()
    """the numbers that each seat has shown it doesn't hold"""
    drew: bool = False
    """whether the seat on turn has just drawn"""
    passes: int = 0


def fives(pips):
    """Rounded to the nearest five."""
    return (pips + 2) // 5 * 5


class Muggins(HandsGame[State, State, Lay | str, tiles.Tile, Options]):
    """A move is a tile at an end, ``draw`` or ``pass``."""

    options_model = Options
    presets: ClassVar = {N_("short"): {"target": 50}}
    seat_counts = range(2, 5)
    vocabulary = tuple(NC_("command", word) for word in ("draw", "pass", *crosses.ENDS))
    verbs = ("draw", "pass")
    texts = _

    def pieces(self):
        return tiles.double_set(6)

    def piece_notation(self, piece):
        return tiles.notation(piece)

    def hand_sizes(self, state):
        return (7 if self.seats == 2 else 5,) * self.seats

    def start(self):
        return State(((),) * self.seats)

    def dealt(self, state, hands, stock):
        held = tuple(tuple(sorted(hand, reverse=True)) for hand in hands)
        rounds = (*state.rounds, (0,) * self.seats)
        return State(held, rounds, stock, turn=len(state.rounds) % self.seats, missing=((),) * self.seats)

    def to_act(self, state):
        if state.turn is not None:
            return state.turn
        return None if scoring.is_decided(self.scores(state), self.options.target, ties=False) else CHANCE

    def legal_moves(self, state):
        held = state.hands[state.turn]
        found = [Lay(tile, end) for tile in held for end in state.train.fits(tile)]
        return found or (["draw"] if state.stock else ["pass"])

    def why_not(self, view, move):
        if isinstance(move, Lay):
            said = tiles.words(move.tile)
            held = move.tile in view.hands[view.turn]
            return (_("The {tile} doesn't fit there.") if held else _("You don't hold the {tile}.")).format(tile=said)
        if isinstance(self.legal_moves(view)[0], Lay):
            return _("You hold a tile that fits: set it.")
        return _("Draw first: there are tiles left.") if view.stock else _("There is no tile left to draw: pass.")

    def play(self, state, move):
        if isinstance(move, Lay):
            return self._laid(state, move)
        shown = {*state.train.ends().values(), *(state.missing[state.turn] if move == "pass" else ())}
        state = state._replace(missing=seats.put(state.missing, state.turn, tuple(sorted(shown))))
        if move == "draw":
            hand = (*state.hands[state.turn], state.stock[0])
            hands = seats.put(state.hands, state.turn, hand)
            return state._replace(hands=hands, stock=state.stock[1:], drew=True)
        return self._next(state._replace(passes=state.passes + 1))

    def _laid(self, state, move):
        train = state.train.lay(*move)
        hand = tuple(tile for tile in state.hands[state.turn] if tile != move.tile)
        after = state._replace(hands=seats.put(state.hands, state.turn, hand), train=train, passes=0)
        return self._next(self._scored(after, state.turn, 0 if train.total() % 5 else train.total()))

    def _scored(self, state, seat, points):
        now = state.rounds[-1]
        return state._replace(rounds=(*state.rounds[:-1], seats.put(now, seat, now[seat] + points)))

    def _next(self, state):
        if state.hands[state.turn] and state.passes < self.seats:
            return state._replace(turn=seats.after(state.turn, self.seats), drew=False)
        held = [tiles.pips(hand) for hand in state.hands]
        lightest = scoring.leaders(held, fewest=True)
        over = state._replace(turn=None, drew=False)
        return self._scored(over, lightest[0], fives(sum(held) - min(held))) if len(lightest) == 1 else over

    def seen(self, view):
        return [tiles.tile(*laid) for laid in (*view.train.line, *view.train.up, *view.train.down)]

    def is_void(self, view, seat, piece):
        return not (view.drew and seat == view.turn) and any(number in view.missing[seat] for number in piece)

    def lies_open(self, state):
        return state.turn is None

    def scores(self, state):
        return scoring.totals(state.rounds, self.seats)

    def notation(self, move):
        return f"{tiles.notation(move.tile)} {move.end}" if isinstance(move, Lay) else move

    def parse(self, text, view):
        if text in ("draw", "pass"):
            return text
        word, _space, typed = text.partition(" ")
        tile = tiles.parse(word)
        ends = [end for end in crosses.ENDS if end.startswith(typed)] if typed else view.train.fits(tile)
        if len(ends) > 1:
            raise IllegalMove(_("Say at which end: {ends}.").format(ends=", ".join(ends)))
        if typed and not ends:
            raise IllegalMove(_("There is no end “{text}”.").format(text=typed))
        return Lay(tile, ends[0] if ends else "right")

    def scene(self, view):
        if view.turn is None:
            return self._after_round(view)
        counts = [(seat, len(hand)) for seat, hand in enumerate(view.hands) if seat != view.seat]
        held = " ".join(_.plural("{name}: {n} tile.", "{name}: {n} tiles.", n, name=name(seat)) for seat, n in counts)
        make = _("The ends make {total}.").format(total=view.train.total()) if view.train.line else ""
        left = _.plural("{n} tile to draw.", "{n} tiles to draw.", len(view.stock))
        blocks = (view.train.block(_("Train")), scenes.Text(f"{make} {left} {held}".strip()))
        if view.seat is None:
            return blocks
        legal = [move for move in (self.legal_moves(view) if view.seat == view.turn else ()) if isinstance(move, Lay)]
        hand = [(tile, [move for move in legal if move.tile == tile]) for tile in view.hands[view.seat]]
        pieces = tuple(
            tiles.piece(tile, playable=bool(moves), moves=tuple(map(self.notation, moves))) for tile, moves in hand
        )
        return (*blocks, scenes.Pieces(_("Your hand"), pieces))

    def _after_round(self, view):
        names = [name(seat) for seat in range(self.seats)]
        hands = [tiles.block(name, hand) for name, hand in zip(names, view.hands, strict=True) if hand]
        return (*hands, sheets.block(_("Score"), names, view.rounds)) if view.rounds else ()

    def summary(self, view):
        return self._after_round(view) if view.turn is None and view.rounds else None

    def tell(self, before, event, after):
        if before.turn is None:
            return super().tell(before, event, after)
        if event == "draw":
            drawn = after.hands[before.turn][-1]
            return _("draws {tile}").format(tile=tiles.notation(drawn)) if drawn else _("draws a tile")
        if event == "pass":
            return _("passes")
        total = after.train.total()
        told = _("sets {tile}: {points} points") if total % 5 == 0 and total else _("sets {tile}")
        return told.format(tile=event, points=total)

    def playout_move(self, state, rng):
        """The most points at once, then the heaviest tile."""
        return max(self.legal_moves(state), key=lambda move: self._worth(state, move))

    def _worth(self, state, move):
        total = state.train.lay(*move).total() if isinstance(move, Lay) else 1
        return (0 if total % 5 else total, move.tile.pips if isinstance(move, Lay) else 0)


def name(seat):
    return who(seat, _("You"), "{name}")


@hookimpl
def tabletop_games():
    return {"muggins": Muggins}
