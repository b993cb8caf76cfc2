"""A table at which lines are read and never done: what a line was taken for, as a value."""

from pathlib import Path

from sittings import table_of

from tabletop import IllegalMove, i18n
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.plugins.find.extras import Extras
from tabletop.plugins.find.folder import plugin_in
from tabletop.rooms.listener import Asked
from tabletop.table import Reader, looking
from tabletop.table.question import Unread
from tabletop.terminal.shell import Shell

EXAMPLES = Path(__file__).parent.parent.parent / "docs/examples"
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")


def _listings():
    yield from Catalogue.installed().games
    for manifest in sorted(EXAMPLES.glob("*/*/tabletop.toml")):
        yield from Catalogue([plugin_in(manifest.parent.parent)]).games


GAMES = {listing.id: listing for listing in _listings()}
"""Those that are installed, and those of the authors' guide."""


def game_of(name):
    """With as few seats as it can have."""
    rules = load(GAMES[name])
    return rules(rules.options_model(), min(rules.seat_counts))


class At:
    """Somebody who sits at a table at which nothing is played: answers are read only."""

    def __init__(self, seated):
        self.console, self.game, self.table = seated.console, seated.table.game, seated.table
        self.extras = Extras(lambda: (), print)
        self.asked = self.question = None
        self.move = None
        self.on()

    def on(self):
        """What is asked now; False where nothing is any more."""
        while self.table.question is None and not self.table.ending:
            self.table.advance()
            if self.table.ending:
                return False
        if self.table.ending:
            return False
        self.asked = self.question = Asked(self.table.question, self.table.question.seats[0], True)
        self.looks = {}
        return True

    def look(self):
        code = i18n.language()
        if code not in self.looks:
            self.looks[code] = looking.look(self.table, Reader(frozenset({self.question.seat}), language=code))
        return self.looks[code]

    def ask(self, answer):
        try:
            move = self.game.parse(answer.text, self.table.match.view(answer.seat))
        except IllegalMove as why:
            raise Unread(str(why)) from None
        self.move = self.game.notation(move)


class ReadOnly:
    """A shell that says which move or command a line is, instead of doing it."""

    def __init__(self, folder, game):
        self.seated = table_of(folder, game, ",".join(NAMES[: game.seats]), seed=2)
        self.at = At(self.seated)
        self.game = game
        self.shell = Shell(self.at)
        self.shell._command = lambda name, _typed: self.commands.append(name)
        self.commands = []

    def close(self):
        self.seated.save.close()

    def read(self, typed):
        """The move or the command that was meant, or the exception that says that none was."""
        self.commands, self.at.move, self.at.asked = [], None, self.at.question
        try:
            self.shell._play(self.at.asked, typed)
        except ValueError as why:
            return why
        return self.commands[0] if self.commands else self.at.move

    def play(self, rng):
        """A legal move by chance, and on to the next decision; False at the end of the match."""
        if self.at.question.question.kind == "look":
            self.at.table.confirm(Reader(frozenset({self.at.asked.seat})), self.at.question.question.serial)
            return self.at.on()
        move = rng.choice(self.at.look().moves)
        self.at.table.answer(
            Reader(frozenset({self.at.question.seat})),
            self.at.question.seat,
            move.text,
            self.at.question.question.serial,
        )
        return self.at.on()
