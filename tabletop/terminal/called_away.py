"""Leaving a line that readline reads, when something comes: by the signal of Ctrl-C, which its reading heeds."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_LOOKS: Final = 0.1
"""Seconds between two looks whether something has come."""


class CallAway:
    """Whether one line was left, and what had been typed of it."""

    def __init__(self, called: Callable[[], bool] | None) -> None:
        """``called``: whether something has come; None: the line is never left."""
        self.typed: str | None = None
        """None: it wasn't left"""
        self._called = called
        self._left = threading.Event()
        self._turn = threading.Lock()

    @contextmanager
    def watching(self, readline: Any) -> Iterator[None]:
        """In the block, where it reads a line in the main thread, KeyboardInterrupt is raised once something has come.
        That is asked in another thread, while this one waits.
        """
        is_main = threading.current_thread() is threading.main_thread()
        if self._called is None or not is_main or not hasattr(signal, "pthread_kill"):
            yield
            return
        watcher = threading.Thread(target=self._watch, args=(readline, threading.get_ident()), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            with self._turn:
                self._left.set()
            watcher.join()

    def _watch(self, readline: Any, thread: int) -> None:
        while not self._left.wait(_LOOKS):
            with self._turn:
                if not self._left.is_set() and self._called is not None and self._called():
                    self.typed = readline.get_line_buffer()
                    signal.pthread_kill(thread, signal.SIGINT)
                    return
