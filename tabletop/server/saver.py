"""Commits what rooms have pending, one batch after another, in a thread of its own."""

import asyncio
from collections.abc import Callable
from threading import Event

from tabletop.rooms.threads import in_thread
from tabletop.saves.group import Batch, Group


class Saver:
    """While one batch is written, the next one gathers. It lives in the server's loop."""

    def __init__(self, group: Group, saved: Callable[[Batch], None], unsaved: Callable[[Batch], None]) -> None:
        """``saved`` and ``unsaved`` are told, in the loop, what became of each batch."""
        self._group = group
        self._saved = saved
        self._unsaved = unsaved
        self._pending = asyncio.Event()
        group.added = self._pending.set
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Nothing more is committed here."""
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            await self._pending.wait()
            self._pending.clear()
            batch = self._group.take()
            if batch is not None:
                await self._commit(batch)

    async def _commit(self, batch: Batch) -> None:
        try:
            await in_thread(lambda: self._group.commit(batch), Event())
        except OSError:
            self._unsaved(batch)
        else:
            self._group.done(batch)
            self._saved(batch)
