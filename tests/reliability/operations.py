"""Every operation that writes, one line each in ``OPERATIONS``: what the campaign kills, starves and repeats.

An operation gets a folder with a settled home and calls ``shown`` after each step that a person would be told of.
"""

from world import CATALOGUE, LISTING, RULES, SEATS, TARGET, begin, host_of, play_on

from tabletop import host as hosts
from tabletop import repair as repairs
from tabletop.match import Seat, bind
from tabletop.outside import recorded
from tabletop.plugins.install import switching
from tabletop.record import Record
from tabletop.saves import SaveError
from tabletop.saves.learning import Learning, LessonProgress


def play(folder, shown):
    with begin(host_of(folder)) as save:
        shown()
        play_on(save, shown, seed=8)


def go_on(folder, shown):
    host = host_of(folder)
    with host.matches.open(host.matches.find("open").id) as save:
        for event in ("* 5", "2 hold", "1 roll"):
            save.append(event)
            shown()
        save.leave((3, 5), 0)
        shown()


def take_back(folder, shown):
    host = host_of(folder)
    with host.matches.open(host.matches.find("open").id) as save:
        save.take_back()
        shown()
        save.append("2 roll")
        shown()


def reseat(folder, shown):
    host = host_of(folder)
    with host.matches.open(host.matches.find("open").id) as save:
        save.seat(1, Seat(name="Cleo"))
        shown()


def abandon(folder, shown):
    host = host_of(folder)
    with host.matches.open(host.matches.find("open").id) as save:
        save.finish("abandoned", (3, 0))
        shown()


def import_record(folder, shown):
    header = {"game": "pig", "options": {"target": TARGET}, "seats": [seat.model_dump() for seat in SEATS]}
    record = Record(format="tabletop-record", version=1, events=("1 roll", "* 2"), **header)
    match = recorded(bind(RULES, record), record, record.events)
    hosts.keep({"TABLETOP_HOME": str(folder)}, record, match, LISTING)
    shown()


def rename(folder, shown):
    host = host_of(folder)
    host.matches.rename(host.matches.find("open").id, "Sunday")
    shown()


def trash(folder, shown):
    host = host_of(folder)
    host.matches.delete(host.matches.find("over 1").id)
    shown()


def restore(folder, shown):
    host_of(folder).matches.restore("away")
    shown()


def empty_trash(folder, shown):
    host_of(folder).matches.empty_trash()
    shown()


def list_matches(folder, shown):
    host_of(folder).matches.list()
    shown()


def rebuild(folder, shown):
    host_of(folder).counting.rebuild()
    shown()


def forget_derived(folder):
    """Removes what is derived from the matches, whatever it is called."""
    for pattern in ("library.json", "statistics.json", "index-*.sqlite*"):
        for file in folder.glob(pattern):
            file.unlink()


def file_of(folder, name):
    return folder / "matches" / f"{host_of(folder).matches.find(name).id}.jsonl"


def statistics(folder, shown):
    host_of(folder).counting.statistics()
    shown()


def damage(folder):
    """What a repair has to do: a match with a damaged line, a lock of no match, a file that a write has left."""
    file = file_of(folder, "open")
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:-1], lines[-1][:-9], b"odd", lines[-1][-9:]]))
    (folder / "matches" / "pig-20261130-gone.lock").touch()
    (folder / "settings.json.tmp").write_bytes(b"{")


def repair(folder, shown):
    made = list(repairs.everything(host_of(folder)))
    if wrong := [repair.text for repair in made if not repair.done]:
        raise SaveError(" ".join(wrong))
    shown()


def lessons(folder, shown):
    learning = Learning(host_of(folder).home)
    learning.keep("pig", "first", LessonProgress(step=2))
    shown()
    learning.keep("pig", "first", LessonProgress(done=True))
    shown()
    learning.reset("pig")
    shown()


def settings(folder, shown):
    host = host_of(folder)
    for speed in ("fast", "off"):
        host.change_settings(host.settings.model_copy(update={"speed": speed}))
        shown()


def profile(folder, shown):
    host = host_of(folder)
    host.profiles.rename("Zoe")
    shown()
    host.profiles.remember("pig", [seat.model_dump(mode="json") for seat in SEATS], {"target": 50})
    shown()


def switch(folder, shown):
    home = host_of(folder).home
    switching.disable(CATALOGUE.plugins, home, "tabletop-pig")
    shown()
    switching.enable(CATALOGUE.plugins, home, "tabletop-pig")
    shown()


BEFORE = {list_matches: forget_derived, rebuild: forget_derived, statistics: forget_derived, repair: damage}
"""What is done to the settled home before an operation."""

OPERATIONS = {
    operation.__name__: operation
    for operation in (
        play,
        go_on,
        take_back,
        reseat,
        abandon,
        import_record,
        rename,
        trash,
        restore,
        empty_trash,
        list_matches,
        rebuild,
        statistics,
        repair,
        lessons,
        settings,
        profile,
        switch,
    )
}
