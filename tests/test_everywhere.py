"""One small language in every place: help, back, quit, games by any name, values as they are called."""

import io

import pytest
from listener import listened
from scripted import ScriptedConsole, host_in
from sittings import sit_down

from tabletop import setup, words
from tabletop.cli import run
from tabletop.i18n import speaking, system_language
from tabletop.plugins.find.catalogue import Catalogue, PluginError, load
from tabletop.saves import Settings
from tabletop.terminal.choices import completions
from tabletop.terminal.menu import Menu
from tabletop.terminal.numbered import Back, asked, numbered
from tabletop.values import allowed_text, read, shown_value, texts_of

PLACES = {
    "menu": [],
    "games": ["new"],
    "game": ["pig"],
    "seats": ["pig", "seats"],
    "a seat": ["pig", "seats", ""],
    "options": ["pig", "options"],
    "an option": ["pig", "options", "1"],
    "lessons": ["pig", "learn"],
    "plugins": ["plugins"],
    "settings": ["settings"],
}


def menu(folder, *lines):
    console = ScriptedConsole(lines)
    Menu(host_in(folder, console, speed="off")).run()
    return console


@pytest.mark.parametrize("word", ["help", "?"])
@pytest.mark.parametrize("place", PLACES)
def test_help_is_given_everywhere(tmp_path, place, word):
    console = menu(tmp_path, *PLACES[place], word)
    assert "Everywhere: help, back, quit, play pig" in console.text
    assert console.problems == []


@pytest.mark.parametrize("word", ["quit", "exit"])
@pytest.mark.parametrize("place", PLACES)
def test_quit_leaves_from_everywhere(tmp_path, place, word):
    console = menu(tmp_path, *PLACES[place], word, "never")
    assert (console.left, console.problems) == (1, [])


@pytest.mark.parametrize("place", [place for place in PLACES if place != "menu"])
def test_back_goes_back_and_nobody_is_called_so(tmp_path, place):
    console = menu(tmp_path, *PLACES[place], "back")
    assert console.prompts[-1] != console.prompts[-2]
    assert "back (person)" not in console.text
    assert console.problems == []


@pytest.mark.parametrize("place", PLACES)
def test_a_game_is_played_from_everywhere(tmp_path, place):
    console = menu(tmp_path, *PLACES[place], "play big pig", "quit")
    assert "Big Pig, match bigpig-" in console.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play bigpig", "Big Pig, match bigpig-"),
        ("new schwein", "Roll one die as often"),
        ("gris", "Roll one die as often"),
        ("rules the passing game", "Dominoes"),
        ("settings", "Number or name=value"),
        ("matches", "match> "),
    ],
)
def test_the_house_is_meant_last_at_a_table_and_the_match_is_kept(tmp_path, typed, said):
    console = menu(tmp_path, "play pig", typed)
    assert "The match is kept as pig-" in console.text
    assert said in console.text.partition("The match is kept as pig-")[2] + "".join(console.prompts)


def test_a_move_is_meant_before_the_house(tmp_path):
    console = menu(tmp_path, "play passing-game", "play pig", "quit", "quit")
    assert "Pig, match pig-" in console.text
    console = menu(tmp_path / "other", "play passing-game", "play", "quit", "quit")
    assert "The Passing Game, match" in console.text
    assert console.problems == ["Say which tile."]


@pytest.mark.parametrize("word", ["exit", "back", "quit"])
def test_these_words_leave_the_table(tmp_path, word):
    console = menu(tmp_path, "play pig", word, "quit")
    assert "The match is kept as pig-" in console.text


def test_what_makes_no_sense_after_the_end_is_not_offered_to_beginnings(tmp_path):
    console = menu(tmp_path, "play pig", "resign", "yes", "re", "", "quit")
    (said,) = console.problems
    assert "redo" not in said
    assert "resign" not in said


def test_after_the_end_a_complaint_names_what_can_be_done_there_once_each(tmp_path):
    console, _here, _ending = sit_down(
        tmp_path, ["roll", "hold"] * 40 + ["xyzzy", ""], seats="Ada,Bo", options={"target": 10}
    )
    assert console.problems[-1] == "“xyzzy” is unknown here; you can type review, rematch, table, log, help or quit."


def test_numbered_needs_no_menu():
    console = ScriptedConsole(["play pig", "back", "2"])
    assert numbered(console, "", [("one", ""), ("two", "")], "> ") == "two"
    assert len(console.problems) == 2
    with pytest.raises(Back):
        asked(ScriptedConsole(["?", "back"]), "> ", "About it.")


# Names of games


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("PIG", "pig"),
        ("schwein", "pig"),
        ("maiale", "pig"),
        ("gris", "pig"),
        ("Gris med to terninger", "pig-two-dice"),
        ("pig two dice", "pig-two-dice"),
        ("Domino mit Passen", "passing-game"),
        ("passspiel", "passing-game"),
        ("the passing game", "passing-game"),
    ],
)
def test_games_are_known_by_any_name(typed, game):
    assert Catalogue.installed().find(typed).id == game


def test_a_game_that_is_nearly_named_is_suggested():
    with pytest.raises(PluginError, match=r"Did you mean pig\?"):
        Catalogue.installed().find("schwien")


# Values


GAMES = {listing.id: load(listing) for listing in Catalogue.installed().games}
MODELS = {**{name: game.options_model for name, game in GAMES.items()}, "settings": Settings}


@pytest.mark.parametrize("code", ["en", "de", "it", "da"])
@pytest.mark.parametrize("name", MODELS)
def test_what_is_shown_of_a_value_can_be_typed(name, code):
    model = MODELS[name]
    with speaking(code):
        for field, info in model.model_fields.items():
            shown = shown_value(model(), field)
            assert read(model, field, shown) == getattr(model(), field), (field, shown)
            for part in allowed_text(info, texts_of(model, field)).replace(words.join_or(["", ""]), ", ").split(", "):
                if "(" in part and field != "muted":
                    called, _space, value = part.rpartition(" (")
                    assert read(model, field, called) == read(model, field, part) == value.rstrip(")")


def test_values_are_shown_as_they_are_called_and_written():
    with speaking("de"):
        model = MODELS["pig"]
        assert shown_value(model(), "ending") == "sofort (immediate)"
        assert setup.read_settings(model, ["ending=letzte Züge"]) == {"ending": "final_turns"}
        changed = setup.with_changes(Settings(), ["private=ja", "speed=schnell", "muted=Züge,Hinweise"])
        assert (changed.private, changed.speed, changed.muted) == (True, "fast", ("moves", "notes"))


@pytest.mark.parametrize(
    ("code", "typed"), [("en", "cpu:EASY"), ("de", "cpu:leicht"), ("it", "cpu:facile"), ("da", "cpu:let")]
)
def test_levels_are_known_as_they_are_called(code, typed):
    with speaking(code):
        assert setup.read_seat(typed, 2, "Ada").level == "easy"


# Complaints and completion


def test_complaints_name_few_words(tmp_path):
    console = menu(tmp_path, "play pig", "xyzzy", "rol", "quit", "quit")
    assert console.problems == ["“xyzzy” is unknown here; you can type roll, hold or help."]
    many = [f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert words.unknown("zzz", many).count(",") <= 5


def test_arguments_complete_after_their_command(tmp_path):
    console = menu(tmp_path, "play pig", "quit", "quit")
    offered = next(found for found in console.completions if "roll" in found)
    assert "speed" in completions(offered, "sp")
    assert "speed slow" not in completions(offered, "sp")
    assert {"speed slow", "speed off"} <= completions(offered, "speed ").keys()
    assert completions(offered, "seat 2 cpu:h")["seat 2 cpu:hard"] == "plays well"
    assert {"detail terse", "detail normal", "detail verbose"} == completions(offered, "detail ").keys()


def test_each_game_is_heard_to_the_end_by_its_words(tmp_path):
    """No word of the host hides a move: whatever is offered is played."""
    for game in GAMES:
        console = listened(tmp_path / game, game, target=10 if game != "passing-game" else 1)
        assert "over> " in {turn.prompt for turn in console.turns}


# The language of the system


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"LANGUAGE": "da:en", "LANG": "en_US.UTF-8"}, "da"),
        ({"LANGUAGE": "fr:it", "LANG": "de_DE"}, "it"),
        ({"LANGUAGE": "da", "LANG": "C"}, "en"),
        ({"LANGUAGE": "da"}, "da"),
    ],
)
def test_the_listed_languages_count(environ, code):
    assert system_language(environ) == code


@pytest.mark.parametrize("group", ["plugins", "record"])
def test_a_group_alone_shows_its_help(group, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run([group]) == 2
    assert "\nCommands:\n" in capsys.readouterr().err


@pytest.mark.parametrize(("code", "word"), [("de", "zurück"), ("it", "indietro"), ("da", "tilbage")])
def test_back_leads_from_a_table_to_the_menu_in_ones_language(tmp_path, code, word):
    """The German one is how a word for taking back begins, too."""
    with speaking(code):
        console = menu(tmp_path, "play pig", word, "quit")
    assert console.problems == []
    assert console.left == 0


@pytest.mark.parametrize(("code", "word"), [("de", "raus"), ("it", "chiudi"), ("da", "luk")])
def test_the_way_out_is_understood_in_ones_language_at_the_menu_and_at_a_table(tmp_path, code, word):
    with speaking(code):
        assert menu(tmp_path, word).problems == []
        console = menu(tmp_path, "play pig", word, word)
    assert console.problems == []
    assert console.left == 0
