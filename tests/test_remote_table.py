"""``tabletop join``: the terminal's own table, with the game somewhere else."""

import re
import sys
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from far import Chooser, Far, Interrupting, Patient, Until, at_far, rock_paper
from processes import LAST_RESORT

from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.engine import Engine
from tabletop.remote.delegate import Delegate
from tabletop.remote.remote_line import RemoteLine
from tabletop.table.reader import Reader
from tabletop.terminal.leaving import Departure

ROOT = Path(__file__).parent.parent
HOSTILE = Path(__file__).parent / "helpers" / "hostile.py"
LONG_ENOUGH = {"target": 25}


class Gate:
    """A line to type that waits until somebody else is so far."""

    def __init__(self):
        self._event = Event()

    def open(self, line):
        """Types the line, and lets the others go on."""

        def type_it():
            self._event.set()
            return line

        return type_it

    def after(self, line):
        def type_it():
            assert self._event.wait(LAST_RESORT)
            return line

        return type_it


def test_two_terminals_a_spectator_a_program_and_a_cpu_in_three_languages(tmp_path):
    with Far(tmp_path / "far") as far:
        links = far.room("pig", "open", "open", "open", "cpu:easy", options=LONG_ENOUGH)
        spectator = at_far(tmp_path, far, links[3:], ["-"], language="de", plain=True)
        ada = at_far(tmp_path, far, links[:1], ["Ada"], language="en", kind=Chooser)
        bo = at_far(tmp_path, far, links[1:2], ["Bo"], language="da", kind=Chooser, plain=True)
        command = (sys.executable, "-I", "-S", str(HOSTILE), "chooses")
        engine = Engine("robot", command, bounds=Bounds(move=float(LAST_RESORT)))
        line = RemoteLine([(links[2], "robot")], Reader(), knock=far.knock, clock=partial(next, count()))
        line.start()
        said = []
        try:
            Delegate(line, engine, said.append).play()
        finally:
            line.close()
            engine.close()
        seen = ada.done(), bo.done(), spectator.done()
    assert any("You roll" in sentence for sentence in said)
    assert said[-1].endswith(" wins.") or said[-1] == "You win."
    for text, words in zip(seen, ("You can:|── Ada|CPU 4", "Du kan:|slår|Bo>", "Ada würfelt|robot|CPU 4"), strict=True):
        assert all(word in text for word in words.split("|")), (words, text)
    for text, won in zip(seen, (" wins.", " vinder.", " gewinnt."), strict=True):
        assert won in text
    assert "> Ada" in "\n".join(ada.console.seen)
    (match,) = far_matches(tmp_path)
    assert match.status == "finished"


def far_matches(tmp_path):
    from tabletop.saves import Home, Matches

    return Matches(Home(tmp_path / "far")).list()


def test_both_choose_at_once(tmp_path):
    with Far(tmp_path / "far", rock_paper()) as far:
        ada_link, bo_link, _looking = far.room("rock-paper-scissors", "open", "open", options={"best_of": 1})
        ada = at_far(tmp_path, far, [ada_link], ["Ada"], ["pap", ""])
        bo = at_far(tmp_path, far, [bo_link], ["Bo"], ["rock", ""], language="de")
        seen, other = ada.done(), bo.done()
    assert "Ada hat gewählt." in other or "Bo has chosen." in seen
    assert "Ada gewinnt." in other
    assert "Ada wins." in seen
    assert ada.departure is Departure.FINISHED


def test_two_at_one_keyboard_choose_covered(tmp_path):
    with Far(tmp_path / "far", rock_paper()) as far:
        links = far.room("rock-paper-scissors", "open", "open", options={"best_of": 1})[:2]
        both = at_far(tmp_path, far, links, ["Ada", "Bo"], ["", "paper", "", "rock", ""])
        text = both.done()
    assert both.console.prompts == ["Ada, press Enter> ", "Ada> ", "Bo, press Enter> ", "Bo> ", "over> "]
    assert text.index("Pass the keyboard to Ada") < text.index("Pass the keyboard to Bo") < text.index("Ada wins.")


def test_partners_at_the_passing_game_look_at_each_summary(tmp_path):
    with Far(tmp_path / "far") as far:
        options = {"target": 30, "partners": True}
        links = far.room("passing-game", "open", "cpu:random", "open", "cpu:random", options=options)
        ada = at_far(tmp_path, far, links[:1], ["Ada"], kind=Chooser)
        bo = at_far(tmp_path, far, links[1:2], ["Bo"], kind=Chooser, plain=True, language="de")
        seen, other = ada.done(), bo.done()
    assert "Ada + Bo" in seen
    assert "Press Enter to go on> " in ada.console.prompts
    assert any("Enter" in prompt for prompt in bo.console.prompts)
    assert "Round  Ada + Bo  CPU 2 + CPU 4" in seen[: seen.index("Press Enter to go on")]
    assert "Runde 1: Ada + Bo" in other[: other.index("Weiter mit Enter")]


def test_a_connection_that_is_cut_loses_and_doubles_nothing(tmp_path):
    with Far(tmp_path / "far") as far:
        link, _looking = far.room("pig", "open", "cpu:easy", options={"target": 20})

        def cut():
            far.conversations[0].cut()
            return "roll"

        ada = at_far(tmp_path, far, [link], ["Ada"], [cut], kind=Chooser)
        text = ada.done()
        (match,) = far_matches(tmp_path)
        events = far.server.host.matches.look(match.id).history.events
    assert text.count("The connection is lost") == 1
    assert text.count("The connection is there again.") == 1
    assert len(far.conversations) == 2
    assert far.conversations[1].said[0]["since"] > 0
    told = [said for said, _role in ada.console.said if "rolls" in said or "holds" in said]
    rolls = sum(len(re.findall(r"rolls \d", said)) for said in told)
    assert rolls == sum(event.endswith("roll") for event in events)


def test_a_server_that_was_ended_and_begun_again_is_found_again(tmp_path):
    with Far(tmp_path / "far") as far:
        ada_link, bo_link, _looking = far.room("pig", "open", "open", options={"target": 6})

        def restart():
            far.end()
            far.begin()
            return "roll"

        ada = at_far(tmp_path, far, [ada_link], ["Ada"], [restart], kind=Chooser)
        bo = at_far(tmp_path, far, [bo_link], ["Bo"], kind=Chooser)
        seen, other = ada.done(), bo.done()
    assert "wins." in seen
    assert "wins." in other
    assert seen.count("The connection is lost") == other.count("The connection is lost") == 1


def test_the_newer_place_of_one_link_stays(tmp_path):
    with Far(tmp_path / "far") as far:
        link, _looking = far.room("pig", "open", "cpu:easy", options=LONG_ENOUGH)
        gate, other = Gate(), Gate()
        first = at_far(tmp_path, far, [link], ["Ada"], [gate.open("roll"), other.after("")], plain=True)
        gate.after("")()
        second = at_far(tmp_path, far, [link], ["Ada"], [other.open("table")], kind=Chooser, language="de")
        assert "You sit at this table in another place now" in first.done()
        assert "gewinnt." in second.done()


def test_who_comes_after_the_end_is_told_of_it(tmp_path):
    with Far(tmp_path / "far") as far:
        link, _looking = far.room("pig", "open", "cpu:easy", options={"target": 6})
        assert "wins." in at_far(tmp_path, far, [link], ["Ada"], kind=Chooser).done()
        late = at_far(tmp_path, far, [link], ["Ada"], kind=Chooser, language="de")
        assert late.done()
        assert late.departure is not None


def test_a_room_is_kept_in_order_by_words(tmp_path):
    with Far(tmp_path / "far") as far:
        ada_link, bo_link, _looking = far.room("pig", "open", "open", take_back="free", options={"target": 6})
        gate = Gate()
        lines = ["who", "say good luck", "seat 2 cpu:easy", "seat 2 back", "lock", "lock off", "mute Bo", "mute Bo off"]
        lines += ["pause", "unlock", "hint", "save", "kick 3", "new link 1", gate.open("new link Bo"), "close now"]
        ada = at_far(tmp_path, far, [ada_link], ["Ada"], [*lines, "leave"])
        bo = at_far(tmp_path, far, [bo_link], ["Bo"], plain=True)
        text, other = ada.done(), bo.done()
    assert "Seat 2: Bo (here)" in text
    assert "Ada says: good luck" in other
    assert "CPU 2 plays on for Bo." in text
    assert "Bo plays on for CPU 2." in text
    assert "The room is locked." in text
    assert "CPU players wait." in text
    assert "This room has no hints." in text
    assert "“save” is unknown here" in "\n".join(ada.console.problems)
    assert "Type a seat from 1 to 2 or a name behind “kick”." in ada.console.problems
    assert "The new link for seat 2: http://127.0.0.1:8765/#" in text
    assert "The room's host has sent you out" in other
    assert "That isn't somebody else's seat." in ada.console.problems
    assert "“now” isn't understood after “close”." in ada.console.problems
    assert ada.departure is Departure.LEFT


def test_what_the_others_have_to_grant_is_asked_of_them(tmp_path):
    with Far(tmp_path / "far", rock_paper()) as far:
        links = far.room("rock-paper-scissors", "open", "open", options={"best_of": 1})[:2]
        lines = ["paper", "rematch", Until("Bo doesn't want that."), "rematch", Until("A new match begins.")]
        lines += [Until("Bo would like to end the match"), "grant", Until("never")]
        ada = at_far(tmp_path, far, links[:1], ["Ada"], lines, kind=Patient)
        lines = ["rock", Until("Ada would like a rematch."), "refuse", Until("Ada would like a rematch.", 2), "grant"]
        lines += [Until("A new match begins."), "end", Until("never")]
        bo = at_far(tmp_path, far, links[1:], ["Bo"], lines, kind=Patient)
        bo_text, text = bo.done(), ada.done()
    assert "Type grant or refuse." in bo_text
    assert "Type grant or refuse." in text
    assert text.count("Ada wins.") == text.count("A new match begins.") == 1
    assert ada.departure is bo.departure is Departure.ABANDONED


def test_a_spectator_looks_on_and_does_nothing(tmp_path):
    with Far(tmp_path / "far") as far:
        ada_link, bo_link, looking = far.room("pig", "open", "open", options={"target": 6})
        typed = Gate()
        lines = ["undo", "kick 1", "resign", "hint", "say hello", "roll", typed.open("quit")]
        ada = at_far(tmp_path, far, [ada_link], ["Ada"], [typed.after("roll")], kind=Chooser)
        bo = at_far(tmp_path, far, [bo_link], ["Bo"], kind=Chooser)
        watcher = at_far(tmp_path, far, [looking], ["x"], lines, kind=Interrupting)
        text, seen = watcher.done(), ada.done()
        bo.done()
    assert "a spectator says: hello" in seen
    assert [said for said in watcher.console.problems if said == "Spectators only look on."]
    assert "Only the room's host can do that." in watcher.console.problems
    assert any("“roll” is unknown here" in said for said in watcher.console.problems), text


@pytest.mark.parametrize("plain", [False, True])
def test_ctrl_d_leaves_and_the_seat_stays(tmp_path, plain):
    with Far(tmp_path / "far") as far:
        link, _looking = far.room("pig", "open", "cpu:easy")
        first = at_far(tmp_path, far, [link], ["Ada"], [KeyboardInterrupt, "roll"], plain=plain)
        assert "Your seat stays yours" in first.done()
        second = at_far(tmp_path, far, [link], ["Ada"], ["log"], plain=plain)
        assert "roll" in second.done()


WORDS = ["hint", "odds", "odds off", "moves", "table", "log", "last", "score", "round", "turn", "dice", "options"]
WORDS += ["rules", "keys", "help", "help kick", "who", "changed", "spell", "alias x = pass", "alias x =", "speed fast"]
WORDS += ["undo", "redo", "seat", "late 2 wait", "grant", "end of it", "xyzzy", "7", "abandon", "no", "resign", "no"]


@pytest.mark.parametrize("plain", [False, True])
def test_all_words_of_the_table_are_understood(tmp_path, plain):
    with Far(tmp_path / "far") as far:
        link, _looking = far.room("passing-game", "open", "cpu:random", hints=True, options={"target": 200})
        aloud = ["repeat", "detail terse", "detail verbose", "messages", "messages back"] * plain
        lines = [*WORDS, *aloud, "resign", "yes", "review", "log", "hint", "quit"]
        ada = at_far(tmp_path, far, [link], ["Ada"], lines, plain=plain)
        text = ada.done()
    assert ada.console.left == 0
    assert "Chance to win: " in text
    assert "Ada asks for a hint." in text
    assert "House rules in this match" in text
    assert "kick: the host: kick 2 sends somebody out" in text
    assert "Ada resigns." in text
    assert "accuracy" in text or "There was nothing to decide" in text
    assert not [said for said in ada.console.problems if "doesn't understand" in said]
