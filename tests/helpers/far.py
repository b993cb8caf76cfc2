"""A server in a thread of its own, without a network, and people at consoles who join its tables."""

import asyncio
import json
from functools import partial
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from processes import LAST_RESORT
from scripted import ScriptedConsole, host_in
from sockets import ADDRESS, Server, Visitor

from tabletop.i18n import speaking
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.folder import plugin_in
from tabletop.remote.conversation import Shut, Unreachable
from tabletop.remote.links import Link
from tabletop.terminal.console import Called, Role
from tabletop.terminal.joining import join

LINK = "http://127.0.0.1:8765/#abc"
WELCOME = {"type": "welcome", "version": 1, "room": "r", "game": "g:g", "seat": 0, "host": True}
ROOT = Path(__file__).parent.parent.parent


class _Ear(Visitor):
    def __init__(self, server, heard):
        super().__init__(server)
        self.heard = heard

    async def _take(self, message):
        if message["type"] == "websocket.close":
            self.heard.put(message["code"])
        elif message["type"] == "websocket.send":
            self.heard.put(message["text"])


class FarConversation:
    """One connection."""

    def __init__(self, far):
        self._far, self._server, self.heard = far, far.server, SimpleQueue()
        self.raw = []
        self.said = []
        self._code = None
        self._ear = _Ear(far.server, self.heard)
        far.run(self._ear.__aenter__())

    def send(self, text):
        if self._code is not None:
            raise Shut(self._code)
        self.said.append(json.loads(text))
        self._server.time += 1
        self._far.run(self._ear.say(text))

    def receive(self):
        item = self.heard.get()
        if isinstance(item, int):
            self._code = item
            raise Shut(item)
        self.raw.append(item)
        return item

    def close(self):
        self.cut()

    def cut(self):
        """The connection is lost."""
        if self._code is None:
            self._code = 1006
            self.heard.put(1006)
            self._far.run(self._ear.__aexit__())


class Far:
    """A server that can be ended and begun again over the same home."""

    def __init__(self, home, catalogue=None):
        self._home, self._catalogue = home, catalogue
        self.server = None
        self.conversations = []
        self.waited = []
        self.up = Event()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        self.begin()
        return self

    def __exit__(self, *_error):
        if self.server is not None:
            self.end()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(LAST_RESORT)

    def begin(self):
        self.server = Server(self._home, self._catalogue)
        self.run(self.server.__aenter__())
        self.up.set()

    def end(self):
        self.up.clear()
        server, self.server = self.server, None
        self.run(server.__aexit__())

    def room(self, game, *seats, **wish):
        """The links of a new room: of its open seats, then that of its spectators."""
        tokens, looking = self.run(self.server.room(game, *seats, **wish))
        return [self.link(token) for token in (*tokens, looking)]

    def link(self, token):
        return Link(ADDRESS.replace("http", "ws") + "/table", token, ADDRESS)

    def knock(self, _link):
        if self.server is None:
            raise Unreachable("Nobody answers.")
        self.conversations.append(FarConversation(self))
        return self.conversations[-1]

    def wait(self, seconds):
        """Instead of passing the time until the next attempt: until the server is there."""
        self.waited.append(seconds)
        assert self.up.wait(LAST_RESORT)


class Until(NamedTuple):
    """Instead of a line: at the prompt it is waited until this was shown, as somebody reads while they type."""

    text: str
    times: int = 1


class Patient(ScriptedConsole):
    """One whose prompt is left when something comes."""

    called = None

    def ask(self, prompt, completions=None):
        while self._lines and isinstance(self._lines[0], Until):
            if self.text.count(self._lines[0].text) >= self._lines[0].times:
                self._lines.pop(0)
            else:
                while not self.called():
                    Event().wait(0.01)
                raise Called
        return super().ask(prompt, completions)


class Chooser(ScriptedConsole):
    """Types ``lines`` where it is asked, then the last move that is offered until there is none."""

    def ask(self, prompt, completions=None):
        if not self._lines:
            moves = [word for word, meaning in (completions or {}).items() if meaning in MOVES]
            if moves or "nter" in prompt:
                self._lines.append(moves[-1] if moves else "")
        return super().ask(prompt, completions)


class Interrupting(ScriptedConsole):
    """One who types while others are on turn: Ctrl-C comes as soon as somebody is waited for."""

    def __init__(self, lines=(), *, plain=False):
        super().__init__(lines, plain=plain)
        self._interrupted = False

    def say(self, text="", role=Role.TEXT):
        super().say(text, role)
        if not self._interrupted and "You can" not in text and text.startswith("── "):
            self._interrupted = True
            raise KeyboardInterrupt


MOVES = {"a move", "ein Zug", "et træk", "una mossa"}


class Person:
    """Somebody who has joined, in a thread of their own."""

    def __init__(self, far, folder, links, names, console, language="en", **settings):
        self.console = console
        self.error = None
        self.departure = None
        self._far = far
        settings.setdefault("speed", "off")

        def play():
            try:
                with speaking(language):
                    here = host_in(folder, console, **settings)
                    self.departure = join(
                        here, links, names, knock=far.knock, wait=far.wait, clock=partial(next, count())
                    )
            except BaseException as error:
                self.error = error

        self._thread = Thread(target=play, daemon=True)
        self._thread.start()

    def done(self):
        """Waits until they have left; all they saw."""
        self._thread.join(LAST_RESORT)
        heard = [(talk.said, talk.raw, talk.heard.qsize()) for talk in self._far.conversations]
        assert not self._thread.is_alive(), (self.console.text, heard)
        if self.error is not None:
            raise self.error
        return self.console.text


class Recorded:
    """A server that says ``messages`` and hangs up."""

    def __init__(self, *messages, code=1006):
        self._messages = [each if isinstance(each, str) else json.dumps(each) for each in messages]
        self._code = code
        self.said = []

    def send(self, text):
        self.said.append(json.loads(text))

    def receive(self):
        if not self._messages:
            raise Shut(self._code)
        return self._messages.pop(0)

    def close(self):
        pass


def rock_paper():
    return Catalogue([plugin_in(ROOT / "docs/examples/rock_paper_scissors")])


def at_far(tmp_path, far, links, names, lines=(), language="en", plain=False, kind=ScriptedConsole, **settings):
    console = kind(lines, plain=plain)
    folder = tmp_path / f"at-{'-'.join(names) or 'nobody'}-{language}"
    return Person(far, folder, links, names, console, language, **settings)
