"""Records of a tournament's matches, with what each player said of its moves beside them."""

import json
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

from tabletop.match import PROGRAM, Header, Match, Seat
from tabletop.record import export
from tabletop.tournament.entrants import parted
from tabletop.tournament.plan import Plan, Task
from tabletop.tournament.playing import AnyGame, Blunder, Watcher

_LEVEL: Final = re.compile(r"[\w.:/+\-]{1,100}")


class Watchers:
    """Several, told one after another."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        self._watchers = watchers

    def asked(self, state: Any, seat: int) -> None:
        """See ``Watcher``."""
        for watcher in self._watchers:
            watcher.asked(state, seat)

    def chosen(self, state: Any, seat: int, view: Any, moves: Sequence[Any], move: Any, seconds: float) -> None:
        """See ``Watcher``."""
        for watcher in self._watchers:
            watcher.chosen(state, seat, view, moves, move, seconds)

    def drawn(self, state: Any, outcome: Any) -> None:
        """See ``Watcher``."""
        for watcher in self._watchers:
            watcher.drawn(state, outcome)


class Keeper:
    """Writes down one match: ``NAME.json`` is its record, ``NAME.moves.jsonl`` has a line for each choice."""

    def __init__(self, game: AnyGame, plan: Plan, task: Task, pair: int, first: int, who: Sequence[int]) -> None:
        assert task.records is not None
        self._game, self._plan = game, plan
        self._path = Path(task.records) / f"{task.name}-{pair + 1:06}{'ab'[first]}"
        self._names = [plan.players[(task.one, task.other)[player]] for player in who]
        self._events: list[str] = []
        self._lines: list[dict[str, Any]] = []
        self._players: Sequence[object] = ()

    def begin(self, players: Sequence[object], events: Sequence[str]) -> None:
        """The match begins after ``events``."""
        self._events = list(events)
        self._players = players

    def asked(self, state: Any, seat: int) -> None:
        """Nothing is written before there is an answer."""

    def chosen(self, state: Any, seat: int, view: Any, moves: Sequence[Any], move: Any, seconds: float) -> None:
        """See ``Watcher``."""
        self._events.append(f"{seat + 1} {self._game.notation(move)}")
        line = {"event": len(self._events), "seat": seat + 1, "seconds": seconds}
        value = getattr(self._players[seat], "value", None)
        if isinstance(value, float | int) and not isinstance(value, bool):
            line["value"] = value
        self._lines.append(line)

    def drawn(self, state: Any, outcome: Any) -> None:
        """See ``Watcher``."""
        self._events.append(f"* {self._game.outcome_notation(outcome)}")

    def write(self, blunder: Blunder | None) -> None:
        """Writes both files."""
        plugin, _space, version = self._plan.plugin.rpartition(" ")
        header = Header(
            game=self._plan.game.rpartition(":")[2],
            plugin=plugin or None,
            plugin_version=version if plugin else None,
            options=self._plan.options,
            seats=tuple(_seat(name, dict(self._plan.programs)) for name in self._names),
        )
        if blunder is not None:
            self._lines.append({"event": len(self._events) + 1, "seat": blunder.seat + 1, "failure": blunder.kind})
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.with_name(self._path.name + ".json").write_text(
            export(header, Match(self._game, self._events)), encoding="utf-8"
        )
        lines = "".join(json.dumps(line) + "\n" for line in self._lines)
        self._path.with_name(self._path.name + ".moves.jsonl").write_text(lines, encoding="utf-8")


def _seat(name: str, programs: Collection[str]) -> Seat:
    word = parted(name)[0] if "+" not in name else name
    if word in programs:
        word = word.removeprefix(PROGRAM)
        return Seat(name=word, player="cpu", level=PROGRAM + word)
    return Seat(name=name[:40], player="cpu", level=name if _LEVEL.fullmatch(name) else None)
