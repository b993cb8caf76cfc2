"""Commits what rooms have pending, one batch after another, in a thread of its own."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tabletop.saves.group import Batch, Group


class Saver:
    """While one batch is written, the next one gathers. It lives in the server's loop."""

    def __init__(self, group: Group, saved: Callable[[Batch], None], unsaved: Callable[[Batch], None]) -> None:
        """``saved`` and ``unsaved`` are told, in the loop, what became of each batch."""
        self._group = group
        self._saved = saved
        self._unsaved = unsaved
        self._pending = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "saver")
        group.added = self._pending.set
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Nothing more is committed here."""
        self._task.cancel()
        self._thread.shutdown()

    async def _run(self) -> None:
        while True:
            await self._pending.wait()
            self._pending.clear()
            batch = self._group.take()
            if batch is not None:
                await self._commit(batch)

    async def _commit(self, batch: Batch) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._group.commit, batch)
        except OSError:
            self._unsaved(batch)
        else:
            self._group.done(batch)
            self._saved(batch)
