"""Plugins beside the games that want to know of matches: each in a process of its own, for which no room waits."""

import json
import logging
import subprocess
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from queue import Full, Queue
from threading import Lock, Thread, Timer
from typing import Any, Final

from tabletop.complaints import printable
from tabletop.elsewhere import command
from tabletop.guard.failures import PluginFailure
from tabletop.plugins.find.discovery import Plugin
from tabletop.rooms.listener import Over
from tabletop.rooms.room import Room
from tabletop.sitting import Sitting
from tabletop.sittings import Sit
from tabletop.table.reader import Reader
from tabletop.table.telling import Told

_LOG: Final = logging.getLogger("tabletop.server")
_APART: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)

PATIENCE: Final = 10.0
"""Seconds that a plugin may take for one notification; then its process is killed."""
GRACE: Final = 1.0
"""Seconds that it may take at the end."""
MOST_WAITING: Final = 1_000
"""Notifications that may wait for one plugin; those that come then are left out, and that is logged."""
MOST_SAID: Final = 65_536
"""Letters of its answer."""
MOST_PROCESSES: Final = 3
"""So often is a process begun for a plugin; then it is left out for good."""

Message = dict[str, Any]


class Onlooker:
    """One plugin."""

    def __init__(self, plugin: Plugin, start: Sequence[str] | None = None, patience: float = PATIENCE) -> None:
        """``start``: the command of its process."""
        self._name = str(plugin)
        self._greeting = [plugin.distribution, plugin.version, plugin.package]
        self._start = list(start or command("tabletop.server.bystander"))
        self._patience = patience
        self._waiting: Queue[Message | None] = Queue(MOST_WAITING)
        self._process: subprocess.Popen[str] | None = None
        self._turn = Lock()
        """while the process is begun or ended"""
        self._begun = 0
        self._lost = self._closed = False
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def tell(self, message: Message) -> None:
        """Passes a notification on soon. Never waits."""
        try:
            self._waiting.put_nowait(message)
        except Full:
            if not self._lost:
                self._lost = True
                _LOG.warning("the plugin %s is slow: it isn't told of everything", self._name)

    def close(self) -> None:
        """Ends its process, as soon as it has been told what waits, or else after a second."""
        with suppress(Full):
            self._waiting.put_nowait(None)
        self.thread.join(GRACE)
        with self._turn:
            self._closed = True
        self._kill()

    def _run(self) -> None:
        while (message := self._waiting.get()) is not None and not self._closed and self._begun <= MOST_PROCESSES:
            try:
                failed = self._passed(message)
            except (OSError, ValueError) as error:
                self._kill()
                self._process = None
                failed = [f"its process failed: {error!r}"]
                if self._begun == MOST_PROCESSES:
                    self._begun += 1
                    failed.append("it is left out from now on")
            for why in failed:
                _LOG.warning("the plugin %s: %s", self._name, printable(why, 300))

    def _passed(self, message: Message) -> list[str]:
        """What has failed. Raises OSError and ValueError where the process is to blame."""
        process = self._process or self._new()
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(self._patience, process.kill)
        timer.daemon = True
        timer.start()
        try:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            return list(json.loads(process.stdout.readline(MOST_SAID))["failed"])
        finally:
            timer.cancel()

    def _new(self) -> subprocess.Popen[str]:
        self._begun += 1
        process = subprocess.Popen(
            self._start,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
            creationflags=_APART,
        )
        with self._turn:
            self._process = process
            if self._closed:
                process.kill()
        assert process.stdin is not None
        process.stdin.write(json.dumps(self._greeting) + "\n")
        return process

    def _kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()
            process.wait()


class Onlookers:
    """All plugins that want to know."""

    def __init__(self, plugins: Collection[Plugin], make: Callable[[Plugin], Onlooker] = Onlooker) -> None:
        """``plugins``: of the catalogue."""
        self._all = [
            make(plugin)
            for plugin in plugins
            if plugin.state == "enabled" and plugin.manifest and "notifications" in plugin.manifest.provides
        ]

    def __bool__(self) -> bool:
        return bool(self._all)

    def tell(self, message: Message) -> None:
        """Tells all of them."""
        for each in self._all:
            each.tell(message)

    def close(self) -> None:
        """Ends their processes."""
        for each in self._all:
            each.close()


class Attendant:
    """Tells them of one match, as a bystander sees it."""

    def __init__(
        self, onlookers: Onlookers, room: Room, sit: Sit, hold: Callable[["Attendant", Message], None]
    ) -> None:
        """``hold`` hands a message over to ``put`` once all that happened before is on the disk."""
        self._onlookers = onlookers
        self._room = room
        self._sit = sit
        self._hold = partial(hold, self)
        room.listen(Reader(), self._heard)
        self._say("tabletop_match_started")

    def put(self, message: Message) -> None:
        """Tells them."""
        self._onlookers.tell(message)

    def _heard(self, item: Any) -> None:
        if isinstance(item, Told) and item.kind == "event":
            self._say("tabletop_match_event", lambda sitting: sitting.log[item.position - 1])
        elif isinstance(item, Over):
            self._say("tabletop_match_finished")

    def _say(self, hook: str, *arguments: Callable[[Sitting], str]) -> None:
        """A game that can't tell how it stands costs them this notification."""
        with suppress(PluginFailure):
            sitting = self._sit.read(self._room.table, Reader())
            texts = [argument(sitting) for argument in arguments]
            self._hold({"hook": hook, "sitting": sitting._asdict(), "arguments": texts})
