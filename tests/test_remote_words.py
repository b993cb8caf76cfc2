"""What else is at home at a table elsewhere: the slip guard, completion, rematches with a program."""

import sys
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from far import WELCOME, Chooser, Far, Patient, Recorded, Until, at_far, rock_paper
from processes import LAST_RESORT
from scripted import ScriptedConsole

from tabletop.aliases import shown
from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.engine import Engine
from tabletop.i18n import speaking
from tabletop.remote.delegate import Delegate
from tabletop.remote.links import Link
from tabletop.remote.news import Parted
from tabletop.remote.remote_line import RemoteLine
from tabletop.rooms.listener import Asked, Over
from tabletop.table.reader import Reader
from tabletop.terminal.joining import Gathering
from tabletop.terminal.room_talk import RoomTalk
from tabletop.words import MOST_NAMED, unknown

HOSTILE = Path(__file__).parent / "helpers" / "hostile.py"
LINK = Link("ws://127.0.0.1:8765/table", "abc", "http://127.0.0.1:8765")


def test_the_slip_guard_asks_once_there_too(tmp_path):
    with Far(tmp_path / "far") as far:
        links = far.room("pig", "open", "open", options={"target": 2})[:2]
        both = at_far(tmp_path, far, links, ["Ada", "Bo"], [*["roll"] * 30, "quit"], slip_guard=True)
        text = both.done()
    assert "You win at once with “hold”. If you mean “roll”, type it again." in text


def test_the_slip_guard_is_off_unless_it_is_wanted(tmp_path):
    with Far(tmp_path / "far") as far:
        link, _looking = far.room("pig", "open", "cpu:random", options={"target": 2})
        assert "win at once" not in at_far(tmp_path, far, [link], ["Ada"], ["roll"] * 4).done()
        assert not [said for said in far.conversations[0].said if said.get("what") == "slips"]


ROSTER = {"type": "roster", "seats": [{"name": "Ada", "here": True}], "host": 0, "begun": True}
MISSED = {"type": "missed", "n": 0, "told": []}
ASKED = {"type": "asked", "serial": 1, "kind": "move", "seats": [0], "seat": 0, "yours": True}
OVER = {"type": "over", "why": "rules", "ranks": [1]}
CAME = [{**ROSTER, "begun": False}, MISSED]


@pytest.mark.parametrize("messages", [[*CAME, ASKED], [MISSED, ASKED, ROSTER], [*CAME, OVER], [MISSED, OVER, ROSTER]])
def test_what_comes_before_it_is_known_who_is_there_is_kept(messages):
    refusal = {"type": "refused", "id": 0, "kind": "refused", "reason": "what: none of these"}
    server = Recorded(WELCOME, *messages, refusal, code=4001)
    line = RemoteLine([(LINK, "Ada")], Reader(), knock=lambda _link: server)
    line.start()
    assert Gathering(RoomTalk(ScriptedConsole(), line, "")).wait() is not None
    (wanted,) = [Asked if each is ASKED else Over for each in messages if each in (ASKED, OVER)]
    assert isinstance(line.next(LAST_RESORT), wanted)
    assert isinstance(line.next(LAST_RESORT), Parted)


def test_what_stands_behind_the_words_of_a_room_is_offered(tmp_path):
    with Far(tmp_path / "far") as far:
        links = far.room("pig", "open", "open", options={"target": 6})[:2]
        bo = at_far(tmp_path, far, links[1:], ["Bo"], kind=Chooser)
        ada = at_far(tmp_path, far, links[:1], ["Ada"], [Until("Bo is here", 0), "leave"], kind=Patient, language="de")
        ada.done()
        at_far(tmp_path, far, links[:1], ["Ada"], kind=Chooser).done()
        bo.done()
    with speaking("de"):
        late, kick, dice, mute = map(shown, ("late", "kick", "dice", "mute"))
    offered = ada.console.completions[-1]
    assert "spielt" in offered["platz 2 cpu:hard"]
    assert {"platz 2 zurück", f"{late} 2 warten", f"{late} 2 ende", f"{late} 1 cpu:keep-pace"} <= set(offered)
    assert offered[f"{kick} 2"] == offered[f"{dice} 2"] == "Bo"
    assert {f"{mute} 2 aus", "pause aus", "tempo schnell"} <= set(offered)


def test_a_program_plays_rematches_and_ends_when_it_is_alone(tmp_path):
    with Far(tmp_path / "far", rock_paper()) as far:
        links = far.room("rock-paper-scissors", "open", "open", options={"best_of": 1})[:2]
        lines = ["paper", "rematch", Until("A new match begins."), "paper", ""]
        ada = at_far(tmp_path, far, links[:1], ["Ada"], lines, kind=Patient)
        engine = Engine("robot", (sys.executable, "-I", "-S", str(HOSTILE), "chooses"), bounds=Bounds(LAST_RESORT))
        line = RemoteLine([(links[1], "robot")], Reader(), knock=far.knock, clock=partial(next, count()))
        line.start()
        said = []
        try:
            Delegate(line, engine, said.append, lambda: 0.0).play()
        finally:
            line.close()
            engine.close()
        assert "A new match begins." in ada.done()
        assert [match.status for match in far.server.host.matches.list()] == ["finished", "finished"]
    assert said.count("A new match begins.") == 1
    assert sum("Ada" in sentence or "You" in sentence for sentence in said) >= 2


def test_a_program_waits_for_a_rematch_no_longer_than_a_minute(tmp_path):
    with Far(tmp_path / "far", rock_paper()) as far:
        links = far.room("rock-paper-scissors", "open", "open", options={"best_of": 1})[:2]
        ada = at_far(tmp_path, far, links[:1], ["Ada"], ["paper", Until("robot is away."), ""], kind=Patient)
        engine = Engine("robot", (sys.executable, "-I", "-S", str(HOSTILE), "chooses"), bounds=Bounds(LAST_RESORT))
        line = RemoteLine([(links[1], "robot")], Reader(), knock=far.knock, clock=partial(next, count()))
        line.start()
        try:
            Delegate(line, engine, [].append, partial(next, count(0, 20))).play()
        finally:
            line.close()
            engine.close()
        ada.done()


def test_a_word_that_is_unknown_names_help_once():
    words = ["help", *(f"w{number}" for number in range(MOST_NAMED))]
    assert unknown("xyzzy", words).endswith("you can type w0, w1, w2, w3, w4 or help.")
