"""A CPU player in a process of its own: the match played through again there, and a strategy that is asked.

Lines of JSON come in: an ``Engagement``, then questions, and at any time ``{"stop": n}``. Out goes a line for each
question, before it one for whatever the player does without, and first of all who it is. What a plugin prints goes to
standard error, and when nothing can come in any more the process ends.

It knows the events, since it has to play them through; the strategy is given the view of its seat, as at the table. Of
chance it is given the source of each thought and nothing that a draw follows from.
"""

import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, NoReturn, TextIO

from tabletop.cpu import players
from tabletop.cpu.budget import stopped_by
from tabletop.guard.failures import PluginError, PluginFailure, error_text
from tabletop.guard.lapses import Lapses
from tabletop.guard.proxies import GuardedPlayer, guarded
from tabletop.i18n import Texts, speaking
from tabletop.match import Match, with_options
from tabletop.plugins.find.discovery import read_plugin
from tabletop.plugins.find.extras import Extras
from tabletop.plugins.find.listing import GameListing
from tabletop.plugins.find.loading import load
from tabletop.table import thought

_ = Texts(__file__)


class Installed(NamedTuple):
    """What it takes to find a plugin again from the same path of imports."""

    distribution: str
    version: str
    package: str


class Engagement(NamedTuple):
    """Whom a process is to play."""

    plugin: Installed
    game: str
    options: dict[str, Any]
    seats: int
    level: str
    timed: bool
    cache: str | None = None
    """the folder for what the game computes"""
    guests: tuple[Installed, ...] = ()
    """plugins with CPU players for any game"""


class Asking(NamedTuple):
    """One question."""

    n: int
    seat: int
    events: list[str]
    rng: list[Any]
    """the state of the source of the thought"""
    language: str


class Replica:
    """A match like the one at the table, and the player."""

    def __init__(self, engagement: Engagement) -> None:
        """Finds and imports the plugins. Raises PluginError and ValueError."""
        plugin = read_plugin(*engagement.plugin)
        games = plugin.manifest.games if plugin.manifest else ()
        listing = next((GameListing(entry, plugin) for entry in games if entry.id == engagement.game), None)
        if listing is None:
            raise PluginError(plugin.problem)
        game = with_options(load(listing), engagement.options, engagement.seats)
        game.cache = Path(engagement.cache) if engagement.cache else None
        guests = [read_plugin(*guest) for guest in engagement.guests]
        players.invite(Extras(lambda: guests, lambda _told_already: None).strategies)
        player = players.find(game, engagement.level, timed=engagement.timed)
        self.who = player.plugin if isinstance(player, GuardedPlayer) else str(plugin)
        self.player = GuardedPlayer(player, str(plugin))
        self._match = Match(guarded(game, str(plugin)))

    def answer(self, asking: Asking) -> str:
        """The text of the move that the player chooses. Raises PluginFailure, and IllegalMove for bad events."""
        self._follow(asking.events)
        version, numbers, rest = asking.rng
        rng = Random()
        rng.setstate((version, tuple(numbers), rest))
        ask = thought.of(self._match, asking.seat, rng)
        return self._match.game.notation(self.player.choose(ask.view, ask.moves, ask.rng))

    def _follow(self, events: list[str]) -> None:
        """Takes back what isn't in play any more, and plays what is new."""
        known = self._match.events
        same = next((n for n, (old, new) in enumerate(zip(known, events, strict=False)) if old != new), None)
        same = min(len(known), len(events)) if same is None else same
        self._match.take_back(len(known) - same)
        for event in events[same:]:
            self._match.apply(event)


class _Ears:
    """Hears what comes in beside the thinking, so that a stop is heard."""

    def __init__(self, lines: TextIO) -> None:
        self.asked: SimpleQueue[Asking] = SimpleQueue()
        self.player: GuardedPlayer | None = None
        self._lines = lines
        self._lock = Lock()
        self._thinks, self._stopped = 0, 0
        self._stop = Event()

    def listen(self) -> None:
        for line in self._lines:
            message = json.loads(line)
            if "stop" in message:
                self._hear(message["stop"])
            else:
                self.asked.put(Asking(**message))
        os._exit(0)

    def begin(self, n: int) -> Event:
        """The stop of question ``n``; it may have been heard already."""
        with self._lock:
            self._thinks, self._stop = n, Event()
            if n <= self._stopped:
                self._stop.set()
            return self._stop

    def _hear(self, n: int) -> None:
        with self._lock:
            self._stopped = max(n, self._stopped)
            if n != self._thinks:
                return
            self._stop.set()
            if self.player is not None:
                with suppress(PluginFailure):
                    self.player.interrupt()


def own_pipes() -> tuple[TextIO, TextIO]:
    """What standard input and output were, for this program alone: plugins find nothing there and spoil nothing."""
    heard = os.fdopen(os.dup(0), encoding="utf-8")
    said = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return heard, said


def _failure(plugin: str, error: Exception) -> dict[str, Any]:
    """An error as it is passed on: which plugin, in which call, why, and the traceback for its author."""
    if isinstance(error, PluginFailure):
        cause = error.__cause__
        trace = "" if cause is None else "".join(traceback.format_exception(cause))
        return {"failure": [error.plugin, error.what, error.why], "trace": trace}
    return {
        "failure": [plugin, _("its process"), error_text(error)],
        "trace": "".join(traceback.format_exception(error)),
    }


def main() -> None:
    """Plays until nothing comes in any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard, said = own_pipes()
    greeting = heard.readline()
    if greeting:
        ears = _Ears(heard)
        Thread(target=ears.listen, daemon=True).start()
        with suppress(BrokenPipeError):
            _play(Engagement(**json.loads(greeting)), ears, said)
    os._exit(0)


def _play(engagement: Engagement, ears: _Ears, said: TextIO) -> NoReturn:
    replica: Replica | None = None

    def say(message: dict[str, Any]) -> None:
        said.write(json.dumps(message) + "\n")
        said.flush()

    plugin = " ".join(engagement.plugin[:2])
    lapses = Lapses(lambda failure: say({"lapse": _failure(plugin, failure)}))
    while True:
        asking = ears.asked.get()
        with speaking(asking.language), stopped_by(ears.begin(asking.n)), lapses.heard():
            try:
                if replica is None:
                    replica = Replica(engagement)
                    ears.player = replica.player
                    say({"who": replica.who})
                answer = {"move": replica.answer(asking)}
            except Exception as error:
                answer = _failure(plugin, error)
        say({"n": asking.n, **answer})
