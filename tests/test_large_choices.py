"""Choices among many: lists of a dozen that can be narrowed down, hints of five, dice in short, what stays in sight."""

import re
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from large_choices import CARDS, Bids, Mixed, PassThree, analysed
from sittings import sit_down, table_of

from tabletop import GameOptions, audit, dice, i18n
from tabletop.aliases import AT_THE_TABLE
from tabletop.lines import fitted
from tabletop.match import Header, Seat
from tabletop.table import Memory, Reader, Table, looking
from tabletop.table.looking import Option, Refusal
from tabletop.terminal.advice import hint_text
from tabletop.terminal.choices import MOST, beginning_with, completions, listed, meant, moves_text
from tabletop.terminal.queries import audit_text
from tabletop.terminal.shell import Shell
from tabletop.words import HOST, host_words

GAMES = {"pass": PassThree, "bids": Bids, "mixed": Mixed}
SEATS = "you,Bo"


def made(name):
    return GAMES[name](GameOptions(), 2)


def play(folder, name, lines, **more):
    """What people read who type these lines."""
    seated = table_of(folder, made(name), "Ada,cpu" if name == "pass" else SEATS, lines, seed=1, **more)
    with seated.save:
        seated.run()
    return seated.console


def look_of(name, language="en"):
    journal = Memory(Header(game="test", seats=(Seat(name="Ada"), Seat(name="Bo"))))
    journal.append(*([] if name == "pass" else ["* 37"]))
    return looking.look(Table(made(name), journal, None), Reader(frozenset({0}), language=language))


def named(text):
    """The moves that a list names."""
    return re.findall(r"\b(?:pass (?:\w\w ?){3}|(?:bid )?\d+x\d|liar|undo)(?=[,;.]|$)", text)


# Lists


@pytest.mark.parametrize("name", GAMES)
def test_a_list_names_a_dozen_moves_and_how_many_more(name):
    look = look_of(name)
    said = moves_text(look)
    assert len(look.moves) > 70
    assert len(named(listed(look.moves))) == MOST
    assert f"{len(look.moves) - MOST} more" in said or "bid: 75 ways, such as" in said
    assert len(said) < 300
    assert said.startswith("You can: ")


def test_moves_are_told_apart_by_their_first_words_where_that_helps():
    assert listed(look_of("mixed").moves).endswith("; liar; undo")
    assert listed(look_of("pass").moves).endswith("pass 2C 4C 5C, and 274 more")
    assert listed(look_of("bids").moves).endswith("3x2, 3x3, and 63 more")
    few = [Option(text, text) for text in ("play 6-4 left", "draw", "pass")]
    assert listed(few) == "play 6-4 left, draw, pass"


@pytest.mark.parametrize("name", GAMES)
def test_a_list_says_how_to_see_those_that_it_leaves_out_and_that_works(name):
    look = look_of(name)
    example = re.search("“moves (.+)”", moves_text(look))[1]
    assert 0 < len(beginning_with(look, example)) <= MOST


@pytest.mark.parametrize("name", GAMES)
@given(typed=st.sampled_from(["pass q", "PASS  QC", "1", "15", "bid 1", "l", "?", "pass", "3x", "q"]))
def test_whatever_a_beginning_shows_can_be_typed(name, typed):
    look = look_of(name)
    found = ()
    with suppress(ValueError):
        found = beginning_with(look, typed)
    for text in named(listed(found)):
        assert meant(look.moves, text) in [move.text for move in found]
        assert meant(look.moves, text.lower()) == meant(look.moves, text)


def test_what_is_shown_in_another_language_can_be_typed_in_any_letters():
    moves = [
        Option("pass QC KC", "schiebe QC KC"),
        Option("pass 2C 3C", "schiebe 2C 3C"),
        Option("a", "a"),
        Option("A", "A"),
    ]
    assert meant(moves, "schiebe  qc kc") == "pass QC KC"
    assert meant(moves, "A") == "A"
    assert meant(moves, "pass") is None


@pytest.mark.parametrize("plain", [False, True])
def test_moves_narrows_the_list_at_the_table(tmp_path, plain):
    lines = ["moves pass q", "? PASS JC", "moves x", "moves", "pass qc kc ac", ""]
    console = play(tmp_path, "pass", lines, plain=plain)
    assert "You can: pass QC KC AC." in console.text
    assert re.search(r"You can: pass JC QC KC, (pass )?JC QC AC, (pass )?JC KC AC\.", console.text)
    assert console.problems == ["None of your moves begins with “x”."]
    assert "pass QC KC AC" in console.text.partition("pass qc kc ac")[2]
    assert max(map(len, console.text.split("\n"))) < 300


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", GAMES)
def test_a_list_takes_few_lines_of_a_small_screen(name, width):
    assert len(fitted(moves_text(look_of(name)), width).split("\n")) <= (9 if width == 40 else 5)


def test_what_is_unknown_is_answered_without_all_moves(tmp_path):
    console = play(tmp_path, "mixed", ["xyzzy", "quit"])
    assert len(console.problems[0]) < 400


def test_refusals_are_listed_only_where_all_moves_are_few():
    look, refusal = look_of("bids"), Refusal("2x9", "there is no nine")
    few = replace(look, moves=look.moves[:2], refused=(refusal,) * 10)
    assert "there is no nine" in moves_text(few)
    assert "there is no nine" not in moves_text(replace(few, refused=(refusal,) * 11))


# Hints


def test_a_hint_names_the_best_five():
    look = look_of("pass")
    said = hint_text(made("pass"), analysed([move.text for move in look.moves]))
    assert said.startswith("Chance to win: pass 2C 3C 4C: 50.0%, pass 2C 3C 5C: 49.9%, ")
    assert said.endswith("pass 2C 3C 8C: 49.6%, and 281 more (search)")
    assert hint_text(made("bids"), analysed(["1x2", "1x3"])) == "Chance to win: 1x2: 50.0%, 1x3: 49.9% (search)"


# Dice


@given(st.lists(st.integers(0, 461), min_size=1, max_size=60))
def test_dice_say_what_fell_most_often_and_the_rest_in_a_line(thrown):
    cells = [(str(number), thrown.count(number), len(thrown) / 462) for number in range(462)]
    said = audit_text(audit.ChanceTally(len(thrown), cells)).split("\n")
    assert len(said) <= 1 + MOST + 4
    told = [int(line.split(": ")[1].split(" ")[0]) for line in said if "expected)" in line]
    assert told == sorted(told, reverse=True)
    assert 0 not in told
    rest = next(line for line in said if "other outcomes" in line)
    assert sum(told) + int(rest.split(": ")[1]) == len(thrown)


def test_a_die_has_all_its_faces_in_order():
    said = audit_text(audit.ChanceTally(2, [(str(face), face == 3, 1 / 3) for face in range(1, 7)]))
    assert [line.split(":")[0].strip() for line in said.split("\n")[1:7]] == list("123456")


def test_no_dice_are_blamed_for_a_few_throws_with_outcomes_that_hardly_ever_come():
    chances = [(dice.notation(thrown), chance) for thrown, chance in dice.unordered_outcomes(6)]
    cells = [(text, int(text == "3 4 4 4 5 5"), chance) for text, chance in chances]
    said = audit_text(audit.ChanceTally(1, cells)).split("\n")
    assert said[-1] == "These are too few throws to judge the dice by."
    assert not [line for line in said if "Chi-square" in line or "%" in line]


@pytest.mark.parametrize("game", ["pig-two-dice", "passing-game", "bigpig"])
def test_dice_are_short_in_every_game(tmp_path, game):
    lines = ["", "r", "r", "dice"] if game != "passing-game" else ["dice"]
    console, _here, _ending = sit_down(tmp_path, lines, game=game, seats="you,cpu")
    assert len(console.text.partition("dice\n")[2].split("\n")) < 60


# Words of the host that a game has too


def test_a_question_of_the_game_stands_before_a_word_of_the_host_which_can_still_be_typed(tmp_path):
    console = play(tmp_path, "pass", ["last", "tabletop:last", "help", "tabletop:nonsense", "tabletop:", "quit"])
    assert console.text.count("The last trick is still to come.") == 1
    assert "Nothing has happened yet." in console.text
    assert "tabletop:last " in console.text
    assert "tabletop:score" not in console.text
    assert "“nonsense” is unknown here" in console.problems[0]
    assert "tabletop:last" in console.completions[0]


def test_a_move_stands_before_a_word_of_the_host_which_can_still_be_typed(tmp_path):
    console = play(tmp_path, "mixed", ["liar", "tabletop:undo", "undo", "liar", "help", "tabletop:quit"])
    assert console.prompts[:3] == ["You> ", "Bo> ", "You> "]
    assert "You: undo" in console.text or "  undo" in console.text


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_list_of_words_of_the_host_is_that_of_the_table(tmp_path, code):
    i18n.use_language(code)
    seated = table_of(tmp_path, made("bids"), SEATS)
    with seated.save:
        here = seated._here
        line = type("Line", (), {"extras": here.extras, "console": seated.console})()
        line.settings, line.display = here.settings, None
        line.look = lambda: look_of("bids")
        shell = Shell(line)
    assert sorted(shell.general) == sorted(AT_THE_TABLE)
    assert host_words() >= AT_THE_TABLE
    assert ("moves" in host_words(), "züge" in host_words()) == (True, code == "de")
    assert HOST == "tabletop:"


# What is offered to complete


def test_completion_goes_word_by_word_where_there_are_many():
    words = {move.text: "a move" for move in look_of("pass").moves} | {"help": "what can be typed"}
    assert completions(words, "") == {"pass ": "286 ways", "help": "what can be typed"}
    assert list(completions(words, "pa")) == ["pass "]
    assert len(completions(words, "pass ")) == len(CARDS) - 2
    assert completions(words, "PASS j") == {word: "a move" for word in words if word.startswith("pass J")}
    assert completions({"roll": "a move", "rules": "r"}, "r") == {"roll": "a move", "rules": "r"}


# What stays in sight


def test_what_stays_in_sight_is_there_at_each_prompt_and_can_be_asked_for(tmp_path):
    console = play(tmp_path, "pass", ["score", "quit"])
    assert console.seen[0] == "> Ada 0, CPU 2 0 · passing to the left · hearts not broken"
    assert console.in_sight == ""
    assert "passing to the left\nhearts not broken" in console.text.partition("score\n")[2]


def test_in_plain_mode_it_comes_with_the_scores(tmp_path):
    console = play(tmp_path, "pass", ["quit"], plain=True)
    assert "Passing to the left. Hearts not broken." in console.text


@pytest.mark.parametrize("code", ["en", "de", "it", "da"])
@pytest.mark.parametrize("plain", [True, False])
def test_what_the_position_says_is_not_said_twice(tmp_path, plain, code):
    with i18n.speaking(code):
        console, _here, _ending = sit_down(
            tmp_path, ["roll", "roll", "undo", "table"], seats="Ada,Bo", plain=plain, take_back="free", seed=2
        )
    points = console.seen[-1].rpartition(" · ")[2]
    lines = console.text.split("\n")
    assert points
    assert points not in lines
    assert sum(line.startswith(points) for line in lines) >= 2


def test_a_covered_table_keeps_nothing_in_sight(tmp_path):
    seated = table_of(tmp_path, made("pass"), "Ada,Bo", ["", "pass QC KC AC", "", "quit"])
    with seated.save:
        seated.run()
    console = seated.console
    for prompt, seen in zip(console.prompts, console.seen, strict=True):
        assert bool(seen) == ("Enter" not in prompt)


def test_a_game_without_status_has_nothing_there():
    assert look_of("bids").status == ()
    assert look_of("pass").status == ("passing to the left", "hearts not broken")
