"""One run of the program: the services it uses, and sitting down at tables with them."""

import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tabletop.cpu import players
from tabletop.game import CHANCE
from tabletop.i18n import Texts, find_language, system_language, use_language
from tabletop.match import Header, Seat, bind, with_options
from tabletop.outside import RecordedMatch
from tabletop.plugins import failures, replaying
from tabletop.plugins.catalogue import AmbiguousGame, Catalogue, GameListing, PluginError, load
from tabletop.plugins.extras import Extras
from tabletop.plugins.failures import PluginFailure
from tabletop.plugins.loading import opened
from tabletop.plugins.overlay import forget_modules, store_folder
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
    transfer,
)
from tabletop.saves.clock import Clock, local_clock
from tabletop.saves.saved import ended, left
from tabletop.saves.statistics import Statistics
from tabletop.saves.terms import SEEDED, UNCOUNTED
from tabletop.ui import setup
from tabletop.ui.console import Console, PlainConsole, Role, numbered
from tabletop.ui.counting import Counting
from tabletop.ui.failures import account
from tabletop.ui.listing import Listing
from tabletop.ui.setup import AnyGame
from tabletop.ui.table import Ending, Table
from tabletop.ui.watch import Watch

_ = Texts(__file__)


class Host:
    """What menu and command line have in common."""

    def __init__(
        self,
        console: Console,
        catalogue: Catalogue,
        home: Home,
        settings: Settings,
        clock: Clock = local_clock,
        *,
        private: bool = False,
    ) -> None:
        """``settings`` may differ from those that are kept, for this run. ``clock`` tells the person's local time.

        ``private``: nothing typed is kept.
        """
        self._private = private
        self.resume_options = ""
        """What the command line needs besides a match's name to go on with it, such as `` --plugin FOLDER``."""
        self.console = console
        self.home = home
        self.settings = settings
        self._adopt(settings)
        self.clock = clock
        self.statistics = Statistics(home, warn=self._warn)
        self.matches = Matches(home, clock=clock, warn=self._warn, changed=self._count)
        self.use_catalogue(catalogue)
        self._profiles = Profiles(home, warn=self._warn)
        self._settings_file = SettingsFile(home, warn=self._warn)

    @classmethod
    def here(
        cls, environ: Mapping[str, str], *, plain: bool, console: Console | None = None, private: bool = False
    ) -> "Host":
        """The installed games, the home that ``environ`` names, and ``console`` or one that fits the terminal.

        ``private``: nothing that is typed is kept, whatever the settings say.
        """
        home = Home.find(environ)
        settings = SettingsFile(home).load()
        shown = console or make_console(environ, plain=plain)
        return cls(shown, Catalogue.installed(), home, settings, private=private)

    def use_catalogue(self, catalogue: Catalogue) -> None:
        """Offers other games from now on."""
        self.catalogue = catalogue
        self.extras = Extras(lambda: self.catalogue.plugins, self.tell_failure)
        players.invite(self.extras.strategies)
        self.listing = Listing(catalogue, self.matches, self.clock)
        self.counting = Counting(catalogue, self.matches, self.statistics, self._warn)

    def renew_catalogue(self) -> None:
        """Finds the installed games anew, after plugins were installed, removed or switched."""
        forget_modules(self.store)
        self.use_catalogue(Catalogue.installed({**os.environ, "TABLETOP_HOME": str(self.home.path)}))

    @property
    def store(self) -> Path:
        """The folder of the store of plugins."""
        return store_folder({"TABLETOP_HOME": str(self.home.path)})

    def _adopt(self, settings: Settings) -> None:
        self.console.adopt(settings)
        self.console.remember(None if settings.private or self._private else self.home.typed)

    def _warn(self, sentence: str) -> None:
        self.console.say(sentence, Role.PROBLEM)

    def _count(self, match_id: str) -> None:
        self.counting.update(match_id)

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
        failure = failures.blame(error, opened.values())
        if failure is None and isinstance(error, PluginError):
            self.console.say(str(error), Role.PROBLEM)
            return True
        if failure is not None:
            for line in account(failure, self.home):
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
        """Seats and options as they were chosen last for a game, or its defaults if they don't do any more.

        A match that was only watched says nothing about who wants to play. Options are those that were chosen: what
        follows from them depends on the seats.
        """
        choice = self._profiles.load().choices.get(listing.id)
        usual = setup.read_seats(setup.default_seats(rules), self.person)
        if choice is None:
            return usual, {}
        try:
            seats = tuple(Seat.model_validate(seat) for seat in choice.seats)
            setup.check_levels(with_options(rules, choice.options, len(seats)), seats)
            options = choice.options if choice.chosen else setup.without_customs(rules, choice.options, len(seats))
            seats = usual if all(seat.player == "cpu" for seat in seats) else seats
            with_options(rules, options, len(seats))
        except ValueError:
            return usual, {}
        return seats, dict(options)

    def start(
        self,
        listing: GameListing,
        rules: type[AnyGame],
        seats: tuple[Seat, ...],
        values: Mapping[str, Any],
        seed: int | None,
        terms: Terms | None = None,
        *,
        again: bool = False,
    ) -> Ending:
        """A new match. Raises ValueError for what can't be played, SaveError where it can't be kept.

        ``terms``: None for those of the settings. ``again``: it is a rematch, and no choice to be remembered.
        """
        terms = self.usual_terms if terms is None else terms
        game = with_options(rules, values, len(seats))
        setup.check_levels(game, seats)
        setup.check_terms(game, terms)
        header = Header(
            game=listing.id,
            plugin=listing.plugin.distribution,
            plugin_version=listing.plugin.version,
            options=setup.header_options(game),
            seats=seats,
        )
        with self.matches.create(header, seed=seed) as save:
            if terms != Terms():
                save.set_terms(terms)
            if not again:
                self._remember(listing, seats, setup.chosen(rules, values))
            self.console.say(_("{title}, match {name}").format(title=listing.title, name=save.id), Role.TITLE)
            ending = self._sit_down(listing, game, save)
        return self._again(listing, rules, save) if ending is Ending.REMATCH else ending

    def _again(self, listing: GameListing, rules: type[AnyGame], save: SavedMatch) -> Ending:
        """A rematch: who sat in seat 2 begins, and so on round the table."""
        seats = (*save.seats[1:], save.seats[0])
        seed = None if save.seed is None else save.seed + 1
        return self.start(listing, rules, seats, save.header.options, seed, save.terms, again=True)

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
        header = self.matches.look(summary.id).header
        listing = self.catalogue.find_for(header)
        game = bind(load(listing), header)
        with self.matches.open(summary.id) as save:
            if save.damage:
                self._warn(save.damage)
            self.console.say(_("{title}, match {name}").format(title=listing.title, name=save.id), Role.TITLE)
            ending = self._sit_down(listing, game, save)
        return self._again(listing, type(game), save) if ending is Ending.REMATCH else ending

    def watch(self, text: str, at: int = 0) -> None:
        """Looks at a match, over or not, whoever plays it. Raises SaveError, and ValueError for bad events."""
        saved = self.matches.look(self.matches.find(text).id)
        listing = self.catalogue.find_for(saved.header, any_version=True)
        game = guarded_game(self.catalogue, saved.header)
        if saved.damage:
            self._warn(saved.damage)
        events = transfer.recorded(game, saved).events
        over = saved.summary.status in (Status.FINISHED, Status.ABANDONED)
        watch = Watch(self.console, game, events, saved.header.seats, over=over, speed=self.settings.speed)
        self.console.say(_("{title}, match {name}").format(title=listing.title, name=saved.id), Role.TITLE)
        watch.run(at)

    def _sit_down(self, listing: GameListing, game: AnyGame, save: OpenMatch) -> Ending:
        try:
            cached = lend_cache(self.home, game)
            table = Table(self.console, listing, cached, save, self.settings, self.extras, self.resume_options)
            ending = table.run()
        except BaseException as error:
            failure = failures.blame(error, [listing.plugin])
            if failure is None:
                raise
            self._keep_after(failure, save)
            raise failure from failure.__cause__
        if table.settings != self.settings:
            self._keep_settings(table.settings)
        if save.status is Status.FINISHED and save.uncounted == SEEDED:
            text = _("This match doesn't count for statistics: it was started with a seed.")
            self.console.say(text, Role.NOTE)
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
        """Keeps settings. Raises SaveError, and ValueError for an unknown language, with the old ones in place."""
        code = find_language(settings.language) if settings.language else system_language(os.environ)
        self._settings_file.save(settings)
        if settings.language != self.settings.language:
            use_language(code)
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
    """The game of a header, as it says. Raises PluginError or ValueError with a sentence.

    The version of the plugin doesn't matter, since every event is put to the rules anyway.
    """
    return bind(load(catalogue.find_for(header, any_version=True)), header)


def guarded_game(catalogue: Catalogue, header: Header) -> AnyGame:
    """The same, for looking at: whatever the game does wrong raises PluginFailure."""
    return replaying.guarded_game(catalogue.find_for(header, any_version=True), header)


def keep(environ: Mapping[str, str], record: Record, match: RecordedMatch, listing: GameListing) -> str:
    """Keeps a record, whose events ``listing`` has accepted, as a saved match, all or nothing, and returns its id.

    It never counts for statistics. Raises SaveError.
    """
    fields = {name: getattr(record, name) for name in Header.model_fields}
    plugin = {"plugin": listing.plugin.distribution, "plugin_version": listing.plugin.version}
    header = Header.model_validate({**fields, **plugin})
    scores, result = match.game.scores(match.state), match.result
    if result is not None:
        note = ended("finished", scores, result.ranks)
    else:
        note = left(scores, None if match.to_act == CHANCE else match.to_act)
    notes: list[tuple[str, dict[str, JsonValue]]] = [(UNCOUNTED, {"why": "imported"}), note]
    with open_matches(environ).create(header, events=transfer.entries(match.events), notes=notes) as save:
        return save.id
