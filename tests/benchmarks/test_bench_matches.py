"""What 10,000 saved matches cost beside none, in processor time: ratios of runs that took their turns."""

import os
import resource
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from time import process_time

import pytest
from processes import LAST_RESORT
from quiet_disk import QuietDisk

from tabletop.counting import Counting
from tabletop.entries import LogHeader, stamped
from tabletop.guard.proxies import guarded
from tabletop.history import History
from tabletop.match import Header, Match, Seat, bind
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Matches, log
from tabletop.saves.disk import Disk
from tabletop.tally_note import TALLY, tally_of

MATCHES = 10_000
ROUNDS = 7
TABLETOP = [sys.executable, "-m", "tabletop"]
START = datetime(2026, 1, 1, tzinfo=UTC)
KINDS = [("Ada,cpu:hard", 100), ("Ada,Bo", 100), ("@me,cpu:easy", 50)]


def played():
    """Some matches of Pig at random, each as a header and its lines, the tally last."""
    rules, rng = load(Catalogue.installed().find("pig")), Random(2026)
    for names, target in KINDS * 4:
        seats = tuple(
            Seat(name="CPU 2", player="cpu", level=name[4:]) if name.startswith("cpu:") else Seat(name=name)
            for name in names.split(",")
        )
        header = Header(
            game="pig", plugin="tabletop-pig", plugin_version="0.1.0", options={"target": target}, seats=seats
        )
        match = Match(bind(rules, header))
        while match.to_act is not None:
            if match.to_act == -1:
                match.let_chance(rng)
            else:
                moves = list(match.legal_moves())
                match.play("hold" if "hold" in moves and rng.random() < 0.25 else moves[0])
        scores, ranks = match.game.scores(match.state), match.result.ranks
        finished = ("finished", {"scores": list(scores), "ranks": list(ranks)})
        yield header, match, [*match.events, finished, (TALLY, tally_of(match, seats, ranks).data)]


def fill(folder, *, tally=True):
    """A home with many finished matches; earlier programs noted no ``tally``."""
    home, disk = Home(folder), QuietDisk()
    home.prepare(disk)
    several = [(header, lines if tally else lines[:-1]) for header, _match, lines in played()]
    for number in range(MATCHES):
        header, lines = several[number % len(several)]
        begun = START + timedelta(minutes=20 * number)
        seconds = (begun + timedelta(seconds=each) for each in count())
        entries = [stamped(line, next(seconds)) for line in lines]
        match_id = f"pig-{begun:%Y%m%d}-{number:05}"
        first = LogHeader(id=match_id, created=begun, seed=None, **header.model_dump())
        log.create(home.matches / f"{match_id}.jsonl", first, disk, entries)
    return folder


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A home with all matches in its index."""
    folder = fill(tmp_path_factory.mktemp("full"))
    seconds("matches", folder)
    return folder


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    return tmp_path_factory.mktemp("empty")


def used():
    """The processor time of all processes that have ended."""
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def seconds(arguments, home, typed=""):
    """The processor time of one command."""
    before = used()
    subprocess.run(
        [*TABLETOP, *arguments.split()],
        env={**os.environ, "TABLETOP_HOME": str(home)},
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        timeout=LAST_RESORT,
    )
    return used() - before


def compare(name, ours, theirs, most):
    """The least processor time of ``ours`` in times of the least of ``theirs``."""
    pairs = [(ours(), theirs()) for _round in range(ROUNDS)]
    own, other = min(own for own, _other in pairs), min(other for _own, other in pairs)
    print(f"\n{name}: {own:.3f} s / {other:.3f} s = {own / other:.3f} (at most {most})")
    assert own / other <= most


@pytest.mark.parametrize("command", ["--plain", "matches", "stats --plain"])
def test_looking_among_many_matches_beside_none(full, empty, command):
    name = {"--plain": "first menu"}.get(command, command)
    compare(f"{name}, many / none", lambda: seconds(command, full), lambda: seconds(command, empty), 1.15)


PLAY = "play pig --seats Ada,Bo --set target=4 --plain --speed off"


@pytest.mark.parametrize(("name", "typed"), [("start and leave", "quit\n"), ("a whole match", "roll\nhold\n" * 12)])
def test_playing_among_many_matches_beside_none(full, empty, name, typed):
    compare(f"{name}, many / none", lambda: seconds(PLAY, full, typed), lambda: seconds(PLAY, empty, typed), 1.1)


def test_a_search_beside_the_plain_list(full):
    search = "matches --find bo"
    compare("matches --find / matches", lambda: seconds(search, full), lambda: seconds("matches", full), 1.3)


def timed(action):
    before = process_time() + used()
    action()
    return process_time() + used() - before


def test_an_index_made_anew_beside_reading_the_files(full):
    told, seen = [], []

    class Seeing(Disk):
        def read(self, path):
            seen.append(path)
            return super().read(path)

    matches = Matches(Home(full), disk=Seeing(), progress=lambda text, _done: told.append(text))
    files = sorted((full / "matches").glob("*.jsonl"))
    disk = Disk()
    pairs = [
        (timed(matches.rebuild), timed(lambda: sum(log.read(file, disk).length for file in files)))
        for _round in range(3)
    ]
    assert [path for path in seen if path.suffix == ".jsonl"] == files * 3
    own, other = min(own for own, _other in pairs), min(other for _own, other in pairs)
    print(f"\nindex anew / files read: {own:.2f} s / {other:.2f} s = {own / other:.3f}")
    assert "Reading the matches" in told
    assert own / other <= 3


def test_old_matches_counted_beside_their_replay(tmp_path):
    fill(tmp_path, tally=False)
    told, progress = [], []
    matches = Matches(Home(tmp_path), disk=QuietDisk())
    assert len(matches.uncounted()) == MATCHES
    counting = Counting(Catalogue.installed(), matches, told.append, print, lambda text, _done: progress.append(text))
    own = timed(counting.settle)
    several = [(match.game, list(match.events)) for _header, match, _lines in played()]

    def replay(guard):
        for number in range(MATCHES):
            game, events = several[number % len(several)]
            Match(guard(game), events)

    bare = timed(lambda: replay(lambda game: game))
    disk = Disk()

    def from_files():
        for number, file in enumerate(sorted((tmp_path / "matches").glob("*.jsonl"))):
            contents = log.read(file, disk)
            Match(several[number % len(several)][0], History(contents.header, contents.entries).events)

    files = timed(from_files)
    other = timed(lambda: replay(lambda game: guarded(game, "tabletop-pig 0.1.0")))
    print(f"\nold matches counted / replayed without a guard: {own:.2f} s / {bare:.2f} s = {own / bare:.3f}")
    print(f"\nold matches counted / read and replayed: {own:.2f} s / {files:.2f} s = {own / files:.3f}")
    print(f"\nold matches counted / replayed: {own:.2f} s / {other:.2f} s = {own / other:.3f}")
    assert "Counting the matches" in progress
    assert len({seat.id for seat in matches.played()}) == MATCHES
    assert own / other <= 1.5
