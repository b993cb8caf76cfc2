"""What ``tabletop doctor --repair`` does: damaged matches, the index, locks, leftovers of the store, temporary files.

Nothing that was played is destroyed: what is damaged is put aside beside what was made of it.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tabletop.entries import Entry, LogHeader
from tabletop.guard.failures import PluginError
from tabletop.history import History, MatchSummary
from tabletop.host import Host
from tabletop.i18n import Texts
from tabletop.plugins.find.replaying import replayed
from tabletop.plugins.store.ledger import LedgerError
from tabletop.plugins.store.overlay import Overlay
from tabletop.saves import Home, MatchInUse, SaveError
from tabletop.saves.clock import Clock, system_clock
from tabletop.saves.disk import Disk
from tabletop.saves.errors import explain
from tabletop.saves.locks import locked, take
from tabletop.saves.salvage import Lost, Salvaged, Salvager, damaged, listed

_ = Texts(__file__)

AGE: Final = 3600
"""Seconds after which nobody writes a temporary file any more that no lock protects."""


Kind = Literal["match", "index", "lock", "store", "temporary", "permissions"]


class Repair(NamedTuple):
    """One thing that was done, or couldn't be; ``text`` is a sentence."""

    kind: Kind
    done: bool
    text: str
    match: str | None = None
    aside: str | None = None
    """where the damaged file is kept, beside the match"""


def everything(host: Host, *, disk: Disk | None = None, clock: Clock = system_clock) -> Iterator[Repair]:
    """All that can be mended in the home of ``host``, as it is done."""
    disk = disk or Disk()
    if not host.home.path.is_dir():
        return
    yield from _permissions(host.home)
    yield from _tried("match", host.home, _matches(host, disk, clock))
    yield from _tried("temporary", host.home, _temporary(host.home, disk, clock))
    yield from _tried("lock", host.home, _locks(host.home, disk))
    yield from _tried("store", host.home, _store(host))
    yield _index(host)


def _tried(kind: Kind, home: Home, repairs: Iterator[Repair]) -> Iterator[Repair]:
    """Where a folder can't be looked into, the other repairs are made all the same."""
    try:
        yield from repairs
    except OSError as error:
        yield Repair(kind, False, str(explain(error, home.path)))


def rebuild_index(host: Host) -> tuple[int, int]:
    """Makes all that is derived from the matches anew; how many there are, and how many count. Raises SaveError."""
    counted = host.counting.rebuild()
    return host.matches.number(), counted


def _index(host: Host) -> Repair:
    try:
        matches, counted = rebuild_index(host)
    except (SaveError, OSError) as why:
        return Repair("index", False, _("The list of matches can't be made anew: {why}").format(why=why))
    said = _.plural("{n} match is listed anew", "{n} matches are listed anew", matches)
    also = _.plural("{n} counts for statistics.", "{n} count for statistics.", counted)
    return Repair("index", True, f"{said}; {also}")


# Matches


def _matches(host: Host, disk: Disk, clock: Clock) -> Iterator[Repair]:
    salvager = Salvager(host.home, disk, clock, lambda header, entries: _fits(host, header, entries))
    found = list(damaged(host.home, disk))
    known = host.matches.known() if found else {}
    for match_id in found:
        yield _mended(salvager, match_id, known.get(match_id), None)
    for match_id, aside in list(salvager.cut_off()):
        yield _mended(salvager, match_id, None, aside)


def _mended(salvager: Salvager, match_id: str, known: MatchSummary | None, aside: Path | None) -> Repair:
    try:
        made = salvager.mend(match_id, known, aside)
    except Lost:
        text = _("The match {id} can't be salvaged: nothing says any more what was played. It is left as it is.")
        return Repair("match", False, text.format(id=match_id), match_id)
    except MatchInUse:
        text = _("The match {id} is open in another process: leave it there to have it repaired.")
        return Repair("match", False, text.format(id=match_id), match_id)
    except SaveError as why:
        return Repair("match", False, str(why), match_id)
    return Repair("match", True, " ".join(_told(match_id, made)), match_id, made.aside)


def _told(match_id: str, made: Salvaged) -> Iterator[str]:
    if made.header != "whole":
        yield _("The match {id} is salvaged, with a first line made from what was known of it.").format(id=match_id)
    elif made.lost or made.left:
        yield _("The match {id} is salvaged.").format(id=match_id)
    else:
        yield _("The match {id} is whole again: nothing of it is lost.").format(id=match_id)
    if made.header == "index":
        yield _("Which house rules it had isn't known any more: it goes by the usual ones and doesn't count.")
    if made.left:
        yield _.plural(
            "{n} entry is kept, up to the damage; what is whole after that stays in the file that was put aside.",
            "{n} entries are kept, up to the damage; what is whole after that stays in the file that was put aside.",
            made.entries,
        )
    elif made.lost:
        yield _.plural(
            "{n} entry couldn't be read; the points show that nothing hangs on it.",
            "{n} entries couldn't be read; the points show that nothing hangs on them.",
            made.lost,
        )
    yield _("The damaged file is kept as {aside}.").format(aside=made.aside)


def _fits(host: Host, header: LogHeader, entries: Sequence[Entry]) -> bool | None:
    """See ``Salvager``: what is noted of the points last must be what the rules lead to."""
    try:
        history = History(header, entries)
        listing = host.catalogue.find_for(header.header, any_version=True)
    except PluginError:
        return None
    try:
        match = replayed(listing, header.header, history)
        if history.scores is None:
            return None
        return tuple(match.game.scores(match.state)) == history.scores
    except (ValueError, PluginError):
        return False


# What is left lying about


def _temporary(home: Home, disk: Disk, clock: Clock) -> Iterator[Repair]:
    """Files that a write has left which never came to its end."""
    gone = 0
    for folder in (home.path, home.matches, home.trash, home.reports, home.plugins):
        for path in listed(folder, "*.tmp"):
            gone += _remove(path, disk, _lock_of(path), clock)
    for path in sorted(home.cache.rglob("*.tmp")):
        gone += _remove(path, disk, None, clock)
    if gone:
        text = _.plural("{n} temporary file is removed.", "{n} temporary files are removed.", gone)
        yield Repair("temporary", True, text)


def _lock_of(temporary: Path) -> Path | None:
    """Of whoever may write that file; None where it is protected by none."""
    path = temporary.with_suffix("")
    if path.suffix == ".jsonl":
        return path.with_suffix(".lock")
    return path.with_name(path.name + ".lock") if path.suffix == ".json" else None


def _remove(path: Path, disk: Disk, lock: Path | None, clock: Clock) -> bool:
    """Removes a file that nobody writes any more; whether it is gone."""
    try:
        if lock is None:
            return clock().timestamp() - path.stat().st_mtime > AGE and _gone(path, disk)
        held = take(lock)
        if held is None:
            return False
        try:
            return _gone(path, disk)
        finally:
            held.release()
    except (SaveError, OSError):
        return False


def _gone(path: Path, disk: Disk) -> bool:
    with suppress(OSError):
        disk.remove(path)
    return not os.path.lexists(path)


def _locks(home: Home, disk: Disk) -> Iterator[Repair]:
    """Locks of matches that aren't there any more, so that nobody can wait for one of them."""
    gone = 0
    for path in listed(home.matches, "*.lock"):
        if os.path.lexists(path.with_suffix(".jsonl")):
            continue
        with suppress(SaveError):
            held = take(path)
            if held is not None:
                gone += _gone(path, disk)
                held.release()
    if gone:
        yield Repair("lock", True, _.plural("{n} old lock is removed.", "{n} old locks are removed.", gone))


def _store(host: Host) -> Iterator[Repair]:
    """Folders and wheels of the store of plugins that nothing uses any more."""
    from tabletop.plugins.install.workshop import remove_leftovers

    overlay = Overlay(host.store)
    if not overlay.root.is_dir():
        return
    try:
        with locked(overlay.ledger_path, patience=0):
            gone = len(remove_leftovers(overlay))
    except (SaveError, LedgerError, OSError) as why:
        yield Repair("store", False, str(why))
        return
    if gone:
        text = _.plural(
            "{n} old folder of the store of plugins is removed.",
            "{n} old folders of the store of plugins are removed.",
            gone,
        )
        yield Repair("store", True, text)


def _permissions(home: Home) -> Iterator[Repair]:
    if not home.is_open():
        return
    try:
        home.path.chmod(0o700)
    except OSError as error:
        text = _("{path} is open to others and can't be closed: {why}.").format(path=home.path, why=error.strerror)
        yield Repair("permissions", False, text)
    else:
        yield Repair("permissions", True, _("{path} is closed to others now.").format(path=home.path))
