"""What the table looks at in each answer of a game: what the contract allows passes, anything else is named."""

from enum import IntEnum

import pytest
from kuhn import Kuhn

from tabletop import CHANCE, GameOptions, Result
from tabletop.analysis import Analysis, MoveValue
from tabletop.guard import answers
from tabletop.guard.proxies import GuardedAnalyst, guarded


class Side(IntEnum):
    """Whole numbers by name, as an author may use them."""

    FIRST = 0
    SECOND = 1


KUHN = Kuhn(GameOptions(), 2)
DEALT = KUHN.resolve(KUHN.start(), ("Q", "K"))
OF_A_GAME = {"actor", "sides", "numbers", "ranks", "result", "state"}
RIGHT = [
    ("one_line", "roll"),
    ("one_line", "x" * answers.LONGEST_EVENT),
    ("texts", []),
    ("texts", ("one", "two")),
    ("moves", ["only"]),
    ("moves", range(answers.MOST_MOVES)),
    ("outcomes", None),
    ("outcomes", [(1, 0.25), (2, 0.75)]),
    ("outcomes", [(number, 1 / 7) for number in range(7)]),
    ("actor", None),
    ("actor", CHANCE),
    ("actor", 0),
    ("actor", Side.SECOND),
    ("sides", (0, 1)),
    ("sides", [0, 0]),
    ("sides", (Side.FIRST, Side.SECOND)),
    ("numbers", [-3, 10**30]),
    ("numbers", (Side.FIRST, 7)),
    ("ranks", (1, 1)),
    ("ranks", (2, 1)),
    ("result", None),
    ("result", Result((1, 2))),
    ("state", KUHN.start()),
    ("state", DEALT),
    ("state", KUHN.play(KUHN.play(DEALT, "bet"), "fold")),
    ("analysis", Analysis(0, "exact", (MoveValue("roll", 0.5),))),
    ("players", {}),
    ("players", {"easy": object}),
]
WRONG = [
    ("one_line", 3, "it answered int where the contract says str"),
    ("one_line", "", "not one plain line"),
    ("one_line", " roll", "not one plain line"),
    ("one_line", "two\nlines", "not one plain line"),
    ("one_line", "x" * (answers.LONGEST_EVENT + 1), "not one plain line"),
    ("texts", "a text", "it answered str"),
    ("texts", {"set"}, "it answered set"),
    ("texts", ["one", 2], "it answered int where the contract says str"),
    ("moves", "roll", "it answered str"),
    ("moves", {"roll"}, "it answered set"),
    ("moves", [], "it lists 0 moves"),
    ("moves", range(answers.MOST_MOVES + 1), "it lists 100001 moves"),
    ("outcomes", "6", "it answered str"),
    ("outcomes", {1: 1.0}, "it answered dict"),
    ("outcomes", [(1, 0.5), (2, 0.4)], "its probabilities sum to 0.9"),
    ("outcomes", [(1, 0.75), (2, 0.5)], "its probabilities sum to 1.25"),
    ("actor", 2, "no seat of this match"),
    ("actor", -2, "no seat of this match"),
    ("actor", True, "no seat of this match"),
    ("actor", 1.0, "no seat of this match"),
    ("sides", 2, "it answered int"),
    ("sides", (0, True), "it answered True"),
    ("sides", (0,), "for 2 seats"),
    ("sides", (0, 1, 1), "for 2 seats"),
    ("sides", (0, 2), "for 2 seats"),
    ("numbers", "12", "it answered str"),
    ("numbers", {1, 2}, "it answered set"),
    ("numbers", (1.0, 2), "it answered 1.0"),
    ("numbers", (1, True), "it answered True"),
    ("numbers", (1,), "it has 1 numbers for 2 sides"),
    ("ranks", (1, 2, 3), "it has 3 numbers for 2 sides"),
    ("ranks", (2, 3), "nobody has rank 1"),
    ("ranks", (0, 1), "nobody has rank 1"),
    ("result", (1, 2), "it answered tuple where the contract says Result"),
    ("result", Result((2, 2)), "nobody has rank 1"),
    ("analysis", [0.5], "it answered list where the contract says Analysis"),
    ("analysis", Analysis(0, "exact", ()), "it says nothing about any move"),
    ("players", [object], "it answered list"),
    ("players", {1: object}, "1 is no CPU player"),
    ("players", {"easy": object, "hard": None}, "'hard' is no CPU player"),
]


def fault(check, answer):
    more = (KUHN,) if check in OF_A_GAME else ()
    return getattr(answers, check)(*more, answer)


@pytest.mark.parametrize(("check", "answer"), RIGHT, ids=lambda value: f"{value!r:.30}")
def test_what_the_contract_allows_is_no_fault(check, answer):
    assert fault(check, answer) == ""


@pytest.mark.parametrize(("check", "answer", "why"), WRONG, ids=lambda value: f"{value!r:.30}")
def test_what_the_contract_does_not_allow_is_named(check, answer, why):
    assert why in fault(check, answer)


def test_a_type_is_named_as_authors_write_it():
    check = answers.of_type(str, type(None))
    assert (check("text"), check(None)) == ("", "")
    assert check(3) == "it answered int where the contract says str or None"


class Faulty(Kuhn):
    """A finished match says nothing, or too much, of who won."""

    said = None

    def result(self, state):
        return self.said if state.over else None


@pytest.mark.parametrize(
    ("said", "why"), [(None, "the match is over and has no result"), (Result((1,)), "it has 1 numbers for 2 sides")]
)
def test_a_match_that_is_over_has_a_result(said, why):
    game = Faulty(GameOptions(), 2)
    game.said = said
    state = game.play(game.play(DEALT, "bet"), "fold")
    assert answers.state(game, state) == f"it led to a state that isn't possible: {why}"
    assert answers.state(game, DEALT) == ""


def test_who_asks_a_guarded_game_for_its_class_sees_the_game():
    game = guarded(KUHN, "kuhn 1.0")
    assert isinstance(game, Kuhn)
    assert game.__class__ is Kuhn
    assert game.options is KUHN.options


def test_an_analyst_behind_the_guard_keeps_what_it_has_besides():
    class Analyst:
        method = "by heart"

    assert GuardedAnalyst(Analyst(), "kuhn 1.0").method == "by heart"
