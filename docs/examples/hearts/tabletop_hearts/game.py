"""The rules of Hearts, and how its table looks."""

from typing import ClassVar, NamedTuple

from pydantic import Field

from tabletop import CHANCE, N_, NC_, GameOptions, HandsGame, IllegalMove, Texts, cards, scenes, scoring, seats, who
from tabletop.pieces.cards import Card
from tabletop_hearts.advice import SPADE_QUEEN, Careful, LookingAhead, advised, passes, points

_ = Texts(__file__)

ALL = 26
"""points in the cards of a round"""
LEFT_OUT = {3: ("2D",), 4: (), 5: ("2C", "2D")}
"""the cards without which a deal comes out even"""
SHIFTS = {3: (1, -1, 0), 4: (1, -1, 2, 0), 5: (1, -1, 0)}
"""how many seats further to the left cards are passed, round after round"""


class Options(GameOptions):
    """The house rules."""

    target: int = Field(100, ge=20, le=500, title=N_("Target"), description=N_("points with which the match ends"))
    passing: bool = Field(True, title=N_("Passing"), description=N_("three cards are passed on before the play"))
    moon_subtracts: bool = Field(
        False, title=N_("The moon subtracts"), description=N_("who takes all points loses 26 instead of giving them")
    )


class Table(NamedTuple):
    """State and view. While cards are passed on nobody leads."""

    hands: tuple[tuple[Card | None, ...], ...]
    stock: tuple[Card | None, ...] = ()
    seat: int | None = None
    passed: tuple[tuple[Card | None, ...], ...] = ()
    """what each seat has chosen to pass on, seat by seat"""
    lead: int | None = None
    trick: tuple[Card, ...] = ()
    played: tuple[Card, ...] = ()
    """in earlier tricks of the round"""
    voids: tuple[str, ...] = ()
    """the suits that each seat has shown not to hold"""
    taken: tuple[int, ...] = ()
    """points in the cards that each seat has taken this round"""
    rounds: tuple[tuple[int, ...], ...] = ()
    """the points of each round that is over"""


class Hearts(HandsGame[Table, Table, tuple[Card, ...], Card, Options]):
    """A move is a tuple: the card that is played, or the three that are passed on."""

    options_model = Options
    seat_counts = range(3, 6)
    presets: ClassVar = {N_("short"): {"target": 50}}
    vocabulary = (NC_("command", "pass"), NC_("command", "play"), NC_("command", "hand"))
    verbs = ("pass", "play")
    max_events = 1_200
    texts = _
    piece_notation = staticmethod(cards.notation)
    parse_piece = staticmethod(cards.parse)

    # The deal

    def pieces(self):
        left_out = [cards.parse(text) for text in LEFT_OUT[self.seats]]
        return tuple(card for card in cards.deck() if card not in left_out)

    def hand_sizes(self, state):
        return (52 // self.seats,) * self.seats

    def start(self):
        return Table(((),) * self.seats)

    def dealt(self, state, hands, stock):
        table = Table(
            tuple(map(cards.in_order, hands)),
            voids=("",) * self.seats,
            taken=(0,) * self.seats,
            rounds=state.rounds,
        )
        return table if self._shift(table) else self._begin(table)

    def _shift(self, state):
        """How many seats further cards are passed in this round; 0: they aren't."""
        shifts = SHIFTS[self.seats]
        return shifts[len(state.rounds) % len(shifts)] if self.options.passing else 0

    def _giver(self, state, seat):
        return (seat - self._shift(state)) % self.seats

    def _first(self):
        return self.pieces()[0]

    def _begin(self, state):
        return state._replace(lead=next(seat for seat, hand in enumerate(state.hands) if self._first() in hand))

    # The turn

    def to_act(self, state):
        if not any(state.hands):
            totals = self.scores(state)
            return None if scoring.is_decided(totals, self.options.target, fewest=True) else CHANCE
        return len(state.passed) if state.lead is None else (state.lead + len(state.trick)) % self.seats

    def asked(self, state):
        if any(state.hands) and state.lead is None:
            return tuple(range(len(state.passed), self.seats))
        return super().asked(state)

    def legal_moves(self, state):
        hand = state.hands[self.to_act(state)]
        return passes(hand) if state.lead is None else [(card,) for card in self._playable(state, hand)]

    def _playable(self, table, hand):
        """The cards that can be played from a hand."""
        if not table.trick and not table.played:
            return (self._first(),)
        if not table.trick:
            others = tuple(card for card in hand if card.suit != "H")
            return hand if self._is_broken(table) or not others else others
        can = cards.follow(hand, table.trick[0])
        harmless = () if table.played else tuple(card for card in can if not points(card))
        return harmless or can

    def _is_broken(self, table):
        return any(card.suit == "H" for card in table.played + table.trick)

    def why_not(self, view, move):
        hand = view.hands[self.to_act(view)]
        if not set(move) <= set(hand):
            missing = next(card for card in move if card not in hand)
            return _("You don't hold the {card}.").format(card=cards.words(missing))
        if view.lead is None:
            advice = cards.hand_notation(passes(hand)[0])
            return _("Pass on three different cards, such as “pass {cards}”.").format(cards=advice)
        if len(move) > 1:
            return _("Cards are not passed on now: play one.")
        return self._why_not_lead(view) if not view.trick else self._why_not_follow(view, hand, move[0])

    def _why_not_lead(self, view):
        if not view.played:
            return _("The {card} leads the first trick.").format(card=cards.words(self._first()))
        return _("Hearts aren't broken yet: lead another suit.")

    def _why_not_follow(self, view, hand, card):
        led = view.trick[0].suit
        if card.suit != led and any(other.suit == led for other in hand):
            return _("You hold {suit}: follow suit.").format(suit=cards.suit_words(led))
        return _("No card that counts may be played to the first trick.")

    def play(self, state, move):
        if state.lead is None:
            state = state._replace(passed=(*state.passed, move))
            return state if len(state.passed) < self.seats else self._begin(self._exchanged(state))
        seat, (card,) = self.to_act(state), move
        hands, voids = list(state.hands), list(state.voids)
        if not state.trick and card.suit == "H" and not self._is_broken(state):
            voids[seat] = "CDS"
        elif state.trick and card.suit != state.trick[0].suit:
            voids[seat] += state.trick[0].suit
        hands[seat] = tuple([other for other in hands[seat] if other != card])
        state = state._replace(hands=tuple(hands), trick=(*state.trick, card), voids=tuple(voids))
        return state if len(state.trick) < self.seats else self._gathered(state)

    def _exchanged(self, state):
        hands = []
        for seat, hand in enumerate(state.hands):
            kept = [card for card in hand if card not in state.passed[seat]]
            hands.append(cards.in_order([*kept, *state.passed[self._giver(state, seat)]]))
        return state._replace(hands=tuple(hands))

    def _taker(self, table):
        """Who would take the trick as it lies."""
        return seats.around(table.lead, self.seats)[cards.winner(table.trick)]

    def _gathered(self, state):
        taker, count = self._taker(state), sum(map(points, state.trick))
        taken = tuple(sum_ + count * (seat == taker) for seat, sum_ in enumerate(state.taken))
        state = state._replace(lead=taker, trick=(), played=state.played + state.trick, taken=taken)
        return state if any(state.hands) else state._replace(rounds=(*state.rounds, self._counted(taken)))

    def _counted(self, taken):
        """The points of a round: who took all of them has shot the moon."""
        if ALL not in taken:
            return taken
        own, others = (-ALL, 0) if self.options.moon_subtracts else (0, ALL)
        return tuple(own if count == ALL else others for count in taken)

    # The end

    def scores(self, state):
        return scoring.totals(state.rounds, self.seats)

    def standing(self, state):
        return scoring.ranks([-total for total in self.scores(state)])

    # Hidden information

    def seen(self, view):
        return view.played + view.trick

    def is_void(self, view, seat, piece):
        if piece.suit in view.voids[seat]:
            return True
        if view.lead is None:
            return False
        if piece == self._first():
            return seat != view.lead
        given = view.passed[view.seat] if view.passed and view.seat is not None else ()
        return piece in given and view.seat != self._giver(view, seat)

    def view(self, state, seat):
        known = () if seat is None else (seat,) if state.lead is None else (seat, self._giver(state, seat))
        hidden = (None, None, None) if state.lead is None else ()
        passed = tuple(given if giver in known else hidden for giver, given in enumerate(state.passed))
        return super().view(state, seat)._replace(passed=passed)

    def imagine(self, view, rng):
        state = super().imagine(view, rng)
        passed = [
            tuple(rng.sample(hand, 3)) if None in given else given
            for hand, given in zip(state.hands, state.passed, strict=False)
        ]
        return state._replace(passed=tuple(passed))

    def move_for(self, move, before, seat):
        return "pass" if before.lead is None and seat != self.to_act(before) else self.notation(move)

    # Texts

    def notation(self, move):
        return f"{'pass' if len(move) > 1 else 'play'} {cards.hand_notation(move)}"

    def parse(self, text, view):
        verb, _space, rest = text.partition(" ")
        hand = cards.parse_hand(rest if verb in self.verbs else text)
        if len(hand) not in (1, 3) or (verb == "pass" and len(hand) != 3) or (verb == "play" and len(hand) != 1):
            raise IllegalMove(_("Say which card you play, such as “QS”, or pass on three: “pass QS AH KD”."))
        return cards.in_order(hand)

    def scene(self, view):
        if not any(view.hands):
            return self.summary(view) or ()
        return (*self._open(view), *self._own(view))

    def _open(self, view):
        """What everybody sees."""
        if view.lead is None:
            yield scenes.Text(self._passing(view))
            return
        leads = who(view.lead, you=_("Trick that you lead"), other=_("Trick that {name} leads"))
        yield cards.block(leads, view.trick)
        taken = [self._named(seat, count) for seat, count in enumerate(view.taken) if count]
        yield scenes.Text(" ".join(taken) or _("Nobody has taken points this round."))

    def _named(self, seat, count):
        you = _.plural("You have taken {n} point.", "You have taken {n} points.", count)
        other = _.plural("{name} has taken {n} point.", "{name} has taken {n} points.", count, name="{name}")
        return who(seat, you=you, other=other)

    def _passing(self, view):
        return _("Three cards are passed on {direction}.").format(direction=self._direction(view))

    def _direction(self, view):
        return {1: _("to the left"), -1: _("to the right"), 2: _("across")}[self._shift(view)]

    def _own(self, view):
        """What a seat sees of its own."""
        if view.seat is None:
            return
        hand = view.hands[view.seat]
        if view.lead is not None:
            can = self._playable(view, hand) if self.to_act(view) == view.seat else ()
            yield cards.block(_("Your hand"), hand, playable=can, verb="play")
        elif view.seat < len(view.passed):
            yield cards.block(_("Your hand"), hand)
            yield cards.block(_("You pass on"), view.passed[view.seat])
        else:
            moves = [(move, self.notation(move)) for move in passes(hand)]
            pieces = [cards.piece(card, moves=tuple(text for move, text in moves if card in move)) for card in hand]
            yield scenes.Pieces(_("Your hand"), tuple(pieces))
        if view.lead is not None and view.passed and not view.played:
            yield scenes.Text(self._received(view))

    def _received(self, view):
        giver = self._giver(view, view.seat)
        got = _("{name} passed you {cards}.").format(name="{name}", cards=cards.hand_words(view.passed[giver]))
        return who(giver, you=got, other=got)

    def summary(self, view):
        if any(view.hands) or not view.rounds:
            return None
        names = [who(seat, you=_("You"), other="{name}") for seat in range(self.seats)]
        rows = [(str(number), *map(str, found)) for number, found in enumerate(view.rounds, 1)]
        total = (_("Total"), *map(str, self.scores(view)))
        return (*self._moon(view), scenes.Sheet(_("Points"), (_("Round"), *names), tuple(rows), total))

    def _moon(self, view):
        if ALL in view.taken:
            you, other = _("You have shot the moon."), _("{name} has shot the moon.")
            yield scenes.Text(who(view.taken.index(ALL), you=you, other=other))

    def queries(self, view):
        if view.seat is None or not view.hands[view.seat]:
            return {}
        return {"hand": _("You hold {cards}.").format(cards=cards.hand_words(view.hands[view.seat]))}

    def status(self, view):
        if not any(view.hands):
            return []
        if view.lead is None:
            return [_("passing {direction}").format(direction=self._direction(view))]
        led = [_("led: {suit}").format(suit=cards.suit_words(view.trick[0].suit))] if view.trick else []
        return [*led, _("hearts are broken") if self._is_broken(view) else _("hearts are not broken")]

    def tell(self, before, event, after):
        verb, _space, rest = event.partition(" ")
        if verb == "deal":
            return _("the cards are dealt")
        named = cards.hand_words(cards.parse_hand(rest))
        if verb == "pass":
            told = _("passes on {cards}").format(cards=named) if rest else _("passes on three cards")
            received = after.lead is not None and after.seat is not None
            return f"{told}. {self._received(after)}" if received else told
        told = _("plays {card}").format(card=named)
        return told if after.trick else f"{told}. {self._told(before, after)}"

    def _told(self, before, after):
        """Who took the trick that is complete, and what it counts."""
        count = sum(after.taken) - sum(before.taken)
        you = _.plural("You take the trick: {n} point.", "You take the trick: {n} points.", count)
        other = _.plural(
            "{name} takes the trick: {n} point.", "{name} takes the trick: {n} points.", count, name="{name}"
        )
        return who(after.lead, you=you, other=other)

    # CPU players

    def strategies(self):
        return {
            "easy": lambda: Careful(slips=0.3),
            "medium": Careful,
            "hard": lambda: LookingAhead(self, rounds=12),
            "expert": lambda: LookingAhead(self, rounds=60),
        }

    def playout_move(self, state, rng):
        return advised(state.hands[self.to_act(state)], state.trick, self.seats, self.legal_moves(state))

    def round_played(self, state, rng):
        """The end of a round, as careful players would come to it."""
        while any(state.hands):
            state = self.play(state, self.playout_move(state, rng))
        return state

    def play_out(self, state, rng):
        state = self.round_played(state, rng)
        while self.to_act(state) is not None:
            state = state._replace(rounds=(*state.rounds, self._guessed(rng)))
        return state

    def _guessed(self, rng):
        """The points of a round as they may fall: the queen, and the hearts in some tricks."""
        found = [0] * self.seats
        for count in (points(SPADE_QUEEN), 1, 1, 2, 2, 3, 4):
            found[rng.randrange(self.seats)] += count
        return self._counted(tuple(found))
