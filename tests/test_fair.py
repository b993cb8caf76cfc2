"""Dice that can be proven: the rule, what a record holds of it, and what is found when anything is otherwise."""

import io
import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import LAST_RESORT
from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig, PigDoubles

from tabletop.audit import chi_square_tail
from tabletop.chance import Again
from tabletop.cli import run
from tabletop.fair import FAIR, Fair, FairDice, FairRandom, Share, Stream, Witness, drawn_fairly, nonce_hash, promise
from tabletop.history import ENDS
from tabletop.host import chance_of
from tabletop.match import Header, Match, Seat, bind
from tabletop.outside import recorded
from tabletop.proving import Unproven, prove
from tabletop.record import RecordError, check_result, export, read
from tabletop.saves import Home, Matches

ROOT = Path(__file__).parent.parent
VERSION_3 = ROOT / "tests/data/record-version-3.json"
PAGE = (ROOT / "docs/reference/fair-dice.md").read_text("utf-8")
GAMES = {"pig": Pig, "pig-doubles": PigDoubles, "bigpig": BigPig, "passing-game": PassingGame}
HEADER = Header(game="pig", options={"target": 20}, seats=(Seat(name="Ada"), Seat(name="Bo")))
KEY = bytes(range(32))


def hexed(number):
    return f"{number:064x}"


def dice_of(*nonces, secret=7):
    """What the seats have brought; None: a nonce that isn't shown."""
    promised = promise(hexed(secret))
    shares = [
        Share(hash=nonce_hash(promised, seat, hexed(nonce or 0)), nonce=None if nonce is None else hexed(nonce))
        for seat, nonce in enumerate(nonces)
    ]
    return FairDice(hash=promised, secret=hexed(secret), seats=tuple(shares))


DICE = dice_of(1, 2)


def played(game, dice, seed=0, most=400):
    """A match whose moves are random and whose dice follow from what was promised."""
    match, rng, chance = Match(game), Random(seed), Fair(dice)
    while match.to_act is not None and len(match.events) < most:
        if match.to_act == -1:
            match.apply(f"* {chance.outcome(game, match.state, len(match.events))}")
        else:
            match.play(rng.choice(list(match.legal_moves())))
    return match


# The rule


def test_listed_outcomes_come_as_often_as_they_are_likely():
    chances = {"never": 0.0, "seldom": 0.05, "often": 0.7, "now and then": 0.25}
    game = SimpleNamespace(outcomes=lambda _state: list(chances.items()), outcome_notation=str)
    found = [drawn_fairly(game, None, KEY, event) for event in range(3_000)]
    assert "never" not in found
    square = sum((found.count(its) - 3_000 * p) ** 2 / (3_000 * p) for its, p in chances.items() if p)
    assert chi_square_tail(square, 2) > 0.01


def test_the_borders_between_outcomes_are_exact(monkeypatch):
    thirds = [("a", 1 / 3), ("b", 1 / 3), ("c", 1 / 3)]
    game = SimpleNamespace(outcomes=lambda _state: thirds, outcome_notation=str)
    third = int(Fraction(1 / 3) * 2**64)
    whole, border = 3 * third, -(-third * 2**128 // (3 * third))
    for x, due in ((0, "a"), (border - 1, "a"), (border, "b"), (2**128 - 1, "c")):
        monkeypatch.setattr(Stream, "take", lambda _stream, _count, x=x: x)
        assert (drawn_fairly(game, None, KEY, 1), x * whole >> 128 < third) == (due, due == "a")


def test_a_source_for_games_that_draw_themselves_is_even():
    rng = FairRandom(Stream(KEY, 1))
    faces = [rng.randrange(6) for _time in range(3_000)]
    assert chi_square_tail(sum((faces.count(face) - 500) ** 2 / 500 for face in range(6)), 5) > 0.01
    assert all(0 <= rng.random() < 1 for _time in range(100))
    assert sorted(rng.sample(range(28), 28)) == list(range(28))
    with pytest.raises(ValueError, match="negative"):
        rng.getrandbits(-1)


def test_a_source_reads_the_bytes_of_its_draw_one_after_another():
    rng, stream = FairRandom(Stream(KEY, 5)), Stream(KEY, 5)
    rng.seed(1)
    assert rng.getrandbits(12) == stream.take(2) >> 4
    assert rng.random() == (stream.take(7) >> 3) / 2**53
    assert rng.getrandbits(400) == stream.take(50)


def test_what_players_think_with_tells_nothing_of_a_draw():
    fair = Fair(DICE)
    assert fair.thought(3).random() != fair.thought(3).random()


def test_what_is_taken_back_and_comes_again_is_the_same():
    match = played(bind(Pig, HEADER), DICE)
    again = Match(match.game, match.events[:3])
    chance = Fair(DICE)
    first = chance.outcome(match.game, match.state_after(1), 1)
    assert [chance.outcome(match.game, again.state_after(1), 1) for _time in range(3)] == [first] * 3


def test_each_secret_and_each_nonce_changes_the_draws():
    keys = {dice.key for dice in (DICE, dice_of(1, 2, secret=8), dice_of(2, 1), dice_of(1, 3), dice_of(1, None))}
    assert len(keys) == 5


def test_a_nonce_is_promised_for_one_seat_and_one_secret():
    hashes = {nonce_hash(promise(hexed(secret)), seat, hexed(1)) for secret in (1, 2) for seat in (0, 1)}
    assert len(hashes) == 4


# The proof


@pytest.mark.parametrize("game", GAMES)
def test_the_draws_of_a_match_are_proven(game):
    header = HEADER.model_copy(update={"game": game, "options": {}})
    match = played(bind(GAMES[game], header), DICE)
    proof = prove(DICE, match)
    assert proof.draws == sum(event.startswith("*") for event in match.events) > 0
    assert (proof.own, proof.withheld) == ((0, 1), ())


@settings(max_examples=25)
@given(st.data())
def test_whatever_is_changed_is_found(data):
    match = played(bind(Pig, HEADER), DICE, data.draw(st.integers(0, 99)))
    draws = [number for number, event in enumerate(match.events) if event.startswith("*")]
    changed = data.draw(st.sampled_from(draws))
    face = data.draw(st.sampled_from([face for face in "123456" if face != match.events[changed][-1]]))
    other = Match(match.game, [*match.events[:changed], f"* {face}"])
    with pytest.raises(Unproven) as found:
        prove(DICE, other)
    assert found.value.event == changed + 1
    assert f"“{match.events[changed][2:]}”" in str(found.value)


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (DICE.model_copy(update={"secret": hexed(8)}), "The secret"),
        (DICE.model_copy(update={"hash": hexed(8)}), "The secret"),
        (DICE.model_copy(update={"seats": DICE.seats[::-1]}), "seat 1"),
        (
            DICE.model_copy(update={"seats": (DICE.seats[0], DICE.seats[1].model_copy(update={"nonce": hexed(9)}))}),
            "seat 2",
        ),
        (dice_of(1, 3), "Draw"),
        (dice_of(1, None), "Draw"),
        (dice_of(1, 2, secret=8), "Draw"),
    ],
)
def test_another_secret_nonce_or_order_is_found(dice, said):
    with pytest.raises(Unproven, match=said):
        prove(dice, played(bind(Pig, HEADER), DICE))


# Records and match files


def test_a_record_of_version_3_stays_readable():
    record = read(VERSION_3)
    match = recorded(bind(Pig, record), record, record.events)
    check_result(record, match)
    assert prove(record.fair, match) == (sum(event.startswith("*") for event in record.events), (0,), (1,))
    header = Header.model_validate(record.model_dump(include=set(Header.model_fields)))
    assert export(header, match, record.fair) == VERSION_3.read_text("utf-8")


def changed_record(tmp_path, change):
    document = json.loads(VERSION_3.read_text("utf-8"))
    change(document)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_a_proof_is_a_sentence_and_0(capfd):
    assert run(["record", "check", "--fair", str(VERSION_3)]) == 0
    out, err = capfd.readouterr()
    promised = json.loads(VERSION_3.read_text("utf-8"))["fair"]["hash"]
    for said in ("are proven", promised, "of their own: 1.", "kept theirs back: 2."):
        assert said in out
    assert err == ""


def test_a_proof_for_programs(capfd):
    assert run(["record", "check", "--fair", "--json", str(VERSION_3)]) == 0
    found = json.loads(capfd.readouterr().out)
    assert found["events"] == len(json.loads(VERSION_3.read_text("utf-8"))["events"])
    assert found["fair"].pop("hash")
    assert found["fair"].pop("draws") > 5
    assert found["fair"] == {"proven": True, "own_nonces": [1], "withheld": [2]}


@pytest.mark.parametrize("face", "12345")
def test_the_first_draw_that_is_otherwise_is_named_whatever_follows_from_it(tmp_path, capfd, face):
    path = changed_record(tmp_path, lambda record: record["events"].__setitem__(1, f"* {face}"))
    assert run(["record", "check", "--fair", str(path)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err == f"tabletop: Draw 1 (event 2): the secret and the nonces give “6”, the record has “{face}”.\n"
    assert run(["record", "check", "--fair", "--json", str(path)]) == 1
    assert json.loads(capfd.readouterr().out)["fair"]["event"] == 2


def test_what_the_rules_refuse_is_refused_where_all_draws_are_right(tmp_path, capfd):
    path = changed_record(tmp_path, lambda record: record["events"].__setitem__(2, "1 fly"))
    assert run(["record", "check", "--fair", str(path)]) == 2
    assert "Event 3" in capfd.readouterr().err


def test_a_record_without_proof_is_said_to_be_so(capfd):
    assert run(["record", "check", "--fair", str(ROOT / "tests/data/record-version-1.json")]) == 1
    assert "nothing by which" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: record.update(version=2), "version 3"),
        (lambda record: record.pop("fair"), "version 3"),
        (lambda record: record["fair"]["seats"].pop(), "each seat"),
        (lambda record: record["fair"].update(secret="A" * 64), "secret"),
        (lambda record: record["fair"].update(secret="0" * 62), "secret"),
        (lambda record: record["fair"].update(rule="tabletop-fair-2"), "rule"),
        (lambda record: record["fair"]["seats"][0].update(nonce="0" * 64 + "\n"), "nonce"),
        (lambda record: record["fair"]["seats"][0].update(by="the devil"), "by"),
        (lambda record: record["fair"].update(more=1), "more"),
    ],
)
def test_what_no_proof_can_be_is_refused(tmp_path, change, said):
    with pytest.raises(RecordError, match=said):
        read(changed_record(tmp_path, change))


@pytest.fixture
def matches(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    return Matches(Home(tmp_path))


def kept(matches, events=400):
    """A match whose dice can be proven, after so many events."""
    match = played(bind(Pig, HEADER), DICE, most=events)
    note = (FAIR, DICE.model_dump(mode="json"))
    with matches.create(HEADER, events=[note, *match.events]) as save:
        if match.result:
            save.finish("finished", match.game.scores(match.state), match.result.ranks)
        return save.id


def test_a_match_that_is_over_is_exported_with_its_proof_and_comes_back(matches, tmp_path, capfd):
    match = kept(matches)
    assert matches.look(match).status in ENDS
    assert run(["record", "export", match, "-o", str(tmp_path / "one.json")]) == 0
    assert run(["record", "check", "--fair", str(tmp_path / "one.json")]) == 0
    assert run(["record", "import", str(tmp_path / "one.json")]) == 0
    other = re.search(r"Kept as (\S+)\.", capfd.readouterr().out)[1]
    assert run(["record", "export", other, "-o", str(tmp_path / "two.json")]) == 0
    one, two = (json.loads((tmp_path / name).read_text("utf-8")) for name in ("one.json", "two.json"))
    assert one["fair"] == two["fair"] == DICE.model_dump(mode="json")
    assert isinstance(chance_of(matches.look(other)), Again)


def test_the_secret_isnt_exported_before_the_end(matches, capfd):
    match = kept(matches, events=6)
    assert run(["record", "export", match]) == 0
    out = capfd.readouterr().out
    assert DICE.secret not in out
    assert read(io.BytesIO(out.encode())).version == 1


def test_a_match_goes_on_with_its_secret_wherever_it_is_opened(matches):
    chance, game = chance_of(matches.look(kept(matches, events=6))), bind(Pig, HEADER)
    match = played(game, DICE, most=60)
    for place, event in enumerate(match.events):
        if event.startswith("*"):
            assert f"* {chance.outcome(game, match.state_after(place), place)}" == event


# Anybody can write it again


def test_the_script_of_the_page_proves_the_golden_record(monkeypatch, capsys, tmp_path):
    (script,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert 20 <= len(script.splitlines()) <= 40
    assert "tabletop" not in script
    code = compile(script, "prove.py", "exec")
    monkeypatch.setattr(sys, "argv", ["prove.py", str(VERSION_3)])
    exec(code, {"__name__": "__main__"})
    draws = sum(event.startswith("*") for event in json.loads(VERSION_3.read_text("utf-8"))["events"])
    assert capsys.readouterr().out.startswith(f"{draws} draws")
    path = changed_record(tmp_path, lambda record: record["events"].__setitem__(1, "* 5"))
    monkeypatch.setattr(sys, "argv", ["prove.py", str(path)])
    with pytest.raises(AssertionError, match="event 2 should be 6"):
        exec(code, {"__name__": "__main__"})


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_the_page_does_what_the_rule_says(tmp_path):
    shutil.copy(ROOT / "tabletop/server/page/fair.js", tmp_path / "fair.mjs")
    texts = ["", "abc", "x" * 55, "x" * 56, "x" * 64, "x" * 500]
    script = tmp_path / "try.mjs"
    script.write_text(TRIAL.replace("TEXTS", json.dumps(texts)).replace("DICE", DICE.model_dump_json()), "utf-8")
    found = subprocess.run(["node", script], capture_output=True, check=True, timeout=LAST_RESORT)
    hashes, given, shown, doubts = json.loads(found.stdout)
    assert hashes == [sha256(text.encode()).hexdigest() for text in texts]
    assert (given, shown) == ({"hash": DICE.seats[0].hash}, {"nonce": hexed(1)})
    assert doubts == [False, True, True, True, True]


TRIAL = """
import { Witness, sha256 } from "./fair.mjs";
const dice = DICE, wrong = "8".repeat(64), own = "1".padStart(64, "0");
const before = { phase: "commit", hash: dice.hash, seats: [null, null] };
const trusting = () => {
  const witness = new Witness(() => own);
  return [witness, witness.take(before, 0), witness.take({ ...dice, phase: "reveal" }, 0)];
};
const [, given, shown] = trusting();
const after = [
  { ...dice, phase: "open" }, { ...dice, phase: "open", secret: wrong }, { ...dice, phase: "play", hash: wrong },
  { ...dice, phase: "play", seats: [{ ...dice.seats[0], nonce: wrong }, dice.seats[1]] }, { ...before, hash: wrong },
];
const doubts = after.map((message) => {
  const [witness] = trusting();
  witness.take(message, 0);
  return witness.doubt;
});
const hashes = TEXTS.map((text) => sha256(new TextEncoder().encode(text)));
console.log(JSON.stringify([hashes, given, shown, doubts]));
"""

# What a client keeps


def said(phase, dice=DICE, **more):
    return {"phase": phase, "hash": dice.hash, "seats": [share.model_dump() for share in dice.seats], **more}


def trusting():
    """A witness in seat 1 that has given and shown its nonce."""
    witness = Witness(lambda: hexed(1))
    assert witness.take({"phase": "commit", "hash": DICE.hash, "seats": [None, None]}, 0)["hash"] == DICE.seats[0].hash
    assert witness.take(said("reveal"), 0) == {"type": "fair", "nonce": hexed(1)}
    return witness


def test_a_client_gives_the_hash_and_shows_the_nonce_only_when_all_hashes_are_there():
    witness = trusting()
    assert witness.take(said("play"), 0) is None
    assert witness.take(said("open", secret=DICE.secret), 0) is None
    assert witness.doubt == ""


@pytest.mark.parametrize(
    ("message", "doubt"),
    [
        (said("play", dice_of(1, 2, secret=8)), "changed the secret"),
        (said("play", dice_of(3, 2)), "isn't what the server says"),
        (said("open", secret=hexed(8)), "isn't the one"),
        (said("open", secret="secret"), "isn't the one"),
        ({"phase": "play", "hash": DICE.hash}, "isn't what the server says"),
        ({"phase": "play", "hash": DICE.hash, "seats": [None]}, "isn't what the server says"),
        ({"phase": "open", "hash": DICE.hash, "seats": [3, 4]}, "isn't what the server says"),
        ({"phase": "commit", "hash": hexed(8), "seats": [None, None]}, "began anew"),
    ],
)
def test_a_client_notices_a_server_that_cheats(message, doubt):
    witness = trusting()
    witness.take(message, 0)
    assert doubt in witness.doubt


def test_a_client_shows_no_nonce_whose_hash_was_exchanged():
    witness = Witness(lambda: hexed(1))
    witness.take({"phase": "commit", "hash": DICE.hash, "seats": [None, None]}, 0)
    assert witness.take(said("reveal", dice_of(3, 2)), 0) is None
    assert witness.doubt


def test_a_spectator_gives_nothing_and_watches_the_secret():
    witness = Witness()
    assert witness.take({"phase": "commit", "hash": DICE.hash, "seats": [None, None]}, None) is None
    assert witness.take(said("reveal"), None) is None
    witness.take(said("open", secret=DICE.secret), None)
    assert witness.take({"phase": "commit", "hash": hexed(8), "seats": [None, None]}, None) is None
    assert witness.doubt == ""
    witness.take({"phase": "open", "hash": hexed(8), "seats": [None, None], "secret": hexed(8)}, None)
    assert witness.doubt
