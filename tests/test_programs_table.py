"""Players that are programs at a table: seated by name, told only what they may know, replaced where they fail."""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

import pytest
from processes import LAST_RESORT
from rock_paper import AtOnce
from scripted import ScriptedConsole, host_in
from sittings import last_saved, sit_again, sit_down
from treasure import Treasure

from tabletop import CHANCE, GameOptions, setup
from tabletop.chance import Seeded
from tabletop.cpu.engines import situations
from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.wire import Chosen, line_of
from tabletop.match import Header, Match, Seat
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.rooms import Room
from tabletop.rooms.listener import Asked
from tabletop.rooms.programs import ProgramPlayer
from tabletop.saves import Home
from tabletop.saves.programs import Programs, registered
from tabletop.table import Memory, Reader, Table
from tabletop.table.question import Denied
from tabletop.table.requests import Play, Resign
from tabletop.terminal.forms import ask_seats

HOSTILE = Path(__file__).parent / "helpers" / "hostile.py"
COMMAND = (sys.executable, "-I", "-S", str(HOSTILE))


def register(folder, *whats, seconds=float(LAST_RESORT)):
    """Hostile players, each under the name of what it does."""
    for what in whats:
        fields = {"folder": str(HOSTILE.parent), "seconds": seconds}
        Programs(Home(folder)).add(registered(name=what, command=(*COMMAND, what), **fields))


def logged(here):
    return [event for event in last_saved(here).events if not event.startswith("*")]


# Seats


def test_it_sits_at_the_table_under_its_name(tmp_path):
    register(tmp_path, "chooses")
    console, here, _ending = sit_down(tmp_path, ["roll", "hold", "roll"], seats="you,cpu:exec:chooses")
    assert "chooses: roll" in console.text or "── chooses" in console.text
    saved = last_saved(here)
    assert [(seat.name, seat.level) for seat in saved.header.seats][1] == ("chooses", "exec:chooses")
    assert str(HOSTILE) not in next(here.home.matches.glob("*.jsonl")).read_text("utf-8")


def test_two_of_a_kind_are_told_apart():
    seats = setup.read_seats("you,cpu:exec:hold,cpu:exec:hold", "You")
    assert [seat.name for seat in seats[1:]] == ["hold", "hold 3"]
    assert [seat.program for seat in seats] == [None, "hold", "hold"]


@pytest.mark.parametrize("where", ["a new match", "a form", "the table"])
def test_a_name_that_nobody_has_is_one_sentence(tmp_path, where):
    sentence = "There is no player “nobody” here: “tabletop player add nobody -- COMMAND” registers one."
    if where == "a new match":
        with pytest.raises(ValueError, match=f"^Seat 2: {sentence}$"):
            sit_down(tmp_path, [], seats="you,cpu:exec:nobody")
        return
    console, *_rest = sit_down(tmp_path, ["seat 2 cpu:exec:nobody"])
    assert console.problems == [sentence]


def test_registered_players_are_offered_where_seats_are_chosen(tmp_path):
    register(tmp_path, "chooses")
    console = ScriptedConsole(["", "cpu:exec:chooses", "", ""])
    here = host_in(tmp_path, console)
    rules = load(here.catalogue.find("bigpig"))
    game = rules(rules.options_model(), 2)
    seats = ask_seats(console, game, setup.read_seats("you,cpu", "You"), "You")
    assert "cpu:exec:chooses" in console.completions[-1]
    assert seats[0].program == "chooses"


def test_a_match_goes_on_with_the_player_of_that_name(tmp_path):
    register(tmp_path, "chooses")
    sit_down(tmp_path, ["roll", "hold"], seats="you,cpu:exec:chooses")
    programs = Programs(Home(tmp_path))
    programs.remove("chooses")
    fields = {"folder": str(HOSTILE.parent), "command": (*COMMAND, "twice"), "seconds": float(LAST_RESORT)}
    programs.add(registered(name="chooses", **fields))
    console, here, _ending = sit_again(tmp_path, ["roll"])
    assert not any("chooses" in problem for problem in console.problems)
    assert last_saved(here).seats[1].program == "chooses"


def test_where_it_is_not_registered_any_more_that_is_told_and_a_cpu_player_goes_on(tmp_path):
    register(tmp_path, "chooses")
    sit_down(tmp_path, ["roll", "hold", "roll"], seats="you,cpu:exec:chooses")
    Programs(Home(tmp_path)).remove("chooses")
    console, here, _ending = sit_again(tmp_path, ["hold", "roll", "hold", "roll", "hold"])
    assert any("There is no player “chooses” here" in problem for problem in console.problems)
    assert "CPU 2 plays on for chooses." in console.text
    assert last_saved(here).seats[1].level == "medium"


# Where it fails


@pytest.mark.parametrize("what", ["illegal", "dies", "nul", "long_line", "chatters", "refuses", "stillborn", "modern"])
def test_what_it_does_is_told_and_a_cpu_player_takes_its_seat(tmp_path, what):
    register(tmp_path, what)
    lines = ["roll", "hold", "roll", "hold", "roll", "hold"]
    console, here, _ending = sit_down(tmp_path, lines, seats=f"you,cpu:exec:{what}")
    (problem,) = console.problems
    assert problem.startswith(f"The player {what} can't go on: ")
    assert f"CPU 2 plays on for {what}." in console.text
    assert last_saved(here).seats[1] == Seat(name="CPU 2", player="cpu", level="medium")
    assert any(event.startswith("2 ") for event in logged(here))


def test_one_that_is_silent_is_given_up_when_its_time_is_over(tmp_path):
    register(tmp_path, "silent", seconds=0.01)
    console, here, _ending = sit_down(tmp_path, ["roll", "hold", "roll", "hold"], seats="you,cpu:exec:silent")
    assert console.problems == ["The player silent can't go on: it gave no answer in time."]
    assert last_saved(here).seats[1].level == "medium"


def test_two_that_fail_play_no_match_to_a_standstill(tmp_path):
    register(tmp_path, "dies", "illegal")
    console, _here, ending = sit_down(
        tmp_path, [], seats="cpu:exec:dies,cpu:exec:illegal", options={"target": 20}, plain=True
    )
    assert len(console.problems) == 2
    assert ending.value == "finished"


def test_only_the_host_of_a_table_may_seat_one():
    header = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))
    rules = load(Catalogue.installed().find("pig"))
    table = Table(rules(rules.options_model(), 2), Memory(header), Seeded(1))
    guest = Reader(frozenset({0}))
    with pytest.raises(Denied):
        list(Resign(0, Seat(name="x", player="cpu", level="exec:chooses")).happen(table, guest))
    assert table.ending is None


# Records


def record_with(seats, events=()):
    document = {"format": "tabletop-record", "version": 2, "game": "pig", "seats": seats, "events": list(events)}
    return json.dumps(document)


def test_a_record_makes_of_such_a_seat_a_persons(tmp_path, tabletop, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    register(tmp_path / "home", "chooses")
    seats = [{"name": "Ada"}, {"name": "chooses", "player": "cpu", "level": "exec:chooses"}]
    again = json.dumps({"name": "dies", "player": "cpu", "level": "exec:dies"})
    (tmp_path / "record.json").write_text(record_with(seats, ["1 roll", "* 4", f"! seat 1 {again}"]), "utf-8")
    assert tabletop("record", "check", tmp_path / "record.json")[0] == 0
    code, _out, err = tabletop("record", "import", tmp_path / "record.json")
    assert (code, err) == (0, "")
    here = host_in(tmp_path / "home", ScriptedConsole())
    saved = last_saved(here)
    assert saved.seats == (Seat(name="dies"), Seat(name="chooses"))
    assert "exec:" not in next(here.home.matches.glob("*.jsonl")).read_text("utf-8")


def test_an_exported_record_holds_the_name_and_no_command(tmp_path, tabletop, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    register(tmp_path, "chooses")
    _console, here, _ending = sit_down(tmp_path, ["roll", "hold"], seats="you,cpu:exec:chooses")
    code, out, _err = tabletop("record", "export", last_saved(here).id)
    assert code == 0
    assert json.loads(out)["seats"][1] == {"name": "chooses", "player": "cpu", "level": "exec:chooses"}
    assert "hostile" not in out


# What it is told


@pytest.mark.parametrize("game", ["passing-game", "treasure"])
def test_what_is_hidden_never_reaches_the_pipe(tmp_path, game):
    """Whatever lies hidden is exchanged: the bytes that the program reads stay the same."""
    exchanged = 0
    with Echoing(tmp_path) as echoing:
        for game_, match, seat in positions(game):
            lines = echoing.lines(game_, match, seat)
            for number in range(4):
                other = imagined(match, seat, number)
                exchanged += other.state != match.state
                assert echoing.lines(game_, other, seat) == lines
    assert exchanged >= 8


def positions(name):
    """Positions of a match in which a seat chooses."""
    if name == "treasure":
        game = Treasure(GameOptions(), 2)
    else:
        rules = load(Catalogue.installed().find(name))
        game = rules(rules.options_model(), rules.seat_counts[-1])
    rng, match = Random(1), Match(game)
    while match.to_act is not None and len(match.events) < 40:
        if match.to_act == CHANCE:
            match.let_chance(rng)
            continue
        yield game, match, match.to_act
        match.play(rng.choice(match.legal_moves()))


def imagined(match, seat, number):
    """The same match where other things lie hidden; what the seat has read is the same."""
    other = Match.__new__(Match)
    other.__dict__.update(match.__dict__)
    other._states = [*match._states[:-1], match.game.imagine(match.view(seat), Random(number))]
    other._acts = (other, None)
    return other


class Echoing:
    """A program that repeats what it reads, and what it has read."""

    CODE = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello": print(json.dumps({"type": "hello", "protocol": 1, "name": "Echo"}), flush=True)
    if told["type"] == "ready": print(json.dumps({"type": "ready"}), flush=True)
    if told["type"] in ("new", "choose"): print(line, end="", file=open(sys.argv[1], "a"), flush=True)
    if told["type"] == "choose":
        print(json.dumps({"type": "answer", "n": told["n"], "move": told["position"]["moves"][0]}), flush=True)
"""

    def __init__(self, folder):
        self._file = folder / "read.txt"
        command = [sys.executable, "-I", "-S", "-c", self.CODE, str(self._file)]
        self._engine = Engine("echo", command, bounds=Bounds(LAST_RESORT, LAST_RESORT, LAST_RESORT))

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self._engine.close()

    def lines(self, game, match, seat):
        """What it has read of a position, without the numbers of match and question."""
        self._engine.open(situations.begun("test", game, seat, 7))
        self._engine.choose(situations.of(match, seat))
        read = [json.loads(line) for line in self._file.read_text("utf-8").splitlines()]
        self._file.unlink()
        return [{key: value for key, value in one.items() if key not in ("match", "n")} for one in read]


class Stub:
    """Stands in for a program, and keeps what it is told."""

    def __init__(self):
        self.told = []
        self.ranks = None

    def open(self, match):
        self.told.append(line_of(match._replace(seed=0).message()))

    def choose(self, at):
        self.told.append(line_of(at._asdict()))
        return Chosen("rock")

    def over(self, ranks, scores):
        self.ranks = ranks

    def stop(self):
        pass

    close = stop


def told_of(chosen):
    """What a program is told that chooses at once with a person."""
    header = Header(game="rock-paper", seats=(Seat(name="Ada"), Seat(name="stub", player="cpu", level="exec:stub")))
    stub = Stub()
    table = Table(AtOnce(GameOptions(), 2), Memory(header), Seeded(1))
    room = Room(table, {1: ProgramPlayer(lambda: stub, "rock-paper")})
    listeners = []

    def put(item):
        if isinstance(item, Asked) and item.yours:
            room.post(listeners[0], Play(0, chosen, item.question.serial))

    listeners.append(room.listen(Reader(frozenset({0}), host=True), put))
    asyncio.run(asyncio.wait_for(room.run(), LAST_RESORT))
    return stub


def test_who_chooses_at_once_with_others_is_told_nothing_of_what_they_chose():
    paper, scissors = told_of("paper"), told_of("scissors")
    assert (paper.ranks, scissors.ranks) == ((1, 2), (2, 1))
    assert paper.told[:2] == scissors.told[:2]
    assert paper.told[2] != scissors.told[2]
