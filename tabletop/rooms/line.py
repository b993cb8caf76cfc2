"""A room on a thread of its own, and the line to it that a screen holds: two queues, waited for in short steps."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Event, Thread
from typing import Any, Final, Protocol

from tabletop.guard.failures import PluginFailure
from tabletop.rooms.adviser import Phase
from tabletop.rooms.listener import Broken
from tabletop.rooms.messages import Close, Reply
from tabletop.rooms.room import Room
from tabletop.table.reader import Reader

STEP: Final = 0.1
"""Seconds that a screen waits at a time, so that Ctrl-C reaches it on every system."""

Waiting = Callable[[Phase, float], None]


class _Answer(Reply):
    """The reply to a message whose sender waits in another thread."""

    def __init__(self) -> None:
        self.came = Event()
        self.value: Any = None
        self.error: BaseException | None = None
        self.phase: Phase = "think"
        self.part = 0.0

    def done(self, value: Any) -> None:
        self.value = value
        self.came.set()

    def refused(self, why: BaseException) -> None:
        self.error = why
        self.came.set()

    def working(self, phase: Phase, part: float) -> None:
        self.phase, self.part = phase, part


class Line(Protocol):
    """What a screen knows of a room, in this process or elsewhere: see ``LocalLine``."""

    lapses: deque[PluginFailure]

    @property
    def thread(self) -> int | None:
        """The room's thread, where it is in this process."""
        ...

    def ahead(self, seconds: float = STEP) -> Any:
        """What the room has sent, the oldest first; None where nothing came in so many seconds."""
        ...

    def taken(self) -> None:
        """What ``ahead`` has answered has arrived."""
        ...

    def next(self, seconds: float = STEP) -> Any:
        """What is ``ahead``, and taken."""
        ...

    def send(self, what: Any) -> None:
        """Tells the room something that needs no answer."""
        ...

    def ask(self, what: Any, waiting: Waiting = ...) -> Any:
        """What a command or a reading comes to; raises what it is refused with."""
        ...

    def close(self, seconds: float = 2.0) -> bool:
        """Leaves the room; whether that took no longer."""
        ...


class LocalLine:
    """What a screen knows of a room in this process. Every call is the screen's; none waits longer than it says."""

    def __init__(self, room: Room, reader: Reader) -> None:
        """Starts the room. It goes on only as quickly as the screen says that it has seen what was told."""
        self._room = room
        self._items: deque[Any] = deque()
        self._came = Event()
        self.lapses: deque[PluginFailure] = deque()
        """what the match goes on without, as far as the screen hasn't said it"""
        self._listener = room.listen(reader, self._put, paced=True, lapse=self.lapses.append)
        self._loop = asyncio.new_event_loop()
        self._closed = Event()
        self._thread = Thread(target=copy_context().run, args=(self._run,), daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            with suppress(BaseException):  # it was sent to the screen as Broken
                self._loop.run_until_complete(self._room.run(stay=True))
        finally:
            self._closed.set()
            self._loop.run_until_complete(_cancelled(asyncio.all_tasks(self._loop)))
            self._loop.close()

    @property
    def thread(self) -> int | None:
        """The room's thread, as ``threading.get_ident`` names it."""
        return self._thread.ident

    def _put(self, item: Any) -> None:
        self._items.append(item)
        self._came.set()

    def ahead(self, seconds: float = STEP) -> Any:
        """What the room has sent, the oldest first; None where nothing came in so many seconds.

        The same again until it is ``taken``: so a Ctrl-C, which may come between any two steps, loses none of it.
        """
        self._came.clear()
        if seconds and not self._items:
            self._came.wait(seconds)
        return self._items[0] if self._items else None

    def taken(self) -> None:
        """What ``ahead`` has answered has arrived."""
        self._items.popleft()

    def next(self, seconds: float = STEP) -> Any:
        """What is ``ahead``, and taken."""
        item = self.ahead(seconds)
        if item is not None:
            self.taken()
        return item

    def send(self, what: Any) -> None:
        """Tells the room something that needs no answer."""
        self._post(what, Reply())

    def ask(self, what: Any, waiting: Waiting = lambda _phase, _part: None) -> Any:
        """What a command or a reading comes to; raises what it is refused with.

        ``waiting`` is called at each step, with what is being done and the part of it that is done, from 0 to 1.
        """
        answer = _Answer()
        self._post(what, answer)
        while not answer.came.wait(STEP):
            if self._closed.is_set() and not answer.came.is_set():
                raise self._end()
            waiting(answer.phase, answer.part)
        if answer.error is not None:
            raise answer.error
        return answer.value

    def _post(self, what: Any, reply: Reply) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._room.post, self._listener, what, reply)

    def _end(self) -> BaseException:
        """Why the room is closed."""
        while (item := self.next(0)) is not None:
            if isinstance(item, Broken):
                return item.why
        return RuntimeError("the room is closed")

    def close(self, seconds: float = 2.0) -> bool:
        """Closes the room; whether it closed within so many seconds. One that hangs is left behind.

        Raises SaveError where the room couldn't note that it was left.
        """
        answer = _Answer()
        self._post(Close(), answer)
        closed = self._closed.wait(seconds)
        if answer.error is not None:
            raise answer.error
        return closed


async def _cancelled(tasks: set[asyncio.Task[Any]]) -> None:
    """Ends what is still going on in a loop that nobody runs any more."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
