"""What a browser reads of the home beside its rooms, in a thread of its own, so that no room waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from tabletop.host import Host
from tabletop.i18n import languages, speaking
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Settings
from tabletop.server.past import Past

T = TypeVar("T")


class Library:
    """The home's games, matches, statistics and settings."""

    def __init__(self, catalogue: Catalogue, home: Home, warn: Callable[[str], None]) -> None:
        """``warn``: see ``Host``."""
        self._catalogue, self._home, self._warn = catalogue, home, warn
        self._thread = ThreadPoolExecutor(1, "library")
        self._past: Past | None = None

    async def read(self, work: Callable[[Past], T], code: str) -> T:
        """What ``work`` makes of it, in a language; English where that isn't known. Raises whatever it raises."""
        chosen = code if code in languages() else "en"
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(self._read, work, chosen))

    def _read(self, work: Callable[[Past], T], code: str) -> T:
        if self._past is None:
            self._past = Past(Host(self._catalogue, self._home, Settings(), warn=self._warn))
        self._past.host.reread()
        with speaking(code):
            return work(self._past)

    def close(self) -> None:
        """The thread ends with what it is at."""
        self._thread.shutdown(wait=False, cancel_futures=True)
