"""Standard input and output of a program, line by line, each within a time. Nothing here waits longer than it says."""

import os
import select
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import Popen
from threading import Thread
from typing import Final, Protocol

STEP: Final = 0.25
"""Seconds after which it is looked at again how long to wait."""
_CHUNK: Final = 64 * 1024


class Flooded(Exception):
    """A line was too long."""


class Ends(Protocol):
    """The two ends of the pipes, for bytes."""

    def read(self, seconds: float) -> bytes | None:
        """Some bytes, none at the end of all, or None when there were none for so many seconds."""
        ...

    def write(self, data: bytes, seconds: float) -> int:
        """How many bytes were taken; 0 when none were for so many seconds. Raises OSError where nobody reads."""
        ...


class Polled:
    """Where the system tells when a pipe can be read or written."""

    def __init__(self, popen: "Popen[bytes]") -> None:
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._out, self._in = popen.stdout.fileno(), popen.stdin.fileno()
        os.set_blocking(self._in, False)
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(self._out, select.POLLIN)
        self._writable.register(self._in, select.POLLOUT)

    def read(self, seconds: float) -> bytes | None:
        """See ``Ends``."""
        return os.read(self._out, _CHUNK) if self._readable.poll(seconds * 1000) else None

    def write(self, data: bytes, seconds: float) -> int:
        """See ``Ends``."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            self._writable.poll(seconds * 1000)
            return 0


class Threaded:
    """Everywhere else: a thread reads, and another one writes."""

    def __init__(self, popen: "Popen[bytes]") -> None:
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._out, self._in = popen.stdout.fileno(), popen.stdin.fileno()
        self._said: SimpleQueue[bytes] = SimpleQueue()
        self._heard: SimpleQueue[bytes] = SimpleQueue()
        self._written: SimpleQueue[int | OSError] = SimpleQueue()
        self._writing = 0
        for work in (self._listen, self._speak):
            Thread(target=work, daemon=True).start()

    def _listen(self) -> None:
        data = b"."
        while data:
            try:
                data = os.read(self._out, _CHUNK)
            except OSError:
                data = b""
            self._said.put(data)

    def _speak(self) -> None:
        while True:
            data = self._heard.get()
            try:
                self._written.put(os.write(self._in, data))
            except OSError as error:
                self._written.put(error)
                return

    def read(self, seconds: float) -> bytes | None:
        """See ``Ends``."""
        with suppress(Empty):
            return self._said.get(timeout=max(0.0, seconds))
        return None

    def write(self, data: bytes, seconds: float) -> int:
        """See ``Ends``."""
        if not self._writing:
            self._writing = len(data)
            self._heard.put(data)
        try:
            taken = self._written.get(timeout=max(0.0, seconds))
        except Empty:
            return 0
        if isinstance(taken, OSError):
            self._written.put(taken)  # and so it stays
            raise taken
        self._writing = 0
        return taken


def ends_of(popen: "Popen[bytes]") -> Ends:
    """Those that this system has."""
    return Polled(popen) if hasattr(select, "poll") else Threaded(popen)


class Pipes:
    """Lines in both directions."""

    def __init__(self, ends: Ends, longest: int, clock: Callable[[], float]) -> None:
        """``longest``: bytes of a line that comes in."""
        self._ends = ends
        self._longest = longest
        self._clock = clock
        self._rest = b""

    def send(self, data: bytes, until: Callable[[], float]) -> bool:
        """Whether all was taken before the time was up. Raises OSError where nobody reads any more."""
        taken = self._ends.write(data, 0.0)
        while taken < len(data):
            if self._clock() >= until():
                return False
            data = data[taken:]
            taken = self._ends.write(data, STEP)
        return True

    def line(self, until: Callable[[], float]) -> bytes | None:
        """The next line, without its end; None when the time was up before. Raises Flooded, and EOFError at the end."""
        while True:
            if self._rest:
                line, end, rest = self._rest.partition(b"\n")
                if len(line) > self._longest:
                    raise Flooded
                if end:
                    self._rest = rest
                    return line
            left = until() - self._clock()
            if left <= 0:
                return None
            more = self._ends.read(left if left < STEP else STEP)
            if more == b"":
                raise EOFError
            if more:
                self._rest += more
