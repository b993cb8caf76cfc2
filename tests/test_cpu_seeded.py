"""In a seeded match only iterations count, so that a slow or busy machine plays it as a quick one does."""

import asyncio

import pytest
from scripted import ScriptedConsole, host_in
from sittings import table_of
from small_games import TicTacToe

from tabletop import GameOptions
from tabletop.chance import Seeded
from tabletop.course import Practise
from tabletop.cpu import analysts, players, search
from tabletop.cpu.budget import Budget
from tabletop.cpu.search import Level
from tabletop.i18n import Texts
from tabletop.match import Seat
from tabletop.rooms import Turn
from tabletop.rooms.messages import Close
from tabletop.table import Reader
from tabletop.table.requests import Reseat
from tabletop.terminal.classroom import Classroom
from tabletop.terminal.practice import Practice, _Go

ENOUGH = 40


class Counted(TicTacToe):
    """Counts how often a state is imagined: about once an iteration."""

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.imagined = 0

    def imagine(self, view, rng):
        self.imagined += 1
        return super().imagine(view, rng)


@pytest.fixture
def slow_machine(monkeypatch):
    """Every search has used up its seconds when it has hardly begun."""
    level = Level(Budget(ENOUGH, seconds=0.0), exact=0)
    monkeypatch.setattr(search, "LEVELS", dict.fromkeys(search.LEVELS, level))
    monkeypatch.setattr(analysts, "ANALYSIS", level)


def sit(tmp_path, seats, lines, seed):
    game = Counted(GameOptions(), 2)
    table = table_of(tmp_path, game, seats, lines, seed=seed)
    return table, game


def choose(seated):
    """The player in seat 1 chooses once."""
    ask = Turn(seated.table, seated.table.question, 0)
    asyncio.run(seated.room.players[0].choose(ask))


@pytest.mark.parametrize(("seed", "searched"), [(1, True), (0, True), (None, False)])
@pytest.mark.parametrize("level", players.LEVELS)
def test_cpu_players_at_the_table(tmp_path, slow_machine, level, seed, searched):
    table, game = sit(tmp_path, f"cpu:{level},cpu:{level}", [], seed)
    with table.save:
        choose(table)
    assert (game.imagined >= ENOUGH) == searched


@pytest.mark.parametrize(("seed", "searched"), [(1, True), (None, False)])
def test_a_cpu_player_that_takes_a_seat_later(tmp_path, slow_machine, seed, searched):
    table, game = sit(tmp_path, "Ada,Bo", [], seed)
    with table.save:
        host = table.room.listen(Reader(host=True))
        table.room.post(host, Reseat(0, Seat(name="C", player="cpu", level="hard")))
        table.room.post(host, Close())
        asyncio.run(table.room.run())
        choose(table)
    assert (game.imagined >= ENOUGH) == searched


@pytest.mark.parametrize(("seed", "searched"), [(1, True), (None, False)])
def test_hints(tmp_path, slow_machine, seed, searched):
    table, game = sit(tmp_path, "Ada,Bo", ["hint"], seed)
    with table.save:
        table.run()
    assert (game.imagined >= ENOUGH) == searched


def test_an_exercise_is_a_seeded_match(tmp_path, slow_machine):
    console = ScriptedConsole(["4", "0", "1"])
    listing = host_in(tmp_path, console).catalogue.find("pig")
    room = Classroom(console, listing, Counted, Texts(__file__), "Ada", lambda game: game, 0.0)
    step = Practise("Play.", turns=2, against="hard")
    with room.desk(step.at, Seeded(1), step.against) as desk:
        _Go(Practice(room, step), desk).run()
        assert desk.game.imagined >= ENOUGH
