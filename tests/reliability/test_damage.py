"""Whatever happens to the files: a match is read as far as it is whole, or refused; the others and the list stay."""

import json
import os
import shutil
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from campaign import sample
from operations import lessons, profile, switch
from world import derived, host_of, mute, recounted, settled

from tabletop.saves import Home, Matches, SaveError
from tabletop.saves.disk import Disk
from tabletop.saves.learning import Learning, LessonProgress
from tabletop.saves.log import read
from tabletop.saves.switches import PluginSwitches

MATCH = Path(__file__).parent.parent / "data" / "match-file-1.jsonl"
MATCH_NAME = json.loads(MATCH.read_text("utf-8").splitlines()[0])["id"] + ".jsonl"
DOCUMENTS = (
    "settings.json",
    "profiles.json",
    "lessons.json",
    "plugin-switches.json",
    "library.json",
    "statistics.json",
)
BAD = (None, 7, -1, 1e400, "", "x" * 5_000, "\u202e", [], [[]], {}, {"id": 7}, {"": None}, True, "2026-13-45")


@pytest.fixture(scope="module")
def whole():
    return MATCH.read_bytes()


def looked_at(folder, data):
    """The entries of a match file of these bytes, without times, and whether damage is told; None: it is refused."""
    file = folder / "matches" / MATCH_NAME
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    matches = Matches(Home(folder), warn=mute)
    listed = [found.id for found in matches.list()]
    assert listed == [file.stem]
    try:
        found = matches.look(file.stem)
    except SaveError:
        return None
    entries = read(file, Disk()).entries
    return [repr(entry) for entry in entries], found.damage


def check(folder, data, original):
    """What can be read is a beginning of what was written; where something is missing, that is told."""
    came = looked_at(folder, data)
    if came is not None:
        entries, damage = came
        assert entries == original[: len(entries)]
        assert damage or len(entries) == len(original) or data.endswith(b"\n")


def test_cut_at_every_byte(tmp_path, whole):
    original = looked_at(tmp_path, whole)[0]
    for length in sample(range(len(whole)), 40):
        check(tmp_path, whole[:length], original)


def test_with_every_bit_flipped(tmp_path, whole):
    original = looked_at(tmp_path, whole)[0]
    for bit in sample(range(8 * len(whole)), 60):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        came = looked_at(tmp_path, bytes(data))
        assert came is None or (came[0] == original[: len(came[0])] and came[1])


def test_with_lines_swapped_doubled_left_out_and_mixed_with_another_matchs(tmp_path, whole):
    original = looked_at(tmp_path, whole)[0]
    lines = whole.splitlines(keepends=True)
    places = range(len(lines))
    for one, other in sample(combinations(places, 2), 8):
        swapped = list(lines)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        check(tmp_path, b"".join(swapped), original)
    for place in places:
        check(tmp_path, b"".join([*lines[: place + 1], *lines[place:]]), original)
        check(tmp_path, b"".join([*lines[:place], *lines[place + 1 :]]), original)
    strange = (MATCH.parent / "match-file-plugin.jsonl").read_bytes().splitlines(keepends=True)
    for place in range(1, len(lines)):
        for line in strange:
            check(tmp_path, b"".join([*lines[:place], line, *lines[place:]]), original)


# Documents and whatever is derived


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A settled home with all documents."""
    folder = tmp_path_factory.mktemp("damage") / "home"
    host = settled(folder)
    for operation in (lessons, profile, switch):
        operation(folder, lambda: None)
    Learning(host.home).keep("pig", "first", LessonProgress(step=1))
    derived(folder)
    return folder


def still_good(folder):
    """Everything is read, and what is derived is what the matches say, at the latest once the doctor has looked."""
    host_of(folder).matches.check_index()
    still_read(folder)
    assert derived(folder) == recounted(folder)


def still_read(folder):
    """Everything is read, and the matches are all there. A row that only says something else looks like a good one."""
    host = host_of(folder)
    _settings, _me, _trash = host.settings, host.profiles.load(), host.matches.trashed()
    Learning(host.home, warn=mute).load("pig")
    PluginSwitches(host.home, warn=mute).disabled()
    assert derived(folder)[0].keys() == recounted(folder)[0].keys()


def spoilt(text):
    """A document with one thing in it replaced by something bad, for everything in it and everything bad."""
    places = list(_places(json.loads(text)))
    for path in places:
        for bad in BAD:
            document = json.loads(text)
            holder = document
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = bad
            yield json.dumps(document)


def _places(value, path=()):
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _places(inner, (*path, key))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_with_every_kind_of_bad_row(tmp_path, home, name):
    if not (home / name).exists():
        pytest.skip("there is no such document any more")
    text = (home / name).read_text("utf-8")
    for number, bad in enumerate(sample(spoilt(text), 3, Random(name).random() * 1_000)):
        folder = shutil.copytree(home, tmp_path / str(number))
        (folder / name).write_text(bad, "utf-8")
        still_read(folder)
        shutil.rmtree(folder)


IN_THE_WAY = ("a folder", "a loop", "a pipe")
"""What a person has to move may be told in a sentence."""


def damages(file):
    """A file damaged in every way: each is done when it is called."""
    data = file.read_bytes() if file.is_file() else b""

    def linked(target):
        file.unlink()
        file.symlink_to(target)

    yield "empty", lambda: file.write_bytes(b"")
    yield "zeros", lambda: file.write_bytes(bytes(len(data)))
    yield "noise", lambda: file.write_bytes(Random(len(data)).randbytes(len(data)))
    yield "half", lambda: file.write_bytes(data[: len(data) // 2])
    yield "twice", lambda: file.write_bytes(data + data)
    yield "gone", file.unlink
    yield "a folder", lambda: (file.unlink(), file.mkdir())
    yield "a link to nowhere", lambda: linked("nowhere")
    yield "a loop", lambda: linked(file.name)
    yield "a pipe", lambda: (file.unlink(), os.mkfifo(file))
    for place in range(0, len(data), 97):
        yield f"byte {place}", lambda place=place: file.write_bytes(data[:place] + b"\xff" + data[place + 1 :])


def derived_files(home):
    return sorted(
        file.name
        for pattern in ("library.json", "statistics.json", "index-*")
        for file in home.glob(pattern)
        if not file.name.endswith((".lock", ".bak"))
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")
def test_what_is_derived_damaged_in_every_way(tmp_path, home):
    assert derived_files(home)
    for name in derived_files(home):
        for kind, _damage in sample(damages(home / name), 4, len(name)):
            folder = shutil.copytree(home, tmp_path / f"{name} {kind}")
            dict(damages(folder / name))[kind]()
            try:
                still_good(folder)
            except SaveError:
                if kind not in IN_THE_WAY:
                    raise
            shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")
def test_strange_things_among_the_matches_cost_only_themselves(tmp_path, home):
    folder = shutil.copytree(home, tmp_path / "home")
    before = derived(folder)
    strange = {
        "nowhere": lambda file: file.symlink_to("nothing"),
        "loop": lambda file: file.symlink_to(file.name),
        "pipe": os.mkfifo,
        "folder": lambda file: file.mkdir(),
        "empty": lambda file: file.write_bytes(b""),
        "noise": lambda file: file.write_bytes(Random(1).randbytes(999)),
    }
    for name, make in strange.items():
        make(folder / "matches" / f"pig-20261130-{name}.jsonl")
    listed, rows = derived(folder)
    assert {key: listed[key] for key in before[0]} == before[0]
    assert rows == before[1]
    assert not {found.status.value for key, found in listed.items() if key not in before[0]} - {"damaged"}
