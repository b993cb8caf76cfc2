"""Reading what plugins offer: a manifest that hasn't changed isn't validated again."""

from pathlib import Path
from typing import Any

from tabletop.plugins.find.offer import FILE_NAME, Offer, OfferedGame
from tabletop.saves.kept import Kept, changed, look_of


def read_offer(folder: Path, host: str, kept: Kept) -> Offer:
    """The offer of a plugin in a package's folder, for a ``host`` of that version of the API. Raises ManifestError."""
    file = str(folder / FILE_NAME)
    look = look_of(file)
    known = None if look is None else _from_plain(kept.get(file, [host, look]))
    if known is not None:
        return known
    from packaging.specifiers import SpecifierSet

    from tabletop.plugins.find.manifest import read_manifest

    manifest = read_manifest(folder)
    games = tuple(OfferedGame(**dict(game)) for game in manifest.games)
    offer = Offer(manifest.api, games, manifest.provides, host in SpecifierSet(manifest.api))
    if look is not None:
        kept.put(file, [host, look], offer, changed([look]))
    return offer


def _from_plain(value: Any) -> Offer | None:
    try:
        api, games, provides, fits = value
        return Offer(api, tuple(_game(*game) for game in games), tuple(provides), fits)
    except (TypeError, ValueError):
        return None


def _game(game_id: str, title: str, summary: str, seats: list[int], tags: list[str], *rest: Any) -> OfferedGame:
    aliases, order = rest
    least, most = seats
    return OfferedGame(game_id, title, summary, (least, most), tuple(tags), tuple(aliases), order)
