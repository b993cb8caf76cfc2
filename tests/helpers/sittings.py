"""Sittings at a table with typed lines: a new match, or one that is resumed."""

from scripted import ScriptedConsole, host_in

from tabletop import setup
from tabletop.match import Header
from tabletop.plugins.find.catalogue import load
from tabletop.saves import Terms


def sit_down(
    folder, lines, *, game="pig", seats="you,cpu", seed=1, options=None, take_back="fair", dice="program", **more
):
    """A new match of an installed game; the console, the host, and how it ended."""
    plain = more.pop("plain", False)
    console = ScriptedConsole(lines, plain=plain)
    console.interrupted_pauses = more.pop("interrupt", [])
    here = host_in(folder, console, **{"speed": "off", **more})
    listing = here.catalogue.find(game)
    terms = Terms(take_back=take_back, dice=dice)
    ending = here.start(listing, load(listing), setup.read_seats(seats, "You"), options or {}, seed, terms)
    return console, here, ending


def sit_again(folder, lines, **settings):
    """Goes on with the match last played."""
    console = ScriptedConsole(lines)
    here = host_in(folder, console, **{"speed": "off", **settings})
    return console, here, here.resume(None)


def last_saved(here):
    """The match last played, as its file says."""
    return here.matches.look(here.matches.list()[0].id)


class Seated:
    """People at a table with a game that needs no plugin."""

    def __init__(self, here, game, save):
        self.save = save
        self.console = here.console
        self._here = here
        self._listing = here.catalogue.find("pig")
        self.room = here.room(self._listing, game, save)
        self.table = self.room.table
        self.match = self.table.match

    def run(self, extras=None):
        """Until the lines are typed; how it ended."""
        if extras is not None:
            self._here.extras = extras
        return self._here.sit(self._listing, self.room, self.save)


def table_of(folder, game, seats, lines=(), *, seed=None, terms=None, plain=False, piped=False):
    """A table with a game that needs no plugin, and its open match, which the caller closes."""
    console = ScriptedConsole(lines, plain=plain or piped)
    console.interactive = not piped
    here = host_in(folder, console, speed="off")
    save = here.matches.create(Header(game="test", seats=setup.read_seats(seats, "You")), seed=seed)
    save.set_terms(terms or Terms())
    return Seated(here, game, save)
