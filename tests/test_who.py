"""Sentences about players: each reader gets the names, and is called “you”; nobody ever sees a mark."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from named import HalfNamed, Named, leads
from scripted import ScriptedConsole
from sittings import table_of as sat_down
from spectators import spectating

from tabletop import Appearance, GameOptions, IllegalMove, Style, scenes, who
from tabletop.chance import Seeded
from tabletop.guard.answers import one_line
from tabletop.match import Header, Match, Seat
from tabletop.naming import MARKS, resolve
from tabletop.person import ME
from tabletop.sittings import Sit
from tabletop.table import Memory, Reader, Table, looking, telling
from tabletop.table.requests import Parse, Replay, Reseat, Revealed
from tabletop.testing import looks, said

ADA, BO = Reader(seats=frozenset({0})), Reader(seats=frozenset({1}))
BYSTANDER = Reader()
KEYBOARD = Reader(seats=frozenset({0, 1}), shared=True)
THREE = ("Ada", "Bo", "Cleo")
texts = st.text(st.characters(codec="utf-8", exclude_characters=MARKS), max_size=20)


def table(*events, names=THREE, game=Named) -> Table:
    seats = tuple(Seat(name=name) for name in names)
    journal = Memory(Header(game="test", seats=seats))
    journal.append(*(events or ("* lead 1",)))
    return Table(game(GameOptions(), len(names)), journal, Seeded(1))


def told(at: Table, reader: Reader) -> list[str]:
    return [telling.told(at, happening, reader).text for happening in at.since(0)]


# The marks


@given(st.integers(0, 3), texts, texts, texts, texts)
def test_a_sentence_reads_as_it_is_meant_for_each(seat, you, other, before, after):
    text = before + who(seat, you, other) + after
    names = ["Ada", "Bo", "Cleo", "Dan {name}"]
    assert resolve(text, (seat,), names) == before + you + after
    assert resolve(text, (), names) == before + other.replace("{name}", names[seat]) + after


@given(st.lists(st.sampled_from([*MARKS, "0", "1", "9", "a", "{name}", "\n"]), max_size=30).map("".join))
def test_no_mark_is_left_whatever_a_game_makes_of_them(text):
    assert not set(resolve(text, (0,), ["Ada"])) & set(MARKS)


def test_sentences_about_a_side_name_all_who_share_it():
    text = who(0, "you score", "{name} scores", "{name} score")
    assert resolve(text, (0,), ["You", "Bo", "CPU 3", "Dan"], (0, 1, 0, 1)) == "You + CPU 3 score"
    assert resolve(text, (1,), ["Ada", "Bo"], (0, 1)) == "Ada scores"
    assert resolve(text, (0,), ["Ada", "Bo"], (0, 1)) == "you score"


def test_a_sentence_may_hold_another():
    inner = who(1, "you", "{name}")
    assert resolve(who(0, f"you beat {inner}", f"{{name}} beats {inner}"), (1,), ["Ada", "Bo"]) == "Ada beats you"


@pytest.mark.parametrize("mark", MARKS)
def test_no_name_holds_a_mark(mark):
    with pytest.raises(ValueError, match="pattern"):
        Seat(name=f"A{mark}a")


@pytest.mark.parametrize("mark", MARKS)
def test_no_move_and_no_outcome_holds_a_mark(mark):
    assert one_line(f"go{mark}on")


# Who is called you


@pytest.mark.parametrize(
    ("reader", "names", "read"),
    [
        (ADA, THREE, "you lead"),
        (BO, THREE, "Ada leads"),
        (BYSTANDER, THREE, "Ada leads"),
        (KEYBOARD, THREE, "Ada leads"),
        (replace(KEYBOARD, eyes=0), THREE, "you lead"),
        (replace(KEYBOARD, eyes=1), THREE, "Ada leads"),
        (Reader(eyes=0), THREE, "Ada leads"),
        (ADA, (ME, "Bo", "CPU 3"), "you lead"),
        (replace(ADA, me="Ada"), (ME, "Bo", "CPU 3"), "Ada leads"),
        (replace(KEYBOARD, eyes=0, me="Ada"), (ME, "Bo", "CPU 3"), "you lead"),
        (KEYBOARD, (ME, "Bo", "CPU 3"), "you lead"),
        (replace(KEYBOARD, eyes=1), (ME, "Bo", "CPU 3"), "“You” leads"),
        (BYSTANDER, (ME, "Bo", "CPU 3"), "you lead"),
        (replace(ADA, shared=True), ("Ada", "CPU 2", "CPU 3"), "Ada leads"),
    ],
)
def test_who_is_addressed(reader, names, read):
    look = looking.look(table(names=names), reader)
    assert look.words == (f"Round 1: {read}.",)
    assert look.status == (read,)
    assert dict(look.questions) == {"first": read}
    assert look.json()


def test_the_language_of_names_is_that_of_the_reader():
    at = table(names=(ME, "Bo", "CPU 3"))
    assert looking.look(at, replace(BO, language="de")).words == ("Round 1: „Du“ leads.",)


# All that a reader gets


def test_everything_a_reader_gets_names_the_players():
    at = table()
    got = [looking.look(at, reader).json() for reader in (ADA, BO, BYSTANDER, replace(ADA, style=Style()))]
    at.replay("1 go")
    readers = (ADA, BO, BYSTANDER, replace(BO, style=Style()))
    got += [telling.told(at, one, reader).json() for one in at.since(0) for reader in readers]
    assert got[7]["picture"] == "Ada leads"
    assert told(at, ADA) == ["the lot: you lead", "you go before Bo"]
    assert told(at, BO) == ["the lot: Ada leads", "Ada goes before you"]
    assert {telling.told(at, one, BO).name for one in at.since(0)} == {""}
    for event in ("2 go", "3 go"):
        at.replay(event)
    at.advance()
    assert Revealed().read(at, BO) == ["Ada hid nothing", "you hid nothing", "Cleo hid nothing"]
    written = json.dumps(got, ensure_ascii=False)
    assert not any(json.dumps(mark).strip('"') in written for mark in MARKS)
    assert looking.look(table(), ADA).refused[0].why == "you can't stay"


def test_a_predicate_may_name_another_player_and_keeps_the_name_before_it():
    at = table("* lead 1", "1 go", game=HalfNamed)
    last = telling.told(at, at.since(0)[-1], BO)
    assert (last.name, last.text) == ("Ada", "goes before you")


def test_refusals_name_the_players():
    at = table("* lead 2")
    with pytest.raises(IllegalMove, match=r"^you can't stay$"):
        at.answer(BO, 1, "stay", at.question.serial)
    with pytest.raises(IllegalMove, match=r"^you can't stay$"):
        Parse(1, "stay").read(at, BO)
    host = replace(ADA, host=True)
    with pytest.raises(IllegalMove, match=r"^It is the turn of Bo\.$"):
        list(Replay("1 go").happen(at, host))
    with pytest.raises(IllegalMove, match=r"^Bo can't stay$"):
        list(Replay("2 stay").happen(at, host))


def test_a_record_without_a_table_speaks_of_seats():
    with pytest.raises(IllegalMove, match="Event 2, “2 stay”: seat 2 can't stay"):
        Match(Named(GameOptions(), 2), ["* lead 2", "2 stay"])


def test_a_picture_is_folded_once_the_names_are_in():
    names = ("A" * 40, "Bo", "Cleo")
    for width in (40, 80):
        picture = looking.look(table(names=names), Reader(style=Style(width=width))).picture
        assert all(len(line) <= width for line in picture.split("\n"))
        assert picture.startswith("+--+\n|  |\n+--+\n" + "A" * 40)


def test_partners_read_one_name_for_both():
    at = table(names=("Ada", "Bo", "Cleo", "Dan"))
    assert told(at, ADA) == told(at, BO) == ["the lot: Ada + Cleo lead"]


def test_somebody_plays_on_for_a_name():
    at = table()
    host = replace(KEYBOARD, host=True)
    changes = [Reseat(2, Seat(name="Eve")), Reseat(2, Seat(name="Eve", player="cpu", level="hard"))]
    happened = [next(iter(change.happen(at, host))) for change in changes]
    said = [telling.told(at, one, BYSTANDER).text for one in happened]
    assert said == ["Eve plays on for Cleo.", "Eve plays on as cpu:hard."]


class Listed:
    id = "test"
    title = "Test"
    plugin = type("P", (), {"distribution": "test"})


def test_plugins_beside_the_game_get_names():
    at = table()
    assert Sit(None, Listed, "m").read(at, KEYBOARD).words == ("Round 1: Ada leads.",)
    assert Sit(0, Listed, "m").read(at, KEYBOARD).words == ("Round 1: you lead.",)


@pytest.mark.parametrize("plain", [False, True])
def test_no_mark_reaches_a_screen_or_a_file(tmp_path, plain):
    game = Named(GameOptions(), 2)
    lines = ["stay", "table", "turn", "first", "last", "help", "log", "hint", "score", "go", "log", "last", "table", ""]
    seated = sat_down(tmp_path, game, "you,cpu:random", lines, seed=2, plain=plain)
    with seated.save:
        seated.run()
    text = seated.console.text
    assert "you can't stay" in text
    assert "You: " not in text.replace("You: 0", "").replace("You: 1", "")
    assert not set(text) & set(MARKS)
    assert not [file for file in Path(tmp_path).rglob("*") if file.suffix == ".jsonl" and b"\x02" in file.read_bytes()]


@pytest.mark.parametrize("plain", [False, True])
def test_who_looks_back_reads_names(plain):
    console = ScriptedConsole(["", "", "", "last", "hands", "hands"], plain=plain)
    game, seats = Named(GameOptions(), 2), (Seat(name="Ada"), Seat(name="Bo"))
    spectating(console, game, ["* lead 2", "2 go", "1 go", "! end time"], seats, over=True).run()
    assert "the lot: bo leads" in console.text.lower()
    assert not set(console.text) & set(MARKS)


def test_the_name_authors_import_is_the_function_whatever_was_imported_before():
    import tabletop
    import tabletop.naming

    assert tabletop.who is tabletop.naming.who


class Listing(Named):
    """Names stand in columns."""

    def scene(self, view):
        names = tuple(who(seat, you="You", other="{name}") for seat in range(self.seats))
        return (scenes.Sheet("Score", ("Round", *names), (("1", *("10",) * self.seats),)),)

    picture = Appearance.picture


def test_columns_of_a_scene_are_as_wide_as_the_names_in_them():
    at = table("* lead 1", game=Listing, names=("Ada", "Bartholomew"))
    reader = Reader(seats=frozenset({0}), style=Style())
    assert looking.look(at, reader).picture.split("\n")[-2:] == ["Round  You  Bartholomew", "1       10           10"]
    assert "Round  Ada  Bo\n1       10  10\n" in looks(at.game, at.match.state)


def test_a_text_reads_to_a_seat_as_the_host_shows_it():
    game = Named(GameOptions(), 3)
    assert [said(leads(1), game, seat) for seat in (0, 1, None)] == ["Bo leads", "you lead", "Bo leads"]
