"""Third-party games that go wrong in a match: named, reported, the match kept, everything else unharmed."""

import os
import sys
import threading
import time

import pytest
from distributions import GAME, forget_plugins, write_plugin
from processes import COMMAND, LAST_RESORT
from scripted import ScriptedConsole, host_in

from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginFailure, blame
from tabletop.guard.watchdog import IDLE, PATIENCE, Watchdog, thread_clock
from tabletop.plugins.find.discovery import Plugin
from tabletop.saves import Home, Matches, Reports
from tabletop.terminal.menu import Menu

AFTER_ONE = "if sum(state[1:]) == 1:\n            {fault}\n        return Race.{name}(self, state)"

# name: (method of the game, what is named, why, events that were good)
FAULTS = {
    "raises": ("legal_moves", "state", "1 / 0", "play", "ZeroDivisionError: division by zero", []),
    "exits": ("legal_moves", "state", "raise SystemExit(7)", "play", "SystemExit: 7", []),
    "recurses": ("scores", "state", "return self.scores(state)", "play", "RecursionError: maximum recursion", []),
    "no-memory": ("to_act", "state", "raise MemoryError", "play", "MemoryError", []),
    "value-error": ("to_act", "state", "return (1, 2).index(3)", "play", "ValueError: tuple.index(x)", []),
    "no-moves": ("legal_moves", "state", "return []", "play", "it lists 0 moves for the seat on turn", []),
    "moves-none": ("legal_moves", "state", "return None", "play", "it answered NoneType where", []),
    "moves-generator": ("legal_moves", "state", "return iter(['step'])", "play", "it answered list_iterator", []),
    "no-such-seat": ("to_act", "state", "return 99", "play", "it answered 99, which is no seat", []),
    "seat-as-text": ("to_act", "state", "return '1'", "play", "it answered '1', which is no seat", []),
    "one-score": ("scores", "state", "return (1,)", "play", "it has 1 numbers for 2 sides", []),
    "float-scores": (
        "scores",
        "state",
        "return (1.0, 0.0)",
        "play",
        "it answered 1.0 where each number",
        [],
    ),
}


def faulty(*methods):
    """A plugin whose game is a Race with other methods."""
    code = GAME.format(game="bad").replace('"bad": Race', '"bad": Faulty')
    body = "\n\n    ".join(methods)
    return code.replace("@hookimpl", f"class Faulty(Race):\n    {body}\n\n\n@hookimpl")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder on the path, whose modules are forgotten again, and a home beside it."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield tmp_path / "site"
    forget_plugins()


def saved(home):
    matches = Matches(Home(home))
    return [matches.look(summary.id) for summary in matches.list()]


def play(tabletop, folder, code, typed="step\nstep\n"):
    """Plays the faulty game; the sentence that names the failure, after checking all that goes with it."""
    write_plugin(folder, "bad", code=code)
    exit_code, out, errors = tabletop("play", "bad", "--seats", "Ada,Bo", "--plain", typed=typed)
    err = errors.splitlines()
    assert exit_code == 2
    assert err[0].startswith("tabletop: The plugin bad 1.0 failed in ")
    assert err[1] == "tabletop: To disable it: tabletop plugins disable bad"
    assert err[2] == f"tabletop: To remove it: {sys.executable} -m pip uninstall bad"
    (report,) = Reports(Home(folder.parent / "home")).list()
    assert str(report) in err[3]
    assert len(err) == 4
    (match,) = saved(folder.parent / "home")
    assert f"The match is kept as {match.id}" in out
    text = report.read_text("utf-8")
    assert err[0].removeprefix("tabletop: ") in text
    assert f"tabletop record export {match.id}" in text
    return err[0], text, match


def check_goes_on(tabletop, folder):
    """Everything else works, and so does the match once the plugin is mended."""
    assert tabletop("play", "pig", "--plain", "--seats", "cpu:easy,cpu:easy", "--set", "target=5")[0] == 0
    (folder / "plugin_bad" / "__init__.py").write_text(GAME.format(game="bad") + "\n# mended\n", "utf-8")
    forget_plugins()
    code, _out, err = tabletop("resume", "bad", "--plain", typed="step\n" * 9)
    assert (code, err) == (0, "")


@pytest.mark.parametrize(("method", "parameters", "fault", "what", "why", "events"), FAULTS.values(), ids=FAULTS)
def test_a_state_that_goes_wrong_never_counts(tabletop, folder, method, parameters, fault, what, why, events):
    body = AFTER_ONE.format(fault=fault, name=method)
    sentence, report, match = play(tabletop, folder, faulty(f"def {method}(self, {parameters}):\n        {body}"))
    assert f"failed in {what}: " in sentence
    assert why in sentence
    assert match.events == events
    assert "Traceback" in report
    check_goes_on(tabletop, folder)


def test_a_match_that_ends_without_a_result_has_not_ended(tabletop, folder):
    code = faulty("def result(self, state):\n        return None")
    sentence, _report, match = play(tabletop, folder, code, "step\n" * 5)
    assert sentence.endswith("the match is over and has no result.")
    assert match.events == ["1 step", "2 step", "1 step", "2 step"]
    assert str(match.status) == "in progress"


TEXTS = {
    "notation": ("def notation(self, move):\n        return 'two\\nlines'", "is not one plain line", []),
    "move_for": ("def move_for(self, move, before, seat):\n        return 3", "it answered int where", ["1 step"]),
    "parse": ("def parse(self, text, view):\n        return {}[text]", "KeyError: 'hop'", []),
}


@pytest.mark.parametrize(("method", "why", "events"), TEXTS.values(), ids=TEXTS)
def test_the_text_of_a_move_goes_wrong(tabletop, folder, request, method, why, events):
    typed = "hop\n" if method.startswith("def parse") else "table\nstep\n"
    sentence, _report, match = play(tabletop, folder, faulty(method), typed=typed)
    assert f"failed in {request.node.callspec.id.partition('-')[0]}: " in sentence
    assert why in sentence
    assert match.events == events
    check_goes_on(tabletop, folder)


PLAYERS = {
    "raises": ("return {}['best']", "KeyError: 'best'"),
    "exits": ("raise SystemExit(1)", "SystemExit: 1"),
    "cheats": ("return 'jump'", "it chose 'jump', which is no legal move"),
}


@pytest.mark.parametrize(("body", "why"), PLAYERS.values(), ids=PLAYERS)
def test_a_cpu_player_goes_wrong(tabletop, folder, body, why):
    player = f"class Own:\n    def choose(self, view, moves, rng):\n        {body}\n\n\nclass Faulty"
    code = faulty("def strategies(self):\n        return {'own': Own}").replace("class Faulty", player)
    write_plugin(folder, "bad", code=code)
    exit_code, _out, err = tabletop("play", "bad", "--seats", "cpu:own,cpu:own", "--plain", "--speed", "off")
    assert exit_code == 2
    assert err.splitlines()[0] == f"tabletop: The plugin bad 1.0 failed in choose of the CPU player Own: {why}."


def test_options_that_raise_are_the_plugins_fault(tabletop, folder):
    write_plugin(folder, "bad", code=faulty("def __init__(self, options, seats):\n        raise KeyError('odd')"))
    code, _out, err = tabletop("play", "bad", "--plain")
    assert code == 2
    assert err.splitlines()[0] == "tabletop: The plugin bad 1.0 failed in __init__: KeyError: 'odd'."


def test_the_menu_goes_on_after_a_failure_in_a_match(folder, tmp_path):
    body = AFTER_ONE.format(fault="raise SystemExit(7)", name="legal_moves")
    write_plugin(folder, "bad", code=faulty(f"def legal_moves(self, state):\n        {body}"))
    console = ScriptedConsole(["new", "bad", "", "step", "new", "pig", "", "r", "quit", "quit"])
    Menu(host_in(tmp_path / "home", console)).run()
    assert console.problems[0] == "The plugin bad 1.0 failed in play: SystemExit: 7."
    assert console.left == 0
    assert {match.header.game for match in saved(tmp_path / "home")} == {"bad", "pig"}


def test_a_list_of_matches_survives_a_game_that_fails(tabletop, folder):
    write_plugin(folder, "bad")
    tabletop("play", "bad", "--seats", "Ada,Bo", "--plain", typed="step\n")
    (match,) = saved(folder.parent / "home")
    with Matches(Home(folder.parent / "home")).open(match.id) as opened:
        opened.append("2 step")
    (folder / "plugin_bad" / "__init__.py").write_text(faulty("def start(self):\n        raise SystemExit"), "utf-8")
    forget_plugins()
    code, out, _err = tabletop("matches")
    assert code == 0
    assert match.id in out


# Calls that never return


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_an_endless_loop_is_named_and_left_with_ctrl_c(open_terminal, tmp_path):
    loop = "while sum(state[1:]) == 1:\n            pass\n        return Race.play(self, state, move)"
    write_plugin(tmp_path / "site", "bad", code=faulty(f"def play(self, state, move):\n        {loop}"))
    home = tmp_path / "home"
    place = {"TABLETOP_HOME": str(home), "PYTHONPATH": str(tmp_path / "site")}
    screen = open_terminal("play", "bad", "--seats", "Ada,Bo", columns=100, command=COMMAND, **place)
    screen.wait("Ada>").type("step").wait("Bo>").type("step")
    screen.wait("The plugin bad 1.0 has been busy in play for ").wait("Ctrl-C stops it")
    assert screen.key("c").end() == 2
    assert "The plugin bad 1.0 failed in play: it gave no answer for" in screen.text
    (match,) = saved(home)
    assert match.events == ["1 step"]


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def watch_on(clock):
    """A watch over threads that have the processor for themselves."""
    return Watchdog(clock, lambda: clock)


PLUGIN = Plugin("bad", "1.0", "plugin_bad", None)


def interrupted(clock, seconds):
    clock.now += seconds
    raise KeyboardInterrupt


def test_ctrl_c_in_a_quick_call_is_ctrl_c_and_in_a_slow_one_its_failure():
    clock = Clock()
    guard = Guard(PLUGIN, watch_on(clock))
    with pytest.raises(KeyboardInterrupt):
        guard.rules("play", interrupted, clock, PATIENCE - 0.1)
    with pytest.raises(PluginFailure, match="gave no answer for 2 seconds"):
        guard.rules("play", interrupted, clock, PATIENCE)


def test_the_watch_knows_what_hangs_in_which_thread():
    clock = Clock()
    watch = watch_on(clock)
    with watch.over(PLUGIN, "play") as call:
        assert watch.hanging() == []
        clock.now = PATIENCE
        assert watch.hanging() == [call]
        assert watch.main_hangs()
        assert watch.hanging(thread=-1) == []
        assert watch.sentence(call) == "The plugin bad 1.0 has been busy in play for 2 seconds."
    assert not watch.main_hangs()


def test_on_a_loaded_machine_nobody_is_accused_who_had_no_time_to_work():
    clock, spent = Clock(), Clock()
    watch = Watchdog(clock, lambda: spent)
    with watch.over(PLUGIN, "play") as call:
        clock.now, spent.now = 2 * PATIENCE, PATIENCE / 10
        assert watch.hanging() == []
        assert not watch.main_hangs()
        spent.now = PATIENCE
        assert watch.hanging() == [call]
        assert watch.sentence(call) == "The plugin bad 1.0 has been busy in play for 4 seconds."


def test_a_call_that_only_waits_is_named_after_a_while():
    clock = Clock()
    watch = Watchdog(clock, lambda: lambda: 0.0)
    with watch.over(PLUGIN, "play") as call:
        clock.now = IDLE - 0.1
        assert watch.hanging() == []
        clock.now = IDLE
        assert watch.hanging() == [call]


def test_ctrl_c_in_a_call_that_had_no_time_is_ctrl_c():
    clock = Clock()
    guard = Guard(PLUGIN, Watchdog(clock, lambda: lambda: 0.0))
    with pytest.raises(KeyboardInterrupt):
        guard.rules("play", interrupted, clock, 2 * PATIENCE)


def test_the_time_of_a_thread_is_its_own():
    others = thread_clock()
    mine = []

    def work():
        clock = thread_clock()
        begun, sum_ = clock(), 0
        while clock() < begun + 0.05:
            sum_ += 1
        mine.append((clock, begun))

    before = others()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert mine
    assert others() - before < 0.05 or others is time.monotonic


def test_a_call_that_hangs_is_named_once():
    clock, said, told = Clock(), [], threading.Event()
    watch = watch_on(clock)

    def say(sentence):
        said.append(sentence)
        told.set()

    with watch.naming(say), watch.over(PLUGIN, "play"):
        clock.now = PATIENCE
        assert told.wait(LAST_RESORT)
    assert len(said) == 1


def test_a_call_is_named_once_however_often_one_looks():
    clock, said = Clock(), []
    watch = watch_on(clock)
    looks = iter([False, False, False, True])

    class Done:
        def wait(self, _seconds):
            return next(looks)

    with watch.over(PLUGIN, "play"):
        clock.now = PATIENCE
        watch._look(said.append, Done())
    assert len(said) == 1


def test_a_watch_that_is_given_no_clocks_has_its_own():
    watch = Watchdog()
    with watch.over(PLUGIN, "play") as call:
        assert watch.under_way == [call]
        assert watch.hanging() == []
        assert watch.seconds(call) >= 0
    assert Guard(PLUGIN, watch).rules("play", lambda: 7) == 7


def test_who_names_calls_keeps_nothing_from_ending():
    before = set(threading.enumerate())
    with watch_on(Clock()).naming(print):
        assert [thread.daemon for thread in set(threading.enumerate()) - before] == [True]


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="the system tells no thread's time")
def test_what_counts_is_the_processor_time_of_the_thread():
    clock = thread_clock()
    before, now, after = time.thread_time(), clock(), time.thread_time()
    assert before <= now <= after


def test_of_several_calls_those_that_hang_are_told_by_thread():
    clock = Clock()
    watch = watch_on(clock)
    with watch.over(PLUGIN, "play") as outer:
        clock.now = PATIENCE
        with watch.over(PLUGIN, "scores") as inner:
            assert watch.hanging() == watch.hanging(thread=outer.thread) == [outer]
            clock.now = 2 * PATIENCE
            assert watch.hanging() == [outer, inner]
            assert watch.hanging(thread=-1) == []


# Whose fault


def test_an_error_of_the_host_is_no_plugins_fault(tmp_path):
    with pytest.raises(KeyError) as caught:
        {}["host"]
    assert blame(caught.value, {str(tmp_path): "bad 1.0"}) is None


def test_an_error_that_cannot_be_printed_is_named_all_the_same():
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no")

    def fail():
        raise Mute

    with pytest.raises(PluginFailure, match=r"The plugin bad 1.0 failed in play: Mute\."):
        Guard(PLUGIN).rules("play", fail)


def test_only_the_newest_reports_are_kept(tmp_path):
    reports = Reports(Home(tmp_path))
    written = [reports.write("tabletop-bad", f"report {number}") for number in range(25)]
    assert reports.list() == written[-20:]
