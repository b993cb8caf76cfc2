"""Choices at once: in nothing that anybody gets before the last has chosen, and taken back as a whole."""

import pytest
from chosen_at_once import ADA, BO, BYSTANDER, FREE, HOST, Failing, answer, at_once, everything, header, table_of
from rock_paper import AtOnce, Bidding, Careless

from tabletop import IllegalMove
from tabletop.chance import Seeded
from tabletop.entries import Note
from tabletop.rooms.players import Turn
from tabletop.saves import Home, Matches, SaveError
from tabletop.table import Denied, Memory, Reader, Stale, Table, looking, telling
from tabletop.table.requests import Redo, Undo
from tabletop.table.thought import choice, hint


@pytest.fixture(params=["memory", "file"])
def journal(request, tmp_path):
    if request.param == "memory":
        yield Memory(header())
    else:
        with Matches(Home(tmp_path)).create(header()) as save:
            yield save


# Two readers


def test_an_early_answer_is_kept_before_it_is_acknowledged_and_both_are_revealed_together(journal):
    table = table_of(journal=journal)
    assert table.question == (0, "move", (0, 1))
    (happened,) = answer(table, 1, "paper")
    assert (happened.kind, happened.seat, happened.position) == ("sealed", 1, 0)
    (note,) = [entry for entry in journal.history.entries if isinstance(entry, Note)]
    assert (note.kind, note.data) == ("sealed", {"seat": 2, "move": "paper"})
    assert table.question == (0, "move", (0,))
    assert table.advance() == []
    happened = answer(table, 0, "rock")
    assert [(one.kind, one.seat, one.position) for one in happened] == [("event", 0, 1), ("event", 1, 2)]
    assert table.match.events == list(journal.history.events) == ["1 rock", "2 paper"]
    assert table.question.seats == (0, 1)
    assert table.question.serial > 0


@pytest.mark.parametrize(("first", "chosen"), [(0, "rock"), (0, "scissors"), (1, "rock"), (1, "scissors")])
def test_nobody_gets_what_was_chosen_before_the_last_has(journal, first, chosen):
    table = table_of(["1 paper", "2 paper"], journal=journal)
    answer(table, first, chosen)
    other = 1 - first
    readers = [Reader(seats=frozenset({other})), BYSTANDER, Reader(seats=frozenset({0, 1}), shared=True, eyes=other)]
    got = [everything(table, reader) for reader in readers]
    other_way = table_of(["1 paper", "2 paper"])
    answer(other_way, first, "rock" if chosen == "scissors" else "scissors")
    assert got == [everything(other_way, reader) for reader in readers]
    assert "has chosen." in got[1]
    answer(table, other, "paper")
    assert all(chosen in everything(table, reader) for reader in readers)


@pytest.mark.parametrize("chosen", AtOnce.moves)
def test_not_even_a_game_at_fault_tells_the_other(chosen):
    table = table_of(rules=Careless)
    answer(table, 0, chosen)
    after = looking.look(table, BO)
    assert [move.text for move in after.moves] == ["scissors", "paper"]
    assert after.words == ("Chosen so far: rock.",)
    with pytest.raises(IllegalMove, match=r"rock is what \('rock',\) took"):
        answer(table, 1, "rock")
    thought = choice(table, 1)
    assert (thought.view.moves, list(thought.moves)) == (("rock",), ["scissors", "paper"])
    if chosen == "paper":
        with pytest.raises(IllegalMove) as refused:
            answer(table, 1, "paper")
        assert "at fault" in str(refused.value)
        assert table.match.events == []
        assert table.question == (0, "move", (1,))


def test_an_answer_may_be_replaced_until_the_last_has_chosen(journal):
    table = table_of(journal=journal)
    answer(table, 0, "rock")
    answer(table, 0, "scissors")
    assert table.question == (0, "move", (1,))
    answer(table, 1, "paper")
    assert table.match.events == ["1 scissors", "2 paper"]
    with pytest.raises(Stale):
        table.answer(ADA, 0, "rock", 0)


def test_the_same_answer_again_is_taken_as_done(journal):
    table = table_of(journal=journal)
    answer(table, 1, "rock")
    for again in (table, Table(at_once(), journal, Seeded(1))):
        assert again.answer(BO, 1, "rock", 0) == []
    assert len(journal.history.entries) == 1
    table.answer(ADA, 0, "paper", 0)
    assert table.answer(ADA, 0, "paper", 0) == table.answer(BO, 1, "rock", 0) == []
    assert table.match.events == ["1 paper", "2 rock"]


def test_only_who_sits_there_chooses():
    table = table_of()
    for by, seat in ((ADA, 1), (BO, 0), (BYSTANDER, 0), (HOST, 2)):
        with pytest.raises(Denied):
            table.answer(by, seat, "rock", 0)
    with pytest.raises(IllegalMove):
        answer(table, 0, "lizard")
    assert table.n == 0


def test_a_hint_is_for_who_has_still_to_choose_and_makes_nothing_stale():
    table = table_of()
    hint(table, 1)
    answer(table, 1, "rock")
    with pytest.raises(ValueError, match="nothing for you to decide"):
        hint(table, 1)
    hint(table, 0)
    answer(table, 0, "paper")
    assert [note.data for note in table.journal.history.notes if note.kind == "hint"] == [{"seat": 2}, {"seat": 1}]
    assert table.match.events == ["1 paper", "2 rock"]


def test_players_of_one_match_draw_from_sources_of_their_own():
    table = table_of(rules=Bidding, seats=3)
    drawn = [choice(table, seat).rng.random() for seat in range(3)]
    assert len(set(drawn)) == 3


def test_a_player_in_a_process_draws_from_the_source_it_would_have_in_a_thread():
    table = table_of()
    for seat in (0, 1):
        assert Turn(table, table.question, seat).rng.random() == choice(table, seat).rng.random()


def test_each_is_told_that_somebody_has_chosen_by_name_and_in_its_language():
    table = table_of()
    (happened,) = answer(table, 1, "rock")
    assert telling.told(table, happened, ADA).text == "Bo has chosen."
    assert telling.told(table, happened, Reader(language="de")).text != "Bo has chosen."
    assert telling.told(table, happened, ADA).reading == ""


# Taking back


@pytest.mark.parametrize("terms", ["fair", "free"])
def test_a_sealed_answer_can_be_taken_back_until_the_last_has_chosen(journal, terms):
    table = table_of(terms={"take_back": terms, "dice": "program"}, journal=journal)
    serial = table.question.serial
    answer(table, 0, "rock")
    (happened,) = Undo().happen(table, ADA)
    assert telling.told(table, happened, BO).text == "Ada chooses anew."
    assert table.question == (serial, "move", (0, 1))
    again = Table(at_once(), journal, Seeded(1))
    assert again.question == table.question
    assert answer(table, 0, "rock") != []
    with pytest.raises(ValueError, match="nothing"):
        list(Redo().happen(table, ADA))
    if terms == "fair":
        with pytest.raises(ValueError, match="no move to undo"):
            list(Undo().happen(table, BO))


def test_with_take_back_off_a_seal_stays():
    table = table_of(terms={"take_back": "off", "dice": "program"})
    answer(table, 0, "rock")
    with pytest.raises(ValueError, match="Take-back is off"):
        list(Undo().happen(table, ADA))
    assert table.question.seats == (1,)


@pytest.mark.parametrize("by", [ADA, BO])
def test_what_is_revealed_is_taken_back_as_a_whole(by):
    table = table_of(["1 rock", "2 paper"], terms=FREE)
    list(Undo().happen(table, by))
    assert table.match.events == []
    assert table.question.seats == (0, 1)
    happened = list(Redo().happen(table, by))
    assert [one.position for one in happened] == [1, 2]
    assert table.match.events == ["1 rock", "2 paper"]


def test_a_take_back_voids_what_others_have_sealed_and_choosing_ends_the_way_forward():
    table = table_of(["1 rock", "2 paper"], terms=FREE)
    answer(table, 1, "scissors")
    list(Undo().happen(table, ADA))
    assert (table.match.events, table.question.seats) == ([], (0, 1))
    answer(table, 0, "paper")
    with pytest.raises(ValueError, match="nothing to play again"):
        list(Redo().happen(table, ADA))


def test_all_of_a_redo_is_written_at_once_or_not():
    table = table_of(["1 rock", "2 paper"], terms=FREE, journal=Failing(header()))
    list(Undo().happen(table, ADA))
    table.journal.full = True
    with pytest.raises(SaveError):
        list(Redo().happen(table, ADA))
    assert table.match.events == []
    table.journal.full = False
    list(Redo().happen(table, ADA))
    assert table.match.events == ["1 rock", "2 paper"]
