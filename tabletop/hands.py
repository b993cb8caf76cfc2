"""A base for games whose pieces are shuffled and dealt into hands: cards, tiles, letters. (Since API 1.1.)"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from tabletop.game import Game, GameOptions
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.pieces.dealing import Dealing

_ = Texts(__file__)

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")
P = TypeVar("P")
O = TypeVar("O", bound=GameOptions)  # noqa: E741 - as in the contract

_DEAL = "deal"


class Deal(NamedTuple, Generic[P]):
    """An outcome of chance: all pieces in order, the hands seat by seat, then the stock, its next piece first."""

    pieces: tuple[P, ...]
    sizes: tuple[int, ...] = ()
    """how many each seat is dealt"""

    def hands(self) -> tuple[tuple[P, ...], ...]:
        """What each seat is dealt."""
        hands, start = [], 0
        for size in self.sizes:
            hands.append(self.pieces[start : start + size])
            start += size
        return tuple(hands)

    def stock(self) -> tuple[P, ...]:
        """What is left."""
        return self.pieces[sum(self.sizes) :]


class HandsGame(Game[S, V, M, Any, O], Generic[S, V, M, P, O]):
    """A game whose pieces are shuffled and dealt; a piece is any value that can be compared and sorted.

    The state is a named tuple with the fields ``hands`` (a tuple of pieces for each seat; empty before a deal),
    ``stock`` (what is left of the deal, its next piece first) and ``seat`` (None). A view has the same shape: ``seat``
    is whose it is, and None stands for each piece that it doesn't see, so that hands keep their sizes.

    A game answers ``pieces``, ``hand_sizes``, ``dealt`` and, where pieces lie on the table, ``seen``; deals, their
    texts, views and ``imagine`` follow. Where chance does more than dealing, ``outcomes`` lists it, and ``resolve``,
    ``outcome_notation`` and ``outcome_for`` ask ``super()`` about a ``Deal``.
    """

    __dealing: tuple[V, Dealing[P]] | None = None

    @abstractmethod
    def pieces(self) -> Sequence[P]:
        """All pieces there are, always in the same order."""

    @abstractmethod
    def hand_sizes(self, state: S) -> Sequence[int]:
        """How many pieces each seat is dealt in ``state``."""

    @abstractmethod
    def dealt(self, state: S, hands: tuple[tuple[P, ...], ...], stock: tuple[P, ...]) -> S:
        """The state after a deal."""

    def piece_notation(self, piece: P) -> str:
        """The canonical text of a piece: one word, not that of another piece."""
        return str(piece)

    def parse_piece(self, text: str) -> P:
        """The piece that ``text`` means; raises IllegalMove with the reason."""
        for piece in self.pieces():
            if self.piece_notation(piece).lower() == text.lower():
                return piece
        raise IllegalMove(_("There is no {piece} in this game.").format(piece=text))

    def seen(self, view: V) -> Iterable[P]:
        """The pieces that lie open to whoever has ``view``: everything but hands and stock, since all count."""
        return ()

    def is_void(self, view: V, seat: int, piece: P) -> bool:
        """Whether what happened proves that a seat doesn't hold a piece, such as a suit that it didn't follow."""
        return False

    def lies_open(self, state: S) -> bool:
        """Whether everybody sees all hands, at the end of a round for instance."""
        return False

    # Chance

    def draw(self, state: S, rng: Random) -> Any:
        """Shuffle and deal, unless ``outcomes`` lists what can happen."""
        return self.shuffled(state, rng) if self.outcomes(state) is None else super().draw(state, rng)

    def shuffled(self, state: S, rng: Random) -> Deal[P]:
        """A deal of all pieces, any as likely as any other."""
        shuffled = list(self.pieces())
        rng.shuffle(shuffled)
        return Deal(tuple(shuffled), tuple(self.hand_sizes(state)))

    def resolve(self, state: S, outcome: Any) -> S:
        """The state after a deal."""
        if not isinstance(outcome, Deal):
            return super().resolve(state, outcome)
        return self.dealt(state, outcome.hands(), outcome.stock())

    def outcome_notation(self, outcome: Any) -> str:
        """``deal`` and all pieces."""
        if not isinstance(outcome, Deal):
            return super().outcome_notation(outcome)
        return " ".join([_DEAL, *map(self.piece_notation, outcome.pieces)])

    def outcome_for(self, outcome: Any, seat: int | None) -> str:
        """A deal reads ``deal`` and the seat's own pieces."""
        if not isinstance(outcome, Deal):
            return super().outcome_for(outcome, seat)
        return self.outcome_notation(Deal(() if seat is None else outcome.hands()[seat]))

    def parse_outcome(self, text: str, state: S) -> Any:
        """A deal of all pieces, unless ``outcomes`` lists what can happen. Raises IllegalMove with the reason."""
        if self.outcomes(state) is not None:
            return super().parse_outcome(text, state)
        words = text.split()
        if not words or words[0] != _DEAL:
            raise IllegalMove(_("The next event must be a deal: “deal” and all pieces."))
        pieces = tuple(map(self.parse_piece, words[1:]))
        found, wanted = Counter(pieces), Counter(self.pieces())
        for piece in wanted - found:
            raise IllegalMove(
                _("A deal names every piece; {piece} is missing.").format(piece=self.piece_notation(piece))
            )
        for piece in found - wanted:
            raise IllegalMove(_("A deal names {piece} once too often.").format(piece=self.piece_notation(piece)))
        return Deal(pieces, tuple(self.hand_sizes(state)))

    # Hidden information

    def view(self, state: S, seat: int | None) -> V:
        """The state with None for each piece of the stock and, unless they lie open, of the other hands."""
        table: Any = state
        is_open = self.lies_open(state)
        hands = tuple(
            [hand if is_open or holder == seat else (None,) * len(hand) for holder, hand in enumerate(table.hands)]
        )
        view: V = table._replace(seat=seat, hands=hands, stock=(None,) * len(table.stock))
        return view

    def imagine(self, view: V, rng: Random) -> S:
        """The state with a piece for each None: every deal that fits ``seen`` and ``is_void`` is as likely."""
        table: Any = view
        places = (*table.hands, table.stock)
        filled = [list(place) for place in places]
        if any(None in place for place in places):
            for place, dealt in zip(filled, self.__counted(view).deal(rng), strict=True):
                unseen = iter(dealt)
                place[:] = [next(unseen) if piece is None else piece for piece in place]
        *hands, stock = map(tuple, filled)
        state: S = table._replace(seat=None, hands=tuple(hands), stock=stock)
        return state

    def __counted(self, view: V) -> Dealing[P]:
        """The deals that fit a view, kept for the last one: a search imagines it over and over."""
        if self.__dealing is None or self.__dealing[0] is not view:
            self.__dealing = (view, self.__count(view))
        return self.__dealing[1]

    def __count(self, view: V) -> Dealing[P]:
        table: Any = view
        places = (*table.hands, table.stock)
        unseen = list(self.pieces())
        for piece in [*(piece for place in places for piece in place if piece is not None), *self.seen(view)]:
            unseen.remove(piece)
        counts = [sum(piece is None for piece in place) for place in places]
        return Dealing(unseen, counts, lambda seat, piece: seat < self.seats and self.is_void(view, seat, piece))

    # Words, and tools

    def tell(self, before: V, event: str, after: V) -> str:
        """What a deal did, or the event as it is."""
        return _("the pieces are dealt") if event.split()[:1] == [_DEAL] else super().tell(before, event, after)

    def dump(self, state: S) -> dict[str, Any]:
        """The fields of the state by name; hands and stock as texts."""
        table: Any = state
        texts = {"hands": [[*map(self.piece_notation, hand)] for hand in table.hands]}
        stock = [*map(self.piece_notation, table.stock)]
        fields = {name: value for name, value in table._asdict().items() if name != "seat"}
        return {**fields, **texts, "stock": stock}
