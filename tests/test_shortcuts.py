"""Words of a person's own: ``alias rr = roll roll``."""

import pytest
from sittings import last_saved, sit_down

from tabletop import setup
from tabletop.i18n import speaking
from tabletop.saves import Home, Settings, SettingsFile

RR = ("rr=roll roll",)


def moves(here):
    return [event for event in last_saved(here).history.events if not event.startswith("*")]


def test_a_word_of_ones_own_types_what_stands_behind_it_line_by_line(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["alias rr = roll roll", "rr", "quit"], seed=3)
    assert moves(here) == ["1 roll", "1 roll"]
    assert "You> roll" in console.text
    assert not console.problems


def test_it_is_kept_listed_completed_explained_and_forgotten(tmp_path):
    sit_down(tmp_path, ["alias", "alias RR =  roll   roll", "quit"])
    assert SettingsFile(Home(tmp_path)).load().aliases == RR
    console, _here, _ending = sit_down(
        tmp_path, ["alias", "help rr", "help alias", "alias rr =", "alias", "rr", "quit"]
    )
    assert console.text.count("rr = roll roll") >= 3
    assert console.completions[0]["rr"] == "roll roll"
    assert "“rr” is forgotten." in console.text
    assert "“rr” is unknown here" in console.problems[0]
    assert SettingsFile(Home(tmp_path)).load().aliases == ()


@pytest.mark.parametrize(
    "word", ["roll", "help", "alias", "score", "exit", "?", "play", "pig", "settings", "3", "a b", ""]
)
def test_a_word_that_means_something_is_refused(tmp_path, word):
    console, here, _ending = sit_down(tmp_path, [f"alias {word} = hold", "alias", "quit"])
    assert len(console.problems) == 1
    assert here.settings.aliases == ()


def test_so_is_one_of_the_language_in_use(tmp_path):
    with speaking("de"):
        console, here, _ending = sit_down(
            tmp_path, ["alias würfeln = halten", "alias ww = würfeln w", "ww", "quit"], seed=3
        )
    assert len(console.problems) == 1
    assert moves(here) == ["1 roll", "1 roll"]


def test_a_games_own_word_comes_before_one_that_was_made_at_another_game(tmp_path):
    _console, here, _ending = sit_down(tmp_path, ["roll", "quit"], aliases=("roll=hold",))
    assert moves(here) == ["1 roll"]


def test_what_is_left_of_it_isnt_typed_in_another_turn(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["long", "quit"], aliases=("long=" + "roll " * 40,), seed=1)
    assert any(text.startswith("Not typed any more: roll") for text, _role in console.said)
    mine = moves(here)
    assert mine.index("2 roll") == len([move for move in mine if move.startswith("1")])


def test_what_is_left_of_it_isnt_typed_after_something_that_was_refused(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["x", "quit"], aliases=("x=nonsense roll",), seed=3)
    assert "Not typed any more: roll." in console.text
    assert moves(here) == []


def test_moves_and_commands_of_several_words_stay_together(tmp_path):
    lines = ["alias go = odds off speed fast draw", "alias m = moves play", "go", "m", "quit"]
    console, here, _ending = sit_down(tmp_path, lines, game="passing-game", seats="you,cpu,cpu,cpu", seed=1)
    assert here.settings.speed == "fast"
    assert "Odds are off." in console.text
    assert len(console.prompts) <= len(lines)


def test_it_isnt_typed_for_real_dice(tmp_path):
    lines = ["rr", "3", "4", "quit"]
    _console, here, _ending = sit_down(tmp_path, lines, dice="mine", aliases=RR)
    assert list(last_saved(here).history.events[:4]) == ["1 roll", "* 3", "1 roll", "* 4"]


def test_the_settings_hold_it_too():
    assert setup.with_changes(Settings(), ["aliases=rr=roll roll,h = hold,RR=roll"]).aliases == ("rr=roll", "h=hold")
    with pytest.raises(ValueError, match="rr = roll roll"):
        setup.with_changes(Settings(), ["aliases=roll roll"])
