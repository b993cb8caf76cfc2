"""A home that is worked on, and what it comes to: what it keeps, and what is derived from that."""

import shutil
import tempfile
from pathlib import Path
from random import Random

from tabletop.chance import Seeded
from tabletop.host import Host
from tabletop.match import Match, Seat, bind, with_options
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Matches, Profiles, SettingsFile
from tabletop.saves.learning import Learning
from tabletop.saves.switches import PluginSwitches
from tabletop.tally_note import TALLY

CATALOGUE = Catalogue.installed()
LISTING = CATALOGUE.find("pig")
RULES = load(LISTING)
SEATS = (Seat(name="Ada"), Seat(name="Bo"))
TARGET = 6


def mute(_sentence):
    pass


def host_of(folder, told=mute):
    """The services of a run, without a screen. ``told`` hears what went wrong beside the matches."""
    home = Home(folder)
    return Host(CATALOGUE, home, SettingsFile(home, warn=told).load(), warn=told)


def begin(host, name=None):
    """A new match, open."""
    game = with_options(RULES, {"target": TARGET}, 2)
    save = host.matches.create(host.header(LISTING, game, SEATS))
    if name:
        save.rename(name)
    return save


def play_on(save, shown, seed=3):
    """Plays to the end, two rolls a turn, and notes it; ``shown`` is called when an event is on the disk."""
    match = Match(bind(RULES, save.header), save.events)
    chance, rng = Seeded(seed), Random(seed)
    while (actor := match.to_act) is not None:
        if actor < 0:
            event = match.apply("* " + chance.outcome(match.game, match.state, len(match.events)))
        else:
            event = match.play(actor_move(match, rng))
        save.append(event)
        shown()
    save.finish("finished", match.game.scores(match.state), match.result.ranks)
    shown()


def actor_move(match, rng):
    moves = match.legal_moves()
    return moves[rng.randrange(len(moves))]


def settled(folder):
    """A home with matches that are over, one under way, one in the trash, and documents."""
    host = host_of(folder)
    for number in range(3):
        with begin(host, f"over {number}") as save:
            play_on(save, lambda: None, seed=number)
    with begin(host, "open") as save:
        for event in ("1 roll", "* 3", "1 hold", "2 roll"):
            save.append(event)
    with begin(host, "away") as save:
        save.append("1 roll")
    host.matches.delete(host.matches.find("away").id)
    host.change_settings(host.settings.model_copy(update={"speed": "slow"}))
    host.profiles.rename("Ada")
    return host


# What it comes to


def truth(folder):
    """What is kept, without the ids and times that chance and the clock have given."""
    home = Home(folder)
    matches = Matches(home, warn=mute)
    kept = [matches.look(found.id) for found in matches.list()]
    return {
        "matches": sorted((save.name or "", list(save.events), noted(save), save.status.value) for save in kept),
        "trash": sorted((found.name or "", found.events, found.status.value) for found in matches.trashed()),
        "settings": SettingsFile(home, warn=mute).load(),
        "profile": Profiles(home, warn=mute).load(),
        "lessons": dict(Learning(home, warn=mute).load("pig")),
        "switches": PluginSwitches(home, warn=mute).disabled(),
    }


def noted(save):
    """Without what a match is worth, which follows from the rest."""
    return [note.kind for note in save.notes if note.kind != TALLY]


def derived(folder):
    """The list and the statistics, as a person gets them; a row of a match that isn't there stays until a rebuild."""
    host = host_of(folder)
    listed = {match.id: match for match in host.matches.list()}
    return listed, [seat for seat in counted(host) if seat.id in listed]


def counted(host):
    """What the statistics know of people's seats, in line with the matches."""
    host.counting.settle()
    return list(host.matches.played())


def recounted(folder):
    """The same from the files of the matches alone."""
    with tempfile.TemporaryDirectory() as bare:
        if Home(folder).matches.exists():
            shutil.copytree(Home(folder).matches, Path(bare, "matches"), ignore=shutil.ignore_patterns("*.lock"))
        return derived(Path(bare))
