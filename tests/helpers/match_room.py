"""A home with matches in it, at a time that a test moves on."""

from datetime import UTC, datetime, timedelta

from scripted import ScriptedConsole

from tabletop.match import Header, Match, Seat, bind
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Settings
from tabletop.terminal.menu import Menu
from tabletop.terminal.session import Session as Host

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
ADA, BO, CPU = Seat(name="Ada"), Seat(name="Bo"), Seat(name="CPU 2", player="cpu", level="hard")
WON = ["1 roll", "* 6", "1 hold", "2 roll", "* 1", "1 roll", "* 4", "1 hold"]


class Room:
    """A home, and the time that it is there."""

    def __init__(self, folder):
        self.home, self.now = Home(folder), START

    def host(self, console=None, catalogue=None):
        self.console = console or ScriptedConsole()
        return Host(self.console, catalogue or Catalogue.installed(), self.home, Settings(), clock=lambda: self.now)

    def saved(self, *events, game="pig", seats=(ADA, CPU), name=None, finish=False, **options):
        """A match as a crash leaves it, unless it is finished."""
        header = Header(game=game, options=options or {"target": 10}, seats=seats)
        with self.host().matches.create(header) as save:
            for event in events:
                save.append(event)
            if name:
                save.rename(name)
            if finish:
                match = Match(bind(load(Catalogue.installed().find(game)), header), events)
                save.finish("finished", match.game.scores(match.state), match.result.ranks)
        self.now += timedelta(minutes=1)
        return save.id

    def menu(self, *lines, plain=False):
        """What the menu showed while these lines were typed."""
        console = ScriptedConsole(lines, plain=plain)
        Menu(self.host(console)).run()
        assert console.left == 0
        return console

    def line(self, match_id):
        here = self.host()
        return here.listing.line(here.matches.find(match_id))
