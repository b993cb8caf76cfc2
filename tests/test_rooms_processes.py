"""CPU players in processes: they choose as they would in a thread, and whatever they do they can be left and killed."""

import asyncio
import importlib
import os
import signal
import subprocess
import sys
from functools import partial

import pytest
from distributions import forget_plugins, write_plugin
from odd_players import CODE, GUEST, ODD, Pipe, Question, asks, odd
from processes import LAST_RESORT
from scripted import ScriptedConsole, host_in

from tabletop import setup
from tabletop.chance import Seeded
from tabletop.cpu import players
from tabletop.guard.failures import PluginFailure
from tabletop.guard.lapses import Lapses, sentence
from tabletop.i18n import speaking
from tabletop.incidents import report_text
from tabletop.match import Header, Seat, bind
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.plugins.find.folder import plugin_in
from tabletop.rooms import Room
from tabletop.rooms.cpu_seats import CpuSeats
from tabletop.rooms.listener import Asked
from tabletop.rooms.messages import Close
from tabletop.rooms.players import CpuPlayer
from tabletop.rooms.processes import InProcess
from tabletop.rooms.replica import Installed
from tabletop.rooms.threads import MOST_LEFT
from tabletop.table import Memory, Reader, Table
from tabletop.table.requests import Reseat


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder behind all others on the path, as the overlay is; with the plugin ``odd``."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    folder = tmp_path / "site"
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    write_plugin(folder, "odd", code=CODE)
    importlib.invalidate_caches()
    yield folder
    players.invite(dict)
    forget_plugins()


@pytest.fixture
def begun(tmp_path, monkeypatch, site):
    if os.name == "nt":
        pytest.skip("named pipes are not to be had on Windows")
    pipe = Pipe(tmp_path / "begun")
    monkeypatch.setenv("BEGUN", str(pipe.path))
    return pipe


# What they choose


def cpu_match(game, processes, *, level="medium", seed=1, **options):
    listing = Catalogue.installed().find(game)
    seats = tuple(Seat(name=f"CPU {n}", player="cpu", level=level) for n in (1, 2))
    header = Header(game=game, options=options, seats=seats)
    bound = bind(load(listing), header)
    table = Table(bound, Memory(header, seed=seed), Seeded(seed))
    room = Room(table, find=CpuSeats(listing, bound, timed=False, processes=processes).find)
    asyncio.run(asyncio.wait_for(room.run(), LAST_RESORT))
    return table.match.events


@pytest.mark.parametrize("level", ["easy", "random"])
def test_a_seeded_match_in_processes_is_the_one_in_threads(level):
    assert cpu_match("pig", True, level=level, target=20) == cpu_match("pig", False, level=level, target=20)


def test_a_game_that_hides_something_is_played_in_processes_too(site):
    options = {"target": 20}
    here, there = (cpu_match("passing-game", processes, level="easy", **options) for processes in (False, True))
    assert here == there


def test_the_host_has_players_in_processes_where_that_is_wanted(site, tmp_path):
    here = host_in(tmp_path / "home", ScriptedConsole([]), speed="off")
    listing = here.catalogue.find("odd")
    seats = setup.read_seats("cpu,Bo", "You")
    game = load(listing)(load(listing).options_model(), 2)
    with here.matches.create(here.header(listing, game, seats)) as save:
        room = here.room(listing, game, save, processes=True)
        assert isinstance(room.players[0], InProcess)
        asyncio.run(until_asked(room, 1))
        assert list(save.events) == ["1 step"]


async def until_asked(room, seat):
    """Runs a room until somebody in a seat is asked, and closes it."""

    def put(item):
        if isinstance(item, Asked) and item.yours:
            room.post(None, Close())

    room.listen(Reader(frozenset({seat}), host=True), put)
    await asyncio.wait_for(room.run(), LAST_RESORT)


def test_a_plugin_in_its_authors_folder_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    write_plugin(tmp_path, "mine")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "mine"\nversion = "2"\n[project.entry-points.tabletop]\nmine = "plugin_mine"\n'
    )
    plugin = plugin_in(tmp_path)
    installed = Installed(plugin.distribution, plugin.version, plugin.package)
    assert asks(InProcess(ODD._replace(plugin=installed, game="mine", level="random")), Question()) == ["step"]


def test_what_was_taken_back_is_taken_back_there(begun):
    async def ask():
        player, seen = odd(), []
        for events in ([], ["1 step", "2 step"], ["1 step"], ["1 step", "2 step", "1 step"], []):
            question = Question(*events, seat=len(events) % 2)
            _text, told = await asyncio.gather(player.choose(question), begun.told())
            seen.append(told)
        player.leave()
        return seen

    seen = asyncio.run(ask())
    assert [" ".join(view) for _pid, _what, view in seen] == ["0 0 0", "0 1 1", "1 1 0", "1 2 1", "0 0 0"]
    assert len({pid for pid, _what, _view in seen}) == 1


def test_a_guest_plays_there_and_is_named_when_it_fails(site):
    write_plugin(site, "robots", code=GUEST, manifest='api = ">=1.0,<2"\nprovides = ["strategies"]\n')
    importlib.invalidate_caches()
    guest = ODD._replace(guests=(Installed("robots", "1.0", "plugin_robots"),), level="guest")
    assert asks(InProcess(guest), Question()) == ["step"]
    for what, why in [("raises", "RuntimeError: no idea"), ("leaves", "it ended with exit code 3")]:
        with pytest.raises(PluginFailure, match=why) as failure:
            asks(InProcess(guest._replace(level=f"robots/guest:{what}")), Question())
        assert failure.value.plugin == "robots 1.0"


def test_every_guest_that_the_catalogue_has_is_passed_on(site):
    write_plugin(site, "robots", code=GUEST, manifest='api = ">=1.0,<2"\nprovides = ["strategies"]\n')
    importlib.invalidate_caches()
    catalogue = Catalogue.installed()
    listing = catalogue.find("odd")
    game = load(listing)(load(listing).options_model(), 2)
    seats = CpuSeats(listing, game, timed=True, processes=True, plugins=lambda: catalogue.plugins)
    player = seats.find(0, Seat(name="C", player="cpu", level="robots/guest"))
    assert asks(player, Question()) == ["step"]


# What goes wrong


FAILURES = {
    "raises": "The plugin odd 1.0 failed in choose of the CPU player Player: RuntimeError: no idea.",
    "lies": "The plugin odd 1.0 failed in choose of the CPU player Player: it chose 'leap', which is no legal move.",
    "leaves": "The plugin odd 1.0 failed in its process: it ended with exit code 3.",
}


@pytest.mark.parametrize("what", FAILURES)
def test_a_player_that_fails_is_named(site, what):
    with pytest.raises(PluginFailure) as failure:
        asks(odd(what), Question())
    assert str(failure.value) == FAILURES[what]
    assert ("in raises" in report_text(failure.value)) == (what == "raises")


def test_it_is_named_in_the_language_of_who_asks(site):
    with speaking("de"), pytest.raises(PluginFailure, match=r"^Das Plugin odd 1\.0 .*erlaubter Zug"):
        asks(odd("lies"), Question())


def test_what_cannot_be_understood_is_a_failure_too(site):
    with pytest.raises(PluginFailure, match="failed in its process"):
        asks(odd("babbles"), Question())


def test_a_game_that_is_not_there_any_more_is_named(site):
    with pytest.raises(PluginFailure, match=r"odd 1\.0 failed in its process: .*plugin_gone"):
        asks(InProcess(ODD._replace(plugin=Installed("odd", "1.0", "plugin_gone"))), Question())


def test_after_a_failure_the_next_question_has_a_process_of_its_own(site, tmp_path):
    player = odd("raises")
    for _again in range(2):
        with pytest.raises(PluginFailure, match="no idea"):
            asks(player, Question())


def test_what_a_player_does_without_is_heard_where_it_is_asked(site, capfd):
    heard = []
    with Lapses(heard.append).heard():
        assert asks(odd("slips"), Question(), Question()) == ["step", "step"]
    (failure,) = heard
    assert sentence(failure) == "The plugin odd 1.0 failed in playout_move (KeyError); the match goes on without it."
    assert "in slips" in report_text(failure)
    assert capfd.readouterr().err == ""


def test_nothing_that_is_printed_there_reaches_standard_output(site, capfd):
    assert asks(odd("prints"), Question()) == ["step"]
    out, err = capfd.readouterr()
    assert out == ""
    assert "NOISE in words" in err
    assert "NOISE in bytes" in err


# Leaving them


class Alarm:
    """Waits for the end of a grace until the test says so."""

    def __init__(self):
        self.set = []

    def __call__(self, seconds, what):
        self.set.append((seconds, what))

    def ring(self):
        for _seconds, what in self.set:
            what()
        self.set.clear()


def test_a_thought_that_is_cancelled_is_told_to_stop_and_its_process_goes_on(begun):
    async def ask():
        alarm = Alarm()
        player = odd("heeds", later=alarm)
        thinking = asyncio.create_task(player.choose(Question()))
        pid, _what, _view = await begun.told()
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        again = asyncio.create_task(player.choose(Question("1 step", seat=1)))
        other, _what, view = await begun.told()
        alarm.ring()
        player.hurry()
        assert await asyncio.wait_for(again, LAST_RESORT) == "step"
        player.leave()
        await begun.closed()
        return pid == other, view

    assert asyncio.run(ask()) == (True, ["1", "1", "0"])


def test_a_thought_that_heeds_no_stop_is_killed_and_the_next_is_made_anew(begun):
    async def ask():
        alarm = Alarm()
        player = odd("busy", grace=7.0, later=alarm)
        thinking = asyncio.create_task(player.choose(Question()))
        pid, _what, _view = await begun.told()
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        assert [seconds for seconds, _what in alarm.set] == [7.0]
        waiting = asyncio.create_task(player.choose(Question("1 step", seat=1)))
        await asyncio.sleep(0)
        alarm.ring()
        other, _what, view = await begun.told()
        player.leave()
        await asyncio.gather(waiting, return_exceptions=True)
        await begun.closed()
        return pid != other, view, waiting.cancelled()

    assert asyncio.run(ask()) == (True, ["1", "1", "0"], True)


def stuck_table():
    """Ada has stepped, and a CPU player that hangs is asked."""
    listing = Catalogue.installed().find("odd")
    header = Header(game="odd", seats=(Seat(name="Ada"), cpu("odd:waits")))
    game = bind(load(listing), header)
    journal = Memory(header)
    journal.append("1 step")
    return Table(game, journal, Seeded(1)), CpuSeats(listing, game, timed=True)


def cpu(level):
    return Seat(name="CPU 2", player="cpu", level=level)


def test_where_two_threads_hang_players_are_asked_in_processes(begun, tmp_path, monkeypatch):
    """Whoever sits there; the room can be closed, and the processes go with it."""
    os.mkfifo(tmp_path / "gate")
    monkeypatch.setenv("GATE", str(tmp_path / "gate"))
    gate = os.open(tmp_path / "gate", os.O_RDWR)
    table, seats = stuck_table()

    async def play():
        room = Room(table, find=seats.find)
        host = room.listen(Reader(host=True))
        running = asyncio.create_task(until_asked(room, 0))
        pids = []
        for level in ("odd:waits", "odd:busy", "odd"):
            pids.append((await begun.told())[0])
            room.post(host, Reseat(1, cpu(level)))
        pids.append((await begun.told())[0])
        await running
        return pids

    pids = asyncio.run(play())
    os.write(gate, b"..")
    assert pids[:MOST_LEFT] == [os.getpid()] * MOST_LEFT
    assert len(set(pids)) == 3
    assert table.match.events == ["1 step", "2 step"]
    asyncio.run(begun.closed())
    os.close(gate)


def test_a_pause_hurries_a_player_that_has_moved_to_a_process(begun):
    class Enough:
        enough = True

    async def play():
        player = CpuPlayer(Question, Enough(), partial(odd, "heeds"))
        thinking = asyncio.create_task(player.choose(Question()))
        pid, _what, _view = await begun.told()
        player.hurry()
        move = await asyncio.wait_for(thinking, LAST_RESORT)
        player.leave()
        await begun.closed()
        return pid, move

    pid, move = asyncio.run(play())
    assert pid != os.getpid()
    assert move == "step"


def test_a_process_that_was_killed_from_outside_is_named_and_the_match_goes_on(begun):
    table, _seats = stuck_table()
    why = r"^The plugin odd 1\.0 failed in its process: it ended with exit code -9"

    async def play():
        room = Room(table, {1: odd("busy")})
        running = asyncio.create_task(room.run())
        pid, _what, _view = await begun.told()
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(PluginFailure, match=why):
            await asyncio.wait_for(running, LAST_RESORT)
        await begun.closed()

    asyncio.run(play())
    table.reseat(1, cpu("random"))
    room = Room(table, {1: InProcess(ODD._replace(level="random"))})
    asyncio.run(until_asked(room, 0))
    assert table.match.events == ["1 step", "2 step"]


BUSY = """
import asyncio
from tabletop.rooms.processes import InProcess
from odd_players import Question, odd

async def begin():
    asyncio.create_task(odd("busy").choose(Question()))
    await asyncio.to_thread(input)

asyncio.run(begin())
"""


def test_with_the_program_its_processes_end(begun):
    """Even a busy one, of a program that is killed."""

    async def play():
        path = os.pathsep.join(sys.path)
        program = subprocess.Popen(
            [sys.executable, "-c", BUSY], stdin=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
        )
        pid, _what, _view = await begun.told()
        with program:
            program.kill()
        await begun.closed()
        return pid, program.pid

    pid, program = asyncio.run(play())
    assert pid != program
