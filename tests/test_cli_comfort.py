"""Comfort in plain mode through a pipe: the same features in lines of text."""

import pytest

from tabletop.saves import Home, Matches, SettingsFile, Terms
from tabletop.saves.disk import Disk


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("TABLETOP_HOME", str(folder))
    return folder


def saved(home):
    matches = Matches(Home(home))
    return matches.look(matches.list()[0].id)


def test_undo_and_redo(tabletop, home):
    typed = ["roll", "undo", "hold", "undo", "redo", "last"]
    code, out, _err = tabletop("play", "pig", "--plain", "--seed", "1", "--seats", "Ada,Bo", typed=typed)
    assert code == 0
    assert "Chance has decided since then (3)" in out
    assert "Taken back to before “Ada: hold”." in out
    assert out.count("Ada holds 3: total 3.") == 3
    assert list(saved(home).events) == ["1 roll", "* 3", "1 hold"]


@pytest.mark.parametrize("mode", ["off", "fair", "free"])
def test_take_back_is_an_option_of_the_match(tabletop, home, mode):
    tabletop("play", "pig", "--seed", "1", "--seats", "you,Bo", "--take-back", mode, typed=["r", "undo"])
    assert saved(home).terms == Terms(take_back=mode)
    assert len(saved(home).events) == (0 if mode == "free" else 2)


def test_the_usual_take_back_is_a_setting(tabletop, home):
    assert tabletop("settings", "take_back=free")[0] == 0
    tabletop("play", "pig", "--seats", "you,Bo", typed=["r", "undo"])
    assert saved(home).terms.take_back == "free"


def test_real_dice(tabletop, home):
    typed = ["r", "7", "5", "undo", "4", "dice", "h", "r", "1"]
    code, out, _err = tabletop("play", "pig", "--seats", "Ada,Bo", "--dice", "mine", typed=typed)
    assert code == 0
    assert "“7” is not a throw of 1 die with the numbers 1 to 6." in out
    assert "4: 1 (0.2 expected)" in out
    assert list(saved(home).events) == ["1 roll", "* 4", "1 hold", "2 roll", "* 1"]


def test_real_dice_are_not_for_games_that_hide_something(tabletop, home):
    code, _out, err = tabletop("play", "passing-game", "--dice", "mine")
    assert code == 2
    assert "here the program must deal" in err
    assert Matches(Home(home)).list() == []


def test_another_player_resigning_and_a_rematch(tabletop, home):
    typed = ["seat 2 Cleo", "seat", "resign", "yes", "turn", "rematch", "turn"]
    code, out, _err = tabletop("play", "pig", "--seats", "Ada,Bo", typed=typed)
    assert code == 0
    for said in (
        "Cleo plays on for Bo.",
        "Seat 2: Cleo (person)",
        "Ada resigns.",
        "Cleo wins.",
        "The match is over.",
        "It is the turn of Cleo.",
    ):
        assert said in out


def test_plain_mode_hides_no_hand_that_was_printed_and_says_so(tabletop):
    typed = ["", "hand", "play 6-5", "", "hand"]
    _code, out, _err = tabletop("play", "passing-game", "--seats", "Ada,Bo", "--seed", "3", typed=typed)
    before, _enter, after = out.partition("Ada, press Enter> ")
    assert "You hold" not in out.partition("Bo, press Enter> ")[0]
    assert before.endswith("Pass the keyboard to Ada.\nWhat was shown above can't be hidden here.\n")
    assert "Bo leads with 6-5" in after
    assert "pips: 1-1" in before
    assert "pips: 1-1" not in after


def test_a_question_is_answered_instead_of_looking(tabletop):
    typed = ["hand", "ends", "train", "boneyard", "seats", "last", "whose turn", "score", "hint"]
    _code, out, _err = tabletop("play", "passing-game", "--seats", "you,cpu", "--seed", "2", typed=typed)
    answers = {part.split("\n", 1)[0]: part.split("\n", 1)[1] for part in out.split("You> ")[1:-1]}
    assert answers["hand"].startswith("You hold ")
    assert answers["ends"].startswith(("The ends: ", "The train is empty."))
    assert answers["boneyard"] == "Boneyard: 14 tiles, of which 12 can be drawn.\n"
    assert answers["whose turn"] == "It is your turn.\n"
    assert answers["score"] == "You: 0, CPU 2: 0.\nRound 1, to 101 points, 12 tiles to draw.\n"
    assert "Chance to win" in answers["hint"]
    assert "CPU 2: 7 tiles" in answers["seats"]


def test_plain_mode_says_the_position_once_a_turn_and_no_hint_twice(tabletop):
    _code, out, _err = tabletop(
        "play", "passing-game", "--seats", "you,cpu", "--seed", "2", typed=["score", "ends", "options"]
    )
    assert out.count("You hold ") <= 1
    assert out.count("You can: ") == 1


def test_the_keys_of_plain_mode(tabletop):
    _code, out, _err = tabletop("play", "pig", "--seats", "you,Bo", typed=["keys"])
    assert "Ctrl-D: leaves; the match is kept" in out
    assert "Ctrl-R" not in out


def test_settings_are_shown_changed_and_refused(tabletop, home):
    code, out, _err = tabletop("settings")
    assert code == 0
    assert "speed=normal (slow, normal, fast or off)\n    How fast CPU players play" in out
    code, out, _err = tabletop("settings", "speed=fast", "colour=none", "confirm=no")
    assert (code, "speed=fast" in out) == (0, True)
    kept = SettingsFile(Home(home)).load()
    assert (kept.speed, kept.colour, kept.confirm) == ("fast", "none", False)
    code, _out, err = tabletop("settings", "speed=warp")
    assert code == 2
    assert "“speed” should be slow, normal, fast or off." in err.replace(" 'normal'", " normal")
    code, _out, err = tabletop("settings", "spede=fast")
    assert (code, "Did you mean speed?" in err) == (2, True)
    assert SettingsFile(Home(home)).load() == kept


def test_a_home_of_nobody_is_one_sentence(tabletop, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", "~nobody-of-that-name/x")
    code, _out, err = tabletop("matches")
    assert code == 2
    assert err == "tabletop: TABLETOP_HOME is “~nobody-of-that-name/x”, and there is no such person here.\n"


def test_a_record_is_imported_whole_in_one_step(tabletop, home, tmp_path, monkeypatch):
    tabletop("play", "pig", "--seats", "you,Bo", "--seed", "1", typed=["r", "h", "r"])
    file = tmp_path / "record.json"
    tabletop("record", "export", saved(home).id, "-o", file)
    before = saved(home)
    appended = []
    write = Disk.write
    monkeypatch.setattr(Disk, "write", lambda disk, *rest: appended.append(1) or write(disk, *rest))
    assert tabletop("record", "import", file)[0] == 0
    matches = [Matches(Home(home)).look(summary.id) for summary in Matches(Home(home)).list()]
    assert len(matches) == 2
    assert list(matches[0].events) == list(matches[1].events) == list(before.events)
    assert matches[0].summary.scores is not None
    assert len(appended) <= 4


def test_a_record_that_cannot_be_written_leaves_no_match(tabletop, home, tmp_path, monkeypatch):
    tabletop("play", "pig", "--seats", "you,Bo", "--seed", "1", typed=["r"])
    file = tmp_path / "record.json"
    tabletop("record", "export", saved(home).id, "-o", file)

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as context:
        context.setattr(Disk, "write", full)
        code, _out, err = tabletop("record", "import", file)
    assert code == 2
    assert err
    assert len(Matches(Home(home)).list()) == 1


def test_statistics_of_a_game_that_is_not_there_are_refused(tabletop):
    assert tabletop("stats", "nope") == (2, "", "tabletop: There is no game “nope”. “tabletop games” lists them.\n")
    code, out, _err = tabletop("stats", "pig")
    assert (code, out.startswith("No match counts yet")) == (0, True)
