"""Whatever comes from outside is read, or refused with a sentence."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from campaign import LONG
from parsers import PARSERS, SAMPLES, read_or_refuse
from scripted import ScriptedConsole
from sittings import table_of
from tabletop_pig.games import Pig
from world import RULES, mute

from tabletop import setup
from tabletop.match import Match, with_options
from tabletop.plugins.find.manifest import ManifestError, read_manifest
from tabletop.record import read
from tabletop.saves import Home, Matches, SaveError

EACH = 120_000 if LONG else 150
"""inputs for each kind: with nine kinds more than a million"""
GUIDED = 130_000
"""the same for those that atheris makes: with eight kinds more than a million"""
HERE = Path(__file__).parent
DATA = Path(__file__).parent.parent / "data"
ROOT = DATA.parent.parent
ODD = [
    *("", " ", "\0", "\x1b[2J", "\u202e", "\ud800", "\ufeff", "٣", "²", "½", "ß", "İ", "é", "e\u0301", "\U0001f3b2"),
    *("-1", "0", "1", "1e999", "NaN", "9" * 30, "9" * 5_000, "true", "null", "[", "]", "{", "}", '"', "\\", "\n", "\r"),
    *("cpu", "cpu:", "cpu:hard", "cpu:hold:x", "me", "you", "@me", "Ada", ",", ":", "/", "../x", "=", "target", "roll"),
    *("hold", "undo", "seat 1", "tabletop:help", "help", "log", "moves", "rename", "round", "?", "#", "%s", "{name}"),
]


def texts(seed, samples=()):
    """Odd texts put together, and samples with a few places changed."""
    rng = Random(seed)
    for _number in range(EACH):
        if samples and rng.random() < 0.8:
            yield changed(rng.choice(samples), rng)
        else:
            yield rng.choice(("", " ", ",")).join(rng.choices(ODD, k=rng.randrange(6)))


def changed(text, rng):
    for _time in range(rng.randint(1, 4)):
        at, length = rng.randrange(len(text) + 1), rng.choice((0, 1, 1, 3, 20))
        text = text[:at] + rng.choice((*ODD, text[at : at + 9] * 2)) + text[at + length :]
    return text


def refused(call, *errors):
    """Calls; whether it was refused, by one of the errors and with a sentence."""
    try:
        call()
    except errors as why:
        if str(why).strip():
            return True
        raise
    return False


def test_seats():
    samples = ("you,cpu:hard", "Ada,Bo", "cpu:hold:25,cpu:easy,cpu", "me,cpu:keep-pace:21/8/29")
    for text in texts(1, samples):
        refused(lambda text=text: setup.read_seats(text, "You"), ValueError)


def test_options():
    samples = ("target=50", "start=roll_off", "ending=complete_round", "roll_limit=3", "minimum_to_hold=20")
    for text in texts(2, samples):
        refused(lambda text=text: with_options(RULES, setup.read_settings(RULES.options_model, [text]), 2), ValueError)


def test_records():
    samples = [json.dumps(json.loads((DATA / f"record-version-{number}.json").read_text("utf-8"))) for number in (1, 2)]
    for text in texts(3, samples):
        refused(lambda text=text: read(io.BytesIO(text.encode("utf-8", "surrogatepass"))), ValueError)


def test_journals(tmp_path):
    matches, samples = (
        Matches(Home(tmp_path), warn=mute),
        [file.read_text("utf-8") for file in DATA.glob("match-*.jsonl")],
    )
    (tmp_path / "matches").mkdir()
    file = tmp_path / "matches" / "pig-20261130-aaaa.jsonl"
    for text in texts(4, samples):
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        refused(lambda: matches.look(file.stem), SaveError)


def test_manifests(tmp_path):
    samples = [
        (ROOT / f"plugins/{name}/tabletop_{name}/tabletop.toml").read_text("utf-8") for name in ("pig", "bigpig")
    ]
    file = tmp_path / "tabletop.toml"
    for text in texts(5, samples):
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        refused(lambda: read_manifest(tmp_path), ManifestError)


@pytest.mark.parametrize("name", ["events", "client", "program"])
def test_events_and_what_clients_and_programs_say(name):
    samples = [sample.decode() for sample in SAMPLES[name]]
    for text in texts(7, samples):
        read_or_refuse(name, text.encode("utf-8", "surrogatepass"))


@pytest.mark.skipif(not LONG, reason="only in the long form; needs requirements-slow.txt")
@pytest.mark.parametrize("name", PARSERS)
def test_inputs_that_are_guided_by_what_they_reach(name, tmp_path):
    pytest.importorskip("atheris")
    path = os.pathsep.join(str(folder) for folder in (HERE, HERE.parent / "helpers"))
    done = subprocess.run(
        [sys.executable, HERE / "guided.py", name, str(GUIDED), tmp_path],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    assert f"Done {GUIDED} runs" in done.stderr


def test_lines_at_the_table(tmp_path):
    samples = ("roll", "hold", "moves r", "seat 2 cpu:hard", "rename Sunday", "log", "undo")
    lines = [line for line in texts(6, samples) if not line.strip().lower().startswith(("q", "res", "a"))]
    for number in range(0, len(lines), 5_000):
        typed = lines[number : number + 5_000]
        table = table_of(tmp_path / str(number), Pig(Pig.options_model(target=10_000), 2), "Ada,Bo", typed, seed=1)
        with table.save:
            table.run()
        assert isinstance(table.console, ScriptedConsole)
        assert not any("Traceback" in text for text in table.console.problems)
        assert Match(table.match.game, table.match.events).events == table.match.events
