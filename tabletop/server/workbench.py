"""A table for a game's author, who sees all seats side by side, jumps, and lets CPU players step. Nothing is kept."""

from typing import Any, Final

from tabletop import setup
from tabletop.chance import Seeded
from tabletop.cpu import players
from tabletop.cpu.players import DEFAULT_LEVEL
from tabletop.guard.proxies import GuardedPlayer
from tabletop.host import Host
from tabletop.match import Header, Seat, bind
from tabletop.plugins.find.catalogue import GameListing, load
from tabletop.style import Style
from tabletop.table import Memory, Reader, Table, telling, thought
from tabletop.table.looking import Look, look

WIDTH: Final = 60
"""Columns of a picture."""


class Workbench:
    """One match of a game, all of which its author may know."""

    def __init__(self, host: Host, listing: GameListing, options: dict[str, Any], seats: int, seed: int) -> None:
        """``seats``: how many. Raises PluginError, and ValueError for what can't be played."""
        self.listing = listing
        self._host = host
        self._header = Header(
            game=listing.id,
            options=options,
            seats=tuple(Seat(name=f"Seat {number + 1}") for number in range(seats)),
        )
        self.seed = seed
        self.table = self._new()

    def _new(self) -> Table:
        game = bind(load(self.listing), self._header)
        return self._host.table(self.listing, game, Memory(self._header), Seeded(self.seed))

    @property
    def seats(self) -> int:
        """How many there are."""
        return len(self._header.seats)

    @property
    def events(self) -> int:
        """How many there are so far."""
        return len(self.table.match.events)

    # What is done

    def begin(self, seed: int) -> None:
        """A new match, with chance from another seed. Raises PluginFailure."""
        self.seed = seed
        self.table = self._new()

    def jump(self, events: int) -> None:
        """Goes on after so many events, whatever came then. Raises PluginFailure."""
        before = self.table.match.events[: max(0, events)]
        self.table = self._new()
        for event in before:
            self.table.replay(event)

    def step(self, level: str = DEFAULT_LEVEL) -> None:
        """One step: chance, or a move of a CPU player for whoever is asked. Raises ValueError and PluginFailure."""
        question = self.table.question
        if question is None:
            self.table.advance()
            return
        seat = question.seats[0]
        ask = thought.choice(self.table, seat)
        setup.check_level(self.table.game, Seat(name="CPU", player="cpu", level=level))
        plugin = str(self.listing.plugin)
        player = GuardedPlayer(players.find(self.table.game, level, timed=False), plugin)
        move = player.choose(ask.view, ask.moves, ask.rng)
        self.play(seat, self.table.game.notation(move))

    def play(self, seat: int, text: str) -> None:
        """A move of a seat, as people type it. Raises ValueError and PluginFailure."""
        question = self.table.question
        serial = -1 if question is None else question.serial
        self.table.answer(Reader(frozenset({seat}), host=True), seat, text, serial)

    # What is seen

    def looks(self, at: int | None = None) -> list[tuple[Look, str]]:
        """What each seat sees after so many events, and last what a bystander sees: a look, and a picture."""
        found = []
        for number in (*range(self.seats), None):
            reader = _reader(number)
            drawn = look(self.table, _reader(number, Style(WIDTH)), at).picture
            found.append((look(self.table, reader, at), drawn))
        return found

    def readings(self) -> list[tuple[str, ...]]:
        """Each event: as it is, as each seat reads it, and as a bystander does."""
        logs = [telling.log(self.table, _reader(number)) for number in (*range(self.seats), None)]
        return list(zip(map(str, self.table.match.events), *logs, strict=True))

    def json(self, at: int | None = None) -> dict[str, Any]:
        """All of it."""
        question = self.table.question
        seen = [{**one.json(), "drawn": drawn} for one, drawn in self.looks(at)]
        return {
            "game": self.listing.full_name,
            "seed": self.seed,
            "events": self.events,
            "at": self.events if at is None else at,
            "question": question and question._asdict(),
            "state": self.table.game.dump(self.table.match.state_after(self.events if at is None else at)),
            "readings": self.readings(),
            "seats": seen[:-1],
            "bystander": seen[-1],
        }


def _reader(seat: int | None, style: Style | None = None) -> Reader:
    return Reader(frozenset() if seat is None else frozenset({seat}), style=style)
