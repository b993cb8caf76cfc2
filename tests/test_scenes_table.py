"""Scenes at a table: drawn with the names in them, for the reader's screen; what chance gave is drawn too. Who draws
scenes itself gets them as JSON, with nothing in them that it may not know; nobody's are made who doesn't want them.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import ClassVar

import pytest
from keepers import Keepers
from scene_samples import DATA, FOUR, passing_match
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig

from tabletop import GameOptions, who
from tabletop.chance import Seeded
from tabletop.guard.proxies import guarded
from tabletop.match import Header, Match, Seat, with_options
from tabletop.pieces import scenes
from tabletop.pieces.scenes import Piece, Pieces, Sheet, Text, Track
from tabletop.saves.transfer import entries
from tabletop.style import Style
from tabletop.table import Memory, Reader, Table, looking, telling

NAMES = [who(seat, you="You", other="{name}") for seat in (0, 1)]


class Shown(Keepers):
    """The same with scenes that name the players."""

    def scene(self, view):
        leads = who(0, you="You lead this round", other="{name} leads this round")
        return (Pieces(leads, (Piece("card", "7"),)), Sheet("Points", ("", *NAMES), (("1", "10", "5"),)), Text(leads))

    def event_scene(self, before, event, after):
        return (Pieces(NAMES[1], tuple(Piece("die", "5") for _text in event.split())),)


def table_of():
    journal = Memory(Header(game="test", seats=(Seat(name="Ada"), Seat(name="Maximilian"))))
    journal.append(*entries(["* 3 2", "1 keep"]))
    return Table(Shown(GameOptions(), 2), journal, Seeded(1))


@pytest.mark.parametrize(
    ("seat", "first", "columns"),
    [(0, "You lead this round: 7", "   You  Maximilian"), (1, "Ada leads this round: 7", "   Ada  You")],
)
def test_a_scene_is_drawn_with_the_names_that_its_reader_reads(seat, first, columns):
    reader = Reader(seats=frozenset({seat}), style=Style(compact=True), me="x")
    lines = looking.look(table_of(), reader).picture.split("\n")
    assert lines[0] == first
    assert any(line.split() == columns.split() for line in lines), lines
    assert not any(mark in "".join(lines) for mark in "\x02\x1f\x03")


def test_what_chance_gave_is_drawn_as_the_scene_says():
    table = table_of()
    happened = table.since(0)[0]
    told = telling.told(table, happened, Reader(seats=frozenset({0}), style=Style(ascii=True, compact=True)))
    assert told.picture == "Maximilian: [5] [5]"
    assert telling.told(table, happened, Reader(seats=frozenset({0}))).picture == ""


# For who draws scenes itself


GOLDEN = json.loads((DATA / "scene-1.json").read_text("utf-8"))


def seated(match, names=FOUR):
    """A table where a match has come so far."""
    journal = Memory(Header(game="test", seats=tuple(Seat(name=name) for name in names[: match.game.seats])))
    journal.append(*entries(match.events))
    return Table(guarded(match.game, "plugin 1.0"), journal, Seeded(1))


def browser(*seats, **more):
    return Reader(seats=frozenset(seats), scenes=True, me="x", **more)


def last_told(table, reader):
    return telling.told(table, table.since(0)[-1], reader)


TURN = passing_match("6-5 1-0 6-4 3-3 5-4 2-2 4-0 5-1", "1 play 6-5, 2 play 5-1 left, 1 draw")
THROW = Match(with_options(Pig, {}, 2), ["1 roll", "* 5", "1 roll", "* 6", "1 hold", "2 roll", "* 3"])


@pytest.mark.parametrize(
    ("match", "seat", "table_is", "event_is"),
    [
        (TURN, 0, "passing-waiting", "passing-drawn"),
        (TURN, 1, "passing-turn", "passing-drawn-unseen"),
        (THROW, 1, "pig", "pig-throw"),
    ],
)
def test_who_draws_scenes_gets_them_as_json(match, seat, table_is, event_is):
    table, reader = seated(match), browser(seat)
    read = json.loads(json.dumps(looking.look(table, reader).json()))
    assert read["scene"] == GOLDEN["scenes"][table_is]
    assert (read["picture"], bool(read["words"])) == ("", True)
    told = json.loads(json.dumps(last_told(table, reader).json()))
    assert told["scene"] == GOLDEN["scenes"][event_is]


def test_nobody_else_gets_scenes_as_values():
    table = seated(THROW)
    for reader in (Reader(), Reader(seats=frozenset({0})), Reader(style=Style())):
        assert looking.look(table, reader).json()["scene"] is None
        assert last_told(table, reader).json()["scene"] is None
    assert last_told(seated(Match(THROW.game, ["1 roll"])), browser()).json()["scene"] is None


def tiles_in(scene):
    """The texts of all tiles of a scene as JSON, those of a train high half first."""
    pieces = [piece["text"] for block in scene or () for piece in block.get("pieces", ())]
    laid = [f"{max(tile)}-{min(tile)}" for block in scene or () for tile in block.get("laid", ())]
    return {text for text in pieces + laid if text}


@pytest.mark.parametrize("seats", [2, 4])
def test_every_reader_gets_only_what_it_may_see(seats):
    table = seated(Match(with_options(PassingGame, {"partners": seats == 4}, seats)))
    for _event in range(25):
        question = table.question
        if question is None:
            table.advance()
        else:
            moves = table.match.legal_moves()
            move = table.game.notation(next((one for one in moves if one.startswith("draw")), moves[0]))
            table.answer(browser(*question.seats), question.seats[0], move, question.serial)
        if table.match.state.round.finished:
            break
        state, names = table.match.state, table.game.tables.names
        laid = {text for text in names if not any(text in held(state, seat, names) for seat in range(seats))}
        laid -= {names[n] for n in state.round.stock[len(state.round.stock) - state.boneyard :]}
        for seat in (*range(seats), None):
            reader = browser(*(() if seat is None else (seat,)))
            own = laid if seat is None else laid | held(state, seat, names)
            assert tiles_in(looking.look(table, reader).json()["scene"]) == own
            assert tiles_in(last_told(table, reader).json()["scene"]) <= own


def held(state, seat, names):
    """The tiles of a hand."""
    return {names[number] for number in range(len(names)) if state.hands[seat] >> number & 1}


def test_the_moves_of_a_piece_are_those_of_who_is_asked():
    for seat, asked in ((0, False), (1, True)):
        table = seated(passing_match("6-5 1-0 6-4 3-3 5-4 2-2 4-0 5-1", "1 play 6-5"))
        look = looking.look(table, browser(seat)).json()
        stood_for = {move for block in look["scene"] for piece in block.get("pieces", ()) for move in piece["moves"]}
        assert stood_for == {move["text"] for move in look["moves"] if move["text"].startswith("play")}
        assert bool(stood_for) == asked


class Counted(Pig):
    """Counts what it is asked to show."""

    shown: ClassVar[Counter] = Counter()

    def scene(self, view):
        self.shown["scene"] += 1
        return super().scene(view)

    def event_scene(self, before, event, after):
        self.shown["event_scene"] += 1
        return super().event_scene(before, event, after)


@pytest.mark.parametrize(
    ("reader", "looks", "moves", "throws"),
    [
        (Reader(), 0, 0, 0),
        (Reader(style=Style()), 1, 0, 1),
        (browser(), 1, 1, 1),
        (browser(style=Style()), 1, 1, 1),
    ],
)
def test_a_scene_is_made_and_checked_once_for_each_who_wants_it_and_never_for_others(
    monkeypatch, reader, looks, moves, throws
):
    table = seated(Match(with_options(Counted, {}, 2), THROW.events))
    checked = []
    check = scenes.is_sound
    monkeypatch.setattr(scenes, "is_sound", lambda scene: checked.append(scene) or check(scene))
    move, throw = table.since(0)[-2:]
    for show, name, wanted in (
        (lambda: looking.look(table, reader), "scene", looks),
        (lambda: telling.told(table, move, reader), "event_scene", moves),
        (lambda: telling.told(table, throw, reader), "event_scene", throws),
    ):
        checked.clear()
        Counted.shown.clear()
        show()
        assert Counted.shown == Counter({name: wanted} if wanted else {})
        assert len([scene for scene in checked if scene is not None]) <= wanted


def test_a_terminal_leaves_a_race_to_the_scores_beside_it_and_a_browser_draws_it():
    table = seated(THROW)
    assert looking.look(table, Reader(style=Style())).picture == "3 turn points (1 roll); holding makes 3"
    assert looking.look(table, browser()).scene[-1] == Track("", ("Ada", "CPU 2"), (11, 0), 100)


def test_the_reference_has_every_key():
    page = (Path(__file__).parents[1] / "docs" / "reference" / "scene.md").read_text("utf-8")
    example = json.loads(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1])
    written = scenes.as_json(
        (
            Text(""),
            Pieces("", ()),
            scenes.Train("", ()),
            scenes.Grid("", ()),
            Track("", (), (), 1),
            Sheet("", ("a",), ()),
        )
    )
    assert [sorted(block) for block in example] == [sorted(block) for block in written]
    assert f"version {GOLDEN['version']}" in page
