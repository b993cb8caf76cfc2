"""A table without a screen: questions with serials, answers, commands, looks and what each reader is told."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kuhn import Kuhn
from rock_paper import RockPaper
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig

from tabletop import CHANCE, GameOptions, IllegalMove, OpenGame
from tabletop.chance import Again, Entropy, Prescribed, Seeded
from tabletop.history import History
from tabletop.match import AnyGame, Header, Seat, with_options
from tabletop.saves import SaveError
from tabletop.table import Closed, Denied, Memory, Reader, Stale, Table, looking, telling
from tabletop.table.requests import Abandon, Play, Redo, Reseat, Resign, Revealed, Undo
from tabletop.table.thought import choice, hint

ADA, BO = Reader(seats=frozenset({0})), Reader(seats=frozenset({1}))
BYSTANDER = Reader()
HOST = Reader(seats=frozenset({0, 1}), host=True)


def table_of(game: AnyGame, events=(), *, chance=None, terms=None, names=("Ada", "Bo", "Cleo", "Dan"), **more) -> Table:
    """A table in memory after ``events``."""
    seats = tuple(Seat(name=name) for name in names[: game.seats])
    journal = Memory(Header(game="test", seats=seats))
    if terms:
        journal.append(("table", terms))
    journal.append(*events)
    return Table(game, journal, chance or Seeded(1), **more)


def pig(**options) -> AnyGame:
    return with_options(Pig, options, 2)


def kuhn() -> AnyGame:
    return Kuhn(GameOptions(), 2)


def answer(table: Table, text: str, by: Reader | None = None):
    """Whoever is asked answers."""
    assert table.question is not None
    seat = table.question.seats[0]
    return table.answer(by or Reader(seats=frozenset({seat})), seat, text, table.question.serial)


def texts(table: Table, reader: Reader) -> list[str]:
    return [telling.told(table, happening, reader).text for happening in table.since(0)]


# Questions and answers


def test_a_question_names_its_seat_and_changes_with_each_event():
    table = table_of(pig())
    first = table.question
    assert (first.kind, first.seats, first.serial) == ("move", (0,), 0)
    (rolled,) = answer(table, "roll")
    assert (rolled.n, rolled.kind, rolled.seat, rolled.position) == (1, "event", 0, 1)
    assert table.question is None
    (thrown,) = table.advance()
    assert (thrown.n, thrown.seat, thrown.position) == (2, None, 2)
    assert table.question.serial == 2
    assert table.advance() == []


def test_the_same_answer_again_is_taken_as_done_and_another_is_stale():
    table = table_of(kuhn(), ["* Q K"])
    serial = table.question.serial
    table.answer(ADA, 0, "check", serial)
    assert table.answer(ADA, 0, "check", serial) == []
    with pytest.raises(Stale):
        table.answer(ADA, 0, "bet", serial)
    assert table.match.events == ["* Q K", "1 check"]


def test_a_hint_of_one_seat_does_not_make_an_answer_stale():
    table = table_of(kuhn(), ["* Q K"])
    serial = table.question.serial
    hint(table, 0)
    hint(table, 0)
    assert [note.kind for note in table.journal.history.notes] == ["hint"]
    assert table.question.serial == serial
    table.answer(ADA, 0, "check", serial)
    hint(table, 1)
    assert [note.data for note in table.journal.history.notes] == [{"seat": 1}, {"seat": 2}]


@pytest.mark.parametrize("by", [BO, BYSTANDER, Reader(seats=frozenset({1}), host=True)])
def test_nobody_moves_for_a_seat_that_is_not_theirs(by):
    table = table_of(pig())
    with pytest.raises(Denied):
        table.answer(by, 0, "roll", table.question.serial)
    with pytest.raises(Denied):
        table.answer(by, 1, "roll", table.question.serial)
    assert table.match.events == []


def test_refusals_are_in_the_language_of_who_is_refused():
    table = table_of(pig())
    said = {}
    for language in ("en", "de", "da", "it"):
        with pytest.raises(IllegalMove) as refused:
            table.answer(Reader(seats=frozenset({0}), language=language), 0, "hold", table.question.serial)
        said[language] = str(refused.value)
    assert said["en"] == "You can't hold yet: roll first."
    assert len(set(said.values())) == 4
    with pytest.raises(Stale) as late:
        table.answer(Reader(seats=frozenset({0}), language="de"), 0, "roll", -1)
    with pytest.raises(Stale) as too_late:
        table.answer(Reader(seats=frozenset({0}), language="en"), 0, "roll", -1)
    assert str(late.value) != str(too_late.value)


def test_two_readers_of_one_table_read_two_languages():
    table = table_of(pig(), ["1 roll", "* 5", "1 hold"])
    german, danish = (texts(table, Reader(language=language)) for language in ("de", "da"))
    assert german[0] == "würfelt"
    assert danish[0] == "slår"
    assert all(one != other for one, other in zip(german, danish, strict=True))


# Chance


def test_real_dice_are_asked_for_and_can_be_put_right():
    table = table_of(pig(), terms={"take_back": "fair", "dice": "mine"})
    answer(table, "roll")
    assert table.question.kind == "throw"
    serial = table.question.serial
    with pytest.raises(Denied):
        table.answer(BYSTANDER, 0, "5", serial)
    table.answer(HOST, 0, "5", serial)
    assert table.match.events[-1] == "* 5"
    list(Undo().happen(table, HOST))
    assert table.match.events == ["1 roll"]
    assert table.question.kind == "throw"
    assert table.question.serial > serial
    assert table.journal.history.entries[-1].kind == "take_back"


@pytest.mark.parametrize("typed", ["3 5", "3,5", "3-5", "35", "3;5"])
def test_throws_may_be_typed_in_many_ways(typed):
    from tabletop_pig.games import PigTwoDice

    terms = {"take_back": "fair", "dice": "mine"}
    table = table_of(with_options(PigTwoDice, {}, 2), terms=terms)
    answer(table, typed, HOST)
    assert table.match.events[-1] == "* 3 5"


def test_prescribed_chance_gives_what_is_written_then_goes_on():
    table = table_of(pig(), chance=Prescribed(["6", "2"], Seeded(1)))
    for _throw in range(3):
        answer(table, "roll")
        table.advance()
    assert table.match.events[1:4:2] == ["* 6", "* 2"]


def test_chance_gives_again_what_was_taken_back():
    table = table_of(pig(), ["1 roll"], chance=Again({1: "* 4"}, Entropy()))
    table.advance()
    assert table.match.events == ["1 roll", "* 4"]


class Echo(OpenGame):
    """Chance answers a move with one of two outcomes that are made from it."""

    moves = ("a", "b")

    def start(self):
        return ()

    def to_act(self, state):
        return None if len(state) == 4 else CHANCE if len(state) % 2 else 0

    def legal_moves(self, state):
        return self.moves

    def play(self, state, move):
        return (*state, move)

    def outcomes(self, state):
        return [(f"{state[-1]}{number}", 0.5) for number in (1, 2)]

    def resolve(self, state, outcome):
        return (*state, outcome)

    def scores(self, state):
        return (0, 0)


def test_chance_draws_anew_where_another_move_is_played_than_was_taken_back():
    table = table_of(Echo(GameOptions(), 2), terms={"take_back": "free"})
    answer(table, "a")
    table.advance()
    table.undo((0,))
    answer(table, "b")
    table.advance()
    assert table.match.events in (["1 b", "* b1"], ["1 b", "* b2"])


def test_a_seed_says_every_outcome_and_no_thought_gives_it_away():
    chance = Seeded(7)
    first = [chance.outcome(pig(), pig().play(pig().start(), "roll"), number) for number in range(20)]
    assert first == [Seeded(7).outcome(pig(), pig().play(pig().start(), "roll"), number) for number in range(20)]
    assert len(set(first)) > 1
    assert chance.thought(3).random() == Seeded(7).thought(3).random()
    assert chance.thought(3).random() != chance.thought(4).random()


class Failing(Memory):
    """A journal on a full disk."""

    full = True

    def append(self, *lines):
        if self.full:
            raise SaveError("The disk is full.")
        super().append(*lines)


def failing(game: AnyGame) -> Table:
    return Table(game, Failing(Header(game="test", seats=(Seat(name="Ada"), Seat(name="Bo")))), Entropy())


def test_nothing_has_changed_where_a_step_cannot_be_saved():
    table = failing(pig())
    with pytest.raises(SaveError):
        table.answer(ADA, 0, "roll", table.question.serial)
    assert table.match.events == []
    assert table.question.serial == 0
    table.journal.full = False
    assert len(table.answer(ADA, 0, "roll", 0)) == 1


def test_dice_that_could_not_be_saved_fall_the_same_way_again():
    table = failing(pig())
    table.journal.full = False
    answer(table, "roll")
    table.journal.full = True
    drawn = set()
    for _try in range(20):
        with pytest.raises(SaveError):
            table.advance()
        drawn.add(table._drawn)
    table.journal.full = False
    table.advance()
    assert drawn == {(1, table.match.events[1].removeprefix("* "))}


# Other ends and other players


def test_a_match_that_the_rules_end_is_written_down_once():
    table = table_of(pig(target=5), ["1 roll", "* 6"])
    answer(table, "hold")
    (end,) = table.advance()
    assert end.kind == "end"
    assert table.ending == ("rules", (1, 2))
    assert table.question is None
    assert table.advance() == []
    assert telling.told(table, end, Reader(language="de")).text != telling.told(table, end, BYSTANDER).text
    assert telling.told(table, end, BYSTANDER).text == "Ada wins."


def test_who_resigns_is_last_and_everybody_is_told():
    table = table_of(with_options(Pig, {}, 3), ["1 roll", "* 6", "1 hold"])
    happened = list(Resign(2).happen(table, Reader(seats=frozenset({2}))))
    assert [happening.kind for happening in happened] == ["resigned", "end"]
    assert table.ending == ("resigned", (1, 2, 3))
    assert [telling.told(table, one, BYSTANDER).text for one in happened] == ["Cleo resigns.", "Ada wins."]
    with pytest.raises(ValueError, match="over"):
        table.undo((0,))


def test_a_cpu_player_may_play_out_for_who_resigned_and_its_side_stays_last():
    table = table_of(with_options(Pig, {"target": 5}, 3), ["1 roll"])
    instead = Seat(name="CPU", player="cpu", level="easy")
    happened = list(Resign(1, instead).happen(table, Reader(seats=frozenset({1}))))
    assert [happening.kind for happening in happened] == ["resigned", "player"]
    assert table.ending is None
    assert table.seats[1] == Seat(name="CPU 2", player="cpu", level="easy")
    said = [telling.told(table, one, BYSTANDER).text for one in happened]
    assert said == ["Bo resigns.", "CPU 2 plays on for Bo."]
    for event in ("* 4", "1 hold", "2 roll", "* 6", "2 hold"):
        table.replay(event)
    table.advance()
    assert table.match.result.ranks == (2, 1, 3)
    assert table.ending.ranks == (1, 3, 2)


def test_a_resignation_that_was_played_on_from_says_nothing_any_more():
    table = table_of(with_options(Pig, {"target": 5}, 3), ["1 roll", ("resigned", {"side": 1}), "* 6", "1 hold"])
    table.advance()
    assert table.resigned == ()
    assert table.ending.ranks == (1, 2, 2)


def test_only_who_may_changes_the_table():
    table = table_of(pig())
    for refused in (Resign(1), Abandon(), Reseat(0, Seat(name="Eve"))):
        with pytest.raises(Denied):
            list(refused.happen(table, ADA))
    assert table.n == 0
    list(Abandon().happen(table, HOST))
    assert table.ending == ("abandoned", None)


def test_somebody_else_in_a_seat_changes_the_question_and_not_what_was_told_before():
    table = table_of(pig(), ["1 roll", "* 4"])
    serial = table.question.serial
    (changed,) = Reseat(0, Seat(name="Eve")).happen(table, HOST)
    assert table.question.serial > serial
    assert telling.told(table, changed, BYSTANDER).text == "Eve plays on for Ada."
    assert telling.told(table, table.since(0)[0], BYSTANDER).name == "Ada"
    assert looking.look(table, BYSTANDER, 1).names == ("Ada", "Bo")
    assert looking.look(table, BYSTANDER).names == ("Eve", "Bo")


# Readers


def test_neither_reader_of_kuhn_poker_ever_receives_the_others_card():
    table = table_of(kuhn())
    table.advance()
    cards = table.match.events[0].removeprefix("* ").split()
    for move in ("check", "bet", "call"):
        answer(table, move)
        if table.match.to_act is None:
            break
        for seat, reader in enumerate((ADA, BO)):
            got = json.dumps([looking.look(table, reader).json(), telling.log(table, reader), texts(table, reader)])
            assert f'"{cards[1 - seat]}"' not in got
            assert f"{cards[1 - seat]}." not in got
        assert not set(cards) & set(" ".join(telling.log(table, BYSTANDER)).split())


def test_a_first_choice_stays_secret_to_the_other_and_to_bystanders_until_the_end():
    table = table_of(RockPaper(GameOptions(), 2))
    for number, move in enumerate(("rock", "paper", "paper", "scissors")):
        answer(table, move)
        table.advance()
        first = ["rock", "paper"][: number // 2 + 1]
        for reader in (BO, BYSTANDER):
            log = telling.log(table, reader)
            told = texts(table, reader)
            if table.ending is None:
                assert [line for line in log if line.startswith("1 ")] == ["1 secret"] * len(first)
                assert told[::2] == ["secret"] * len(first)
        assert [line for line in telling.log(table, ADA) if line.startswith("1 ")] == [f"1 {one}" for one in first]
    assert telling.log(table, BYSTANDER) == ["1 rock", "2 paper", "1 paper", "2 scissors"]


def test_what_is_hidden_is_laid_open_only_when_the_match_is_over():
    table = table_of(kuhn(), ["* Q K", "1 bet"])
    with pytest.raises(Denied):
        Revealed().read(table, HOST)
    answer(table, "fold")
    table.advance()
    assert {"Q", "K"} <= set(" ".join(Revealed().read(table, BYSTANDER)).replace(".", "").split())


def test_people_at_one_keyboard_see_what_is_uncovered():
    table = table_of(with_options(PassingGame, {}, 2), chance=Seeded(3))
    while table.question is None:
        table.advance()
    seat = table.question.seats[0]
    shared = Reader(seats=frozenset({0, 1}), shared=True)
    assert looking.cover(table, shared) == seat
    assert looking.viewer(table, shared) is None
    covered = looking.look(table, shared)
    assert covered.moves == ()
    opened = Reader(seats=frozenset({0, 1}), shared=True, eyes=seat)
    assert looking.cover(table, opened) is None
    assert looking.look(table, opened).moves
    assert looking.look(table, opened).words != covered.words
    alone = Reader(seats=frozenset({seat}))
    assert looking.cover(table, alone) is None


def test_any_position_can_be_looked_at_in_any_order():
    table = table_of(pig(), ["1 roll", "* 5", "1 roll", "* 4", "1 hold"])
    seen = {at: looking.look(table, BYSTANDER, at) for at in (5, 0, 3, 2, 4, 1)}
    assert [seen[at].actor for at in range(6)] == [0, CHANCE, 0, CHANCE, 0, 1]
    assert seen[5].scores[0].points == 9
    assert seen[2].moves == ()
    with pytest.raises(ValueError, match="from 0 to 5"):
        looking.look(table, BYSTANDER, 6)


def test_a_look_is_ready_for_json():
    table = table_of(with_options(PassingGame, {}, 2), chance=Seeded(3))
    while table.question is None:
        table.advance()
    for reader in (ADA, BO, BYSTANDER):
        look = looking.look(table, reader).json()
        assert json.loads(json.dumps(look))["names"] == ["Ada", "Bo"]
        for happening in table.since(0):
            json.dumps(telling.told(table, happening, reader).json())


def test_what_a_player_thinks_about_is_what_it_may_know():
    table = table_of(kuhn(), ["* Q K"])
    thought = choice(table, 0)
    assert thought.view == table.game.view(table.match.state, 0)
    assert list(thought.moves) == ["check", "bet"]
    with pytest.raises(ValueError, match="nothing for you to decide"):
        choice(table, 1)


# The journal


def test_a_journal_that_is_only_read_takes_nothing():
    journal = table_of(pig(), ["1 roll", "* 4"]).journal
    table = Table(pig(), Closed(journal.history), Entropy())
    with pytest.raises(ValueError, match="only read"):
        answer(table, "roll")
    assert table.match.events == ["1 roll", "* 4"]


STEPS = st.lists(st.sampled_from(["roll", "hold", "undo", "redo", "seat", "chance"]), max_size=40)


def act(table: Table, step: str) -> None:
    if step == "undo":
        list(Undo().happen(table, HOST))
    elif step == "redo":
        list(Redo().happen(table, HOST))
    elif step == "seat":
        list(Reseat(table.n % 2, Seat(name=f"N{table.n}")).happen(table, HOST))
    elif step == "chance":
        table.advance()
    elif table.question:
        list(Play(table.question.seats[0], step, table.question.serial).happen(table, HOST))


@settings(max_examples=60)
@given(STEPS, st.integers(0, 50))
def test_a_table_made_anew_from_its_journal_stands_as_it_stood(steps, seed):
    table = table_of(pig(target=30), terms={"take_back": "free", "dice": "program"}, chance=Seeded(seed))
    told: dict[int, str] = {}
    serial = -1
    for step in steps:
        try:
            act(table, step)
        except ValueError:
            continue
        for happening in table.since(0):
            if happening.kind == "event":
                said = telling.told(table, happening, BYSTANDER)
                assert told.setdefault(happening.n, said.reading) == said.reading
        if table.question:
            assert table.question.serial >= serial
            serial = table.question.serial
    again = Table(table.game, Closed(History(table.journal.history.header, table.journal.history.entries)), Entropy())
    assert again.match.events == table.match.events
    assert again.question == table.question
    assert again.ending == table.ending
    assert again.since(0) == table.since(0)
    assert looking.look(again, ADA) == looking.look(table, ADA)
