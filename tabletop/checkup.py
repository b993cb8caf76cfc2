"""What ``tabletop doctor`` looks at: every plugin, the store, the saves and the terminal. ``repair`` mends."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, TextIO

from tabletop.game import CHANCE
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginFailure
from tabletop.guard.lapses import Lapses
from tabletop.guard.proxies import AnyGame, guarded
from tabletop.i18n import Texts
from tabletop.lines import can_encode
from tabletop.match import with_options
from tabletop.plugins.find.catalogue import Catalogue, GameListing, PluginError, load
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.loading import Implementations, implementations
from tabletop.saves import (
    Home,
    Learning,
    Matches,
    PluginSwitches,
    Profiles,
    Reports,
    SaveError,
    SettingsFile,
    Status,
)
from tabletop.saves.disk import Disk
from tabletop.saves.salvage import damaged
from tabletop.saves.sources import PluginSources

_ = Texts(__file__)

Subject = Literal["plugin", "store", "saves", "terminal"]
SMALLEST = (60, 15)
"""Columns and lines that pictures and lists need."""
_PROBE = 2**16
_LITTLE = 10 * 2**20
"""Bytes: what is written to see whether that goes, and below which there is hardly any room."""


class Finding(NamedTuple):
    """One thing that was looked at; ``text`` is a sentence. A note needs no action."""

    subject: Subject
    level: Literal["good", "note", "problem"]
    text: str


def plugins(catalogue: Catalogue) -> Iterator[Finding]:
    """Imports every plugin that isn't disabled, and begins a match of each of its games."""
    for plugin in catalogue.plugins:
        if plugin.state == "disabled":
            yield Finding("plugin", "note", _("The plugin {plugin} is disabled.").format(plugin=plugin))
        elif plugin.problem:
            text = _("The plugin {plugin} can't be used: {why}.").format(plugin=plugin, why=plugin.problem.rstrip("."))
            yield Finding("plugin", "problem", text)
        else:
            yield _plugin(plugin, [game for game in catalogue.games if game.plugin == plugin])
    ids = [game.id for game in catalogue.games]
    for game_id in sorted({game_id for game_id in ids if ids.count(game_id) > 1}):
        names = ", ".join(game.full_name for game in catalogue.games if game.id == game_id)
        text = _("Several plugins have a game “{id}”: {names}.").format(id=game_id, names=names)
        yield Finding("plugin", "note", text)


def _plugin(plugin: Plugin, games: list[GameListing]) -> Finding:
    try:
        found = implementations(plugin)
        for game in games:
            _begin(game)
    except PluginError as why:
        return Finding("plugin", "problem", str(why))
    undeclared = _undeclared(plugin, found)
    if undeclared:
        text = _("The plugin {plugin} implements {hook}, but “provides” in its manifest lacks {kind}.")
        hook, kind = undeclared
        return Finding("plugin", "problem", text.format(plugin=plugin, hook=hook, kind=kind))
    ids = ", ".join(game.id for game in games) or _("no games")
    return Finding("plugin", "good", _("The plugin {plugin} works: {games}.").format(plugin=plugin, games=ids))


def _undeclared(plugin: Plugin, found: Implementations) -> tuple[str, str] | None:
    """A hook that is never called because the manifest doesn't say that the plugin has it, and what it should say."""
    provides = plugin.manifest.provides if plugin.manifest else ()
    for hook in found:
        kind = "notifications" if hook.startswith("tabletop_match_") else hook.removeprefix("tabletop_")
        if kind != "games" and kind not in provides:
            return hook, kind
    return None


def _begin(listing: GameListing) -> None:
    """Raises PluginError for a game that can't even begin."""
    rules = load(listing)
    guard = Guard(str(listing.plugin))
    game: AnyGame = guard.rules(listing.id, with_options, rules, {}, rules.seat_counts[0])
    table = guarded(game, str(listing.plugin))
    lapses: list[PluginFailure] = []
    with Lapses(lapses.append).heard():
        state = table.start()
        actor = table.to_act(state)
        if actor is not None and actor != CHANCE:
            view = table.view(state, actor)
            table.words(view)
            for move in table.legal_moves(state)[:10]:
                table.play(state, move)
    if lapses:
        raise lapses[0]


def store(catalogue: Catalogue) -> Iterator[Finding]:
    """The store of installed plugins."""
    yield from (Finding("store", "note", sentence) for sentence in catalogue.doubles())
    if catalogue.trouble:
        yield Finding("store", "problem", catalogue.trouble)
    else:
        yield Finding("store", "good", _("The store of installed plugins is in order."))


def _existing(path: Path) -> Path:
    """The folder itself, or the nearest one above it, in which it would be made."""
    return next(place for place in (path, *path.parents) if place.exists())


def _write_really(folder: Path) -> None:
    """Raises OSError where a file with something in it can't be kept in a folder, as on a full disk."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\0" * _PROBE)
        file.flush()
        os.fsync(file.fileno())


def _room(home: Home) -> Iterator[Finding]:
    """How much more can be kept, and who else may look into it."""
    free = shutil.disk_usage(_existing(home.path)).free
    if free < _LITTLE:
        text = _("There is hardly any room left on the disk of {path}: {mega} MB. Free some space.")
        yield Finding("saves", "problem", text.format(path=home.path, mega=free // 2**20))
    if home.is_open():
        text = _("Others may look into {path}: “tabletop doctor --repair” closes it.")
        yield Finding("saves", "note", text.format(path=home.path))
    closed = [path for path in _files(home) if not os.access(path, os.R_OK | os.W_OK)]
    if closed:
        text = _.plural(
            "{path} isn't yours to read and write: change its permissions.",
            "{n} files aren't yours to read and write, the first is {path}: change their permissions.",
            len(closed),
            path=closed[0],
        )
        yield Finding("saves", "problem", text)


def _files(home: Home) -> list[Path]:
    """What the program must be able to read and write."""
    documents = (home.settings, home.profiles, home.lessons, home.switches, home.index, home.typed)
    folders = (home.path, home.matches, home.trash, home.reports, home.cache)
    return [path for path in (*folders, *documents, *sorted(home.matches.glob("*.jsonl"))) if path.exists()]


def saves(home: Home, catalogue: Catalogue) -> Iterator[Finding]:
    """The folder, the documents, and every match in it."""
    told: list[str] = []
    try:
        _write_really(_existing(home.path))
        SettingsFile(home, warn=told.append).load()
        Profiles(home, warn=told.append).load()
        PluginSwitches(home, warn=told.append).disabled()
        Learning(home, warn=told.append).check()
        PluginSources(home, warn=told.append).find("")
        matches = Matches(home, warn=told.append)
        matches.check_index()
        summaries = matches.list()
        wrong = matches.uncounted()
    except OSError as error:
        text = _("{path} can't be written: {why}.").format(path=home.path, why=error.strerror)
        yield Finding("saves", "problem", text)
        return
    except SaveError as why:
        yield Finding("saves", "problem", str(why))
        return
    yield from (Finding("saves", "problem", sentence) for sentence in told)
    yield from _room(home)
    broken = set(damaged(home, Disk()))
    for summary in summaries:
        status = Status.DAMAGED if summary.id in broken else summary.status
        yield from _match(matches, summary.id, status, catalogue)
    if broken:
        text = _("“tabletop doctor --repair” salvages what is whole of damaged matches.")
        yield Finding("saves", "note", text)
    number = len(summaries)
    kept = _.plural("{n} match is kept in {path}.", "{n} matches are kept in {path}.", number, path=home.path)
    yield Finding("saves", "good", kept)
    if wrong:
        text = _.plural(
            "The statistics disagree with {n} match: “tabletop stats” puts them right.",
            "The statistics disagree with {n} matches: “tabletop stats” puts them right.",
            len(wrong),
        )
        yield Finding("saves", "note", text)
    reports = Reports(home).list()
    if reports:
        text = _.plural(
            "{n} report of a failed plugin: {file}",
            "{n} reports of failed plugins, the last: {file}",
            len(reports),
            file=reports[-1],
        )
        yield Finding("saves", "note", text)


def _match(matches: Matches, match_id: str, status: Status, catalogue: Catalogue) -> Iterator[Finding]:
    if status in (Status.DAMAGED, Status.UNKNOWN_VERSION):
        text = _("The match {id} can't be read whole: {status}.").format(id=match_id, status=_(status.value))
        yield Finding("saves", "problem", text)
    elif status is Status.IN_PROGRESS:
        try:
            catalogue.find_for(matches.look(match_id).header)
        except (PluginError, SaveError) as why:
            yield Finding("saves", "note", f"{match_id}: {why}")


def terminal(environ: Mapping[str, str], stdin: TextIO, stdout: TextIO) -> Iterator[Finding]:
    """What can be shown and typed here."""
    encoding = getattr(stdout, "encoding", None) or "?"
    if can_encode(stdout):
        yield Finding("terminal", "good", _("The encoding {name} shows every picture.").format(name=encoding))
    else:
        text = _("The encoding {name} can't show box drawing: pictures are in ASCII.").format(name=encoding)
        yield Finding("terminal", "note", text)
    if not (stdin.isatty() and stdout.isatty()):
        yield Finding("terminal", "note", _("Input or output is no terminal: lines are plain."))
        return
    if environ.get("TERM") in ("dumb", "unknown"):
        yield Finding("terminal", "note", _("The terminal is called dumb: lines are plain."))
    columns, lines = shutil.get_terminal_size()
    small = columns < SMALLEST[0] or lines < SMALLEST[1]
    text = _("The terminal has {columns} columns and {lines} lines").format(columns=columns, lines=lines)
    wanted = _("; {columns} and {lines} are needed to see everything.").format(columns=SMALLEST[0], lines=SMALLEST[1])
    yield Finding("terminal", "problem" if small else "good", text + (wanted if small else "."))
    colours = _("Colours are off, as NO_COLOR asks.") if environ.get("NO_COLOR") else _("Colours are on.")
    yield Finding("terminal", "good", colours)


def everything(environ: Mapping[str, str] = os.environ, stdout: TextIO | None = None) -> Iterator[Finding]:
    """All findings, as they are made. ``stdout``: the program's own standard output, if that is kept apart."""
    catalogue = Catalogue.installed(environ)
    yield from plugins(catalogue)
    yield from store(catalogue)
    yield from saves(Home.find(environ), catalogue)
    yield from terminal(environ, sys.stdin, stdout or sys.stdout)
