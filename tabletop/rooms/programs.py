"""A program in a seat of a table: see ``cpu.engines``."""

from collections.abc import Callable
from functools import partial
from threading import Event

from tabletop.cpu.engines.engine import Engine
from tabletop.rooms.players import Turn
from tabletop.rooms.threads import in_thread


class ProgramPlayer:
    """It is asked in threads, one question after another. What fails is raised as PlayerFault."""

    def __init__(self, engine: Callable[[], Engine], game_id: str) -> None:
        """``engine`` finds the program, when it is wanted. Raises PlayerFault."""
        self._make = engine
        self._game_id = game_id
        self._engine: Engine | None = None

    async def choose(self, ask: Turn) -> str:
        """See ``Player``."""
        engine = self._engine
        if engine is None:
            engine = self._make()
        situation, match = ask.situation, None
        if self._engine is None:
            self._engine, match = engine, ask.begun(self._game_id)

        def think() -> str:
            if match is not None:
                engine.open(match)
            return engine.choose(situation).move

        try:
            return await in_thread(partial(think), Event())
        except BaseException:
            engine.stop()
            raise

    def hurry(self) -> None:
        """See ``Hurried``."""
        if self._engine is not None:
            self._engine.stop()

    def over(self, ranks: tuple[int, ...] | None, scores: tuple[int, ...]) -> None:
        """The match is over."""
        if self._engine is not None:
            self._engine.over(ranks, scores)

    def leave(self) -> None:
        """See ``Leaving``."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()
