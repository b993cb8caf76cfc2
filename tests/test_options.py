"""House rules of every type, typed and kept; what a person chose, and what only follows from the seats."""

import io
import json
import sys
from decimal import Decimal

import pytest
from distributions import forget_plugins
from every_option import Every, Pace, Shape, Suit, write_every
from scripted import ScriptedConsole, host_in
from sittings import sit_down

from tabletop import i18n, values
from tabletop.cli import run
from tabletop.i18n import speaking, use_language
from tabletop.match import with_options
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.folder import plugin_in
from tabletop.record import read
from tabletop.saves import Home, Matches, Profiles
from tabletop.terminal.menu import Menu
from tabletop.terms import IMPORTED
from tabletop.testing import check_game
from tabletop.uncounted import sentence

TYPED = [
    ("pips=9", 9),
    ("mixed=all", "all"),
    ("mixed=yes", True),
    ("mixed=none", None),
    ("perhaps_pips=9", 9),
    ("flag=yes", True),
    ("flag=on", True),
    ("flag=1", True),
    ("perhaps_flag=no", False),
    ("suit=spades", Suit.SPADES),
    ("suit=SPADES", Suit.SPADES),
    ("perhaps_suit=spades", Suit.SPADES),
    ("pace=fast", Pace.FAST),
    ("pace=2", Pace.FAST),
    ("number=9", 9),
    ("number= 9 ", 9),
    ("apart=8", 8),
    ("steps=15", 15),
    ("positive=1000", 1000),
    ("perhaps_number=9", 9),
    ("perhaps-number=9", 9),
    ("number_or_all=9", 9),
    ("number_or_all=all", "all"),
    ("share=0.25", 0.25),
    ("pair=2,spades", (2, Suit.SPADES)),
    ("order=red, 3,blue", ("red", 3, "blue")),
    ("numbers=6,1", (6, 1)),
    ("suits=spades", frozenset({Suit.SPADES})),
    ("one_suit=spades", Suit.SPADES),
    ("one_suits=spades,hearts", (Suit.SPADES, Suit.HEARTS)),
    ("shape=tall", Shape.TALL),
    ("fraction=-2", -2.0),
    ("exactly=2", 2.0),
    ("exactly=0.25", 0.25),
    ("chance=0.75", 0.75),
    ("chances=0.5,1", (0.5, 1.0)),
    ("money=0.10", Decimal("0.10")),
    ("number_or_flag=1", 1),
    ("number_or_flag=no", False),
    ("nested=9", 9),
    ("within=9", 9),
    ("alias=9", 9),
    ("lap=9", 9),
    ("spans=[[1, 2], [3, 4]]", ((1, 2), (3, 4))),
    ('prices={"red": 3}', {"red": 3}),
    ("word=none", "none"),
    ("hand=9", 9),
    ("goal=30", 30),
]
WRONG = [
    ("pips=7", "“pips” should be 6 or 9."),
    ("pips=", "“pips” should be 6 or 9."),
    ("mixed=9", "“mixed” should be 6, all, yes or none."),
    ("perhaps_pips=7", "“perhaps_pips” should be none, 6 or 9."),
    ("flag=maybe", "“flag” should be yes or no."),
    ("suit=clubs", "“suit” should be hearts or spades."),
    ("perhaps_suit=clubs", "“perhaps_suit” should be none, hearts or spades."),
    ("pace=3", "“pace” should be slow or fast."),
    ("number=10", "“number” should be 9 or less."),
    ("number=x", "“number” should be a whole number."),
    ("number=none", "“number” should be a whole number."),
    ("apart=9", "“apart” should be less than 9."),
    ("steps=7", "“steps” should be a multiple of 5."),
    ("positive=0", "“positive” should be more than 0."),
    ("perhaps_number=0", "“perhaps_number” should be 1 or more."),
    ("perhaps_number=x", "“perhaps_number” should be none or 1 to 9."),
    ("number_or_all=0", "“number_or_all” should be 1 to 9 or all."),
    ("share=2", "“share” should be 1 or less."),
    ("share=half", "“share” should be 0 to 1."),
    ("pair=2", "“pair” should be values with commas between: a whole number, hearts or spades."),
    ("pair=spades,2", "“pair” should be values with commas between: a whole number, hearts or spades."),
    ("order=green", "“order” should be values with commas between, each red, blue or 3."),
    ("order=red,,3", "“order” should be values with commas between, each red, blue or 3."),
    ("order=3,3,3,3", "“order” has more than 3 entries."),
    ("numbers=7", "“numbers” should be none or values with commas between, each 1 to 6."),
    ("one_suit=clubs", "“one_suit” should be hearts or spades."),
    ("shape=round", "“shape” should be wide or tall."),
    ("fraction=nan", "“fraction” should be a number."),
    ("fraction=-inf", "“fraction” should be a number."),
    ("fraction=1e999", "“fraction” should be a number."),
    ("exactly=half", "“exactly” should be a number."),
    ("chance=1", "“chance” should be less than 1."),
    ("chances=0,2", "“chances” should be values with commas between, each 0 to 1."),
    ("money=nan", "“money” should be 0 to 10."),
    ("money=x", "“money” should be 0 to 10."),
    ("number_or_flag=12", "“number_or_flag” should be 1 to 9, yes or no."),
    ("nested=10", "“nested” should be 9 or less."),
    ("within=10", "“within” should be 9 or less."),
    ("alias=10", "“alias” should be 9 or less."),
    ("lap=0", "“lap” should be 1 or more."),
    ("spans=1,2", "“spans” should be a value in JSON."),
    ("spans=[[1, 2, 3]]", "“spans 1” has more than 2 entries."),
    ('prices={"red": NaN}', "“prices” should be a value in JSON."),
    ("word=far too long", "“word” is longer than 8 characters."),
    ("pisp=9", "“pisp” is unknown here. Did you mean pips?"),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A plugin with the game, in a folder; its home beside it."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    yield write_every(tmp_path / "plugin")
    forget_plugins()


@pytest.fixture
def tabletop(capsys, monkeypatch):
    """Runs a command line in this process: exit code, output, errors."""

    def call(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def headers(home):
    """Those of the saved matches, the last one first."""
    found = Matches(Home(home))
    return [found.look(summary.id).header for summary in found.list()]


def menu(home, *lines, folder=None):
    """The menu with these lines typed; with the plugin in ``folder`` alone, or with the installed ones."""
    console = ScriptedConsole(lines)
    here = host_in(home, console)
    if folder is not None:
        here.use_catalogue(Catalogue([plugin_in(folder)]))
    Menu(here).run()
    return console


def record_of(header, events=()):
    """The record of a match, written and read again."""
    fields = {**header.model_dump(mode="json"), "events": events}
    return read(io.BytesIO(json.dumps({"format": "tabletop-record", "version": 1, **fields}).encode()))


def bound(header):
    return with_options(Every, header.options, len(header.seats)).options


@pytest.mark.parametrize(("typed", "value"), TYPED)
def test_a_value_of_every_type_on_the_command_line_and_in_records(folder, tabletop, typed, value):
    code, _out, err = tabletop("play", "--plugin", folder, "--set", typed)
    assert (code, err) == (0, "")
    (header,) = headers(folder.parent / "home")
    name = typed.partition("=")[0].replace("-", "_")
    found = getattr(bound(header), name)
    assert (found, type(found)) == (value, type(value))
    assert getattr(bound(record_of(header)), name) == value


@pytest.mark.parametrize(("typed", "value"), TYPED)
def test_a_value_of_every_type_in_the_form(folder, typed, value):
    home = folder.parent / "home"
    name, _equals, text = typed.partition("=")
    number = str(1 + list(Every.options_model.model_fields).index(name.replace("-", "_")))
    for lines in ([typed], [number, text]):
        console = menu(home, "new", "every", "options", *lines, "", "play", "quit", "quit", folder=folder)
        assert console.problems == []
        assert getattr(bound(headers(home)[0]), name.replace("-", "_")) == value


@pytest.mark.parametrize(("typed", "reason"), WRONG)
def test_what_is_not_allowed_is_refused_with_what_is(folder, tabletop, typed, reason):
    home = folder.parent / "home"
    code, out, err = tabletop("play", "--plugin", folder, "--set", typed)
    assert (code, out, err) == (2, "", f"tabletop: {reason}\n")
    console = menu(home, "new", "every", "options", typed, "", "back", "quit", folder=folder)
    assert console.problems == [reason]
    assert headers(home) == []


def test_enter_keeps_a_value_of_any_type(folder):
    home = folder.parent / "home"
    asked = [line for number in range(len(Every.options_model.model_fields)) for line in (str(number + 1), "")]
    console = menu(home, "new", "every", "options", *asked, "", "play", "quit", "quit", folder=folder)
    assert console.problems == []
    assert console.text.count("House rules: the usual rules") == 2
    assert Profiles(Home(home)).load().choices["every"].options == {}


def test_what_a_person_chose_comes_back_and_goes_on_to_other_seats(folder):
    """Of every type; and a default that was chosen is one that other seats don't change."""
    home = folder.parent / "home"
    chosen = [typed for typed, value in TYPED if value is not False and not typed.startswith(("flag", "mixed"))]
    menu(home, "new", "every", "options", *chosen, "", "play", "quit", "quit", folder=folder)
    console = menu(home, "new", "every", "seats", "4", "", "", "", "", "play", "quit", "quit", folder=folder)
    assert console.problems == []
    four, two = map(bound, headers(home))
    assert four.model_copy(update={"lives": 3}) == two
    assert four.lives == 2


def test_words_of_the_language_in_use_are_read_where_they_are_meant(folder, tabletop):
    """``ja`` is yes for a flag, and itself where any word will do; ``keine`` is none."""
    home = folder.parent / "home"
    settings = ("--set", "flag=ja", "--set", "word=keine", "--set", "mixed=keine")
    code, _out, err = tabletop("--lang", "de", "play", "--plugin", folder, *settings)
    use_language("en")
    assert (code, err) == (0, "")
    options = bound(headers(home)[0])
    assert (options.flag, options.word, options.mixed) == (True, "keine", None)
    try:
        use_language("de")
        lines = ("options", "flag=nein", "word=ja", "perhaps_flag=ja", "", "play", "quit", "quit")
        console = menu(home, "new", "every", *lines, folder=folder)
    finally:
        use_language("en")
    assert console.problems == []
    options = bound(headers(home)[0])
    assert (options.flag, options.word, options.perhaps_flag) == (False, "ja", True)


LAST = {typed.partition("=")[0].replace("-", "_"): typed for typed, _value in TYPED}
"""Of every option the last text in ``TYPED``: a whole set of house rules."""
VALUES = {typed.partition("=")[0].replace("-", "_"): value for typed, value in TYPED}


DIFFERS = {"en": " (differs from the usual rules)", "de": " (weicht von den üblichen Regeln ab)"}


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_value_of_every_type_through_every_door(folder, tabletop, monkeypatch, code):
    """The command line, the table, the file of the match, its record out and in, and what is remembered."""
    home, file = folder.parent / "home", folder.parent / "match.json"
    monkeypatch.setattr(Catalogue, "installed", lambda *_environ: Catalogue([plugin_in(folder)]))

    def called(*arguments, typed="", beside=""):
        ending, out, err = tabletop("--lang", code, *arguments, typed=typed)
        with speaking(code):
            assert (ending, err) == (0, beside and f"{sentence(beside, over=True)}\n")
        return out

    settings = [part for typed in LAST.values() for part in ("--set", typed)]
    said = called("play", "every", *settings, typed="options\nquit\n")
    assert len([line for line in said.splitlines() if line.endswith(DIFFERS[code])]) == len(LAST)
    (header,) = headers(home)
    assert chosen_values(header) == VALUES
    called("record", "export", Matches(Home(home)).list()[0].id, "--yes", "-o", file)
    called("record", "check", file)
    called("record", "replay", file)
    called("record", "replay", "--json", file)
    called("record", "import", file, beside=IMPORTED)
    assert DIFFERS[code] in called("resume", typed="options\nquit\n")
    assert [kept.options for kept in headers(home)] == [header.options] * 2
    menu(home, "new", "every", *PLAY, "quit")
    assert chosen_values(headers(home)[0]) == VALUES


def chosen_values(header):
    return {name: getattr(bound(header), name) for name in VALUES}


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize(("typed", "value"), TYPED)
def test_what_is_shown_can_be_typed(typed, value, code):
    name, model = typed.partition("=")[0].replace("-", "_"), Every.options_model
    with speaking(code):
        again = values.read(model, name, values.value_text(value))
    assert getattr(values.validated(model, {name: again}), name) == value


def test_the_kit_finds_no_fault_with_any_type():
    report = check_game(Every, "every")
    assert report.ok, str(report)


# What was chosen, and what follows


def passing(home, *lines):
    """Lines at the page of the Passing Game."""
    return menu(home, "new", "passing-game", *lines, "quit")


SEATS = {number: ("seats", str(number), *[""] * number) for number in (2, 3, 4)}
PLAY = ("play", "quit")


@pytest.mark.parametrize("before", [2, 3, 4])
@pytest.mark.parametrize("after", [2, 3, 4])
def test_the_customs_of_other_seats_are_not_carried_over(tmp_path, before, after):
    passing(tmp_path, *SEATS[before], *PLAY)
    console = passing(tmp_path, *SEATS[after], *PLAY)
    assert (
        headers(tmp_path)[0].options
        == {
            2: {"target": 101, "hand_size": 7},
            3: {"target": 101, "hand_size": 7},
            4: {"target": 61, "hand_size": 6},
        }[after]
    )
    assert console.text.count("House rules: the usual rules") == 2
    assert Profiles(Home(tmp_path)).load().choices["passing-game"].options == {}


def test_editing_a_house_rule_and_then_the_seats_keeps_only_the_rule(tmp_path):
    console = passing(tmp_path, "options", "reserve=1", "", *SEATS[4], *PLAY)
    assert headers(tmp_path)[0].options == {"target": 61, "hand_size": 6, "reserve": 1}
    assert console.text.count("House rules: reserve 1\n") == 2
    assert "Target (target): 101" in console.text
    assert Profiles(Home(tmp_path)).load().choices["passing-game"].options == {"reserve": 1}


def test_a_custom_that_was_chosen_is_carried_over(tmp_path):
    """Also where it is the custom with the seats it was chosen for, and after the program has ended."""
    passing(tmp_path, "options", "target=101", "", *PLAY)
    assert headers(tmp_path)[0].options == {"target": 101, "hand_size": 7}
    console = passing(tmp_path, *SEATS[4], *PLAY)
    assert headers(tmp_path)[0].options == {"target": 101, "hand_size": 6}
    assert "House rules: target 101\n" in console.text
    passing(tmp_path, "options", "target=none", "", *PLAY)
    assert headers(tmp_path)[0].options == {"target": 61, "hand_size": 6}


def test_a_custom_that_follows_from_another_house_rule_is_not_kept(tmp_path):
    passing(tmp_path, *SEATS[3], "options", "target_by=sides", "", *PLAY)
    assert headers(tmp_path)[0].options == {"target": 61, "hand_size": 7, "target_by": "sides"}
    console = passing(tmp_path, "options", "target_by=seats", "", *PLAY)
    assert headers(tmp_path)[0].options == {"target": 101, "hand_size": 7}
    assert "House rules: target_by sides\n" in console.text


def test_a_preset_goes_on_to_other_seats(tmp_path):
    passing(tmp_path, "options", "101 with two sides, 61 with more", "", *SEATS[4], *PLAY)
    assert headers(tmp_path)[0].options == {"target": 61, "hand_size": 6, "target_by": "sides"}
    assert Profiles(Home(tmp_path)).load().choices["passing-game"].options == {"target_by": "sides"}


def test_what_the_command_line_chose_is_remembered_and_no_more(tmp_path, tabletop, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    assert tabletop("play", "passing-game", "--seats", "you,cpu", "--set", "max_pip=9")[0] == 0
    assert headers(tmp_path)[0].options == {"target": 101, "hand_size": 7, "max_pip": 9}
    assert Profiles(Home(tmp_path)).load().choices["passing-game"].options == {"max_pip": 9}
    passing(tmp_path, *SEATS[4], *PLAY)
    assert headers(tmp_path)[0].options == {"target": 61, "hand_size": 6, "max_pip": 9}


@pytest.mark.parametrize(
    ("seats", "options", "chosen"),
    [
        (2, {"target": 101, "hand_size": 7}, {}),
        (4, {"target": 61, "hand_size": 6}, {}),
        (2, {"target": 61, "hand_size": 7, "reserve": 1}, {"target": 61, "reserve": 1}),
        (3, {"target": 61, "hand_size": 7, "target_by": "sides"}, {"target_by": "sides"}),
    ],
)
def test_customs_that_were_remembered_as_chosen_are_forgotten(tmp_path, seats, options, chosen):
    """What earlier versions kept."""
    people = [{"name": f"P{number}"} for number in range(seats)]
    Profiles(Home(tmp_path)).remember("passing-game", people, options)
    file = Home(tmp_path).profiles
    file.write_text(file.read_text("utf-8").replace(', "chosen": true', "").replace('"chosen": true, ', ""), "utf-8")
    assert "chosen" not in file.read_text("utf-8")
    console = passing(tmp_path, *PLAY)
    assert headers(tmp_path)[0].options == options
    said = ", ".join(f"{name} {value}" for name, value in chosen.items()) or "the usual rules"
    assert f"House rules: {said}\n" in console.text
    assert Profiles(Home(tmp_path)).load().choices["passing-game"].options == chosen


def test_only_what_was_chosen_is_starred(tmp_path):
    for number, (options, starred) in enumerate(
        [
            ({}, []),
            ({"reserve": 1}, ["Reserve"]),
            ({"target_by": "sides"}, ["Customary target"]),
            ({"target": 9}, ["Target"]),
        ]
    ):
        home = tmp_path / str(number)
        lines = ["", "options", "rules"]
        console, _here, _ending = sit_down(home, lines, game="passing-game", seats="Ada,Bo,Cleo", options=options)
        stars = [line.strip("* ").partition(":")[0] for line in console.text.splitlines() if line.startswith("* ")]
        assert stars == starred * 2
        assert console.text.count("(* differs from the usual rules)") == 2 * bool(starred)


def test_a_rematch_keeps_the_rules_of_the_match_and_remembers_no_choice(tmp_path):
    lines = ["resign", "yes", "rematch", "quit"]
    options = {"target": 5, "reserve": 1}
    console, _here, _ending = sit_down(tmp_path, lines, game="passing-game", seats="you,cpu", options=options)
    assert console.problems == []
    first, second = headers(tmp_path)
    assert first.options == second.options == {**options, "hand_size": 7}
    assert Profiles(Home(tmp_path)).load().choices["passing-game"].options == options


def test_an_imported_record_says_what_was_chosen_and_is_nobodys_choice(tmp_path, tabletop, monkeypatch):
    """The record holds what followed from four seats; who imports it has chosen nothing, and two are as usual."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "one"))
    for number, (settings, starred) in enumerate([((), []), (("--set", "reserve=1"), ["Reserve: 1"])]):
        file = tmp_path / f"{number}.json"
        assert tabletop("play", "passing-game", "--seats", "you,cpu,cpu,cpu", *settings)[0] == 0
        saved = Matches(Home(tmp_path / "one")).list()[0].id
        assert tabletop("record", "export", saved, "--yes", "-o", file)[0] == 0
        monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "other"))
        assert tabletop("record", "import", file)[0] == 0
        said = tabletop("resume", typed="options\nresign\nyes\nrematch\noptions\nquit\n")[1].splitlines()
        assert [line.removesuffix(DIFFERS["en"]) for line in said if line.endswith(DIFFERS["en"])] == starred * 2
        assert Profiles(Home(tmp_path / "other")).load().choices == {}
        monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "one"))
    console = passing(tmp_path / "other", *PLAY)
    assert "House rules: the usual rules\n" in console.text
    assert headers(tmp_path / "other")[0].options == {"target": 101, "hand_size": 7}


def test_a_default_that_was_chosen_is_in_the_record_where_it_counts(folder, tabletop):
    """Three lives are the default, but with four seats they are two unless somebody says so."""
    home = folder.parent / "home"
    play = ("play", "--plugin", folder, "--seats", "you,cpu,cpu,cpu")
    assert tabletop(*play, "--set", "lives=3")[0] == 0
    assert bound(headers(home)[0]).lives == 3
    menu(home, "new", "every", *PLAY, "quit", folder=folder)
    assert bound(headers(home)[0]).lives == 3
    assert tabletop(*play)[0] == 0
    assert bound(headers(home)[0]).lives == 2


def test_house_rules_of_a_match_that_was_watched_do_not_bar_the_way(tmp_path):
    """Partners need four seats: the usual two of who wants to play can't have them."""
    sit_down(tmp_path, ["quit"], game="passing-game", seats="cpu,cpu,cpu,cpu", options={"partners": True, "target": 1})
    console = passing(tmp_path, *PLAY)
    assert console.problems == []
    assert headers(tmp_path)[0].options == {"target": 101, "hand_size": 7}


# Seats


@pytest.mark.parametrize("typed", ["hard", "Expert", "cpu hard", "CPU  hard", "CPU : hard", "cpu-hard", "xx:hard"])
def test_a_level_is_no_name(tmp_path, tabletop, monkeypatch, typed):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    level = "expert" if typed == "Expert" else "hard"
    reason = f"Seat 2: Did you mean cpu:{level}?"
    assert tabletop("play", "pig", "--seats", f"you,{typed}")[::2] == (2, f"tabletop: {reason}\n")
    console, _here, _ending = sit_down(tmp_path, [f"seat 2 {typed}", "quit"], seats="Ada,Bo")
    assert console.problems == [reason]
    console = menu(tmp_path, "new", "pig", "seats", "", "you", typed, "Hardy", *PLAY, "quit")
    assert console.problems == [reason]
    assert [seat.name for seat in headers(tmp_path)[0].seats] == ["@me", "Hardy"]


def test_a_level_in_ones_language_is_no_name_either(tmp_path):
    i18n.use_language("de")
    console, _here, _ending = sit_down(tmp_path, ["seat 2 schwer", "seat 2 cpu schwer", "quit"], seats="Ada,Bo")
    assert console.problems == ["Platz 2: Meintest du cpu:hard?"] * 2
