"""Keeps the index of the matches, which can be made anew at any time, in a thread of its own: no room waits for it."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from tabletop.saves.indexed import IndexRow


class Clerk:
    """Of many rows of one match the newest is kept."""

    def __init__(self, put_all: Callable[[Iterable[IndexRow]], None]) -> None:
        """``put_all`` keeps rows, in the clerk's thread."""
        self._put_all = put_all
        self._rows: dict[str, IndexRow] = {}
        self._turn = Lock()
        self._thread = ThreadPoolExecutor(1, "clerk")

    def note(self, row: IndexRow) -> None:
        """Keeps a row soon. Never waits."""
        with self._turn:
            pending, self._rows[row.id] = bool(self._rows), row
        if not pending:
            self._thread.submit(self._write)

    def _write(self) -> None:
        with self._turn:
            rows, self._rows = self._rows, {}
        self._put_all(rows.values())

    def close(self) -> None:
        """Returns when all is kept."""
        self._thread.shutdown()
