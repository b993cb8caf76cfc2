"""What reads texts from outside: each is called with bytes, and reads them or refuses them with a sentence."""

import io
import json
import tempfile
from pathlib import Path

from world import RULES, mute

from tabletop import setup
from tabletop.cpu.engines.greeting import greeting_of
from tabletop.cpu.engines.wire import Garbled, choice_of, message_of
from tabletop.match import IllegalMove, Match, with_options
from tabletop.plugins.find.manifest import ManifestError, read_manifest
from tabletop.record import read
from tabletop.saves import Home, Matches, SaveError
from tabletop.server import protocol

DATA = Path(__file__).parent.parent / "data"
ROOT = DATA.parent.parent
FOLDER = Path(tempfile.mkdtemp(prefix="parsers-"))
(FOLDER / "matches").mkdir()
MATCHES = Matches(Home(FOLDER), warn=mute)
GAME = with_options(RULES, {"target": 50}, 2)


def text_of(data):
    return data.decode("utf-8", "surrogateescape")


def seats(data):
    setup.read_seats(text_of(data), "You")


def options(data):
    with_options(RULES, setup.read_settings(RULES.options_model, [text_of(data)]), 2)


def record(data):
    read(io.BytesIO(data))


def journal(data):
    file = FOLDER / "matches" / "pig-20261130-aaaa.jsonl"
    file.write_bytes(data)
    MATCHES.look(file.stem)


def manifest(data):
    (FOLDER / "tabletop.toml").write_bytes(data)
    read_manifest(FOLDER)


def events(data):
    """Lines of a match that is replayed."""
    Match(GAME, text_of(data).split("\n"))


def client(data):
    """What a client says to a room."""
    protocol.read(data)


def program(data):
    """What a program that plays says."""
    message = message_of(data)
    (greeting_of if message.get("type") == "hello" else choice_of)(message)


PARSERS = {parser.__name__: parser for parser in (seats, options, record, journal, manifest, events, client, program)}
REFUSALS = ValueError, SaveError, ManifestError, IllegalMove, Garbled
SAMPLES = {
    "seats": [b"you,cpu:hard", b"cpu:hold:25,cpu:easy,cpu"],
    "options": [b"target=50", b"start=roll_off", b"roll_limit=3"],
    "record": [
        json.dumps(json.loads((DATA / f"record-version-{number}.json").read_text("utf-8"))).encode()
        for number in (1, 2)
    ],
    "journal": [file.read_bytes() for file in sorted(DATA.glob("match-*.jsonl"))],
    "manifest": [(ROOT / f"plugins/{name}/tabletop_{name}/tabletop.toml").read_bytes() for name in ("pig", "bigpig")],
    "events": [b"1 roll\n* 3\n1 hold\n2 roll\n* 1\n1 roll"],
    "client": [
        b'{"type":"hello","version":1,"token":"a","since":3,"pictures":"svg"}',
        b'{"type":"answer","id":1,"seat":0,"text":"roll","serial":4}',
        b'{"type":"ask","id":1,"what":"log","at":3}',
        b'{"type":"command","what":"undo","seat":1}',
    ],
    "program": [
        b'{"type":"hello","protocol":1,"name":"x","options":{"level":{"type":"integer","min":1,"max":9,"default":3}}}',
        b'{"type":"chosen","n":3,"move":"roll","value":0.5,"note":"so"}',
    ],
}


def read_or_refuse(name, data):
    """Whether it was read. Raises whatever is no refusal with a sentence."""
    try:
        PARSERS[name](data)
    except REFUSALS as why:
        if not str(why).strip():
            raise
        return False
    return True
