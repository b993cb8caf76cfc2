"""One run of the program at a screen: the host, a console, and sitting down at tables."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from tabletop import setup
from tabletop.chance import Entropy
from tabletop.guard import failures
from tabletop.guard.failures import PluginError, PluginFailure
from tabletop.guard.lapses import Lapses
from tabletop.guard.output import own_output
from tabletop.host import Host, guarded_game
from tabletop.i18n import Texts, language
from tabletop.incidents import account, lapse
from tabletop.match import Seat, bind, with_options
from tabletop.plugins.find.catalogue import AmbiguousGame, Catalogue, GameListing, load
from tabletop.plugins.find.loading import opened, suspects
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import old
from tabletop.rooms.line import LocalLine
from tabletop.rooms.room import Room
from tabletop.saves import Home, OpenMatch, SavedMatch, SaveError, Settings, SettingsFile, Status
from tabletop.saves.clock import Clock, local_clock
from tabletop.setup import AnyGame
from tabletop.started import started_as
from tabletop.table.journal import Closed
from tabletop.table.playing import Table
from tabletop.table.reader import Reader
from tabletop.terminal.console import Console, Role
from tabletop.terminal.consoles import make_console
from tabletop.terminal.house import GAMES, Elsewhere
from tabletop.terminal.introduction import ask_name
from tabletop.terminal.leaving import Departure
from tabletop.terminal.numbered import numbered
from tabletop.terminal.seated import Seated
from tabletop.terminal.shell import Shell
from tabletop.terminal.spectating import Spectating
from tabletop.terms import Terms

_ = Texts(__file__)


class Session(Host):
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
        super().__init__(
            catalogue,
            home,
            settings,
            clock,
            warn=self._warn,
            tell_failure=self.tell_failure,
            tell_lapse=self.tell_lapse,
            progress=console.progress,
        )
        self.stops = console.interactive
        self.wish: Elsewhere | None = None
        """where the person wants to be, after the table was left for it"""
        self._adopt(settings)

    @classmethod
    def at_screen(
        cls, environ: Mapping[str, str], *, plain: bool, console: Console | None = None, private: bool = False
    ) -> "Session":
        """The installed games, the home that ``environ`` names, and ``console`` or one that fits the terminal.

        ``private``: nothing that is typed is kept, whatever the settings say.
        """
        home = Home.find(environ)
        settings = SettingsFile(home).load()
        shown = console or make_console(environ, plain=plain or settings.plain)
        return cls(shown, Catalogue.installed(), home, settings, private=private)

    def _adopt(self, settings: Settings) -> None:
        self.console.adopt(settings)
        self.console.remember(None if settings.private or self._private else self.home.typed)

    def _warn(self, sentence: str) -> None:
        self.console.say(sentence, Role.PROBLEM)

    def tell_failure(self, error: BaseException) -> bool:
        """Says which plugin has failed, and what can be done, if one is to blame for ``error``."""
        failure = failures.blame(error, suspects(opened.values()))
        if failure is None and isinstance(error, PluginError):
            self.console.say(str(error), Role.PROBLEM)
            return True
        if failure is not None:
            for line in account(failure, self.home):
                self.console.say(line, Role.PROBLEM)
        return failure is not None

    def prints_aside(self) -> AbstractContextManager[Any]:
        """See ``Host``."""
        return own_output() if self.console.plain else nullcontext()

    def tell_lapse(self, failure: PluginFailure, match_id: str | None = None) -> None:
        """Says what a plugin has failed in and the match goes on without, and reports it."""
        failure.match = match_id or failure.match
        for line in lapse(failure, self.home):
            self.console.say(line, Role.NOTE)

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

    def start(
        self,
        listing: GameListing,
        rules: type[AnyGame],
        seats: tuple[Seat, ...],
        values: Mapping[str, Any],
        seed: int | None,
        terms: Terms | None = None,
    ) -> Departure:
        """A new match, and as many more as the people want. Raises ValueError for what can't be played, and SaveError
        where it can't be kept.

        ``terms``: None for those of the settings.
        """
        terms = self.usual_terms if terms is None else terms
        game = with_options(rules, values, len(seats))
        setup.check_terms(game, terms)
        header = self.header(listing, game, seats)
        with self.matches.create(header, seed=seed) as save:
            if terms != Terms():
                save.set_terms(terms)
            self.remember(listing, seats, setup.chosen(rules, values))
            departure = self._sit_down(listing, game, save)
        return self._rematches(listing, rules, save, departure)

    def introduce(self) -> str:
        """What the person at the keyboard is called from now on, asked once at a terminal; empty for nothing."""
        self._me = self.me or ask_name(self.console, self.profiles)
        return self._me

    def _rematches(
        self, listing: GameListing, rules: type[AnyGame], save: SavedMatch, departure: Departure
    ) -> Departure:
        """As many as are wanted: who sat in seat 2 begins each time, and so on round the table."""
        while departure is Departure.REMATCH:
            seats = (*save.seats[1:], save.seats[0])
            game = with_options(rules, save.header.options, len(seats))
            seed = None if save.seed is None else save.seed + 1
            terms = save.terms
            with self.matches.create(self.header(listing, game, seats), seed=seed) as save:  # noqa: PLR1704
                if terms != Terms():
                    save.set_terms(terms)
                departure = self._sit_down(listing, game, save)
        return departure

    def resume(self, text: str | None) -> Departure:
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
            departure = self._sit_down(listing, game, save)
        return self._rematches(listing, type(game), save, departure)

    def watch(self, text: str, at: int = 0) -> None:
        """Looks at a match, over or not, whoever plays it. Raises SaveError, and ValueError for bad events."""
        saved = self.matches.look(self.matches.find(text).id)
        listing = self.catalogue.find_for(saved.header, any_version=True)
        if saved.damage:
            self._warn(saved.damage)
        over = saved.summary.status in (Status.FINISHED, Status.ABANDONED)
        with self.prints_aside(), Lapses(partial(self.tell_lapse, match_id=saved.id)).heard():
            game, versions = guarded_game(self.catalogue, saved.header), old(saved.history.versions, listing.plugin)
            with reading(listing.plugin):
                table = Table(game, Closed(saved.history), Entropy(), versions=versions)
            usual = self.settings
            spectating = Spectating(self.console, table, over=over, speed=usual.speed, me=self.me, detail=usual.detail)
            self.console.say(_("{title}, match {name}").format(title=listing.title, name=saved.id), Role.TITLE)
            spectating.run(at)

    def _sit_down(self, listing: GameListing, game: AnyGame, save: OpenMatch) -> Departure:
        self.console.say(_("{title}, match {name}").format(title=listing.title, name=save.id), Role.TITLE)
        try:
            with self.prints_aside():
                departure = self.sit(listing, self.room(listing, game, save), save)
        except BaseException as error:
            failure = failures.blame(error, suspects([listing.plugin]))
            if failure is None:
                raise
            self._keep_after(failure, save)
            raise failure from failure.__cause__
        following = self.catalogue.after(listing)
        if self.wish is None and departure is Departure.FINISHED and following is not None:
            self.console.say(
                _("What about {title} next? {tabletop} play {id}").format(
                    title=following.title, tabletop=started_as(), id=following.id
                ),
                Role.NOTE,
            )
        return departure

    def sit(self, listing: GameListing, room: Room, save: OpenMatch) -> Departure:
        """The people at this keyboard sit down in a room; how they left it."""
        reader = self._reader(save.seats)
        line, game = LocalLine(room, reader), room.table.game
        tell_lapse = partial(self.tell_lapse, match_id=save.id)
        seated = Seated(self.console, line, reader, listing, game, self.settings, self.extras, save.id, tell_lapse)
        seated.introduce = self.introduce
        games = GAMES.set(self.catalogue)
        try:
            departure = seated.run(Shell(seated))
        finally:
            GAMES.reset(games)
            seated.close()
        if seated.settings != self.settings:
            self._keep_settings(seated.settings)
        self.wish = seated.wish
        if departure is Departure.ABANDONED:
            self.console.say(_("The match {name} is abandoned.").format(name=save.id))
        elif departure is Departure.LEFT and save.status is Status.FINISHED:
            self.console.say(_("The match {name} is over.").format(name=save.id))
            departure = Departure.FINISHED
        elif departure is Departure.LEFT and not save.is_there:
            self.console.say(_("The match {name} isn't kept: its file is gone.").format(name=save.id), Role.PROBLEM)
        elif departure is Departure.LEFT:
            self.console.say(_("The match is kept as {name}.").format(name=save.id))
            self.console.say(
                _("Go on with: {tabletop} resume {name}").format(
                    tabletop=started_as(), name=save.id + self.resume_options
                )
            )
        return departure

    def _reader(self, seats: tuple[Seat, ...]) -> Reader:
        """Whoever is at this keyboard: all the people of a match."""
        people = frozenset(number for number, seat in enumerate(seats) if seat.player == "human")
        style = None if self.console.plain else self.console.style
        shared = len(people) > 1
        detail = self.settings.detail
        return Reader(people, shared=shared, language=language(), me=self.me, style=style, detail=detail, host=True)

    def _keep_after(self, failure: PluginFailure, save: OpenMatch) -> None:
        """The game has failed: the match is as its last good event left it."""
        failure.match = save.id
        if not save.is_there:
            return
        self.console.say()
        count = len(save.events)
        kept = _.plural("with {n} event", "with {n} events", count)
        self.console.say(_("The match is kept as {name}, {events}.").format(name=save.id, events=kept))

    def change_settings(self, settings: Settings) -> None:
        """See ``Host``; the console adopts them too."""
        super().change_settings(settings)
        self._adopt(settings)

    def _keep_settings(self, settings: Settings) -> None:
        """Keeps what was set at the table; if that fails it holds for this run."""
        try:
            self.change_settings(settings)
        except SaveError as why:
            self.settings = settings
            self._warn(str(why))
