"""Calling who isn't here when it is their turn, by a command or a web address that whoever serves has named.

What is passed on holds no secrets: no token, no link, nothing that is played. Nothing waits for it.
"""

import asyncio
import json
import logging
import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from secrets import token_hex
from threading import Event, Timer
from typing import Any, Final
from urllib.parse import urlsplit

from tabletop.complaints import printable
from tabletop.cpu.engines.bounds import MARK
from tabletop.cpu.engines.ending import APART, end
from tabletop.i18n import Texts
from tabletop.rooms.threads import in_thread
from tabletop.server.rows import RoomRow
from tabletop.server.timekeeping import Reason

_ = Texts(__file__)
_LOG: Final = logging.getLogger("tabletop.server")

VERSION: Final = 1
"""Of what is passed on: see docs/network.md."""
PATIENCE: Final = 10.0
"""Seconds that one call may take."""
MOST_WAITING: Final = 200
"""Calls that may wait; those that come then are left out, and that is logged."""


Notice = dict[str, Any]
Pass = Callable[[Notice], str]
"""Passes a notice on, in a thread; says what went wrong, empty where nothing has."""


def notice(row: RoomRow, title: str, seat: int, reason: Reason) -> Notice:
    """What is passed on, as JSON holds it. Seats are numbered from 1, as people count them."""
    name = printable(row.chairs[seat].name, 40)
    text = _("{game}: it's {name}'s turn.") if reason == "turn" else _("{game}: {name} has little time left.")
    return {
        "version": VERSION,
        "what": reason,
        "room": row.id,
        "match": row.match,
        "game": row.game,
        "seat": seat + 1,
        "name": name,
        "text": text.format(game=title, name=name),
    }


class Crier:
    """Passes notices on, one after another, in threads. It lives in the server's loop."""

    def __init__(self, passing: Pass) -> None:
        self._pass = passing
        self._waiting: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)
        self._task = asyncio.create_task(self._run())

    def tell(self, told: Notice) -> None:
        """Passes it on soon; where too many wait, never."""
        try:
            self._waiting.put_nowait(told)
        except asyncio.QueueFull:
            _LOG.warning("room %s: a notice was left out: too many wait", told["room"])

    async def _run(self) -> None:
        while True:
            told = await self._waiting.get()
            try:
                wrong = await in_thread(partial(self._pass, told), Event())
            except Exception as error:
                wrong = repr(error)
            if wrong:
                _LOG.warning("room %s: a notice failed: %s", told["room"], printable(wrong, 200))

    def close(self) -> None:
        """Nothing more is passed on."""
        self._task.cancel()


def command_line(text: str) -> list[str]:
    """The arguments of a command as it is typed. Raises ValueError for what is none."""
    try:
        found = shlex.split(text, posix=os.name != "nt")
    except ValueError as why:
        raise ValueError(_("--notify: {why}.").format(why=why)) from None
    if not found or shutil.which(found[0]) is None:
        raise ValueError(_("--notify: there is no command “{name}”.").format(name=printable(text)))
    return found


def by_command(command: Sequence[str], patience: float = PATIENCE) -> Pass:
    """Runs a command, without a shell: the text is its last argument, all of it one line of JSON on standard input."""

    def call(told: Notice) -> str:
        mark = token_hex(16)
        popen = subprocess.Popen(
            [*command, told["text"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, MARK: mark},
            start_new_session=True,
            creationflags=APART,
        )
        try:
            popen.communicate(json.dumps(told).encode() + b"\n", timeout=patience)
        except subprocess.TimeoutExpired:
            end(popen, mark)
            popen.communicate()
            return f"it took longer than {patience:.0f} seconds"
        return "" if popen.returncode == 0 else f"exit code {popen.returncode}"

    return call


def check_address(url: str) -> None:
    """Raises ValueError for what is no web address that notices can be sent to."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        fits = False
    if not fits or not url.isprintable() or " " in url:
        raise ValueError(_("--webhook needs an address such as https://notices.example/tabletop."))


def by_web(url: str, patience: float = PATIENCE) -> Pass:
    """Sends it by POST. Redirections aren't followed, and of an answer only its status is read."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def call(told: Notice) -> str:
        connection = kind(parts.hostname or "", parts.port, timeout=patience)
        cut = Timer(patience, partial(_cut_off, connection))
        cut.daemon = True
        cut.start()
        try:
            connection.request("POST", path, json.dumps(told).encode(), {"Content-Type": "application/json"})
            status = connection.getresponse().status
        except (OSError, HTTPException) as error:
            return repr(error)
        finally:
            cut.cancel()
            connection.close()
        return "" if 200 <= status < 300 else f"status {status}"

    return call


def _cut_off(connection: HTTPConnection) -> None:
    """Ends what a server at the other end draws out."""
    with suppress(OSError):
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)
