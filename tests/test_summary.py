"""A place to stop and look: people confirm a summary before the match goes on, and nothing of it is written."""

import asyncio
import json
import os
import subprocess
import sys

import keepers
import pytest
from distributions import write_site
from keepers import Keepers
from kuhn import Kuhn
from scripted import ScriptedConsole, host_in
from sittings import table_of as sitting
from spectators import spectating

from tabletop import GameOptions
from tabletop.chance import Seeded
from tabletop.course import Position, Practise
from tabletop.guard.proxies import guarded
from tabletop.i18n import Texts
from tabletop.match import Header, Seat
from tabletop.pieces.scenes import Text
from tabletop.plugins.find.discovery import Plugin
from tabletop.rooms import Room
from tabletop.rooms.listener import Asked, Over
from tabletop.saves import Home, Matches, Status
from tabletop.table import Memory, Reader, Table, looking, telling
from tabletop.table.requests import Abandon, Confirm, Play, Reseat, Resign, Undo
from tabletop.terminal.classroom import Classroom
from tabletop.terminal.practice import Practice
from tabletop.terminal.seated import Departure

ADA, BO = Reader(seats=frozenset({0})), Reader(seats=frozenset({1}))
BOTH = Reader(seats=frozenset({0, 1}), host=True)
PEOPLE = (Seat(name="Ada"), Seat(name="Bo"))
CPU = Seat(name="CPU 2", player="cpu", level="random")
ROUND = ["* 3 2", "1 keep", "2 keep"]
GAME = ROUND * 2
PROMPT = "Press Enter to go on> "


def game() -> Keepers:
    return Keepers(GameOptions(), 2)


def table_of(events=(), seats=PEOPLE, *, stops=True, terms=None, chance=None) -> Table:
    journal = Memory(Header(game="test", seats=seats))
    if terms:
        journal.append(("table", terms))
    journal.append(*events)
    return Table(game(), journal, chance or Seeded(1), stops=stops)


def confirm(table, by):
    serial = table.question.serial
    assert list(Confirm(serial).happen(table, by)) == []


# The table


def test_the_match_goes_on_when_all_people_have_looked():
    table = table_of(ROUND)
    assert table.question == (3, "look", (0, 1))
    assert table.advance() == []
    confirm(table, BO)
    assert table.question == (3, "look", (0,))
    assert table.advance() == []
    confirm(table, ADA)
    assert table.question is None
    assert table.n == 3
    assert [one.seat for one in table.advance()] == [None]
    assert table.question.kind == "move"


def test_confirming_again_or_late_changes_nothing():
    table = table_of(ROUND)
    confirm(table, BO)
    confirm(table, BO)
    for serial in (2, 4):
        list(Confirm(serial).happen(table, ADA))
    assert table.question.seats == (0,)
    confirm(table, ADA)
    table.advance()
    before = table.question
    list(Confirm(3).happen(table, ADA))
    list(Confirm(before.serial).happen(table, ADA))
    assert table.question == before


def test_the_last_summary_comes_before_the_result():
    table = table_of(GAME)
    assert table.question.kind == "look"
    assert table.ending is None
    confirm(table, BOTH)
    (end,) = table.advance()
    assert (end.kind, table.ending.why) == ("end", "rules")
    assert table.question is None


def test_a_restart_shows_it_again():
    table = table_of(ROUND)
    confirm(table, ADA)
    assert Table(game(), table.journal, Seeded(1), stops=True).question.seats == (0, 1)


def test_who_leaves_at_the_last_summary_leaves_a_match_that_is_over():
    table = table_of(GAME)
    table.leave()
    assert table.ending == ("rules", (1, 2))
    assert [note.kind for note in table.journal.history.notes] == ["finished", "tally"]
    going_on = table_of(ROUND)
    going_on.leave()
    assert [note.kind for note in going_on.journal.history.notes] == ["left"]
    assert going_on.ending is None


@pytest.mark.parametrize(
    "table",
    [table_of(ROUND, stops=False), table_of(ROUND, (CPU, CPU)), table_of(ROUND[:2]), table_of()],
    ids=["no screen", "nobody", "within a round", "before the first"],
)
def test_elsewhere_nobody_is_asked(table):
    assert table.question is None or table.question.kind == "move"


def test_only_people_are_asked_and_who_sits_down_anew_is_too():
    table = table_of(ROUND, (PEOPLE[0], CPU))
    assert table.question.seats == (0,)
    confirm(table, ADA)
    list(Reseat(1, Seat(name="Cleo")).happen(table, BOTH))
    assert table.question == (4, "look", (0, 1))


def test_commands_work_there_and_the_end_by_the_rules_stands():
    table = table_of(ROUND, terms={"take_back": "free", "dice": "program"})
    list(Undo().happen(table, BO))
    assert table.question == (5, "move", (1,))
    table = table_of(ROUND)
    list(Resign(0).happen(table, ADA))
    assert table.ending.ranks == (2, 1)
    table = table_of(GAME)
    for refused in (Resign(0), Abandon(), Reseat(0, CPU), Undo()):
        with pytest.raises(ValueError, match="over"):
            list(refused.happen(table, BOTH))
    assert table.question.kind == "look"


def test_real_dice_are_asked_for_after_it():
    table = table_of(ROUND, terms={"take_back": "fair", "dice": "mine"})
    confirm(table, BOTH)
    assert table.question == (4, "throw", (0, 1))
    table.answer(BOTH, 0, "1 2", 4)
    assert table.question.kind == "move"


def test_a_look_holds_the_summary_as_the_reader_may_see_it_ready_for_json():
    table = table_of(ROUND)
    look = looking.look(table, BO)
    assert look.summary == game().summary(game().view(table.match.state, 1))
    blocks = json.loads(json.dumps(look.json()))["summary"]
    assert [block["block"] for block in blocks] == ["text", "pieces", "sheet"]
    assert blocks[0]["text"] == "Round 1 is over."
    assert [piece["text"] for piece in blocks[1]["pieces"]] == ["3", "2"]
    assert looking.look(table, BO, 2).summary is None
    assert looking.look(table, BO, 2).json()["summary"] is None


def test_a_summary_is_asked_for_only_where_it_matters(monkeypatch):
    asked = []
    monkeypatch.setattr(Keepers, "summary", lambda _game, view: asked.append(view.moves) or (Text("Look."),))
    table = table_of(ROUND)
    for _again in range(5):
        assert table.question.kind == "look"
    confirm(table, BOTH)
    table.advance()
    assert table.question.kind == "move"
    looking.look(table, ADA)
    assert asked == [("keep", "keep")]


def test_a_game_without_summaries_is_never_asked(tmp_path):
    for one, sums_up in ((Kuhn(GameOptions(), 2), False), (game(), True)):
        bound = guarded(one, str(Plugin("plain", "1.0", "plain", tmp_path)))
        assert Table(bound, Memory(Header(game="test", seats=PEOPLE)), Seeded(1), stops=True).has_summaries is sums_up


# A room


class Keeping:
    async def choose(self, ask):
        return "keep"


def test_a_room_waits_for_people_and_goes_on_after_its_time():
    room = Room(table_of(), {0: Keeping(), 1: Keeping()})
    stops = []

    def put(item):
        if isinstance(item, Asked) and item.question.kind == "look":
            stops.append((item.seat, item.yours))
            room.post(None, Confirm(item.question.serial))

    room.listen(Reader(), put)
    ending = asyncio.run(asyncio.wait_for(room.run(), 600))
    assert ending.why == "rules"
    assert stops == [(0, False)] * keepers.ROUNDS


def test_each_screen_is_asked_once_and_told_no_more_than_it_must():
    room = Room(table_of(ROUND))
    sent = {"Ada": [], "Bo": []}

    def put(name, item):
        sent[name].append(item)
        if name == "Ada" and isinstance(item, Asked) and item.question.kind == "look" and item.yours:
            room.post(ears[0], Confirm(item.question.serial))
        elif name == "Ada" and isinstance(item, Asked) and item.question.kind == "look":
            room.post(ears[1], Confirm(item.question.serial))
        elif isinstance(item, Asked) and item.question.kind == "move" and item.yours:
            room.post(ears[item.seat], Play(item.seat, "keep", item.question.serial))

    ears = [room.listen(reader, lambda item, name=name: put(name, item)) for name, reader in (("Ada", ADA), ("Bo", BO))]
    asyncio.run(asyncio.wait_for(room.run(), 600))
    looks = {
        name: [item[1:] for item in got if isinstance(item, Asked) and item[0].kind == "look"]
        for name, got in sent.items()
    }
    assert looks["Ada"] == [(0, True), (1, False)] * 2
    assert looks["Bo"] == [(1, True)] * 2
    assert isinstance(sent["Bo"][-1], Over)


# At the keyboard


def seated(folder, lines, seats="Ada,Bo", *, plain=False, **more):
    table = sitting(folder, game(), seats, lines, seed=5, plain=plain, **more)
    with table.save:
        departure = table.run()
    return table, departure


PLAY = ["", "keep", "", "keep"]


@pytest.mark.parametrize("plain", [False, True])
def test_one_enter_is_enough_for_all_at_one_keyboard(tmp_path, plain):
    table, departure = seated(
        tmp_path, [*PLAY, "score", "log", "xyzzy", KeyboardInterrupt, "", *PLAY, "", ""], plain=plain
    )
    console = table.console
    assert console.prompts.count(PROMPT) == 6
    assert departure is Departure.FINISHED
    first, _prompt, rest = console.text.partition(PROMPT)
    assert "Round 1 is over." in first
    assert "“xyzzy” is unknown here" in rest
    last = rest.rpartition(PROMPT)[0]
    assert "Round 2 is over." in last
    assert "share the first place" not in last
    assert "win" not in last
    assert console.asked_afresh.count(PROMPT) == 2
    assert [note.kind for note in table.save.notes if note.kind not in ("table", "uncounted", "tally")] == ["finished"]


def test_what_one_held_is_covered_before_all_look(tmp_path):
    table, _departure = seated(tmp_path, PLAY)
    console = table.console
    after = "\n".join(text for text, _role in console.said[console.wiped[-2] :])
    assert "This is for everybody to see." in after
    assert "Round 1 is over." in after
    assert "You hold" not in after
    assert console.kept_by[-1] == ""


def test_at_a_summary_a_move_is_answered_with_what_goes_on(tmp_path):
    typed = ["keep", "keep", "xyz", "scroe", "turn", EOFError]
    console = seated(tmp_path, typed, seats="you,cpu:random")[0].console
    assert console.problems == [
        "“keep” is unknown here: the round is over, and Enter goes on.",
        "“xyz” is unknown here: the round is over, and Enter goes on.",
        "“scroe” is unknown here. Did you mean score?",
    ]
    assert console.text.count("The round is over; Enter goes on.") == 1
    assert "Chance decides" not in console.text


def test_what_says_nothing_in_this_game_is_not_offered(tmp_path):
    console = seated(tmp_path, ["xyz", "quit"], seats="you,cpu:random")[0].console
    (said,) = console.problems
    assert "help" in said
    assert "dice" not in said


def test_the_only_person_looks_alone(tmp_path):
    table, _departure = seated(tmp_path, ["keep", "", "keep", "", ""], seats="you,cpu:random")
    assert table.console.wiped == []
    assert [prompt for prompt in table.console.prompts if prompt == PROMPT] == [PROMPT] * 2


def test_where_nobody_sits_nothing_waits(tmp_path):
    table, departure = seated(tmp_path, [""], seats="cpu:random,cpu:random")
    assert departure is Departure.FINISHED
    assert table.console.prompts == ["over> "]


@pytest.mark.parametrize("leaving", ["quit", EOFError])
def test_who_leaves_at_the_last_one_is_told_that_it_is_over(tmp_path, leaving):
    table, departure = seated(tmp_path, [*PLAY, "", *PLAY, leaving])
    assert departure is Departure.FINISHED
    assert table.save.status is Status.FINISHED
    assert "Go on with" not in table.console.text
    assert f"The match {table.save.id} is over." in table.console.text


def test_who_leaves_at_another_one_finds_it_again(tmp_path):
    table, departure = seated(tmp_path, [*PLAY, EOFError])
    assert departure is Departure.LEFT
    assert table.save.status is Status.IN_PROGRESS
    again = Table(game(), table.save, Seeded(5), stops=True)
    assert again.question.kind == "look"


def test_who_watches_sees_it_and_waits_for_nothing():
    console = ScriptedConsole(["", "", "", ""], plain=True)
    spectating(console, game(), GAME, PEOPLE).run()
    assert console.text.count("Round 1 is over.") == 1
    assert set(console.prompts) == {f"{number}/6> " for number in range(5)}


def test_a_learner_looks_too(tmp_path, monkeypatch):
    console = ScriptedConsole(["keep", "x", "", "keep", "", ""])
    here = host_in(tmp_path, console)
    room = Classroom(console, here.catalogue.find("pig"), Keepers, Texts(__file__), "", lambda one: one, 0)
    Practice(room, Practise("Play.", Position(), against="random")).run()
    assert console.prompts.count(PROMPT) == 3
    assert "The exercise is over" in console.text


@pytest.mark.parametrize("seat", [0, 1])
def test_who_comes_back_is_not_told_again_what_came_before_a_summary(seat):
    told = telling.since_own_move(table_of([*ROUND, "* 1 2"]), ADA, seat)
    assert [one.reading for one in told] == ["* 1 ?"]
    assert len(telling.since_own_move(table_of(ROUND[:2]), ADA, 0)) == 1


def test_who_is_left_alone_is_covered_once_at_most(tmp_path):
    """Whose turn it is goes on; who took over is covered once, and nothing is hidden from then on."""
    table, _departure = seated(tmp_path / "own", ["", "seat 2 cpu:random", "keep", "", "keep", "", ""])
    assert table.console.prompts.count("Ada, press Enter> ") == 1
    assert "Bo, press Enter> " not in table.console.prompts
    table, _departure = seated(tmp_path / "other", ["", "seat 1 cpu:random", "", "keep", "", "keep", "", ""])
    assert table.console.prompts.count("Bo, press Enter> ") == 1
    assert "This is for everybody to see." not in table.console.text


def test_a_second_person_is_hidden_from_again(tmp_path):
    table, _departure = seated(tmp_path, ["", "seat 2 cpu:random", "seat 2 Bo", "", "keep", "", "keep"])
    assert [name for name in table.console.prompts if "press" in name][:3] == [
        "Ada, press Enter> ",
        "Ada, press Enter> ",
        "Bo, press Enter> ",
    ]


# A pipe, and a terminal


@pytest.fixture
def site(tmp_path_factory):
    """The environment in which a plugin with the game is found."""
    return write_site(tmp_path_factory.mktemp("site"), "keepers", "Keepers", Keepers)


@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_a_pipe_needs_no_enter(home, site, more):
    command = [sys.executable, "-m", "tabletop", *more, "play", "keepers", "--seats", "you,cpu:random"]
    run = subprocess.run(
        command,
        input="keep\nkeep\n\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **site},
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert PROMPT not in run.stdout
    assert Matches(Home(home)).list()[0].status is Status.FINISHED


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are not to be had on Windows")
@pytest.mark.parametrize("mode", [[], ["--plain"]])
def test_keys_typed_ahead_skip_nothing(open_terminal, home, site, mode):
    arguments = ["play", "keepers", "--seats", "you,cpu:random", "--speed", "off", *mode]
    terminal = open_terminal(*arguments, **site).wait("You> ").keys("keep\r\r\r\r").wait(PROMPT)
    terminal.type("score").wait(PROMPT, 2).key("c")
    if mode:
        terminal.wait(PROMPT, 3)
    else:
        terminal.ready()
    terminal.type("").wait("You> ", 2).key("d")
    assert terminal.end() == 0
    assert terminal.text.count("Round 1 is over.") == 1
