"""Programs as players of tournaments: told what their seats may know, counted by what they do wrong, ended with it."""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from processes import LAST_RESORT, PATIENT
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig

from tabletop import tournament
from tabletop.cpu.engines import situations
from tabletop.cpu.engines.bounds import Bounds
from tabletop.match import Match, with_options
from tabletop.record import read
from tabletop.saves import Home
from tabletop.saves.programs import Programs, registered
from tabletop.tournament import Limits

PLAYERS = Path(__file__).parent.parent / "docs/examples/players"
HOSTILE = [sys.executable, "-I", "-S", str(Path(__file__).parent / "helpers" / "hostile.py")]
SILENCE = Limits(move=0.2)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    return Home(tmp_path / "home")


@pytest.fixture
def hasty(monkeypatch):
    """Whoever is silent isn't waited for."""
    monkeypatch.setattr("tabletop.tournament.programs.Bounds", partial(Bounds, grace=0.1, start=5.0))


def alive(mark):
    """The processes that have a word among their arguments."""
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in found.splitlines() if mark in line and "ps -eo" not in line]


# What is played


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_two_programs_in_two_languages(home, tabletop):
    code, out, err = tabletop(
        "tournament", "pig", "--set", "target=30", "--matches", "10", "--json", "-",
        "--player", f"python={sys.executable} {PLAYERS / 'hold.py'}",
        "--player", f"script=node {PLAYERS / 'hold.js'}",
    )  # fmt: skip
    assert code == 0, err
    found = json.loads(out)
    assert found["pairings"][0]["players"] == ["python", "script"]
    assert found["matches"] == 10
    assert all(not any(player["failures"].values()) for player in found["players"])
    assert found["repeatable"] is False


def test_a_registered_one_plays_by_its_name_and_its_command_stands_nowhere(home, tabletop, tmp_path):
    command = (*HOSTILE, "chooses")
    Programs(home).add(registered(name="mine", command=command, folder=str(tmp_path)))
    kept, records = tmp_path / "kept.jsonl", tmp_path / "records"
    code, out, err = tabletop(
        "tournament", "pig", "--players", "exec:mine@20s,hold:20", "--matches", "2", "--json", "-",
        "--results", kept, "--records", records, "--set", "target=20",
    )  # fmt: skip
    assert code == 0, err
    assert json.loads(out)["pairings"][0]["players"] == ["exec:mine@20s", "hold:20"]
    written = [out, kept.read_text("utf-8"), *(file.read_text("utf-8") for file in records.iterdir())]
    assert not any("hostile" in text for text in written)
    seats = [json.loads(file.read_text("utf-8"))["seats"] for file in sorted(records.glob("*.json"))]
    assert seats[0][0] == {"name": "mine", "player": "cpu", "level": "exec:mine"}
    (line,) = [json.loads(line) for line in (records / "1-1-2-000001a.moves.jsonl").read_text("utf-8").splitlines()][:1]
    assert (line["seat"], line["value"]) == (1, 0.75)


def test_each_seat_of_a_side_is_a_process_of_its_own(home):
    found = tournament.run(
        PassingGame, ["mine", "random"], 2, seats=4, options={"partners": True, "target": 10},
        programs={"mine": [*HOSTILE, "chooses"]},
    )  # fmt: skip
    assert found.finished
    assert not any(found.players[0].failures.values())


# What it is told


LISTENER = """
import json, sys
kept = open(sys.argv[1], "a")
for line in sys.stdin:
    told = json.loads(line)
    kept.write(line)
    kept.flush()
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "listener"}), flush=True)
    elif told["type"] == "ready":
        print(json.dumps({"type": "ready"}), flush=True)
    elif told["type"] == "choose":
        print(json.dumps({"type": "answer", "n": told["n"], "move": told["position"]["moves"][0]}), flush=True)
    elif told["type"] == "quit":
        break
"""


def listening(tmp_path, game, **how):
    """What a player was told in a tournament of two matches, and the matches as records."""
    (tmp_path / "listener.py").write_text(LISTENER, "utf-8")
    heard, records = tmp_path / "heard.jsonl", tmp_path / "records"
    command = [sys.executable, str(tmp_path / "listener.py"), str(heard)]
    tournament.run(game, ["mine", "random"], 2, programs={"mine": command}, records=records, **how)
    matches = []
    for file in sorted(records.glob("*.json")):
        record = read(file)
        game_of_it = with_options(game, dict(record.options), len(record.seats))
        matches.append((record, Match(game_of_it, record.events)))
    return [json.loads(line) for line in heard.read_text("utf-8").splitlines()], matches


@pytest.mark.parametrize("starts", [(), [["1 roll", "* 4", "1 roll", "* 6"]]])
@pytest.mark.parametrize("game", [Pig, PassingGame])
def test_it_is_told_exactly_what_its_seat_is_told_at_a_table(home, tmp_path, game, starts):
    if starts and game is PassingGame:
        pytest.skip("these are events of Pig")
    told, matches = listening(tmp_path, game, options={"target": 20}, starts=starts)
    questions = [message for message in told if message["type"] == "choose"]
    log = []
    asked = iter(questions)
    for record, match in matches:
        seat = [name.name for name in record.seats].index("mine")
        log, at = [], Match(match.game)
        for number, event in enumerate(record.events):
            if at.to_act == seat and number >= len(starts and starts[0]):
                question = next(asked)
                situation = situations.of(at, seat)
                position = question["position"]
                del log[position["since"] :]
                log += position["events"]
                assert log == list(situation.log)
                assert position["view"] == json.loads(json.dumps(situation.view))
                assert position["moves"] == list(situation.moves)
            at.apply(event)
    assert next(asked, None) is None
    news = [message for message in told if message["type"] == "new"]
    assert [message["seat"] for message in news] == [1, 2]
    assert len({message["seed"] for message in news}) == 2
    assert len([message for message in told if message["type"] == "over"]) == 2


# What it does wrong


WRONG = {
    "silent": "overtime", "stubborn": "overtime", "only_other_match": "overtime", "chatters": "crash",
    "babbles": "crash", "long_line": "crash", "nul": "crash", "bytes_of_no_text": "crash", "deep": "crash",
    "dies": "crash", "illegal": "illegal", "no_move": "crash", "no_number": "crash", "refuses": "crash",
    "stillborn": "crash", "mute": "crash", "modern": "crash",
}  # fmt: skip
RIGHT = ["forks", "twice", "other_match", "shouts", "odd_value"]


@pytest.mark.parametrize("what", WRONG)
def test_what_it_does_wrong_is_counted_and_the_tournament_goes_on(home, hasty, what):
    limits = Limits(move=0.2 if WRONG[what] == "overtime" else 60, start=0.5 if what == "mute" else 30)
    found = tournament.run(Pig, [what, "hold:20"], 2, programs={what: [*HOSTILE, what]}, limits=limits)
    assert found.finished
    assert found.players[0].failures == {**dict.fromkeys(("crash", "overtime", "illegal", "stall"), 0), WRONG[what]: 2}
    assert found.pairings[0].share == 0
    assert alive(f"hostile.py {what}") == []


@pytest.mark.parametrize("what", RIGHT)
def test_what_harms_nobody_is_borne(home, what):
    found = tournament.run(
        Pig, [what, "hold:20"], 2, options={"target": 10}, programs={what: [*HOSTILE, what]}, limits=Limits(move=60)
    )
    assert not any(found.players[0].failures.values())
    assert alive(f"hostile.py {what}") == []


def test_one_that_never_begins_is_not_started_again_and_again(home, monkeypatch):
    begun = []
    whole = tournament.programs.Engine.open
    monkeypatch.setattr(tournament.programs.Engine, "open", lambda *given: begun.append(1) or whole(*given))
    found = tournament.run(Pig, ["stillborn", "hold:20"], 40, programs={"stillborn": [*HOSTILE, "stillborn"]})
    assert found.players[0].failures["crash"] == 40
    assert len(begun) == 3


def test_a_match_has_its_limit_with_programs_too(home):
    limits = Limits(move=60, match=0.001)
    found = tournament.run(Pig, ["mine", "hold:20"], 2, programs={"mine": [*HOSTILE, "chooses"]}, limits=limits)
    assert sum(player.failures["stall"] for player in found.players) == 2


# Who is refused


def test_a_changed_command_is_refused_by_name(home, tabletop, tmp_path):
    kept = tmp_path / "kept.jsonl"

    def play(what):
        command = " ".join([*HOSTILE, what])
        return tabletop(
            "tournament", "pig", "--set", "target=10", "--players", "hold:20", "--player", f"mine={command}",
            "--matches", "2", "--results", kept,
        )  # fmt: skip

    assert play("chooses")[0] == 0
    assert play("chooses")[0] == 0
    code, out, err = play("twice")
    assert (code, out) == (2, "")
    assert "--player" in err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--players", "exec:nobody,hard"], "There is no player “nobody” here"),
        (["--players", "hard", "--player", "mine"], "should be a name and a command"),
        (["--players", "hard", "--player", "mine="], "should be a name and a command"),
        (["--players", "hard", "--player", "mine='open"], "should be a name and a command"),
        (["--players", "easy", "--player", "hard=true"], "call the program something else"),
        (["--players", "easy", "--player", "a b=true"], "can't be a player"),
        (["--players", "hard,mine@20", "--player", "mine=true"], "counts no iterations"),
        (["--players", "hard", "--player", "mine=no-such-command"], "can't be started"),
        (["--players", "hard", "--player", "mine=true", "--cluster", "local"], "mine is a program"),
        ([], "Say who plays"),
    ],
)
def test_what_can_not_be_is_one_sentence(home, tabletop, arguments, why):
    code, out, err = tabletop("tournament", "pig", "--matches", "2", *arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.startswith("tabletop: ")


# The end


STAYS = """
import json, os, signal, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "choose":
        with open(sys.argv[1], "w") as told:
            print(os.getpid(), file=told)
        while True:
            signal.pause()
    print(json.dumps({"type": kind, "protocol": 1, "name": "stays"}), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes of the system")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_whatever_ends_it_ends_its_programs(home, tmp_path, how, jobs):
    (tmp_path / "stays.py").write_text(STAYS, "utf-8")
    reading = tmp_path / "told"
    os.mkfifo(reading)
    command = f"mine={sys.executable} {tmp_path / 'stays.py'} {reading}"
    arguments = ["tournament", "pig", "--players", "hold:20", "--player", command, "--matches", "2", "--jobs", jobs]
    with subprocess.Popen([*PATIENT, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as parent:
        with reading.open() as told:
            pids = [int(line) for line in told]
        watched = [os.pidfd_open(pid) for pid in pids]
        parent.send_signal(how)
        for descriptor in watched:
            assert select.select([descriptor], [], [], LAST_RESORT)[0]
            os.close(descriptor)
        parent.stderr.read()
    assert pids
