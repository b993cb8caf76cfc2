"""Ctrl-C at a line that code other than Python's reads.

GNU readline waits for a key in a loop that looks at signals only where one breaks off its waiting. A Ctrl-C a moment
earlier, while the key before it is still being echoed, would wait for the next key; here it is sent again until it is
heard.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_AGAIN: Final = 0.05
"""Seconds after which a Ctrl-C that wasn't heard is sent again."""


@contextmanager
def heard() -> Iterator[None]:
    """In the block, where it runs in the main thread, each Ctrl-C ends in KeyboardInterrupt, once."""
    main = threading.current_thread() is threading.main_thread() and hasattr(signal, "pthread_kill")
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    left = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not left.is_set():
            signal.default_int_handler(number, frame)

    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, interrupt)
    sender = threading.Thread(target=_send_again, args=(reading, threading.get_ident(), left), daemon=True)
    sender.start()
    try:
        yield
    finally:
        left.set()
        os.write(writing, b"\0")
        sender.join()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def _send_again(reading: int, thread: int, left: threading.Event) -> None:
    """Waits for signals, and after a Ctrl-C sends it again and again until the block is left."""
    while signal.SIGINT not in os.read(reading, 64):
        if left.is_set():
            return
    while not left.wait(_AGAIN):
        signal.pthread_kill(thread, signal.SIGINT)
