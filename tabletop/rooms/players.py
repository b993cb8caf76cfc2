"""Who answers for a seat without a person at a screen."""

from collections.abc import Callable
from threading import Event
from typing import Any, Protocol, runtime_checkable

from tabletop.cpu.players import interrupt
from tabletop.rooms.threads import in_thread
from tabletop.skill import Strategy
from tabletop.table import looking
from tabletop.table.looking import Look
from tabletop.table.playing import Table
from tabletop.table.question import Question
from tabletop.table.reader import Reader
from tabletop.table.thought import Thought, choice


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


class CpuPlayer:
    """A strategy that thinks in a thread beside the room. Each thought has a stop flag and a player of its own."""

    def __init__(self, make: Callable[[], Strategy[Any, Any]]) -> None:
        """``make`` makes the strategy; again after a thought was left behind, which may still be going on."""
        self._make = make
        self._strategy: Strategy[Any, Any] | None = None
        self._stop = Event()
        self._thinks: Strategy[Any, Any] | None = None

    async def choose(self, ask: Turn) -> str:
        """See ``Player``."""
        strategy = self._strategy or self._make()
        self._strategy, self._thinks, self._stop = None, strategy, Event()
        thought = ask.thought
        move = await in_thread(lambda: strategy.choose(thought.view, thought.moves, thought.rng), self._stop)
        self._strategy, self._thinks = strategy, None
        return ask.notation(move)

    def hurry(self) -> None:
        """See ``Hurried``."""
        self._stop.set()
        if self._thinks is not None:
            interrupt(self._thinks)
