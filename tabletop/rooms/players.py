"""Who answers for a seat without a person at a screen."""

from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any, Protocol, runtime_checkable

from tabletop.cpu.engines import situations
from tabletop.cpu.engines.situations import NewMatch, Situation
from tabletop.cpu.players import interrupt
from tabletop.rooms.threads import LeftBehind, in_thread
from tabletop.skill import Strategy
from tabletop.table import looking
from tabletop.table.looking import Look
from tabletop.table.playing import Table
from tabletop.table.question import Question
from tabletop.table.reader import Reader
from tabletop.table.thought import Thought, choice, source


class Turn:
    """A question to one player. What it may know is made when it is wanted, while the question is open."""

    def __init__(self, table: Table, question: Question, seat: int) -> None:
        """``seat`` is one of those that ``question`` asks."""
        self._table = table
        self.question = question
        self.seat = seat

    @property
    def look(self) -> Look:
        """The table as the seat sees it."""
        return looking.look(self._table, Reader(seats=frozenset({self.seat})))

    @property
    def thought(self) -> Thought:
        """View, legal moves and a source of randomness, for who thinks with the game itself."""
        return choice(self._table, self.seat)

    @property
    def events(self) -> tuple[str, ...]:
        """All that has happened, for who plays it through elsewhere."""
        return tuple(self._table.match.events)

    @property
    def rng(self) -> Random:
        """That of the thought."""
        return source(self._table, self.seat)

    @property
    def situation(self) -> Situation:
        """What a program is told: nothing but what its seat may know."""
        return situations.of(self._table.match, self.seat)

    def begun(self, game_id: str) -> NewMatch:
        """What a program is told of the match."""
        return situations.begun(game_id, self._table.game, self.seat, self.rng.getrandbits(53))

    def notation(self, move: Any) -> str:
        """The text of a move."""
        return self._table.game.notation(move)


class Player(Protocol):
    """Answers for a seat."""

    async def choose(self, ask: Turn) -> str:
        """The canonical text of a move; cancelled once the question is asked no more."""
        ...


@runtime_checkable
class Hurried(Protocol):
    """A player that can be told to make up its mind."""

    def hurry(self) -> None:
        """The answer under way comes soon, with the best found so far."""
        ...


@runtime_checkable
class Leaving(Protocol):
    """A player that has something to put away."""

    def leave(self) -> None:
        """It isn't asked any more; what it still thinks has nowhere to go."""
        ...


@runtime_checkable
class Curious(Protocol):
    """A player that wants to know how a match ends."""

    def over(self, ranks: tuple[int, ...] | None, scores: tuple[int, ...]) -> None:
        """The match is over; ``ranks`` of the sides, None where it was broken off."""
        ...


def let_go(player: Player | None) -> None:
    """Says good-bye to who sat at a table."""
    if isinstance(player, Leaving):
        player.leave()


class CpuPlayer:
    """A strategy that thinks in a thread beside the room. Each thought has a stop flag and a player of its own.

    Where threads of the table were left behind that go on thinking, it moves to a process.
    """

    def __init__(
        self,
        make: Callable[[], Strategy[Any, Any]],
        left: LeftBehind | None = None,
        elsewhere: Callable[[], Player] | None = None,
    ) -> None:
        """``make`` makes the strategy; again after a thought was left behind, which may still be going on.

        ``left`` counts for the whole table; ``elsewhere`` makes the same player in a process.
        """
        self._make = make
        self._left = left or LeftBehind()
        self._elsewhere = elsewhere
        self._moved: Player | None = None
        self._strategy: Strategy[Any, Any] | None = None
        self._stop = Event()
        self._thinks: Strategy[Any, Any] | None = None

    async def choose(self, ask: Turn) -> str:
        """See ``Player``."""
        if self._moved is None and self._elsewhere is not None and self._left.enough:
            self._moved = self._elsewhere()
        if self._moved is not None:
            return await self._moved.choose(ask)
        return await self._choose_here(ask)

    async def _choose_here(self, ask: Turn) -> str:
        strategy = self._strategy or self._make()
        self._strategy, self._thinks, self._stop = None, strategy, Event()
        thought = ask.thought

        def think() -> Any:
            return strategy.choose(thought.view, thought.moves, thought.rng)

        move = await in_thread(think, self._stop, self._left)
        self._strategy, self._thinks = strategy, None
        return ask.notation(move)

    def hurry(self) -> None:
        """See ``Hurried``."""
        if isinstance(self._moved, Hurried):
            self._moved.hurry()
            return
        self._stop.set()
        if self._thinks is not None:
            interrupt(self._thinks)

    def leave(self) -> None:
        """See ``Leaving``."""
        let_go(self._moved)
