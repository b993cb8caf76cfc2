"""One run of the program: the services it uses, and sitting down at tables with them."""

import logging
import sys
from collections.abc import Mapping
from typing import Any

from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Header, Match, Seat, bind, with_options
from tabletop.plugins.catalogue import Catalogue, GameListing, load
from tabletop.record import Record
from tabletop.saves import (
    Home,
    Matches,
    MatchSummary,
    OpenMatch,
    Profiles,
    SavedMatch,
    SaveError,
    Settings,
    SettingsFile,
    Status,
    Terms,
)
from tabletop.saves.saved import ended, left
from tabletop.ui import setup
from tabletop.ui.console import Console, PlainConsole, Role
from tabletop.ui.setup import AnyGame
from tabletop.ui.table import Ending, Table

_ = Texts(__file__)


class Host:
    """What menu and command line have in common."""

    def __init__(
        self, console: Console, catalogue: Catalogue, home: Home, settings: Settings, *, private: bool = False
    ) -> None:
        """``settings`` may differ from those that are kept, for this run. ``private``: nothing typed is kept."""
        self._private = private
        self.console = console
        self.catalogue = catalogue
        self.home = home
        self.settings = settings
        self._adopt(settings)
        self.matches = Matches(home, warn=self._warn)
        self._profiles = Profiles(home, warn=self._warn)
        self._settings_file = SettingsFile(home, warn=self._warn)

    @classmethod
    def here(cls, environ: Mapping[str, str], *, plain: bool, private: bool = False) -> "Host":
        """The installed games, the home that ``environ`` names, and a console that fits the terminal.

        ``private``: nothing that is typed is kept, whatever the settings say.
        """
        home = Home.find(environ)
        settings = SettingsFile(home).load()
        return cls(make_console(environ, plain=plain), Catalogue.installed(), home, settings, private=private)

    def _adopt(self, settings: Settings) -> None:
        self.console.adopt(settings)
        self.console.remember(None if settings.private or self._private else self.home.typed)

    def _warn(self, sentence: str) -> None:
        self.console.say(sentence, Role.PROBLEM)

    @property
    def person(self) -> str:
        """The name of the person at the keyboard."""
        return self._profiles.load().name

    def finished(self, text: str | None) -> MatchSummary:
        """The finished match that ``text`` means; None: the one that ended last. Raises SaveError."""
        if text is not None:
            found = self.matches.find(text)
            if found.status != Status.FINISHED:
                raise SaveError(_("The match {name} isn't finished.").format(name=found.id))
            return found
        for match in self.matches.list():
            if match.status == Status.FINISHED:
                return match
        raise SaveError(_("There is no finished match."))

    def unfinished(self) -> list[MatchSummary]:
        """The matches in progress, the one last played first."""
        return [match for match in self.matches.list() if match.status == Status.IN_PROGRESS]

    # What to play

    def last_choice(self, listing: GameListing, rules: type[AnyGame]) -> tuple[tuple[Seat, ...], dict[str, Any]]:
        """Seats and options as they were chosen last for a game, or its defaults if they don't do any more."""
        choice = self._profiles.load().choices.get(listing.id)
        usual = setup.read_seats(setup.default_seats(rules), self.person)
        if choice is None:
            return usual, {}
        try:
            seats = tuple(Seat.model_validate(seat) for seat in choice.seats)
            setup.check_levels(with_options(rules, choice.options, len(seats)), seats)
        except ValueError:
            return usual, {}
        return seats, dict(choice.options)

    def start(
        self,
        listing: GameListing,
        rules: type[AnyGame],
        seats: tuple[Seat, ...],
        values: Mapping[str, Any],
        seed: int | None,
        terms: Terms | None = None,
    ) -> Ending:
        """A new match. Raises ValueError for what can't be played, SaveError where it can't be kept.

        ``terms``: None for those of the settings.
        """
        terms = self.usual_terms if terms is None else terms
        game = with_options(rules, values, len(seats))
        setup.check_levels(game, seats)
        setup.check_terms(game, terms)
        options = setup.chosen(game.options)
        header = Header(
            game=listing.id,
            plugin=listing.plugin.distribution,
            plugin_version=listing.plugin.version,
            options=options,
            seats=seats,
        )
        with self.matches.create(header, seed=seed) as save:
            if terms != Terms():
                save.set_terms(terms)
            self._remember(listing, seats, options)
            self.console.say(_("{title}, match {name}").format(title=listing.title, name=save.id), Role.TITLE)
            ending = self._sit_down(listing, game, save)
        return self._again(listing, rules, save) if ending is Ending.REMATCH else ending

    def _again(self, listing: GameListing, rules: type[AnyGame], save: SavedMatch) -> Ending:
        """A rematch: who sat in seat 2 begins, and so on round the table."""
        seats = (*save.seats[1:], save.seats[0])
        seed = None if save.seed is None else save.seed + 1
        return self.start(listing, rules, seats, save.header.options, seed, save.terms)

    @property
    def usual_terms(self) -> Terms:
        """The terms of a new match when nothing else is said."""
        return Terms(take_back=self.settings.take_back)

    def _remember(self, listing: GameListing, seats: tuple[Seat, ...], options: dict[str, Any]) -> None:
        try:
            self._profiles.remember(listing.id, [seat.model_dump(mode="json") for seat in seats], options)
        except SaveError as why:
            self._warn(str(why))

    def resume(self, text: str | None) -> Ending:
        """Goes on with a match. Raises SaveError where there is none or it is open elsewhere."""
        summary = self.matches.find(text)
        if summary.status in (Status.FINISHED, Status.ABANDONED):
            raise SaveError(_("The match {name} is over.").format(name=summary.id))
        with self.matches.open(summary.id) as save:
            listing = self.catalogue.find_for(save.header)
            game = bound_game(self.catalogue, save.header)
            if save.damage:
                self._warn(save.damage)
            self.console.say(_("{title}, match {name}").format(title=listing.title, name=save.id), Role.TITLE)
            ending = self._sit_down(listing, game, save)
        return self._again(listing, type(game), save) if ending is Ending.REMATCH else ending

    def _sit_down(self, listing: GameListing, game: AnyGame, save: OpenMatch) -> Ending:
        table = Table(self.console, listing, lend_cache(self.home, game), save, self.settings)
        ending = table.run()
        if table.settings != self.settings:
            self._keep_settings(table.settings)
        following = self.catalogue.after(listing)
        if ending is Ending.FINISHED and following is not None:
            self.console.say(
                _("What about {title} next? tabletop play {id}").format(title=following.title, id=following.id),
                Role.NOTE,
            )
        return ending

    def change_settings(self, settings: Settings) -> None:
        """Keeps settings. Raises SaveError, with the old ones in place."""
        self._settings_file.save(settings)
        self.settings = settings
        self._adopt(settings)

    def _keep_settings(self, settings: Settings) -> None:
        """Keeps what was set at the table; if that fails it holds for this run."""
        self.settings = settings
        try:
            self.change_settings(settings)
        except SaveError as why:
            self._warn(str(why))


def make_console(environ: Mapping[str, str], *, plain: bool) -> Console:
    """Plain lines where they are asked for or where nothing else can be shown, else a terminal."""
    dumb = environ.get("TERM") in ("dumb", "unknown") or not (sys.stdin.isatty() and sys.stdout.isatty())
    if plain or dumb or environ.get("ACCESSIBLE") == "1":
        return PlainConsole(sys.stdin, sys.stdout)
    from tabletop.ui.terminal import TerminalConsole

    return TerminalConsole(colour=not environ.get("NO_COLOR"))


def open_matches(environ: Mapping[str, str]) -> Matches:
    """The saved matches."""
    return Matches(Home.find(environ), warn=logging.getLogger(__name__).warning)


def lend_cache(home: Home, game: AnyGame) -> AnyGame:
    """Gives a game a folder for what it computes."""
    game.cache = home.cache / type(game).__module__.partition(".")[0]
    return game


def bound_game(catalogue: Catalogue, header: Header) -> AnyGame:
    """The game of a header, as it says. Raises PluginError or ValueError with a sentence."""
    return bind(load(catalogue.find_for(header)), header)


def match_line(match: MatchSummary, catalogue: Catalogue) -> str:
    """A match in a list; where its game isn't installed, the line names the plugin that it needs."""
    names = ", ".join(seat.name for seat in match.seats)
    scores = " (" + ", ".join(map(str, match.scores)) + ")" if match.scores else ""
    line = f"{match.id}  {match.game or '?'}  {names}{scores}  {match.status.value}"
    if match.game and match.plugin and not catalogue.has(match.game):
        line += "  " + _("needs plugin {plugin}").format(plugin=match.plugin)
    return line


def keep(environ: Mapping[str, str], record: Record, match: Match) -> str:
    """Keeps a record as a saved match, all or nothing, and returns its id. Raises SaveError."""
    header = Header.model_validate({name: getattr(record, name) for name in Header.model_fields})
    scores, result = match.game.scores(match.state), match.result
    if result is not None:
        note = ended("finished", scores, result.ranks)
    else:
        note = left(scores, None if match.to_act == CHANCE else match.to_act)
    with open_matches(environ).create(header, events=record.events, notes=[note]) as save:
        return save.id
