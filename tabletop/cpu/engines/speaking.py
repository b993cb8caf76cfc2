"""The other side of the protocol: a CPU player of this program, for whatever program asks it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from typing import Any, BinaryIO

from tabletop.cpu import players
from tabletop.cpu.budget import stopped_by
from tabletop.cpu.engines.wire import PROTOCOL, Garbled, line_of, message_of
from tabletop.guard.failures import PluginFailure
from tabletop.guard.proxies import GuardedPlayer
from tabletop.i18n import Texts
from tabletop.match import AnyGame, Match, with_options

_ = Texts(__file__)


class _Seat:
    """One match, as far as its player knows it."""

    def __init__(self, game: AnyGame, player: GuardedPlayer, seat: int, seed: Any) -> None:
        self._game, self.player, self._seat = game, player, seat
        self._rng = Random(str(seed))
        self._match = Match(game)

    def choose(self, position: Mapping[str, Any]) -> str:
        """The text of a move. Raises ValueError, IllegalMove and PluginFailure."""
        texts = position["moves"]
        view, moves = self._known(position, texts) if self._game.hides else self._played(position)
        text = self._game.notation(self.player.choose(view, moves, self._rng))
        if text not in texts:
            raise ValueError(_("the position isn't the one that its events lead to"))
        return text

    def _known(self, position: Mapping[str, Any], texts: Sequence[str]) -> tuple[Any, Sequence[Any]]:
        """The view that was shown, and its moves: what is hidden can't be played through."""
        view = self._game.view_from(position["view"])
        return view, [self._game.parse(text, view) for text in texts]

    def _played(self, position: Mapping[str, Any]) -> tuple[Any, Sequence[Any]]:
        """Nothing is hidden: the events are played through."""
        self._match.take_back(len(self._match.events) - position["since"])
        for event in position["events"]:
            self._match.apply(event)
        return self._match.view(self._seat), self._match.legal_moves(self._seat)


class Speaker:
    """Answers line by line. Ping and stop are heard while it thinks."""

    def __init__(
        self,
        rules: type[AnyGame],
        game_id: str,
        level: str,
        plugin: str,
        out: BinaryIO,
        lend: Callable[[AnyGame], AnyGame] = lambda game: game,
    ) -> None:
        """``plugin``: whose game it is. ``lend`` gives a game a folder. Raises ValueError for an unknown level."""
        self._lend = lend
        self._rules, self._game_id, self._level, self._plugin, self._out = rules, game_id, level, plugin, out
        self._levels = list(players.offered(self._make({}, rules.seat_counts[0])))
        self._player(self._make({}, rules.seat_counts[0]))
        self._seat: _Seat | None = None
        self._lock = Lock()
        self._asked: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._n: Any = None
        self._stop = Event()

    def run(self, lines: BinaryIO) -> str:
        """Until it is told to quit, or nothing comes any more; what went wrong, if anything did."""
        Thread(target=self._listen, args=(lines,), daemon=True).start()
        while (message := self._asked.get()) is not None:
            try:
                if message.get("type") == "quit":
                    break
                self._answer(message)
            except Exception as error:
                meant = isinstance(error, ValueError | PluginFailure)
                why = str(error) if meant else _("what it was told isn't as it should be")
                self._say(type="error", why=why)
                return why
        return ""

    def _listen(self, lines: BinaryIO) -> None:
        for line in lines:
            try:
                message = message_of(line)
            except Garbled as why:
                message = {"type": "garbled", "why": str(why)}
            if message.get("type") == "ping":
                self._say(type="pong", n=message.get("n"))
            elif message.get("type") == "stop":
                self._hear_stop(message.get("n"))
            else:
                self._asked.put(message)
        self._asked.put(None)

    def _hear_stop(self, n: Any) -> None:
        with self._lock:
            if self._n is not None and n in (None, self._n):
                self._stop.set()
                if self._seat is not None:
                    with suppress(PluginFailure):
                        self._seat.player.interrupt()

    def _answer(self, message: Mapping[str, Any]) -> None:
        kind = message.get("type")
        if kind == "garbled":
            raise ValueError(message["why"])
        if kind == "hello":
            level = {"name": "level", "type": "choice", "default": self._level, "choices": self._known_levels()}
            name = f"Tabletop {self._level}"[:40]
            self._say(type="hello", protocol=PROTOCOL, name=name, author="Tabletop", options=[level])
        elif kind == "options":
            self._level = message["values"].get("level", self._level)
        elif kind == "ready":
            self._say(type="ready")
        elif kind == "new":
            self._seat = self._new(message)
        elif kind == "choose":
            self._choose(message)

    def _known_levels(self) -> list[str]:
        return self._levels if self._level in self._levels else [*self._levels, self._level]

    def _new(self, message: Mapping[str, Any]) -> _Seat:
        if message["game"] != self._game_id:
            text = _("this player plays {own}, and not {other}")
            raise ValueError(text.format(own=self._game_id, other=message["game"]))
        game = self._make(message["options"], message["seats"])
        return _Seat(game, self._player(game), message["seat"] - 1, message.get("seed"))

    def _make(self, options: Mapping[str, Any], seats: int) -> AnyGame:
        return self._lend(with_options(self._rules, options, seats))

    def _player(self, game: AnyGame) -> GuardedPlayer:
        return GuardedPlayer(players.find(game, self._level), self._plugin)

    def _choose(self, message: Mapping[str, Any]) -> None:
        if self._seat is None:
            raise ValueError(_("no match was begun"))
        with self._lock:
            self._n, self._stop = message["n"], Event()
        with stopped_by(self._stop):
            move = self._seat.choose(message["position"])
        with self._lock:
            self._n = None
        self._say(type="answer", n=message["n"], move=move)

    def _say(self, **message: Any) -> None:
        with suppress(BrokenPipeError):
            self._out.write(line_of(message))
            self._out.flush()
