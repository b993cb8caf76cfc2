"""CPU players in processes, which can be killed, whatever they do."""

import asyncio
import json
import subprocess
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Lock, Thread
from typing import Any, Final

from tabletop.elsewhere import command
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginFailure
from tabletop.guard.lapses import lapsed
from tabletop.i18n import Texts, language
from tabletop.rooms.players import Turn
from tabletop.rooms.replica import Asking, Engagement
from tabletop.rooms.threads import in_thread

_ = Texts(__file__)

GRACE: Final = 2.0
"""Seconds after which a process that was told to stop and hasn't is killed."""
_APART: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)

Later = Callable[[float, Callable[[], None]], object]
"""Has something done in so many seconds."""


class RaisedElsewhere(Exception):
    """What was raised in another process: its traceback."""


class _Killed(Exception):
    """The process that was asked has been killed here."""


class _Process:
    """One process, which is asked one thing after another. Ctrl-C at the terminal doesn't reach it."""

    def __init__(self, engagement: Engagement) -> None:
        self.plugin = " ".join(engagement.plugin[:2])
        """who is to blame, as far as is known"""
        self.killed = False
        self._greeting = json.dumps(engagement._asdict())
        self._answered = 0
        self._turn, self._writing = Lock(), Lock()
        self._popen = subprocess.Popen(
            command("tabletop.rooms.replica"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
            creationflags=_APART,
        )

    def ask(self, asking: Asking) -> str:
        """The answer. Raises PluginFailure, and _Killed where it was."""
        with self._turn:
            with suppress(OSError, ValueError):
                if self._greeting:
                    self._write(self._greeting)
                    self._greeting = ""
                self._write(json.dumps(asking._asdict()))
            answer = self._read(asking.n)
        if "failure" in answer:
            raise _raised(answer)
        return str(answer["move"])

    def _write(self, line: str) -> None:
        assert self._popen.stdin is not None
        with self._writing:
            self._popen.stdin.write(line + "\n")
            self._popen.stdin.flush()

    def _read(self, n: int) -> dict[str, Any]:
        assert self._popen.stdout is not None
        try:
            for line in self._popen.stdout:
                answer: dict[str, Any] = json.loads(line)
                self.plugin = answer.get("who", self.plugin)
                if "lapse" in answer:
                    lapsed(_raised(answer["lapse"]))
                if answer.get("n") == n:
                    self._answered = n
                    return answer
        except (OSError, ValueError):  # nothing that can be understood comes from there
            self._popen.kill()
        if self.killed:
            raise _Killed
        why = _("it ended with exit code {code}").format(code=self._popen.wait())
        raise PluginFailure(self.plugin, _("its process"), why)

    def stop(self, n: int) -> None:
        """Tells it to make up its mind about question ``n``. Never waits for it."""

        def tell() -> None:
            with suppress(OSError, ValueError):
                self._write(json.dumps({"stop": n}))

        Thread(target=tell, daemon=True).start()

    def kill(self) -> None:
        """Ends it at once."""
        self.killed = True
        self._popen.kill()
        Thread(target=self._bury, daemon=True).start()

    def kill_unless_answered(self, n: int) -> None:
        """Ends it if it still thinks about question ``n``."""
        if self._answered < n:
            self.kill()

    def _bury(self) -> None:
        self._popen.wait()
        for pipe in (self._popen.stdin, self._popen.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


def _raised(told: dict[str, Any]) -> PluginFailure:
    """The failure that was raised there."""
    failure = PluginFailure(*told["failure"])
    failure.__cause__ = RaisedElsewhere("\n" + told["trace"]) if told["trace"] else None
    return failure


class InProcess:
    """A CPU player in a process. Cancelled, it is told to stop; if it doesn't, it is killed and made anew when it is
    asked again.
    """

    def __init__(self, engagement: Engagement, *, grace: float = GRACE, later: Later | None = None) -> None:
        """``later`` waits for the end of ``grace``; by default the loop in which the player is asked."""
        self._engagement = engagement
        self._grace = grace
        self._later = later
        self._process: _Process | None = None
        self._n = 0

    async def choose(self, ask: Turn) -> str:
        """See ``Player``. Raises PluginFailure, also where the process ends by itself; OSError where there is none."""
        version, numbers, rest = ask.rng.getstate()
        question = partial(Asking, seat=ask.seat, events=list(ask.events), rng=[version, numbers, rest])
        while True:
            if self._process is None or self._process.killed:
                self._process = _Process(self._engagement)
            self._n += 1
            with suppress(_Killed):
                return await self._ask(self._process, question(n=self._n, language=language()))

    async def _ask(self, process: _Process, asking: Asking) -> str:
        guard = Guard(process.plugin)
        work = partial(guard.rules, _("its process"), process.ask, asking, allowed=(_Killed,))
        try:
            return str(await in_thread(work, Event()))
        except asyncio.CancelledError:
            process.stop(asking.n)
            later = self._later or asyncio.get_running_loop().call_later
            later(self._grace, partial(process.kill_unless_answered, asking.n))
            raise
        except PluginFailure:
            process.kill()
            raise
        except _Killed:
            if process is not self._process:
                raise asyncio.CancelledError from None
            raise

    def hurry(self) -> None:
        """See ``Hurried``."""
        if self._process is not None:
            self._process.stop(self._n)

    def leave(self) -> None:
        """See ``Leaving``."""
        if self._process is not None:
            self._process.kill()
        self._process = None
