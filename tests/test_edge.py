"""The edge of the process: full and closed outputs, Ctrl-C, what the system refuses. Never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
import tiny_plugins
from campaign import LONG
from distributions import write_plugin
from processes import COMMAND, LAST_RESORT
from store_bench import Bench
from tabletop_pig.games import Pig

from tabletop.cli import tabletop as program
from tabletop.match import Header, Match, Seat, bind
from tabletop.plugins.scaffold import write_plugin as write_scaffold
from tabletop.record import export
from tabletop.saves import Home, Matches

HELPERS = Path(__file__).parent / "helpers"
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a device that is always full")
posix = pytest.mark.skipif(os.name == "nt", reason="pipes and signals of Windows are others")

OVER = ("1 roll", "* 6", "1 roll", "* 6", "1 hold")
LINES = {
    "": [],
    "analyse": ["record.json", "--at", "0"],
    "completion": ["bash"],
    "doctor": [],
    "games": [],
    "join": None,
    "learn": ["--list"],
    "matches": [],
    "matches delete": ["{0}"],
    "matches empty-trash": [],
    "matches rename": None,
    "matches restore": ["{1}"],
    "play": ["pig", "--seed", "1"],
    "player": None,
    "player add": ["robot", "--", "true"],
    "player list": [],
    "player remove": None,
    "player run": None,
    "player test": None,
    "serve": None,
    "plugins": None,
    "plugins check": ["first", "--only", "seats"],
    "plugins disable": ["race"],
    "plugins duel": ["pig", "--players", "hold,rolls", "--matches", "2"],
    "plugins enable": ["race"],
    "plugins install": ["./first", "--offline", "--yes"],
    "plugins list": [],
    "plugins new": ["second", "--like", "tiles"],
    "plugins restore": [],
    "plugins uninstall": ["tabletop-alpha"],
    "plugins upgrade": [],
    "record": None,
    "record check": ["record.json"],
    "record export": ["{0}"],
    "record import": ["record.json"],
    "record replay": ["record.json"],
    "resume": ["{2}"],
    "review": ["{0}"],
    "rules": ["pig"],
    "settings": [],
    "solve": ["pig", "--set", "target=10"],
    "stats": [],
    "study": ["pig", "--vary", "target=5..6", "--matches", "2", "--iterations", "0"],
    "tournament": ["pig", "--players", "random,random", "--matches", "2"],
    "watch": ["{0}"],
}
"""A line for every command that writes something; None for a command that only has others, or has nothing to say."""


def commands(group=program, path=()):
    """The words of every command of the program."""
    yield path
    if isinstance(group, click.Group):
        for name, command in group.commands.items():
            yield from commands(command, (*path, name))


WORDS = [" ".join(path) for path in commands()]
WITH_A_LINE = [words for words in WORDS if LINES.get(words) is not None]
HELP = [["--help"], ["plugins", "--help"], ["plugins", "install", "--help"]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a home that has matches and a plugin, a record, and the plugin's sources."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path)
    write_plugin(tmp_path / "site", "race")
    monkeypatch.setattr(
        "tabletop.plugins.install.workshop.check", lambda *_arguments: []
    )  # it changes nothing, and takes long
    write_scaffold("first", tmp_path, [])
    return tmp_path


def install_alpha(folder):
    """A plugin in the store."""
    tiny_plugins.write_plugin(folder / "links", "alpha")
    Bench(folder / "home", folder / "links").installer().install(["tabletop-alpha"])


def saved(folder):
    """The ids of a match that is over, of one in the trash, and of one that goes on; a record is in the folder."""
    matches = Matches(Home(folder / "home"))
    header = Header(game="pig", options={"target": 10}, seats=(Seat(name="Ada"), Seat(name="Bo")))
    ids = []
    for events in (OVER, OVER, OVER[:2]):
        with matches.create(header) as match:
            for event in events:
                match.append(event)
            if events is OVER:
                match.finish("finished", (12, 0), (1, 2))
            ids.append(match.id)
    (folder / "record.json").write_text(export(header, Match(bind(Pig, header), OVER)), "utf-8")
    matches.delete(ids[1])
    return ids


def line(words, folder):
    """What is typed to try a command."""
    if words == "plugins uninstall":
        install_alpha(folder)
    return [*words.split(), *(word.format(*saved(folder)) for word in LINES[words])]


def run(arguments, **streams):
    """Runs a command line at the end of its input."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run([*COMMAND, *arguments], stdin=subprocess.DEVNULL, timeout=LAST_RESORT, check=False, **streams)


def check_sentence(err):
    assert err.startswith(b"tabletop: ")
    assert err.count(b"\n") == 1
    assert b"Traceback" not in err


def test_every_command_has_a_line_here():
    assert sorted(LINES) == sorted(WORDS)


# The output


def without_progress(errors):
    """What was said beside that something takes long, as it does on a loaded machine."""
    slow = b"Working out the best play", b"Solving", b"Checking", b"Reading", b"Counting", b"Playing"
    return b"".join(text for text in errors.splitlines(keepends=True) if not text.startswith(slow))


def run_full(arguments):
    with open("/dev/full", "wb") as device:
        return run(arguments, stdout=device)


def run_closed(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    done = run(arguments, stdout=writer)
    os.close(writer)
    return done


@full
@pytest.mark.parametrize("words", WITH_A_LINE if LONG else WITH_A_LINE[::2])
def test_a_full_output_is_one_sentence(folder, words):
    done = run_full(line(words, folder))
    assert done.returncode == 2
    check_sentence(without_progress(done.stderr))
    assert b"No space left on device" in done.stderr


@full
@pytest.mark.parametrize("arguments", [["--version"], ["--plain", "--version"], ["--lang", "de", "games"], *HELP])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_output_for_what_is_no_command(monkeypatch, arguments, unbuffered):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = run_full(arguments)
    assert done.returncode == 2
    check_sentence(done.stderr)


@full
def test_where_nothing_can_be_written_at_all_the_exit_code_is_left():
    for arguments in (["games"], ["no-such-command"]):
        with open("/dev/full", "wb") as device:
            assert run(arguments, stdout=device, stderr=device).returncode == 2


@posix
@pytest.mark.parametrize("words", WITH_A_LINE if LONG else WITH_A_LINE[1::2])
def test_a_closed_output_is_left_quietly(folder, words):
    done = run_closed(line(words, folder))
    assert (done.returncode, without_progress(done.stderr)) == (0, b"")


@posix
@pytest.mark.parametrize("arguments", [["--version"], *HELP])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_output_for_what_is_no_command(monkeypatch, arguments, unbuffered):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = run_closed(arguments)
    assert (done.returncode, done.stderr) == (0, b"")


# Ctrl-C


@posix
@pytest.mark.parametrize(
    ("arguments", "most"), [(["games"], 14), (["play", "pig", "--seed", "1"], 14), (["--help"], 4)]
)
def test_ctrl_c_while_the_program_starts(tmp_path, arguments, most):
    """A real SIGINT as this or that module is looked for; at each, 130 and nothing but perhaps a new line."""
    done = subprocess.run(
        [sys.executable, str(HELPERS / "interrupted.py"), str(most), *arguments],
        env={**os.environ, "TABLETOP_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LAST_RESORT,
        check=True,
    )
    tries = [json.loads(found) for found in done.stdout.splitlines()]
    assert len(tries) >= most
    assert [found for found in tries if found["code"] != 130 or found["err"].strip("\n")] == []


def test_ctrl_c_that_is_ignored_stays_ignored(tmp_path):
    """As ``nohup`` and a shell's ``&`` want it."""
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.argv[1:] = ['--version']\n"
        "from tabletop.__main__ import main\n"
        "try: main()\n"
        "finally: assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=LAST_RESORT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# What the system refuses

LONG = "a" * 5_000
PLACES = {
    "plugins install": ["{}"],
    "plugins check": ["{}"],
    "plugins new": ["third", "--into", "{}"],
    "play": ["--plugin", "{}"],
    "resume": ["--plugin", "{}"],
    "rules": ["--plugin", "{}"],
    "learn": ["--plugin", "{}"],
    "plugins restore": ["--find-links", "{}"],
    "record import": ["{}"],
    "record check": ["{}"],
    "record export": ["{match}", "-o", "{}"],
    "solve": ["pig", "--set", "target=10", "--policy", "{}"],
    "analyse": ["{}"],
}
ODD = {"nobody's home": "~nosuchuser/x", "long": f"./{LONG}", "long wheel": f"~/{LONG}.whl"}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("words", PLACES)
def test_an_odd_path_is_one_sentence(tabletop, folder, words, odd):
    match, *_others = saved(folder)
    code, _out, err = tabletop(*words.split(), *(word.format(ODD[odd], match=match) for word in PLACES[words]))
    assert code == 2
    check_sentence(err.encode())
    assert len(err) < 1_200


def test_no_thread_to_be_had_is_one_sentence(tmp_path):
    code = (
        "import sys, threading\n"
        'def start(self): raise RuntimeError("can\'t start new thread")\n'
        "threading.Thread.start = start\n"
        "from tabletop.__main__ import main\n"
        "sys.argv[1:] = ['games']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=LAST_RESORT, check=False)
    assert done.returncode == 2
    check_sentence(done.stderr)


@posix
def test_an_error_of_the_system_is_one_sentence(tmp_path):
    code = (
        "import sys, tabletop.cli\n"
        "def run(arguments): open('/dev/null/x')\n"
        "tabletop.cli.run = run\n"
        "from tabletop.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=LAST_RESORT, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "tabletop: The system refuses: /dev/null/x: Not a directory.\n"


def run_shut(arguments, *shut):
    """Runs a command line without some of its streams, as ``>&-`` in a shell does."""

    def close():
        for number in shut:
            os.close(number)

    return subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LAST_RESORT,
        check=False,
        preexec_fn=close,
    )


@posix
@pytest.mark.parametrize("words", ["games", "record check nothing.json"])
def test_without_standard_output_a_command_does_the_same(tmp_path, monkeypatch, words):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    done = run_shut(words.split(), 1)
    assert done.returncode == (2 if "record" in words else 0)
    assert done.stderr.count(b"\n") == ("record" in words)


@posix
@pytest.mark.slow
@pytest.mark.parametrize("shut", [(1,), (2,), (0, 1, 2)])
@pytest.mark.parametrize("words", WITH_A_LINE)
def test_no_command_needs_its_streams(folder, words, shut):
    done = run_shut(line(words, folder), *shut)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2)


# Memory


def run_limited(arguments, megabytes, typed=b""):
    """Runs a command line that may have so much memory."""
    resource = pytest.importorskip("resource")
    most = megabytes * 2**20
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        timeout=LAST_RESORT,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
    )


def check_limited(done):
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)
    if done.returncode == 2:
        check_sentence(done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted otherwise elsewhere")
@pytest.mark.parametrize("megabytes", [48, 80])
def test_too_little_memory_is_one_sentence(tmp_path, monkeypatch, megabytes):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    check_limited(run_limited(["play", "pig", "--seats", "Ada,Bo", "--plain"], megabytes, b"roll\nquit\n"))


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted otherwise elsewhere")
@pytest.mark.slow
@pytest.mark.parametrize("megabytes", range(30, 130, 5))
@pytest.mark.parametrize("words", ["games", "matches", "stats", "record check record.json", "play pig --seats Ada,Bo"])
def test_no_limit_of_memory_ends_in_a_traceback(folder, words, megabytes):
    saved(folder)
    check_limited(run_limited(words.split(), megabytes, b"roll\nquit\n"))


def test_a_plugin_for_whose_compiled_modules_there_is_no_room_is_not_to_blame(tmp_path):
    code = (
        "import sys, tabletop.cli\n"
        "from tabletop.guard.failures import PluginFailure\n"
        "def play(arguments):\n"
        "    failure = PluginFailure('race 1.0', 'its import', 'no')\n"
        "    raise failure from ImportError('x.so: failed to map segment from shared object')\n"
        "tabletop.cli._run = play\n"
        "from tabletop.__main__ import main\n"
        "sys.argv[1:] = ['play', 'race']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=LAST_RESORT, check=False)
    assert (done.returncode, done.stderr.decode()) == (2, "tabletop: There isn't enough memory.\n")
