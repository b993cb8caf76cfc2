"""The command line: what it does, and one sentence with exit code 2 for what it can't."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from processes import COMMAND, LAST_RESORT, process

from tabletop.cli import tabletop as program
from tabletop.cli.about import ABOUT
from tabletop.saves import Home, Matches

ESCAPE = b"\x1b"
COMMANDS = ["play", "resume", "matches", "games", "rules", "record", "completion"]
RECORD_COMMANDS = ["export", "import", "check", "replay"]
not_root = pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may write everywhere")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home of one's own, and a standard input that is at its end."""
    folder = tmp_path / "home"
    monkeypatch.setenv("TABLETOP_HOME", str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return folder


def matches(home):
    found = Matches(Home(home))
    return [found.look(summary.id) for summary in found.list()]


# Bad input


def check_refused(result, *parts):
    """One sentence on standard error, nothing else, exit code 2."""
    code, out, err = result
    assert code == 2
    assert out == ""
    assert err.startswith("tabletop: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "\x1b" not in err
    for part in parts:
        assert part in err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("ply", "Did you mean one of: 'play', 'player'?"),
        ("--nonsense", "--nonsense"),
        ("play", "Missing argument 'GAME'"),
        ("play pgi", "There is no game “pgi”. Did you mean pig?"),
        ("play chess", "“tabletop games” lists them."),
        ("play a\x1b[31mb", "There is no game “a?[31mb”."),
        ("play pig --nonsense", "--nonsense"),
        ("play pig --set tagret=50", "Did you mean target?"),
        ("play pig --set target", "should be written “target=value”"),
        ("play pig --set =5", "you can type"),
        ("play pig --set target=1", "“target” should be 2 or more."),
        ("play pig --set target=", "“target” should be a whole number."),
        ("play pig --set target=" + "9" * 5000, "“target” should be a whole number."),
        ("play pig --set ending=never", "“ending” should be immediate, final_turns or complete_round."),
        ("play pig --set target_mode=exact --set minimum_to_hold=1000", "ever reaches exactly 100"),
        ("play pig --seats ", "Seat 1 is empty"),
        ("play pig --seats you,,cpu", "Seat 2 is empty"),
        ("play pig --seats you", "This game is for 2 to 8 seats, not 1."),
        ("play pig --seats a,b,c,d,e,f,g,h,i", "This game is for 2 to 8 seats, not 9."),
        ("play pig --seats you,cpu:", "Seat 2: the level is missing"),
        ("play pig --seats you,cpu:insane", "Seat 2: There is no CPU player “insane”"),
        ("play pig --seats you,cpu:hold:0", "Seat 2: “0” should be a whole number"),
        ("play pig --seats you,cpu:hold:1/2", "Seat 2: “hold:1/2” has too many parameters."),
        ("play pig --seats you,you", "Seat 2: You sits at this table already."),
        ("play pig --seats a\x1b[2J,b", "Seat 1: “name” has characters that aren't allowed there."),
        ("play pig --seats a\udcff,b", "Seat 1: “name” has characters that aren't allowed there."),
        ("play pig --seed x", "'x' is not a valid integer"),
        ("play pig --speed warp", "'warp' is not one of"),
        ("play pig --preset x", "There is no preset “x” for this game"),
        ("rules chess", "There is no game “chess”."),
        ("games chess", "unexpected extra argument"),
        ("resume", "There is no match in progress."),
        ("resume nothing", "There is no match “nothing”"),
        ("record nothing", "No such command 'nothing'"),
        ("record export", "Missing argument 'MATCH'"),
        ("record export nothing", "There is no match “nothing”"),
        ("record check", "Missing argument 'FILE'"),
        ("record check nothing.json", "No such file"),
        ("completion tcsh", "'tcsh' is not one of"),
    ],
)
def test_bad_input_is_one_sentence(tabletop, home, arguments, part):
    check_refused(tabletop(*arguments.split(" ")), part)
    assert not list(home.glob("matches/*.jsonl"))


@pytest.mark.parametrize("command", ["check", "replay", "import"])
@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not a text in UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{}", "not a record"),
        (b'{"format": "tabletop-record", "version": 2}', "not a record of version 2"),
    ],
)
def test_an_unreadable_record(tabletop, tmp_path, command, data, part):
    file = tmp_path / "record.json"
    file.write_bytes(data)
    check_refused(tabletop("record", command, file), part)


@pytest.mark.parametrize("command", ["check", "replay", "import"])
def test_a_folder_is_no_record(tabletop, tmp_path, command):
    check_refused(tabletop("record", command, tmp_path))


@pytest.mark.parametrize("command", ["check", "import"])
@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"game": "chess"}, "There is no game “chess”."),
        ({"events": ["1 roll", "* 7"]}, "Event 2, “* 7”: "),
        ({"events": ["1 hold"]}, "Event 1, “1 hold”: You can't hold yet"),
        ({"options": {"target": 1}}, "“target” should be 2 or more."),
        ({"result": {"ranks": [1, 2]}}, "The result in the record is not the one"),
        ({"seats": [{"name": "Ada"}]}, "This game is for 2 to 8 seats, not 1."),
    ],
)
def test_a_record_that_breaks_the_rules(tabletop, tmp_path, home, command, changes, part):
    record = {
        "format": "tabletop-record",
        "version": 1,
        "game": "pig",
        "seats": [{"name": "Ada"}, {"name": "Bo"}],
        "events": ["1 roll", "* 3"],
        **changes,
    }
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    check_refused(tabletop("record", command, file), part)
    assert not list(home.glob("matches/*.jsonl"))


def test_a_match_that_is_open_in_another_process(tabletop, home):
    tabletop("play", "pig", "--seed", "1", typed="r\n")
    (match,) = matches(home)
    with Matches(Home(home)).open(match.id):
        for arguments in (("resume",), ("resume", match.id)):
            check_refused(tabletop(*arguments), "is open in another process")
        assert tabletop("record", "export", match.id)[0] == 0


@pytest.mark.parametrize("arguments", [("play", "pig"), ("resume",), ("matches",)])
def test_a_home_that_is_a_file(tabletop, home, arguments):
    home.write_text("in the way", "utf-8")
    code, out, err = tabletop(*arguments)
    if arguments == ("play", "pig"):
        check_refused((code, "", err), "something else lies in its place")
    assert "Traceback" not in out + err
    assert code in (0, 2)


@not_root
def test_a_home_that_is_read_only(tabletop, home):
    home.mkdir(mode=0o500)
    check_refused(tabletop("play", "pig"), "is not yours to read and write")


def test_a_home_below_a_file_system_that_cannot_be_written(tabletop, monkeypatch):
    """Also for root, whom no mode keeps from writing."""
    for folder in ("/proc/tabletop", "/sys/tabletop"):
        if Path(folder).parent.is_dir():
            monkeypatch.setenv("TABLETOP_HOME", folder)
            check_refused(tabletop("play", "pig"), folder)


# What it does


def test_playing_through_a_pipe():
    done = process("play", "pig", "--plain", "--seats", "you,cpu:easy", "--seed", "1", typed=b"roll\nhold\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"You hold 3: your total is 3." in done.stdout
    assert b"The match is kept as pig-" in done.stdout
    assert ESCAPE not in done.stdout


def test_the_match_is_kept_and_goes_on(tabletop, home):
    tabletop("play", "pig", "--seats", "Ada,Bo", "--set", "target=50", "--seed", "1", typed="roll\nhold\n")
    (match,) = matches(home)
    assert (match.header.options, match.seed, len(match.events)) == ({"target": 50}, 1, 3)
    code, out, _err = tabletop("resume", typed="roll\n")
    assert code == 0
    assert "Bo> roll" in out
    (match,) = matches(home)
    assert match.events[3] == "2 roll"


def test_a_match_is_found_by_how_its_id_begins(tabletop, home):
    tabletop("play", "pig", "--seed", "1", typed="r\n")
    (match,) = matches(home)
    for command in (("resume", match.id[:-1]), ("record", "export", match.id[:-1])):
        assert tabletop(*command)[0] == 0


def test_the_same_seed_and_moves_make_the_same_match(tabletop, home):
    for _time in range(2):
        tabletop("play", "pig", "--seed", "5", "--seats", "you,cpu:easy", typed="r\nr\nh\n")
    first, second = matches(home)
    assert first.events == second.events


def test_a_preset_and_a_house_rule(tabletop, home, monkeypatch):
    from tabletop_pig.games import Pig

    monkeypatch.setattr(Pig, "presets", {"short": {"target": 30, "roll_limit": 4}})
    assert tabletop("play", "pig", "--preset", "short", "--set", "target=40")[0] == 0
    (match,) = matches(home)
    assert match.header.options == {"target": 40, "roll_limit": 4}


def test_lists(tabletop, home):
    assert tabletop("matches")[:2] == (0, "There are no saved matches.\n")
    tabletop("play", "pig", "--seed", "1", typed="r\n")
    code, out, _err = tabletop("matches")
    assert code == 0
    assert matches(home)[0].id in out
    assert "in progress" in out
    code, out, _err = tabletop("games")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()][:3] == ["pig", "pig-two-dice", "pig-doubles"]


@pytest.mark.parametrize("game", ["pig", "pig-two-dice", "pig-doubles", "bigpig"])
def test_rules_fit_the_screen(tabletop, game):
    code, out, _err = tabletop("rules", game)
    assert code == 0
    assert out.strip()
    assert max(map(len, out.splitlines())) <= 80


def test_a_record_with_a_level_that_leads_elsewhere_is_refused(tabletop, home, tmp_path):
    file = tmp_path / "record.json"
    seats = [{"name": "Ada"}, {"name": "Bo", "player": "cpu", "level": "../x"}]
    file.write_text(
        json.dumps({"format": "tabletop-record", "version": 1, "game": "pig", "seats": seats, "events": []})
    )
    code, out, err = tabletop("record", "import", file)
    assert (code, out) == (2, "")
    assert "There is no CPU player “../x”" in err
    assert matches(home) == []


def test_a_record_there_and_back(tabletop, home, tmp_path):
    tabletop("play", "pig", "--seats", "Zoë,cpu:easy", "--seed", "1", "--speed", "off", typed="r\nh\n")
    (match,) = matches(home)
    file = tmp_path / "record.json"
    assert tabletop("record", "export", match.id, "-o", file)[0] == 0
    assert tabletop("record", "check", file)[1] == f"The record is valid ({len(match.events)} events).\n"
    assert tabletop("record", "import", file)[1].startswith("Kept as pig-")
    other = next(found for found in matches(home) if found.id != match.id)
    assert (other.header, other.events) == (match.header, match.events)
    assert other.summary.scores is not None
    lines = tabletop("record", "replay", file, "--json")[1].splitlines()
    assert [json.loads(line)["event"] for line in lines] == [None, *match.events]
    assert len(tabletop("record", "replay", file)[1].splitlines()) == len(lines)


def test_a_record_is_utf8_whatever_the_screen_can_show(tabletop, home):
    tabletop("play", "pig", "--seats", "Zoë,Bo")
    done = process("record", "export", matches(home)[0].id, PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout.decode())["seats"][0]["name"] == "Zoë"


def test_a_record_into_a_folder_that_is_not_there(tabletop, home, tmp_path):
    tabletop("play", "pig")
    check_refused(
        tabletop("record", "export", matches(home)[0].id, "-o", tmp_path / "no" / "r.json"), "can't be written"
    )


def test_an_open_match_with_hidden_things_is_not_exported_unasked(tabletop, home, monkeypatch):
    from tabletop_pig.games import Pig

    tabletop("play", "pig", "--seed", "1", typed="r\n")
    monkeypatch.setattr(Pig, "hides", True)
    (match,) = matches(home)
    check_refused(tabletop("record", "export", match.id), "holds what is still hidden", "Add --yes")
    code, out, err = tabletop("record", "export", match.id, "--yes")
    assert (code, json.loads(out)["events"]) == (0, list(match.events))
    assert err == "The match isn't over: its record holds what is still hidden from the players.\n"


def test_an_open_match_in_which_nothing_is_hidden_is_exported_without_a_word(tabletop, home):
    tabletop("play", "pig", typed="r\n")
    assert tabletop("record", "export", matches(home)[0].id)[::2] == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [[], *[[name] for name in COMMANDS], *[["record", name] for name in RECORD_COMMANDS]],
    ids=" ".join,
)
def test_help_of_every_command(tabletop, arguments):
    for option in ("--help", "-h"):
        code, out, err = tabletop(*arguments, option)
        assert (code, err) == (0, "")
        assert out.startswith(f"Usage: tabletop{' '.join(['', *arguments])}")


def test_the_list_of_commands_says_of_each_what_it_says_itself():
    assert {name: command.help for name, command in program.commands.items()} == ABOUT


def test_the_menu_in_plain_lines(tabletop, home):
    code, out, _err = tabletop(typed="new\npig\n\nroll\nquit\nquit\n")
    assert code == 0
    assert "1: New game\n" in out
    assert matches(home)[0].events[0] == "1 roll"


@pytest.mark.parametrize("option", [["--plain", "play", "pig"], ["play", "pig", "--plain"], ["play", "--plain", "pig"]])
def test_plain_may_stand_anywhere(tabletop, option):
    assert tabletop(*option)[0] == 0


# Odd streams


def test_no_escape_byte_in_plain_mode():
    """Not even one that was typed, or stands in a name."""
    typed = b"\x1b[31mroll\nspeed \x1b]0;x\x07\n\x9b1m\nrules\nr\nh\n"
    done = process("play", "pig", "--seats", "you,Bo", "--seed", "1", typed=typed)
    assert done.returncode == 0
    assert ESCAPE not in done.stdout + done.stderr
    assert not {byte for byte in done.stdout if byte < 32} - {10, 13}


@pytest.mark.parametrize(
    "typed",
    [b"", b"\n\n\n", b"\xff\xfe roll\n", b"x" * 1_000_000 + b"\nroll\n", b"roll", b"\x00\n", b"\xc2\xa0\n\t\nroll\n"],
    ids=["empty", "blank", "invalid", "megabyte", "no-newline", "nul", "spaces"],
)
def test_odd_input_is_survived(home, typed):
    done = process("play", "pig", "--seats", "you,Bo", "--seed", "1", typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout) < 10_000
    assert len(matches(home)[0].events) == (2 if typed.endswith((b"roll", b"\nroll\n")) else 0)


def test_ascii_output(home):
    for arguments in (["play", "pig", "--seats", "Zoë,Bo", "--seed", "1"], ["rules", "pig"], ["games"], ["matches"]):
        done = process(*arguments, typed=b"roll\nhodl\n", PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, b"")
        assert max(done.stdout) < 128


def test_a_pipe_that_is_closed_early():
    reader, writer = os.pipe()
    os.close(reader)
    for arguments in (["rules", "pig"], ["games"], ["play", "pig"]):
        command = [*COMMAND, *arguments]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, timeout=LAST_RESORT, check=False
        )
        assert b"Traceback" not in done.stderr
        assert b"Exception" not in done.stderr
    os.close(writer)


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(closed):
    for arguments in ("play pig", "--version"):
        done = subprocess.run(
            ["sh", "-c", f'"{sys.executable}" -m tabletop {arguments} {closed}'],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LAST_RESORT,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")


# Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(tabletop, shell):
    code, out, _err = tabletop("completion", shell)
    assert code == 0
    assert "_TABLETOP_COMPLETE" in out


def completed(*words):
    done = process(_TABLETOP_COMPLETE="bash_complete", COMP_WORDS=" ".join(words), COMP_CWORD=str(len(words) - 1))
    assert done.stderr == b""
    return [line.split(",")[1] for line in done.stdout.decode().splitlines() if line]


def test_games_and_matches_are_completed(tabletop, home):
    assert completed("tabletop", "play", "pig-") == ["pig-two-dice", "pig-doubles"]
    assert completed("tabletop", "ru") == ["rules"]
    tabletop("play", "pig")
    assert completed("tabletop", "resume", "pig-") == [matches(home)[0].id]


def test_completion_with_a_home_that_cannot_be_read_is_silent(home):
    home.mkdir()
    (home / "matches").write_text("in the way", "utf-8")
    assert completed("tabletop", "resume", "pig-") == []


# Starting


def imported(*arguments):
    """The modules that a run of the command has imported."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tabletop", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LAST_RESORT,
        check=True,
    )
    return {line.split("|")[2].strip() for line in done.stderr.decode().splitlines() if line.startswith("import time:")}


def test_the_version_imports_next_to_nothing():
    assert {name.partition(".")[0] for name in imported("--version")}.isdisjoint(
        {"click", "pydantic", "prompt_toolkit", "pluggy", "tinydb", "importlib.metadata"}
    )


HEAVY = {"pydantic", "prompt_toolkit", "pluggy", "tinydb", "packaging", "tabletop_pig", "tabletop_bigpig", "numpy"}


def test_lists_import_nothing_heavy_once_the_plugins_are_known():
    Home.find(os.environ).path.mkdir(parents=True, exist_ok=True)
    imported("games")
    for command in ("--help", "games", "matches"):
        assert {name.partition(".")[0] for name in imported(command)}.isdisjoint(HEAVY)


def test_playing_in_plain_lines_imports_no_prompt_toolkit():
    packages = {name.partition(".")[0] for name in imported("play", "pig", "--plain")}
    assert "tabletop_pig" in packages
    assert "prompt_toolkit" not in packages


def test_the_version(tabletop):
    from tabletop import __version__

    assert tabletop("--version")[:2] == (0, f"tabletop {__version__}\n")
    assert process("--version").stdout.decode().split() == ["tabletop", __version__]
