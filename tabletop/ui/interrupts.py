"""Ctrl-C while something must not be cut in half."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def held(unless: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Holds Ctrl-C back until the block is done; KeyboardInterrupt is raised then, if the block raised nothing.

    Where ``unless`` says so when Ctrl-C comes, it is raised at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def hold(number: int, _frame: object) -> None:
        if unless():
            raise KeyboardInterrupt
        came.append(number)

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
    if came:
        raise KeyboardInterrupt
