"""The process of a program that plays: what is said to it and heard from it, within bounds, and its end."""

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Lock, Thread
from typing import IO, Any, Final

from tabletop.cpu.engines.bounds import Bounds, environment, hold_to
from tabletop.cpu.engines.ending import APART, end
from tabletop.cpu.engines.faults import Kind, PlayerFault
from tabletop.cpu.engines.pipes import Flooded, Pipes, ends_of
from tabletop.cpu.engines.traffic import Traffic
from tabletop.cpu.engines.wire import Garbled, message_of
from tabletop.i18n import Texts
from tabletop.lines import harmless

_ = Texts(__file__)

_CHUNK: Final = 64 * 1024

Limit = Callable[[], float]
"""Until when to wait, on the clock of ``time.monotonic``; it may come nearer meanwhile."""


class Running:
    """A process that runs until it fails: then it is killed, with all that it has started, and a fault is raised."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        folder: Path | None,
        bounds: Bounds,
        log: Path | None,
        traffic: Traffic | None,
        family: str = "",
    ) -> None:
        """Starts it. ``family``: what the mark of its processes begins with. Raises PlayerFault."""
        self._name, self._bounds, self._traffic = name, bounds, traffic
        self._mark = family + token_hex(16)
        self._writing = Lock()
        self.unasked = 0
        """how much it has said that nobody waited for"""
        try:
            self._popen = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment(os.environ, self._mark),
                start_new_session=True,
                creationflags=APART,
            )
        except (OSError, ValueError) as error:
            why = harmless(getattr(error, "strerror", None) or str(error))
            raise self._fault("start", _("it can't be started: {why}").format(why=why)) from None
        hold_to(self._popen.pid, bounds.memory)
        self._pipes = Pipes(ends_of(self._popen), bounds.line, time.monotonic)
        Thread(target=_keep, args=(self._popen.stderr, log, bounds.log), daemon=True).start()

    def say(self, data: bytes, limit: Limit) -> None:
        """Tells it some lines; from any thread. Raises PlayerFault where it doesn't read them in time."""
        if self._traffic is not None:
            self._traffic.said(data)
        try:
            with self._writing:
                taken = self._pipes.send(data, limit)
        except (OSError, ValueError):  # nobody reads: what it said before it ended is still to be heard
            return
        if not taken:
            raise self.failed("late", _("it doesn't read what it is told"))

    def hear(self, kind: str, limit: Limit, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any] | None:
        """The next message of a kind that is wanted; others, such as late answers, have nowhere to go.

        None: there was none in time. Raises PlayerFault.
        """
        for _line in range(self._bounds.lines):
            message = self._message(limit)
            if message is None:
                return None
            said = message.get("type")
            try:
                if said == kind and is_wanted(message):
                    return message
            except Garbled as why:
                raise self.failed("garbled", str(why)) from None
            self.unasked += said != "info"
            if said == "error":
                text = harmless(str(message.get("why"))[:200])
                raise self.failed("refused", _("it says: {why}").format(why=text))
        raise self.failed("flood", _("it said {n} lines that nobody asked for").format(n=self._bounds.lines))

    def _message(self, limit: Limit) -> dict[str, Any] | None:
        try:
            line = self._pipes.line(limit)
        except (EOFError, OSError, ValueError):
            raise self._died() from None
        except Flooded:
            why = _("it said a line of more than {n} bytes").format(n=self._bounds.line)
            raise self.failed("flood", why) from None
        if line is None:
            return None
        if self._traffic is not None:
            self._traffic.heard(line)
        try:
            return message_of(line)
        except Garbled as why:
            raise self.failed("garbled", str(why)) from None

    def _died(self) -> PlayerFault:
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(self._bounds.grace)
        code = self._popen.poll()
        why = _("it ended with exit code {code}").format(code=code)
        return self.failed("dead", _("it has closed its output") if code is None else why)

    def failed(self, kind: Kind, why: str) -> PlayerFault:
        """Kills it; the fault to raise."""
        self.end()
        return self._fault(kind, why)

    def _fault(self, kind: Kind, why: str) -> PlayerFault:
        return PlayerFault(self._name, kind, why)

    def leave(self, data: bytes) -> int | None:
        """Says good-bye, and gives it the time to end by itself; its exit code, or None where it had to be killed."""
        code: int | None = None
        until = time.monotonic() + self._bounds.grace
        with suppress(subprocess.TimeoutExpired, OSError, ValueError, PlayerFault):
            self.say(data, lambda: until)
            assert self._popen.stdin is not None
            self._popen.stdin.close()
            code = self._popen.wait(max(0.0, until - time.monotonic()))
        self.end()
        return code

    def end(self) -> None:
        """Kills it at once, with all that it has started; from any thread."""
        end(self._popen, self._mark)

    def put_away(self) -> None:
        """Closes the pipes; for who is sure that nobody uses them."""
        for pipe in (self._popen.stdin, self._popen.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


def _keep(errors: IO[bytes], log: Path | None, most: int) -> None:
    """Keeps what is said on standard error, up to so many bytes of a file; the rest is heard and forgotten."""
    with errors, suppress(OSError), _opened(log, most) as file:
        kept = file.tell()
        while data := os.read(errors.fileno(), _CHUNK):
            if kept < most:
                file.write(data[: most - kept])
            kept += len(data)


def _opened(log: Path | None, most: int) -> IO[bytes]:
    """A file to add to; one that is full begins anew."""
    try:
        if log is None:
            raise OSError
        log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return log.open("ab" if log.exists() and log.stat().st_size < most else "wb", buffering=0)
    except OSError:
        return open(os.devnull, "wb", buffering=0)
