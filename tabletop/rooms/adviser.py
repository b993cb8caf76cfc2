"""Hints, odds and reviews: an analyst that thinks beside the room."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

from tabletop.analysis import Analysis, Analyst
from tabletop.review import Decision, decisions
from tabletop.rooms.threads import in_thread
from tabletop.table.playing import Table
from tabletop.table.thought import Thought

Working = Callable[[float], None]
"""Is told which part of the work is done, from 0 to 1; from any thread."""


class Adviser:
    """Says what moves are worth, at any time but in one room."""

    def __init__(self, analyst: Analyst[Any, Any]) -> None:
        """``analyst``: of the game that is played."""
        self._analyst = analyst
        self._preparing: asyncio.Task[None] | None = None
        self._working: Working = lambda _part: None

    def prepare(self) -> None:
        """Begins the long part of the work, so that it is done when somebody asks."""
        if self._preparing is None or (self._preparing.done() and self._preparing.exception()):
            work = in_thread(lambda: self._analyst.prepare(lambda part: self._working(part)), Event())
            self._preparing = asyncio.create_task(work)
            self._preparing.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def analyse(self, thought: Thought, working: Working) -> Analysis:
        """What each move is worth, the best first. Cancelled: the thinking stops, what was prepared goes on."""
        await self._prepared(working)
        return await in_thread(lambda: self._analyst.analyse(thought.view, thought.moves, thought.rng), Event())

    async def review(self, table: Table, working: Working) -> list[Decision]:
        """What each decision of a match that is over cost."""
        await self._prepared(working)
        match, rng, stop = table.match, table.chance.thought(len(table.match.events)), Event()

        def work() -> list[Decision]:
            made = []
            for decision in decisions(match, self._analyst.analyse, rng):
                made.append(decision)
                working(decision.number / max(1, len(match.events)))
                if stop.is_set():
                    break
            return made

        return await in_thread(work, stop)

    async def _prepared(self, working: Working) -> None:
        self._working = working
        self.prepare()
        assert self._preparing is not None
        await asyncio.shield(self._preparing)
