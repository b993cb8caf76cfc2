"""Players that are programs: whatever they do, who asks them goes on, and nothing is left running."""

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest
from processes import LAST_RESORT

from tabletop.cpu.engines.bounds import MARK, Bounds, environment
from tabletop.cpu.engines.ending import end
from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.faults import PlayerFault
from tabletop.cpu.engines.pipes import Flooded, Pipes, Threaded
from tabletop.cpu.engines.situations import NewMatch, Situation
from tabletop.cpu.engines.traffic import Traffic

HOSTILE = Path(__file__).parent / "helpers" / "hostile.py"
PATIENT = Bounds(start=LAST_RESORT, move=LAST_RESORT, grace=LAST_RESORT)
AT_ONCE = PATIENT._replace(move=0.0, grace=0.0)
"""What gives no answer at all has none at any time."""
MATCH = NewMatch("pig", {"target": 100}, 2, (0, 1), 0, 5)
AT = Situation({"points": 3}, ["roll", "hold"], [0, 0], ["1 roll", "* 3"])


def command(what):
    return [sys.executable, "-I", "-S", str(HOSTILE), what]


@pytest.fixture
def engine():
    """Makes programs, and closes them in the end without waiting for them."""
    made = []

    def make(what, bounds=PATIENT, **more):
        made.append(Engine(what, command(what), bounds=bounds, **more))
        return made[-1]

    yield make
    for one in made:
        if one._running is not None:
            one._running.end()
        one.close()


def plays(engine):
    """What it chooses in a match."""
    engine.open(MATCH)
    return engine.choose(AT)


def marked(engine):
    """The processes that carry the mark of an engine's process."""
    wanted = f"{MARK}={engine._running._mark}".encode()
    return lambda: [pid for pid in os.listdir("/proc") if pid.isdigit() and wanted in environ_of(pid)]


def environ_of(pid):
    try:
        return Path("/proc", pid, "environ").read_bytes().split(b"\0")
    except OSError:
        return []


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what is left running is looked for in /proc")


def test_it_chooses_and_may_say_what_it_thinks_of_it(engine):
    one = engine("chooses")
    one.open(MATCH)
    assert one.choose(AT) == ("roll", 0.75, "the first one")
    assert one.greeting.name == "Hostile"


def test_what_it_says_beside_its_move_never_spoils_the_move(engine):
    one = engine("odd_value")
    one.open(MATCH)
    assert one.choose(AT) == ("roll", None, "")


FAULTS = {
    "silent": ("late", "it gave no answer in time", AT_ONCE),
    "stubborn": ("late", "it gave no answer in time", AT_ONCE),
    "only_other_match": ("late", "it gave no answer in time", AT_ONCE),
    "chatters": ("flood", "it said 1000 lines that nobody asked for", PATIENT),
    "babbles": ("garbled", "it said something that is no JSON: b'I think I shall roll'", PATIENT),
    "long_line": ("flood", "it said a line of more than 65536 bytes", PATIENT),
    "nul": ("garbled", r"it said something that is no JSON: b'\\x00", PATIENT),
    "bytes_of_no_text": ("garbled", "it said something that is no UTF-8", PATIENT),
    "half": ("garbled", r"it said something that is no JSON: b'{\"type\":x}'", PATIENT),
    "empty": ("garbled", "it said something that is no JSON: b''", PATIENT),
    "deep": ("garbled", r"it said something that is no JSON: b'\[\[\[", PATIENT),
    "dies": ("dead", "it ended with exit code 3", PATIENT),
    "illegal": ("illegal", r"it answered “fly \?\[2J to the moon”, which is no legal move", PATIENT),
    "no_move": ("garbled", "its answer has no “move” that is a text", PATIENT),
    "no_number": ("garbled", "its answer has no “n”, the number of the question", PATIENT),
    "refuses": ("refused", r"it says: I don't want to \?\[2J any more", PATIENT),
    "mute": ("late", "it gave no answer in time", PATIENT._replace(start=0.0)),
    "stillborn": ("dead", "it ended with exit code 9", PATIENT),
    "modern": ("garbled", "it speaks version 2 of the protocol, and this program version 1", PATIENT),
}


@pytest.mark.parametrize("what", FAULTS)
def test_what_it_does_wrong_is_said_in_one_sentence(engine, what):
    kind, why, bounds = FAULTS[what]
    one = engine(what, bounds)
    with pytest.raises(PlayerFault, match=rf"^The player {what} can't go on: {why}.*\.$") as fault:
        plays(one)
    assert fault.value.kind == kind
    assert "\x1b" not in str(fault.value)


@ON_LINUX
@pytest.mark.parametrize("what", ["silent", "stubborn", "chatters", "forks", "deaf", "clings"])
def test_nothing_is_left_running(engine, what):
    one = engine(what, AT_ONCE if what in ("silent", "stubborn") else PATIENT)
    one.open(MATCH)
    left = marked(one)
    assert left()
    if what != "clings":
        try:
            one.choose(AT)
        except PlayerFault:
            assert left() == []
    if one._running is not None:
        one._running._bounds = one.bounds._replace(grace=0.0)
    one.close()
    assert left() == []


def test_after_a_fault_the_next_match_has_a_process_of_its_own(engine):
    one = engine("illegal")
    for _match in range(2):
        one.open(MATCH)
        with pytest.raises(PlayerFault):
            one.choose(AT)
    one = engine("nul")
    for _match in range(2):
        one.open(MATCH)
        with pytest.raises(PlayerFault, match="no JSON"):
            one.choose(AT)


def test_who_dies_is_started_again_once_in_a_match(engine):
    one = engine("dies_once")
    for _match in range(2):
        one.open(MATCH)
        assert one.choose(AT).move == "roll"
    with pytest.raises(PlayerFault, match="exit code 3"):
        one.choose(AT)


@pytest.mark.parametrize("what", ["twice", "other_match"])
def test_an_answer_to_something_else_has_nowhere_to_go(engine, what):
    one = engine(what)
    one.open(MATCH)
    for number in range(5):
        moves = [f"move {number}", "hold"]
        assert one.choose(AT._replace(moves=moves)).move == moves[0]
    one.over([1, 2], [100, 30])
    one.open(MATCH)
    assert one.choose(AT).move == "roll"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds memory from outside")
def test_its_memory_is_bounded(engine):
    one = engine("hungry", PATIENT._replace(memory=512 * 1024**2))
    one.open(MATCH)
    with pytest.raises(PlayerFault, match="exit code 1"):
        one.choose(AT)


def test_its_standard_error_goes_to_a_log_that_is_bounded(engine, tmp_path):
    log = tmp_path / "logs" / "shouts.log"
    one = engine("shouts", PATIENT._replace(log=100_000), log=log)
    one.open(MATCH)
    one.choose(AT)
    one.choose(AT)
    one.close()
    until(lambda: log.stat().st_size == 100_000)
    assert log.read_bytes().startswith(b"oh no\n")


def until(condition):
    """Waits for what happens soon in another thread."""
    for _look in range(200 * LAST_RESORT):
        if condition():
            return
        Event().wait(0.005)
    raise AssertionError("it never happened")


def test_it_finds_no_secret_in_its_environment(engine, tmp_path, monkeypatch):
    for name in ("TABLETOP_HOME", "API_TOKEN", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "PYTHONPATH"):
        monkeypatch.setenv(name, "very secret")
    log = tmp_path / "envious.log"
    one = engine("envious", log=log)
    one.open(MATCH)
    one.choose(AT)
    one.close()
    until(lambda: log.exists() and log.read_bytes().endswith(b"\n"))
    found = json.loads(log.read_text("utf-8"))
    assert "very secret" not in found.values()
    assert found["PATH"] == os.environ["PATH"]


def test_on_windows_it_finds_what_it_needs_to_run():
    given = {"SystemRoot": r"C:\Windows", "Path": r"C:\bin", "Secret": "1", "lc_all": "C"}
    assert set(environment(given, "m")) == {
        "SystemRoot",
        "Path",
        "lc_all",
        MARK,
        "PYTHONUNBUFFERED",
        "PYTHONIOENCODING",
    }


def test_on_windows_the_whole_tree_is_killed():
    ran = []
    popen = subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE)
    with popen:
        end(popen, "mark", windows=True, run=lambda words, **_more: ran.append(words))
    ((program, *words),) = ran
    assert program.endswith("taskkill.exe")
    assert words == ["/F", "/T", "/PID", str(popen.pid)]
    assert popen.returncode != 0


def test_what_cannot_be_started_is_said():
    one = Engine("gone", ["/no/such/program"])
    with pytest.raises(PlayerFault, match=r"The player gone can't go on: it can't be started: No such file"):
        one.open(MATCH)


def test_it_can_be_told_to_stop_and_be_closed_by_another_thread(engine):
    one = engine("silent", PATIENT._replace(grace=0.0))
    for act in (one.stop, one.close):
        faults = []

        def think(faults=faults):
            try:
                one.open(MATCH)
                one.choose(AT)
            except PlayerFault as fault:
                faults.append(fault.kind)

        thread = Thread(target=think)
        n = one._n
        thread.start()
        until(lambda n=n: one._n > n)
        act()
        thread.join(LAST_RESORT)
        assert faults == [{one.stop: "late", one.close: "dead"}[act]]


def test_all_that_was_said_is_kept_where_that_is_wanted(engine, tmp_path):
    for number in (1, 2):
        with Traffic(tmp_path / "said", "chooses") as traffic:
            one = engine("chooses", traffic=traffic)
            one.open(MATCH)
            one.choose(AT)
            one.close()
        lines = (tmp_path / "said" / f"chooses-{number}.txt").read_text("utf-8").splitlines()
        said = [(line[0], json.loads(line[2:])["type"]) for line in lines]
        assert said == [
            *[(">", "hello"), ("<", "hello"), (">", "ready"), ("<", "ready")],
            *[(">", "new"), (">", "choose"), ("<", "answer"), (">", "quit")],
        ]


# Where a pipe can't be polled


@pytest.fixture
def echo():
    code = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"
    popen = subprocess.Popen([sys.executable, "-I", "-S", "-c", code], stdin=-1, stdout=-1)
    yield Pipes(Threaded(popen), 1_000_000, lambda: 0.0)
    popen.kill()
    popen.communicate()


def far():
    """A moment that never comes, by the clock of these pipes, which stands still."""
    return 1.0


def past():
    return 0.0


def test_threads_read_and_write_where_nothing_tells_when(echo):
    for text in (b"one", b"two" * 100_000):
        assert echo.send(text + b"\n", far)
        assert echo.line(far) == text
    assert echo.line(past) is None


def test_there_too_what_nobody_reads_is_given_up():
    popen = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"], stdin=-1, stdout=-1)
    pipes = Pipes(Threaded(popen), 10, lambda: 0.0)
    assert not pipes.send(b"x" * 1_000_000, past)
    popen.kill()
    with pytest.raises(EOFError):
        pipes.line(far)
    assert any(broken(pipes) for _what_was_begun_before in range(2))
    popen.communicate()


def broken(pipes):
    try:
        return not pipes.send(b"x", far)
    except BrokenPipeError:
        return True


def test_there_too_a_line_has_a_bound(echo):
    echo._longest = 100
    assert echo.send(b"x" * 5_000 + b"\n" + b"y", far)
    with pytest.raises(Flooded):
        echo.line(far)
