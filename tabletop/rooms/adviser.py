"""Hints, odds and reviews: an analyst that thinks beside the room."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from threading import Event
from typing import Any, Final, Literal

from tabletop.analysis import Analysis, Analyst
from tabletop.review import Decision, looked_through
from tabletop.rooms.desks import Desks
from tabletop.rooms.threads import in_thread
from tabletop.table.playing import Table
from tabletop.table.thought import Thought

REVIEWING: Final = 5.0
"""times as long as a hint may a review take, where that is bounded"""
Phase = Literal["prepare", "think", "review"]
Working = Callable[[Phase, float], None]
"""Is told what is being done, and which part of it is done, from 0 to 1; from any thread."""


class Adviser:
    """Says what moves are worth, at any time but in one room."""

    def __init__(self, analyst: Analyst[Any, Any], desks: Desks | None = None) -> None:
        """``analyst``: of the game that is played. ``desks``: where it has to wait for a place, as CPU players have."""
        self._desks = desks
        self._analyst = analyst
        self._preparing: asyncio.Task[None] | None = None
        self._working: Working = lambda _phase, _part: None
        self._part = 0.0

    def prepare(self) -> None:
        """Begins the long part of the work, so that it is done when somebody asks."""
        if self._preparing is None or (self._preparing.done() and self._preparing.exception()):
            work = in_thread(lambda: self._analyst.prepare(self._tell), Event())
            self._preparing = asyncio.create_task(work)
            self._preparing.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def analyse(self, thought: Thought, working: Working) -> Analysis:
        """What each move is worth, the best first. Cancelled: the thinking stops, what was prepared goes on."""
        async with self._place():
            await self._prepared(working)
            working("think", 0.0)
            return await self._analysed(thought)

    def _place(self, times: float = 1.0) -> AbstractAsyncContextManager[None]:
        return nullcontext() if self._desks is None else self._desks.visit(times)

    async def _analysed(self, thought: Thought) -> Analysis:
        return await in_thread(lambda: self._analyst.analyse(thought.view, thought.moves, thought.rng), Event())

    async def review(self, table: Table, working: Working, so_far: list[Decision] | None = None) -> list[Decision]:
        """What each decision of a match that is over cost. ``so_far``: see ``looked_through``."""
        async with self._place(REVIEWING):
            return await self._reviewed(table, working, so_far)

    async def _reviewed(self, table: Table, working: Working, so_far: list[Decision] | None) -> list[Decision]:
        await self._prepared(working)
        match, rng = table.match, table.chance.thought(len(table.match.events))

        stop = Event()

        def tell(part: float) -> None:
            if stop.is_set():
                raise asyncio.CancelledError
            working("review", part)

        tell(0.0)
        return await in_thread(lambda: looked_through(match, self._analyst.analyse, rng, tell, so_far), stop)

    def _tell(self, part: float) -> None:
        self._part = part
        self._working("prepare", part)

    async def _prepared(self, working: Working) -> None:
        self._working = working
        working("prepare", self._part)
        self.prepare()
        assert self._preparing is not None
        await asyncio.shield(self._preparing)
        self._working = lambda _phase, _part: None
