"""The conformance kit is tested by lies: every mutant must be caught, by the check that is meant for it."""

import json
from pathlib import Path

import mutants
import pytest
from campaign import LONG
from kuhn import Kuhn
from rock_paper import AtOnce, Bidding, RockPaper
from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from unordered_dice import UnorderedDice

from tabletop.table import Table
from tabletop.testing import check_game, check_names

ROOT = Path(__file__).parent.parent
PASSING = ROOT / "plugins/dominoes_passing/tests/data/passing-game.json"
PIG = ROOT / "tests/data/pig-family.json"


def golden(game):
    """Known matches of the Passing Game, with those expectations that are not the golden file's own words."""
    if not issubclass(game, PassingGame):
        return []
    known = {"after", "to_act", "scores", "boneyard", "last_round"}
    cases = json.loads(PASSING.read_text("utf-8"))["cases"]
    return [
        {**case, "expect": [{key: line[key] for key in line if key in known} for line in case["expect"]]}
        for case in cases
    ]


@pytest.mark.parametrize(
    "game",
    [Pig, PigTwoDice, PigDoubles, BigPig, Kuhn, PassingGame, UnorderedDice, RockPaper, AtOnce, Bidding],
    ids=lambda game: game.__name__,
)
def test_an_honest_game_passes_every_check(game):
    report = check_game(game, golden=golden(game), quick=not LONG)
    assert report.ok, str(report)
    assert len(report.passed) + len(report.skipped) == len(check_names())


def test_at_the_kits_table_those_who_choose_at_once_answer_in_any_order(monkeypatch):
    answered, answer = [], Table.answer
    monkeypatch.setattr(Table, "answer", lambda *given: answered.append(given[2]) or answer(*given))
    assert check_game(AtOnce, only=["table"]).ok
    assert {tuple(answered[:2]), tuple(answered[-2:])} == {(0, 1), (1, 0)}


@pytest.mark.parametrize("seed", range(20))
def test_many_rare_outcomes_are_no_fault(seed):
    report = check_game(UnorderedDice, only=["draws"], seed=seed)
    assert report.ok, str(report)


@pytest.mark.parametrize("game", mutants.CAUGHT_BY, ids=lambda game: game.__name__)
def test_a_lie_is_caught_by_the_check_that_is_meant_for_it(game):
    meant = mutants.CAUGHT_BY[game]
    report = check_game(game, only=[meant], golden=golden(game))
    assert report.failed() == [meant]
    text = str(report)
    assert "expected: " in text
    assert "came: " in text
    assert "read: " in text


def test_there_are_lies_for_nearly_all_checks():
    """The others can hardly fail by themselves: what breaks them breaks one of these first."""
    without = set(check_names()) - set(mutants.CAUGHT_BY.values())
    assert without <= {"open-view", "moves-branch", "save-and-load", "take-back", "apply-texts", "option-values"}
    assert len(mutants.CAUGHT_BY) >= 20
