"""One run of the program: the services it uses, and sitting down at tables with them."""

import logging
import sys
from collections.abc import Mapping
from typing import Any, Final

from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Header, Match, Seat, bind, with_options
from tabletop.plugins import failures
from tabletop.plugins.catalogue import AmbiguousGame, Catalogue, GameListing, PluginError, load
from tabletop.plugins.failures import PluginFailure
from tabletop.plugins.guarded import guarded
from tabletop.record import Record
from tabletop.saves import (
    Home,
    Matches,
    MatchSummary,
    OpenMatch,
    PluginSwitches,
    Profiles,
    Reports,
    SaveError,
    Settings,
    SettingsFile,
    Status,
)
from tabletop.ui import setup
from tabletop.ui.console import Console, PlainConsole, Role, numbered
from tabletop.ui.failures import account
from tabletop.ui.setup import AnyGame
from tabletop.ui.table import Ending, Table

_ = Texts(__file__)

SAFE_MODE: Final = "TABLETOP_SAFE_MODE"
"""The variable of the environment that leaves out all games but this project's own."""


class Host:
    """What menu and command line have in common."""

    def __init__(self, console: Console, catalogue: Catalogue, home: Home, settings: Settings) -> None:
        """``settings`` may differ from those that are kept, for this run."""
        self.console = console
        self.catalogue = catalogue
        self.home = home
        self.settings = settings
        console.adopt(settings)
        self.matches = Matches(home, warn=self._warn)
        self._profiles = Profiles(home, warn=self._warn)
        self._settings_file = SettingsFile(home, warn=self._warn)

    @classmethod
    def here(cls, environ: Mapping[str, str], *, plain: bool) -> "Host":
        """The installed games, the home that ``environ`` names, and a console that fits the terminal."""
        home = Home.find(environ)
        settings = SettingsFile(home).load()
        return cls(make_console(environ, plain=plain), open_catalogue(environ), home, settings)

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

    def tell_failure(self, error: BaseException) -> bool:
        """Says which plugin has failed, and what can be done, if one is to blame for ``error``."""
        failure = failures.blame(error, self.catalogue.plugins)
        if failure is not None:
            for line in account(failure, Reports(self.home)):
                self.console.say(line, Role.PROBLEM)
        return failure is not None

    # What to play

    def choose_game(self, text: str) -> GameListing:
        """The game of an id or full name. Where an id means several, a person is asked, and a pipe gets PluginError."""
        try:
            return self.catalogue.find(text)
        except AmbiguousGame as several:
            if not self.console.interactive:
                raise
            choices = [(game.full_name, f"{game.title}, {game.plugin}") for game in several.games]
            title = _("Several plugins have a game “{id}”.").format(id=text)
            return self.catalogue.find(numbered(self.console, title, choices, _("which one> ")))

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
    ) -> Ending:
        """A new match. Raises ValueError for what can't be played, SaveError where it can't be kept."""
        game = with_options(rules, values, len(seats))
        setup.check_levels(game, seats)
        options = setup.chosen(game.options)
        header = Header(
            game=listing.id,
            plugin=listing.plugin.distribution,
            plugin_version=listing.plugin.version,
            options=options,
            seats=seats,
        )
        with self.matches.create(header, seed=seed) as save:
            self._remember(listing, seats, options)
            self.console.say(_("{title}, match {name}").format(title=listing.title, name=save.id), Role.TITLE)
            return self._sit_down(listing, game, save)

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
        header = self.matches.look(summary.id).header
        listing = self.catalogue.played(header.game, header.plugin, header.plugin_version)
        game = bind(load(listing), header)
        with self.matches.open(summary.id) as save:
            if save.damage:
                self._warn(save.damage)
            self.console.say(_("{title}, match {name}").format(title=listing.title, name=save.id), Role.TITLE)
            return self._sit_down(listing, game, save)

    def _sit_down(self, listing: GameListing, game: AnyGame, save: OpenMatch) -> Ending:
        try:
            table = Table(self.console, listing, lend_cache(self.home, game), save, self.settings)
            ending = table.run()
        except BaseException as error:
            failure = failures.blame(error, [listing.plugin])
            if failure is None:
                raise
            self._keep_after(failure, save)
            raise failure from failure.__cause__
        if table.settings != self.settings:
            self._keep_settings(table.settings)
        following = self.catalogue.after(listing)
        if ending is Ending.FINISHED and following is not None:
            self.console.say(
                _("What about {title} next? tabletop play {id}").format(title=following.title, id=following.id),
                Role.NOTE,
            )
        return ending

    def _keep_after(self, failure: PluginFailure, save: OpenMatch) -> None:
        """The game has failed: the match is as its last good event left it."""
        failure.match = save.id
        self.console.say()
        count = len(save.events)
        kept = _.plural("with {n} event", "with {n} events", count)
        self.console.say(_("The match is kept as {name}, {events}.").format(name=save.id, events=kept))

    def change_settings(self, settings: Settings) -> None:
        """Keeps settings. Raises SaveError, with the old ones in place."""
        self._settings_file.save(settings)
        self.settings = settings
        self.console.adopt(settings)

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
    """The game of a record's header, as it says. Raises PluginError or ValueError with a sentence.

    The version of the plugin doesn't matter, since every event of a record is put to the rules anyway.
    """
    return bind(load(catalogue.played(header.game, header.plugin, None)), header)


def guarded_game(catalogue: Catalogue, header: Header) -> AnyGame:
    """The same, for looking at: whatever the game does wrong raises PluginFailure."""
    return guarded(bound_game(catalogue, header), catalogue.played(header.game, header.plugin, None).plugin)


def open_catalogue(environ: Mapping[str, str]) -> Catalogue:
    """The games on offer: without those that were switched off, in safe mode only those of this project."""
    switches = PluginSwitches(Home.find(environ), warn=logging.getLogger(__name__).warning)
    return Catalogue.installed(switches.disabled(), first_party_only=bool(environ.get(SAFE_MODE)))


def match_line(match: MatchSummary, catalogue: Catalogue) -> str:
    """A match in a list; of one that can't be played as things are, why."""
    names = ", ".join(seat.name for seat in match.seats)
    scores = " (" + ", ".join(map(str, match.scores)) + ")" if match.scores else ""
    why = why_not_resumed(match, catalogue)
    return f"{match.id}  {match.game or '?'}  {names}{scores}  {match.status.value}" + (f": {why}" if why else "")


def why_not_resumed(match: MatchSummary, catalogue: Catalogue) -> str:
    """Why a match in progress can't be gone on with, in a sentence; empty if it can."""
    if match.status != Status.IN_PROGRESS or match.game is None:
        return ""
    try:
        catalogue.played(match.game, match.plugin, match.plugin_version)
    except PluginError as why:
        return str(why)
    return ""


def keep(environ: Mapping[str, str], record: Record, match: Match, listing: GameListing) -> str:
    """Keeps a record, whose events ``listing`` has accepted, as a saved match and returns its id. Raises SaveError."""
    fields = {name: getattr(record, name) for name in Header.model_fields}
    plugin = {"plugin": listing.plugin.distribution, "plugin_version": listing.plugin.version}
    with open_matches(environ).create(Header.model_validate({**fields, **plugin})) as save:
        for event in record.events:
            save.append(event)
        scores = match.game.scores(match.state)
        if match.result is not None:
            save.finish("finished", scores, match.result.ranks)
        else:
            save.leave(scores, None if match.to_act == CHANCE else match.to_act)
        return save.id
