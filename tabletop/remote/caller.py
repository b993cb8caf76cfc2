"""One link's connection, kept up by a thread of its own: it comes back by itself, and says the last number it has."""

import json
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from random import random
from threading import Event, Thread
from typing import Any, Final, NamedTuple

from tabletop.i18n import Texts
from tabletop.remote.conversation import Conversation, Shut, SocketConversation, Unreachable, not_a_table
from tabletop.remote.links import Link

_ = Texts(__file__)

PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each attempt to come back; the last again and again. Each is a little longer or shorter by chance."""
_CLOSED, _STRANGE, _NEWER, _KICKED, _UNKNOWN, _BAD = 1000, 1008, 4001, 4002, 4003, 4400


class LineLost(NamedTuple):
    """The connection is lost; it comes back by itself."""


class HungUp(NamedTuple):
    """It doesn't come back."""

    why: str
    """a sentence"""
    began: bool
    """whether the client had been at the table"""


Knock = Callable[[Link], Conversation]


class Caller:
    """Messages that come, ``LineLost`` and ``HungUp`` are put; what is said goes out from any thread."""

    def __init__(
        self,
        link: Link,
        hello: Callable[[], dict[str, Any]],
        put: Callable[[Any], None],
        knock: Knock = SocketConversation,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """``hello``: the first message of each connection. ``wait`` passes the seconds between two attempts."""
        self._link = link
        self._hello = hello
        self._put = put
        self._knock = knock
        self._closed = Event()
        self._wait = wait or self._closed.wait
        self._conversation: Conversation | None = None
        self._at_table = self._lost = False
        self._refusal = ""

    def start(self) -> None:
        """Begins to call."""
        Thread(target=copy_context().run, args=(self._run,), daemon=True).start()

    def say(self, message: dict[str, Any]) -> bool:
        """Sends a message; False where there is no connection now."""
        if self._conversation is None:
            return False
        try:
            self._conversation.send(json.dumps(message, ensure_ascii=False))
        except Shut:
            return False
        return True

    def close(self) -> None:
        """Hangs up for good."""
        self._closed.set()
        conversation = self._conversation
        if conversation is not None:
            with suppress(Exception):
                conversation.close()

    def _run(self) -> None:
        tries = 0
        while not self._closed.is_set():
            why = self._converse()
            if self._closed.is_set():
                return
            if why:
                self._put(HungUp(why, self._at_table))
                return
            if not self._lost:
                self._lost, tries = True, 0
                self._put(LineLost())
            self._wait(PAUSES[min(tries, len(PAUSES) - 1)] * (0.75 + random() / 2))
            tries += 1

    def _converse(self) -> str:
        """One connection, to its end; the sentence where that is the end of all, empty where another may follow."""
        try:
            conversation = self._knock(self._link)
        except Unreachable as why:
            return "" if self._at_table else str(why)
        try:
            conversation.send(json.dumps(self._hello(), ensure_ascii=False))
            while True:
                self._take(conversation, conversation.receive())
        except Shut as shut:
            return self._ended(shut.code)
        except ValueError:
            return not_a_table(self._link)
        finally:
            self._conversation = None
            with suppress(Exception):
                conversation.close()

    def _take(self, conversation: Conversation, text: str) -> None:
        """Raises ValueError for what the protocol doesn't know."""
        message = json.loads(text)
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise ValueError(text)
        kind = message["type"]
        if kind == "welcome":
            self._conversation = conversation
            self._at_table, self._lost = True, False
        elif self._conversation is None and kind == "refused":
            self._refusal = str(message.get("reason", ""))
            return
        elif self._conversation is None:
            raise ValueError(text)
        self._put(message)

    def _ended(self, code: int) -> str:
        if code == _NEWER:
            return _("You sit at this table in another place now, so this one is left.")
        if code == _KICKED:
            return _("The room's host has sent you out; your link may lead back.")
        if code == _CLOSED and self._at_table:
            return _("The room was closed.")
        if code in (_BAD, _UNKNOWN) or not self._at_table:
            return self._refusal or _("This link isn't valid any more: ask for a new one.")
        return not_a_table(self._link) if code == _STRANGE else ""
