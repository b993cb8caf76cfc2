"""One run of the program without a screen: its services, wired together once, and the rooms they are for."""

import logging
import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tabletop import setup
from tabletop.chance import Again, Chance, Entropy, Seeded
from tabletop.counting import Counting
from tabletop.cpu import analysts, players
from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.faults import PlayerFault
from tabletop.cpu.engines.traffic import Traffic
from tabletop.fair import FAIR, Fair
from tabletop.game import CHANCE
from tabletop.guard import lapses
from tabletop.guard.failures import PluginError
from tabletop.guard.proxies import GuardedAnalyst, guarded
from tabletop.i18n import Texts, find_language, system_language, use_language
from tabletop.match import Header, Seat, bind, with_options
from tabletop.match_lines import Listing
from tabletop.outside import RecordedMatch
from tabletop.person import ME, from_elsewhere, marked, shown
from tabletop.plugins.find import replaying
from tabletop.plugins.find.catalogue import Catalogue, GameListing, load
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.extras import Extras
from tabletop.plugins.find.sources import source_of
from tabletop.plugins.find.versions import old, older
from tabletop.plugins.store.overlay import forget_modules, store_folder
from tabletop.record import Record
from tabletop.rooms.adviser import Adviser
from tabletop.rooms.cpu_seats import CpuSeats
from tabletop.rooms.desks import Desks
from tabletop.rooms.room import Room
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
    transfer,
)
from tabletop.saves.clock import Clock, local_clock
from tabletop.saves.disk import make_private
from tabletop.saves.documents import log_warning
from tabletop.saves.folders import Progress
from tabletop.saves.indexed import Wanted
from tabletop.saves.personal import Personal, keep_name
from tabletop.saves.programs import Programs, Registered, log_of
from tabletop.saves.saved import ended, left
from tabletop.saves.sources import PluginSources
from tabletop.saves.tallies import Statistics
from tabletop.setup import AnyGame
from tabletop.table.journal import Journal
from tabletop.table.playing import Table
from tabletop.terms import IMPORTED, UNCOUNTED, Terms

_ = Texts(__file__)


class Host:
    """The services of one run."""

    def __init__(
        self,
        catalogue: Catalogue,
        home: Home,
        settings: Settings,
        clock: Clock = local_clock,
        *,
        warn: Callable[[str], None] = log_warning,
        tell_failure: Callable[[PluginError], object] | None = None,
        tell_lapse: lapses.Tell | None = None,
        progress: Progress = lambda _text, _done: None,
    ) -> None:
        """``settings`` may differ from those that are kept, for this run. ``clock`` tells the person's local time.

        ``warn`` is told, in sentences, what goes wrong beside the matches; ``tell_failure`` which plugins fail, and
        ``tell_lapse`` in what where that can be done without; ``progress`` what takes long.
        """
        self.home = home
        self.settings = settings
        self.clock = clock
        self.warn = warn
        self.stops = False
        """whether the people at this run's tables are at a screen, where they look at each summary"""
        self._tell_failure = tell_failure or (lambda failure: warn(str(failure)))
        self._tell_lapse = tell_lapse or (lambda failure: warn(lapses.sentence(failure)))
        self._progress = progress
        self.matches = Matches(home, clock=clock, warn=warn, progress=progress)
        self.profiles = Profiles(home, warn=warn)
        self.programs = Programs(home, warn=warn)
        self.traffic: Path | None = None
        """the folder for all that is said between the host and players that are programs; None: it isn't kept"""
        players.enlist(self.programs.names)
        self._me: str | None = None
        self._settings_file = SettingsFile(home, warn=warn)
        self.use_catalogue(catalogue)
        self.matches.adopt(self.counting.is_here)

    @classmethod
    def here(
        cls,
        environ: Mapping[str, str],
        *,
        warn: Callable[[str], None] = log_warning,
        progress: Progress = lambda _text, _done: None,
    ) -> "Host":
        """The installed games and the home that ``environ`` names."""
        home = Home.find(environ)
        return Host(Catalogue.installed(), home, SettingsFile(home).load(), warn=warn, progress=progress)

    def use_catalogue(self, catalogue: Catalogue) -> None:
        """Offers other games from now on."""
        self.catalogue = catalogue
        self.extras = Extras(lambda: self.catalogue.plugins, self._tell_failure)
        players.invite(self.extras.strategies)
        self.listing = Listing(catalogue, self.matches, self.clock, lambda: self.me)
        self.counting = Counting(catalogue, self.matches, self.warn, self._tell_lapse, self._progress)

    def renew_catalogue(self) -> None:
        """Finds the installed games anew, after plugins were installed, removed or switched."""
        forget_modules(self.store)
        self.use_catalogue(Catalogue.installed({**os.environ, "TABLETOP_HOME": str(self.home.path)}))

    @property
    def store(self) -> Path:
        """The folder of the store of plugins."""
        return store_folder({"TABLETOP_HOME": str(self.home.path)})

    @property
    def me(self) -> str:
        """The name that the person at the keyboard has chosen; empty for none."""
        if self._me is None:
            self._me = self.profiles.load().name or ""
        return self._me

    @property
    def person(self) -> str:
        """What the person at the keyboard is called in the language in use."""
        return shown(ME, self.me)

    # Matches

    def finished(self, text: str | None) -> MatchSummary:
        """The finished match that ``text`` means; None: the one that ended last. Raises SaveError."""
        if text is not None:
            found = self.matches.find(text)
            if found.status != Status.FINISHED:
                raise SaveError(_("The match {name} isn't finished.").format(name=found.id))
            return found
        for match in self.matches.page(Wanted(status=Status.FINISHED), 1):
            return match
        raise SaveError(_("There is no finished match."))

    def unfinished(self) -> int:
        """How many matches are in progress. Raises SaveError."""
        return self.matches.number(Wanted(status=Status.IN_PROGRESS))

    def prints_aside(self) -> AbstractContextManager[Any]:
        """While the block runs, what a plugin prints isn't among the lines of a plain console."""
        return nullcontext()

    def statistics(self, game: str | None = None) -> Statistics:
        """What has been played; what doesn't count of one game or all. Raises SaveError."""
        with self.prints_aside():
            return self.counting.statistics(game)

    def last_choice(self, listing: GameListing, rules: type[AnyGame]) -> tuple[tuple[Seat, ...], dict[str, Any]]:
        """Seats and options as they were chosen last for a game, or its defaults if they don't do any more.

        A match that was only watched says nothing about who wants to play. Options are those that were chosen: what
        follows from them depends on the seats.
        """
        choice = self.profiles.load().choices.get(listing.id)
        usual = setup.read_seats(setup.default_seats(rules), self.person)
        if choice is None:
            return usual, {}
        try:
            seats = marked([Seat.model_validate(seat) for seat in choice.seats])
            setup.check_levels(with_options(rules, choice.options, len(seats)), seats)
            options = choice.options if choice.chosen else setup.without_customs(rules, choice.options, len(seats))
            seats = usual if all(seat.player == "cpu" for seat in seats) else seats
            with_options(rules, options, len(seats))
        except ValueError:
            return usual, {}
        return seats, dict(options)

    def header(self, listing: GameListing, game: AnyGame, seats: tuple[Seat, ...]) -> Header:
        """What a new match is played with. Raises ValueError for a CPU player that the game doesn't have."""
        setup.check_levels(game, seats)
        return Header(
            game=listing.id,
            plugin=listing.plugin.distribution,
            plugin_version=listing.plugin.version,
            options=setup.header_options(game),
            seats=seats,
        )

    def remember(self, listing: GameListing, seats: tuple[Seat, ...], options: dict[str, Any]) -> None:
        """Keeps what was chosen for a match, and where its plugin came from.

        If that fails it is told, and nothing else is lost.
        """
        try:
            if source := source_of(listing.plugin):
                PluginSources(self.home, warn=self.warn).keep(listing.plugin.key, source)
            self.profiles.remember(listing.id, [seat.model_dump(mode="json") for seat in seats], options)
        except SaveError as why:
            self.warn(str(why))

    @property
    def usual_terms(self) -> Terms:
        """The terms of a new match when nothing else is said."""
        return Terms(take_back=self.settings.take_back)

    # Rooms

    def room(
        self,
        listing: GameListing,
        game: AnyGame,
        save: OpenMatch,
        *,
        processes: bool = False,
        desks: Desks | None = None,
        behind: AnyGame | None = None,
    ) -> Room:
        """The room of a match that is open. Raises IllegalMove where its events don't follow the rules, and PluginError
        where this version of the plugin can't read them.

        Whatever the game does wrong, here and later, is raised as PluginFailure. CPU players and analysts think with
        the game itself: what they answer is guarded, not each of their thoughts. ``processes``, ``desks``: see
        ``CpuSeats``. ``behind``: the game behind its guard, where several rooms share it.
        """
        timed = save.seed is None
        lend_cache(self.home, game)
        table = self.table(listing, game, save, _readable(chance_of(save), save, listing.plugin), behind)
        seats = CpuSeats(
            listing,
            game,
            timed=timed,
            processes=processes,
            plugins=lambda: self.catalogue.plugins,
            engine=self.engine,
            desks=desks,
        )
        analyst = GuardedAnalyst(analysts.find(game, timed=timed), str(listing.plugin))
        return Room(table, find=seats.find, adviser=Adviser(analyst, desks))

    def table(
        self, listing: GameListing, game: AnyGame, journal: Journal, chance: Chance, behind: AnyGame | None = None
    ) -> Table:
        """A table behind the guard. Raises as ``room`` does."""
        plugin, history = listing.plugin, journal.history
        with replaying.reading(plugin):
            return Table(
                behind or guarded(game, str(plugin)),
                journal,
                chance,
                plays_forced=self.settings.play_forced_moves,
                stops=self.stops,
                version=plugin.version,
                versions=old(history.versions, plugin),
                sealed_by=_earlier({seat: history.sealed_versions[seat] for seat in history.sealed}, plugin),
            )

    def engine(self, name: str) -> Engine:
        """The program that is registered as a player under a name. Raises PlayerFault where there is none."""
        try:
            return engine_of(self.home, self.programs.find(name), self.traffic)
        except ValueError as why:
            raise PlayerFault(name, "start", str(why)) from None

    # Settings

    def change_settings(self, settings: Settings) -> None:
        """Keeps what differs from the settings of this run.

        Raises SaveError, and ValueError for an unknown language, with the old ones in place.
        """
        code = find_language(settings.language) if settings.language else system_language(os.environ)
        self._settings_file.save(settings, before=self.settings)
        if settings.language != self.settings.language:
            use_language(code)
        self.settings = settings

    def reread(self) -> None:
        """Settings and name as they are kept now: another program may have changed them. Raises SaveError."""
        self.settings = self._settings_file.load()
        self._me = None

    @property
    def personal(self) -> Personal:
        """The settings with the chosen name."""
        return Personal.of(self.settings, self.me or None)

    def change_personal(self, personal: Personal) -> None:
        """Keeps settings and the chosen name. Raises as ``change_settings`` does."""
        self.change_settings(personal.settings)
        keep_name(self.profiles, personal.name)
        self._me = personal.name or ""


def engine_of(home: Home, player: Registered, traffic: Path | None = None) -> Engine:
    """A registered player, which isn't running yet. ``traffic``: the folder to keep what is said. Raises ValueError."""
    return Engine(
        player.name,
        player.command,
        folder=Path(player.folder),
        options=player.options,
        bounds=Bounds(move=player.seconds, memory=player.memory * 1024**2),
        log=log_of(home, player.name),
        traffic=Traffic(traffic, player.name) if traffic else None,
    )


def chance_of(save: SavedMatch) -> Chance:
    """Where a match's chance comes from: what was promised before it, its seed, or entropy, which gives again what was
    given before.
    """
    fair = save.history.fair
    if fair is not None and not save.history.imported:
        return Fair(fair)
    return Again(save.given, Entropy()) if save.seed is None else Seeded(save.seed)


def _readable(chance: Chance, save: SavedMatch, plugin: Plugin) -> Chance:
    """The same where an earlier version of the plugin has written some of what was given before."""
    known = _earlier(save.history.given_versions, plugin)
    return chance.written_by(known) if isinstance(chance, Again) and known else chance


def _earlier(versions: Mapping[int, str | None], plugin: Plugin) -> dict[int, str]:
    """Those that are earlier ones than that of ``plugin``."""
    found = {number: older(version, plugin) for number, version in versions.items()}
    return {number: version for number, version in found.items() if version}


def open_matches(environ: Mapping[str, str]) -> Matches:
    """The saved matches."""
    return Matches(Home.find(environ), warn=logging.getLogger(__name__).warning)


def lend_cache(home: Home, game: AnyGame) -> AnyGame:
    """Gives a game a folder for what it computes, below one that is the person's alone."""
    with suppress(OSError):
        make_private(home.cache)
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


def check_names(match: RecordedMatch) -> None:
    """Raises ValueError where two who sit at a recorded match at one time are called alike, or one can't be seen."""
    for seats in match.seatings:
        for number, seat in enumerate(seats, 1):
            setup.check_name(seat, number, seats[: number - 1])


def keep(environ: Mapping[str, str], record: Record, match: RecordedMatch, listing: GameListing) -> str:
    """Keeps a record, whose events ``listing`` has accepted, as a saved match, all or nothing, and returns its id.

    It never counts for statistics. Raises SaveError, and ValueError for names that nobody could tell apart.
    """
    check_names(match)
    fields = {name: getattr(record, name) for name in Header.model_fields}
    plugin = {"plugin": listing.plugin.distribution, "plugin_version": listing.plugin.version}
    fields["seats"] = tuple(map(from_elsewhere, record.seats))
    header = Header.model_validate({**fields, **plugin})
    scores, result = match.game.scores(match.state), match.result
    if result is not None:
        note = ended("finished", scores, result.ranks)
    else:
        note = left(scores, None if match.to_act == CHANCE else match.to_act)
    notes: list[tuple[str, dict[str, JsonValue]]] = [(UNCOUNTED, {"why": IMPORTED}), note]
    if record.fair is not None:
        notes.insert(1, (FAIR, record.fair.model_dump(mode="json")))
    with open_matches(environ).create(header, events=transfer.entries(match.events), notes=notes) as save:
        return save.id
