"""Dice that can be proven, real dice and records, at a table elsewhere."""

import json

import pytest
from far import LINK, WELCOME, Chooser, Far, Patient, Recorded, Until, at_far, rock_paper

from tabletop.cli import run
from tabletop.remote.links import read_link
from tabletop.remote.remote_line import RemoteLine
from tabletop.table.reader import Reader
from tabletop.terminal.console import Role

SHORT = {"target": 10}
KEPT = "The secret of the dice is the one that was promised"


class Lying:
    """A conversation in which the server says something else about dice."""

    def __init__(self, conversation, phase, **changed):
        self._conversation, self._phase, self._changed = conversation, phase, changed

    def __getattr__(self, name):
        return getattr(self._conversation, name)

    def receive(self):
        message = json.loads(self._conversation.receive())
        if message.get("phase") == self._phase:
            message |= self._changed
        return json.dumps(message)


def test_two_terminals_give_nonces_of_their_own_and_say_that_the_promise_was_kept(tmp_path):
    kept, cpus = tmp_path / "kept.json", tmp_path / "own.json"
    with Far(tmp_path / "far") as far:
        links = far.room("pig", "open", "open", "cpu:easy", options=SHORT, fair=True)
        ada = at_far(tmp_path, far, links[:1], ["Ada"], kind=Chooser)
        bo = at_far(tmp_path, far, links[1:2], ["Bo"], kind=Chooser, language="de", plain=True)
        seen, other = ada.done(), bo.done()
        lines = [f"record {kept}", f"record {kept}", f"record {cpus}/x", "record"]
        again = at_far(tmp_path, far, links[:1], ["Ada"], lines)
        said = again.done()
    assert f"{KEPT}, and what you gave is in it." in seen
    assert "can be proven" in seen
    assert "ist das versprochene, und was du gegeben hast" in other
    found = json.loads(kept.read_text("utf-8"))
    assert [share["by"] for share in found["fair"]["seats"]] == ["seat", "seat", "server"]
    assert f"The match is in {kept}." in said
    assert "The dice are proven: " in said
    assert "brought a nonce of their own: 1, 2." in said
    assert f"{kept} exists already." in again.console.problems
    assert any("can't be written" in problem for problem in again.console.problems)
    assert any("record match.json" in problem for problem in again.console.problems)
    assert run(["record", "check", "--fair", str(kept)]) == 0


def test_two_at_one_keyboard_give_a_nonce_each(tmp_path):
    with Far(tmp_path / "far") as far:
        links = far.room("pig", "open", "open", options=SHORT, fair=True)[:2]
        both = at_far(tmp_path, far, links, ["Ada", "Bo"], kind=Chooser)
        assert both.done().count(KEPT) == 1
        (match,) = far.server.host.matches.list()
        dice = far.server.host.matches.look(match.id).history.fair
    assert [share.by for share in dice.seats] == ["seat", "seat"]


@pytest.mark.parametrize(("phase", "changed"), [("open", {"secret": "0" * 64}), ("play", {"hash": "1" * 64})])
def test_a_server_that_breaks_its_promise_is_told_of(tmp_path, phase, changed):
    with Far(tmp_path / "far") as far:
        link, _looking = far.room("pig", "open", "cpu:easy", options={"target": 6}, fair=True)
        knock = far.knock
        far.knock = lambda link: Lying(knock(link), phase, **changed)
        ada = at_far(tmp_path, far, [link], ["Ada"], kind=Chooser)
        text = ada.done()
    assert [problem for problem in ada.console.problems if "don't trust these dice" in problem]
    assert KEPT not in text


def test_who_is_just_typing_gives_a_nonce_all_the_same():
    commit = {"type": "fair", "phase": "commit", "hash": "a" * 64, "seats": [None]}
    server = Recorded(WELCOME, commit, code=1000)
    line = RemoteLine([(read_link(LINK), "Ada")], Reader(), knock=lambda _link: server)
    line._places[0].caller._run()
    hello, given = server.said
    assert hello["fair"] is True
    assert given == {"type": "fair", "hash": given["hash"]}


def test_the_host_wishes_for_fair_dice_and_everybody_hears_of_it(tmp_path):
    with Far(tmp_path / "far", rock_paper()) as far:
        links = far.room("rock-paper-scissors", "open", "open", options={"best_of": 1})[:2]
        lines = [
            "fair",
            "paper",
            "fair",
            "fair off",
            "fair now",
            "rematch",
            Until("A new match begins."),
            Until("Bo resigns."),
            "",
        ]
        ada = at_far(tmp_path, far, links[:1], ["Ada"], lines, kind=Patient)
        lines = [
            "rock",
            Until("Ada would like a rematch."),
            "fair",
            "grant",
            Until("A new match begins."),
            "resign",
            "yes",
        ]
        bo = at_far(tmp_path, far, links[1:], ["Bo"], [*lines, ""], kind=Patient)
        bo_text, text = bo.done(), ada.done()
    assert "The match has begun: its dice stay as they are." in ada.console.problems
    assert "The dice of the next match can be proven." in bo_text
    assert "The dice of the next match are the program's own." in text
    assert "Only the room's host can do that." in bo.console.problems


class Granting(Patient):
    """One who types as soon as something is wished for, though others are on turn."""

    def say(self, text="", role=Role.TEXT):
        super().say(text, role)
        if " would like " in text and self.text.count(text) == 1:
            raise KeyboardInterrupt


def test_one_throws_real_dice_for_all_and_the_program_again(tmp_path):
    with Far(tmp_path / "far") as far:
        links = far.room("pig", "open", "open", options={"target": 6})[:2]
        thrown = Until("Bo throws real dice for everybody from now on.")
        lines = ["dice 2", thrown, "dice", "roll", Until("rolls 3"), "dice program"]
        lines += [Until("The program throws the dice from now on."), "resign", "yes", ""]
        ada = at_far(tmp_path, far, links[:1], ["Ada"], lines, kind=Patient)
        wish = Until("Ada would like Bo to throw real dice for everybody")
        lines = [wish, "grant", "", thrown, "9", "3", Until("Ada would like the program to throw again."), "grant", ""]
        bo = at_far(tmp_path, far, links[1:], ["Bo"], [*lines, Until("Ada resigns."), ""], kind=Granting)
        other, text = bo.done(), ada.done()
    assert "Nothing was thrown yet that can be counted." in ada.console.problems
    assert "Type what the dice show" in other
    assert "rolls 3: 3 this turn" in text
