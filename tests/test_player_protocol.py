"""The protocol of players that are programs: its golden conversation, the examples, and this program as a player."""

import json
import os
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from processes import LAST_RESORT
from treasure import Treasure

from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.situations import begun
from tabletop.cpu.engines.speaking import Speaker
from tabletop.cpu.engines.steps import tried
from tabletop.cpu.engines.traffic import Traffic
from tabletop.cpu.engines.trials import Trial
from tabletop.fields import by_name
from tabletop.plugins.find.catalogue import Catalogue, load

ROOT = Path(__file__).parent.parent
PLAYERS = ROOT / "docs/examples/players"
GOLDEN = Path(__file__).parent / "data/player-protocol-1.txt"
FIXED = Bounds(start=3600.0, move=3600.0, grace=60.0)
"""As the golden conversation says them."""
VERY_PATIENT = Bounds(LAST_RESORT, LAST_RESORT, LAST_RESORT)
PYTHON = [sys.executable, "-I", "-S", str(PLAYERS / "hold.py")]


def game_of(name, seats=2, **options):
    rules = load(Catalogue.installed().find(name))
    return rules(rules.options_model(**options), seats)


# The golden conversation


def converse(engine):
    """All that the protocol has, as the host says it."""
    trial = Trial(engine, type(game_of("pig")), "pig")
    engine.begin()
    engine.exchange({"type": "ping", "n": 1}, "pong", LAST_RESORT, {"n": 1})
    first, second, third, *_more = trial.situations(1)
    engine.open(trial.new(1))
    engine.choose(first)
    engine.choose(third)
    engine.choose(second)
    engine.choose(third, 0.0)
    engine.over([1, 2], [100, 31])
    engine.open(trial.new(2, seat=1))
    engine.choose(trial.situations(2, seat=1)[1])
    engine.over(None, [40, 20])
    engine.close()


def test_the_golden_conversation_is_what_is_said(tmp_path):
    with Traffic(tmp_path, "hold") as traffic:
        converse(Engine("hold", PYTHON, options={"hold_at": "25"}, bounds=FIXED, traffic=traffic))
    said = (tmp_path / "hold-1.txt").read_text("utf-8")
    if "REWRITE_GOLDEN" in os.environ:
        GOLDEN.write_text(said, "utf-8")
    assert said == GOLDEN.read_text("utf-8")


def test_the_golden_conversation_has_every_message_that_is_described():
    page = (ROOT / "docs/reference/player-protocol.md").read_text("utf-8")
    types = {json.loads(line[2:])["type"] for line in GOLDEN.read_text("utf-8").splitlines()}
    assert types == {
        *("hello", "options", "ready", "ping", "pong", "new", "choose", "answer", "stop", "over", "quit"),
    }
    assert [kind for kind in types if f"`{kind}`" not in page] == []


# The examples


def compiled(folder):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler here")
    program = folder / "hold"
    subprocess.run(
        [compiler, "-Wall", "-Wextra", "-Werror", "-o", program, PLAYERS / "hold.c"], check=True, timeout=LAST_RESORT
    )
    return [str(program)]


def in_node(_folder):
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    return [node, str(PLAYERS / "hold.js")]


LANGUAGES = {"python": lambda _folder: PYTHON, "javascript": in_node, "c": compiled}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_example_passes_every_step_and_beats_chance(tmp_path, language):
    engine = Engine(language, LANGUAGES[language](tmp_path), bounds=VERY_PATIENT)
    trial = Trial(engine, type(game_of("pig")), "pig")
    try:
        steps = list(tried(trial))
        assert len(steps) >= 40
        assert [step for step in steps if step.fault] == []
        won = sum(trial.play(seed, seed % 2) for seed in range(10))
        assert won >= 8
    finally:
        engine.close()


def test_two_programs_in_two_languages_play_the_same(tmp_path):
    """Both hold at 20, so that neither shows which one plays."""
    ends = []
    for language in ("python", "c"):
        engine = Engine(language, LANGUAGES[language](tmp_path), bounds=VERY_PATIENT)
        trial = Trial(engine, type(game_of("pig")), "pig")
        ends.append([trial.play(seed, seed % 2) for seed in range(10)])
        engine.close()
    assert ends[0] == ends[1]


# This program as a player


def spoken(rules, name, level, *messages):
    """What it answers to messages; and why it ended, if something was wrong."""
    out = BytesIO()
    speaker = Speaker(rules, name, level, "test 1.0", out)
    lines = b"".join(json.dumps(message).encode() + b"\n" for message in messages)
    why = speaker.run(BytesIO(lines))
    return [json.loads(line) for line in out.getvalue().splitlines()], why


def test_it_plays_for_another_program_by_the_events():
    messages = [json.loads(line[2:]) for line in GOLDEN.read_text("utf-8").splitlines() if line[0] == ">"]
    messages = [message for message in messages if message["type"] != "options"]
    answers, why = spoken(type(game_of("pig")), "pig", "hold:20", *messages)
    assert why == ""
    asked = [message["n"] for message in messages if message["type"] == "choose"]
    assert [answer["n"] for answer in answers if answer["type"] == "answer"] == asked
    hello = next(answer for answer in answers if answer["type"] == "hello")
    assert hello["options"][0]["default"] == "hold:20"


@pytest.mark.parametrize(("game", "level"), [("pig", "easy"), ("passing-game", "random")])
def test_a_player_of_ours_is_a_program_for_ours(tmp_path, game, level, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    command = [sys.executable, "-m", "tabletop", "player", "run", game, "--level", level]
    engine = Engine("ours", command, bounds=VERY_PATIENT)
    rules = load(Catalogue.installed().find(game))
    trial = Trial(engine, rules, game)
    try:
        assert [trial.play(seed, seed % trial.game.seats, most=120) for seed in range(3)]
        assert engine.greeting.name == f"Tabletop {level}"
    finally:
        engine.close()


def test_a_stop_is_heard_while_it_thinks():
    game = Treasure
    new = {"type": "new", **begun("treasure", Treasure(Treasure.options_model(), 2), 0, 1).message()}
    position = {"view": {"seat": 0, "moves": ["somewhere"]}, "moves": ["sycamore"], "since": 0, "events": []}
    choose = {"type": "choose", "n": 1, "position": position}
    answers, why = spoken(game, "treasure", "expert", new, {"type": "stop", "n": 1}, choose, {"type": "ping", "n": 3})
    assert why == ""
    assert {"type": "answer", "n": 1, "move": "sycamore"} in answers
    assert {"type": "pong", "n": 3} in answers


WRONG = {
    "another game": (
        {"type": "new", "game": "chess", "options": {}, "seats": 2, "seat": 1},
        "plays pig, and not chess",
    ),
    "no match": ({"type": "choose", "n": 1, "position": {}}, "no match was begun"),
    "options": ({"type": "new", "game": "pig", "options": {"x": 1}, "seats": 2, "seat": 1}, "x"),
    "fields": ({"type": "new"}, "what it was told isn't as it should be"),
    "a level": ({"type": "options", "values": 5}, "what it was told isn't as it should be"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_it_cannot_use_it_says_in_a_sentence(what):
    message, expected = WRONG[what]
    answers, why = spoken(type(game_of("pig")), "pig", "easy", message)
    assert expected in why
    assert answers == [{"type": "error", "why": why}]


def test_an_unknown_level_or_game_is_one_sentence(tabletop, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    for words in (["pig", "--level", "godlike"], ["ludo"]):
        code, out, err = tabletop("player", "run", *words)
        assert (code, out) == (2, "")
        assert err.startswith("tabletop: ")
        assert err.count("\n") == 1


# How a view reads by name


@pytest.mark.parametrize("name", [game.id for game in Catalogue.installed().games])
def test_every_view_is_ready_for_json_and_is_read_back_where_something_is_hidden(name):
    rules = load(Catalogue.installed().find(name))
    game = rules(rules.options_model(), rules.seat_counts[-1])
    trial = Trial(Engine("nobody", []), rules, name)
    for situation in trial.situations(1)[:20]:
        assert json.loads(json.dumps(situation.view)) == json.loads(json.dumps(by_name(situation.view)))
    state = game.start()
    view = game.view(state, 0)
    if game.hides:
        assert game.view_from(json.loads(json.dumps(game.show(view)))) == view
