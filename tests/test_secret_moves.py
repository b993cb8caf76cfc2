"""A move that others may not read stays so in everything that they get, until the match is over."""

import re

import pytest
from rock_paper import RockPaper
from scripted import ScriptedConsole
from sittings import table_of
from spectators import spectating

from tabletop import GameOptions, IllegalMove
from tabletop.guard.failures import PluginFailure
from tabletop.guard.proxies import guarded
from tabletop.match import Match, Seat
from tabletop.plugins.find.discovery import Plugin
from tabletop.saves import Terms

EVENTS = ["1 rock", "2 paper", "1 paper", "2 paper"]
UNDER_WAY = ["1 secret", "2 paper", "1 secret", "2 paper"]


class Listener:
    """Takes the place of plugins that listen."""

    def __init__(self):
        self.sittings, self.events = [], []

    def notify(self, _hook, sitting, *arguments):
        self.sittings.append(sitting())
        self.events += [argument() for argument in arguments]

    def commands(self, _taken):
        return {}


def rock_paper():
    return RockPaper(GameOptions(), 2)


def played(folder, lines, seats="Ada,Bo", **more):
    """A table after all lines; what a plugin heard."""
    table = table_of(folder, rock_paper(), seats, lines, **more)
    listener = Listener()
    with table.save:
        table.run(listener)
    return table, listener


def log_of(text):
    """The lines that look like a log's: numbered on a screen, sentences in plain mode."""
    if numbered := re.findall(r"^ +\d+  (\d .*)$", text, re.MULTILINE):
        return numbered
    seats = {"Ada": 1, "CPU 1": 1, "Bo": 2, "You": 2}
    return [
        f"{seats[name]} {move}" for name, move in re.findall(r"^(Ada|Bo|CPU 1|You): ([a-z]+)\.$", text, re.MULTILINE)
    ]


@pytest.mark.parametrize("plain", [False, True])
def test_the_other_reader_gets_no_secret_before_the_end(tmp_path, plain):
    lines = ["", "rock", "", "log", "last", "paper", "", "paper", "", "log", "last", "paper", "log"]
    table, heard = played(tmp_path, lines, plain=plain)
    text = table.console.text
    assert table.match.events == EVENTS
    own, others, afterwards = text.partition("Bo> log")[0], text.split("Bo> log")[1:], text.rpartition("over> log")[2]
    assert log_of(others[0].partition("Bo> last")[0]) == ["1 secret"]
    assert log_of(others[1].partition("Bo> last")[0]) == ["1 secret", "2 paper", "1 secret"]
    for part in others:
        assert "Ada: secret" in part.partition("Bo> last")[2]
    assert "rock" in own
    assert log_of(afterwards) == EVENTS
    assert heard.events == ["1 secret", "2 paper", "1 secret", "2 paper"]
    assert [sitting.log for sitting in heard.sittings[:-2]] == [tuple(UNDER_WAY[:count]) for count in range(4)]
    assert [sitting.log for sitting in heard.sittings[-2:]] == [tuple(EVENTS)] * 2


def test_who_chose_reads_the_own_choice(tmp_path):
    table, _heard = played(tmp_path, ["", "rock", "", "paper", "", "log", "last"])
    assert log_of(table.console.text.partition("Ada> log")[2]) == ["1 rock", "2 paper"]


@pytest.mark.parametrize("plain", [False, True])
def test_the_only_person_is_not_told_what_a_cpu_player_chose(tmp_path, plain):
    table, _heard = played(tmp_path, ["log"], seats="cpu:random,you", plain=plain)
    text = table.console.text
    assert "secret" in text.partition("You> ")[0]
    assert log_of(text.partition("You> log")[2]) == ["1 secret"]
    assert table.match.events[0].removeprefix("1 ") not in text.partition("You can")[0]


def test_taking_back_names_no_secret(tmp_path):
    lines = ["", "rock", "", "undo"]
    table, _heard = played(tmp_path, lines, terms=Terms(take_back="free"))
    assert "Taken back to before “Ada: secret”." in table.console.text


def test_a_resigned_match_is_over_and_read_by_all(tmp_path):
    table, heard = played(tmp_path, ["", "rock", "", "log", "resign", "yes", "log"])
    assert log_of(table.console.text.partition("Bo> log")[2].partition("Bo> resign")[0]) == ["1 secret"]
    assert log_of(table.console.text.partition("over> log")[2]) == ["1 rock"]
    assert heard.sittings[-2].log == ("1 secret",)
    assert heard.sittings[-1].log == ("1 rock",)


def watched(lines, count, *, over):
    console = ScriptedConsole(lines, plain=True)
    seats = (Seat(name="Ada"), Seat(name="Bo"))
    spectating(console, rock_paper(), EVENTS[:count], seats, over=over).run()
    return console.text


def test_who_watches_reads_no_secret_while_the_match_is_under_way():
    text = watched(["", "", ""], 3, over=False)
    assert text.count("Ada: secret") == 2
    assert "rock" not in text
    assert "Bo: paper" in text


def test_who_watches_a_match_that_is_over_reads_all():
    text = watched(["", "", "", ""], 4, over=True)
    assert "Ada: rock" in text
    assert "secret" not in text.replace("secret,", "")


def test_with_closed_hands_a_match_is_watched_as_a_bystander_did():
    text = watched(["hands", "", "hands", "first", ""], 4, over=True)
    assert re.findall(r"^Ada: ([a-z].*)\.$", text, re.MULTILINE) == ["secret", "rock"]


# The readings of a match


class Counted(RockPaper):
    """Counts how often a move is read."""

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.reads = 0

    def move_for(self, move, before, seat):
        self.reads += 1
        return super().move_for(move, before, seat)


def test_an_event_is_read_once_for_each_reader():
    match = Match(Counted(GameOptions(), 2))
    for event in EVENTS[:3]:
        match.apply(event)
        for reader in (0, 1, None):
            match.log(reader)
            assert match.read(len(match.events) - 1, reader) == match.log(reader)[-1]
    assert match.game.reads == 9
    assert match.log(0) == tuple(EVENTS[:3])
    assert match.log(None) == tuple(UNDER_WAY[:3])


def test_what_is_taken_back_is_read_no_more():
    match = Match(rock_paper(), EVENTS[:2])
    assert match.log(0) == ("1 rock", "2 paper")
    match.take_back(2)
    match.apply("1 scissors")
    assert match.log(0) == ("1 scissors",)
    match.take_back()
    assert match.log(0) == match.log(None) == ()


def test_everybody_reads_everything_when_the_match_is_over():
    match = Match(rock_paper(), EVENTS)
    assert match.log(None) == match.log(1) == tuple(EVENTS)
    match.take_back()
    assert match.log(None) == tuple(UNDER_WAY[:3])


@pytest.mark.parametrize("answer", ["two\nlines", "", " padded", None])
def test_a_reading_is_one_plain_line(tmp_path, answer):
    class Faulty(RockPaper):
        def move_for(self, move, before, seat):
            return answer

    match = Match(guarded(Faulty(GameOptions(), 2), Plugin("secrets", "1.0", "secrets", tmp_path)), EVENTS[:1])
    with pytest.raises(PluginFailure, match="failed in move_for"):
        match.log(None)


def test_a_replay_needs_the_move_itself():
    with pytest.raises(IllegalMove):
        Match(rock_paper(), ["1 secret"])
