"""What readers of a table are told and shown, and whom it asks."""

import pytest
from kuhn import Kuhn
from rock_paper import RockPaper
from tabletop_pig.games import Pig

from tabletop import GameOptions
from tabletop.chance import Seeded
from tabletop.match import Header, Seat, with_options
from tabletop.saves import SaveError
from tabletop.table import Memory, Reader, Stale, Table, looking, telling

BYSTANDER = Reader()
HOST = Reader(seats=frozenset({0, 1}), host=True)
ADA, BO, CPU = Seat(name="Ada"), Seat(name="Bo"), Seat(name="CPU 2", player="cpu", level="easy")


def table_of(*lines, seats=(ADA, BO), game=None, journal=Memory, **options) -> Table:
    """A table in memory after these lines."""
    journal = journal(Header(game="test", seats=seats))
    journal.append(*lines)
    return Table(game or with_options(Pig, options, len(seats)), journal, Seeded(1))


def readings(told):
    return [one.reading for one in told]


@pytest.mark.parametrize(("seats", "asked"), [((ADA, CPU), (0,)), ((CPU, BO), (1,)), ((CPU, CPU), (0, 1))])
def test_people_are_asked_for_real_dice_and_any_seat_where_there_are_none(seats, asked):
    table = table_of(("table", {"take_back": "fair", "dice": "mine"}), "1 roll", seats=seats)
    assert (table.question.kind, table.question.seats) == ("throw", asked)
    table.answer(Reader(host=True), asked[0], "5", table.question.serial)
    assert table.match.events == ["1 roll", "* 5"]


def test_what_happened_last_is_the_last_move_with_all_that_chance_gave_since():
    assert readings(telling.last(table_of(), BYSTANDER)) == []
    assert readings(telling.last(table_of("1 roll", "* 5", "1 roll", "* 4"), BYSTANDER)) == ["1 roll", "* 4"]
    kuhn = Kuhn(GameOptions(), 2)
    assert readings(telling.last(table_of("* Q K", game=kuhn), Reader(seats=frozenset({0})))) == ["* Q ?"]
    assert readings(telling.last(table_of("* Q K", "1 bet", game=kuhn), BYSTANDER)) == ["1 bet"]


@pytest.mark.parametrize(
    ("seat", "since"),
    [(0, ["1 hold", "2 roll", "* 4"]), (1, ["2 roll", "* 4"]), (2, ["1 roll", "* 5", "1 hold", "2 roll", "* 4"])],
)
def test_who_comes_back_is_told_all_since_its_own_last_move(seat, since):
    table = table_of("1 roll", "* 5", "1 hold", "2 roll", "* 4", seats=(ADA, BO, Seat(name="Cleo")))
    assert readings(telling.since_own_move(table, BYSTANDER, seat)) == since


def test_a_move_says_whether_chance_answers_it():
    table = table_of("1 roll", "* 5", "1 hold", "2 roll")
    told = [telling.told(table, happening, BYSTANDER) for happening in table.since(0)]
    assert [one.answered for one in told] == [True, False, False, True]


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        (("Ada",), "Ada wins."),
        (("Ada + Cleo",), "Ada + Cleo win."),
        (("Ada", "Bo"), "Ada, Bo share the first place."),
        (("Ada + Cleo", "Bo + Dan"), "Ada + Cleo, Bo + Dan share the first place."),
    ],
)
def test_a_side_of_several_wins_together(first, sentence):
    assert telling.who_wins(first) == sentence


def test_the_winner_has_the_name_of_who_sits_there_in_the_end():
    table = table_of("1 roll", "* 6", target=5)
    table.reseat(0, Seat(name="Eve"))
    table.replay("1 hold")
    (end,) = table.advance()
    assert telling.told(table, end, BYSTANDER).text == "Eve wins."
    assert list(looking.look(table, BYSTANDER).side_names) == ["Eve", "Bo"]


def test_only_the_table_as_it_stands_asks_and_can_be_asked():
    table = table_of("1 roll", "* 5", "1 hold")
    now, before = looking.look(table, HOST), looking.look(table, HOST, 2)
    assert (now.position, now.events) == (3, 3)
    assert (before.position, before.events) == (2, 3)
    assert now.question == table.question
    assert now.questions
    assert (before.question, before.moves, before.questions) == (None, (), {})


class Failing(Memory):
    """Takes no more than so many lines."""

    room = 100

    def append(self, *lines):
        if len(self.history.entries) + len(lines) > self.room:
            raise SaveError("The disk is full.")
        super().append(*lines)


def test_going_forward_that_stops_halfway_goes_on_from_there():
    table = table_of(("table", {"take_back": "free", "dice": "program"}), "1 roll", "* 5", journal=Failing)
    table.undo((0,))
    table.journal.room = table.n + 1
    with pytest.raises(SaveError):
        list(table.redo())
    assert table.match.events == ["1 roll"]
    table.journal.room = 100
    list(table.redo())
    assert table.match.events == ["1 roll", "* 5"]
    with pytest.raises(ValueError, match="nothing to play again"):
        list(table.redo())


def test_each_question_has_a_serial_of_its_own_from_the_first_on():
    table = table_of(game=RockPaper(GameOptions(), 2))
    serials = []
    for move in ("rock", "paper", "scissors", "rock"):
        question = table.question
        serials.append(question.serial)
        with pytest.raises(Stale):
            table.answer(HOST, question.seats[0], move, question.serial - 1)
        table.answer(HOST, question.seats[0], move, question.serial)
    assert serials == [0, 1, 2, 3]


def test_who_was_not_there_when_moves_were_taken_back_is_told_that_they_were():
    table = table_of("1 roll", "* 5", "1 hold")
    (back,) = table.undo((0,))
    assert telling.told(table, back, BYSTANDER).text == "Taken back to before “Ada: hold”."
    later = Table(table.game, table.journal, Seeded(1))
    (*_before, back) = later.since(0)
    assert (back.kind, telling.told(later, back, BYSTANDER).text) == ("back", "Moves were taken back.")
