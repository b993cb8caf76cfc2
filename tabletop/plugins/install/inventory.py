"""The list of plugins: read from metadata and manifests, without importing any plugin. See docs/plugins.md."""

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any, Final, Literal

from packaging.utils import canonicalize_name
from pydantic import BaseModel, ConfigDict

from tabletop.i18n import N_, Texts
from tabletop.plugins.find import offer
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.discovery import API_VERSION, GROUP, Plugin
from tabletop.plugins.find.manifest import Manifest, read_manifest
from tabletop.plugins.find.offer import ManifestError
from tabletop.plugins.install import refusals
from tabletop.plugins.install.host_packages import host_packages, unmet
from tabletop.plugins.store.ledger import Kind, Ledger, LedgerError, Package
from tabletop.plugins.store.overlay import Overlay

_ = Texts(__file__)

State = Literal["enabled", "disabled", "broken", "incompatible", "not restored"]
STATES: Final = (N_("enabled"), N_("disabled"), N_("broken"), N_("incompatible"), N_("not restored"))
KINDS: Final = (N_("wheel"), N_("folder"), N_("repository"), N_("index"), N_("archive"))
"""As people read them, and where a plugin comes from."""
PROVIDES: Final = (N_("games"), N_("strategies"), N_("commands"), N_("notifications"))
"""What a plugin may bring, as people read it."""
HOST_ENVIRONMENT: Final = "host"
STORE: Final = "store"


class Origin(BaseModel):
    """Where a plugin is installed, ``path``, and what it was installed from, as far as that is known."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    environment: Literal["host", "store"]
    path: str
    kind: Kind | None = None
    url: str | None = None
    commit: str | None = None
    editable: bool = False


class PluginRow(BaseModel):
    """One plugin in the list. ``reason`` says in a sentence why it isn't enabled.

    ``provides`` says what the plugin brings, games and else, as its manifest promises.
    """

    model_config = ConfigDict(defer_build=True, frozen=True)

    name: str
    version: str
    games: tuple[str, ...]
    provides: tuple[Literal["games"] | offer.Kind, ...]
    api: str | None
    source: Origin
    state: State
    reason: str | None = None


class Inventory(BaseModel):
    """The whole list, as ``--json`` prints it."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    format: Literal["tabletop-plugins-list"] = "tabletop-plugins-list"
    version: Literal[1] = 1
    api: str = API_VERSION
    plugins: tuple[PluginRow, ...]


def list_plugins(catalogue: Catalogue, root: Path) -> Inventory:
    """Every plugin of the catalogue, and those of the store in ``root`` that can't be used as they are."""
    overlay = Overlay(root)
    try:
        ledger = overlay.ledger()
    except LedgerError:
        ledger = Ledger()
    host = host_packages(root)
    rows = [_row(plugin, root, ledger, host) for plugin in catalogue.plugins]
    lacks = {lack.package.key: refusals.unmet_sentence(lack, host) for lack in unmet(ledger.by_name, host)}
    rows = [_with_lack(row, lacks) for row in rows]
    trouble = overlay.trouble(ledger)
    if trouble:
        there = {canonicalize_name(row.name) for row in rows}
        asked = [package for package in ledger.packages if package.requested and package.key not in there]
        rows += [_not_restored(package, overlay.folder(ledger) or root, trouble) for package in asked]
    return Inventory(plugins=tuple(sorted(rows, key=lambda row: row.name)))


def _row(plugin: Plugin, root: Path, ledger: Ledger, host: Mapping[str, Distribution]) -> PluginRow:
    manifest = plugin.manifest
    name = canonicalize_name(plugin.distribution)
    package = ledger.by_name.get(name) if name not in host else None
    return PluginRow.model_validate(
        {
            "name": plugin.distribution,
            "version": plugin.version,
            "games": [game.id for game in manifest.games] if manifest else [],
            "provides": _provides(manifest),
            "api": manifest.api if manifest else None,
            "source": _from_store(package, root, ledger) if package else _from_host(plugin.distribution),
            "state": plugin.state,
            "reason": _sentence(plugin.problem) if plugin.problem else None,
        }
    )


def _provides(manifest: Manifest | offer.Offer | None) -> tuple[Any, ...]:
    if manifest is None:
        return ()
    return (*(("games",) if manifest.games else ()), *manifest.provides)


def _manifest(folder: Path) -> Manifest | None:
    try:
        return read_manifest(folder) if folder != Path() else None
    except ManifestError:
        return None


def _with_lack(row: PluginRow, lacks: Mapping[str, str]) -> PluginRow:
    reason = lacks.get(canonicalize_name(row.name))
    if reason is None or row.state != "enabled" or row.source.environment != STORE:
        return row
    return row.model_copy(update={"state": "incompatible", "reason": reason})


def _sentence(problem: str) -> str:
    return problem[:1].upper() + problem[1:].rstrip(".") + "."


def _from_store(package: Package, root: Path, ledger: Ledger) -> Origin:
    folder = Overlay(root).folder(ledger)
    return Origin(environment="store", path=str(folder), **package.source.model_dump())


def _from_host(name: str) -> Origin:
    """What the environment's installer wrote down (PEP 610); nothing for what came from an index."""
    found = distribution(name)
    text = found.read_text("direct_url.json")
    origin: dict[str, Any] = {"environment": HOST_ENVIRONMENT, "path": str(found.locate_file(""))}
    if text is None:
        return Origin(**origin)
    document = json.loads(text)
    vcs, folder = document.get("vcs_info"), document.get("dir_info")
    is_wheel = document["url"].endswith(".whl")
    kind: Kind = "repository" if vcs else "folder" if folder is not None else "wheel" if is_wheel else "archive"
    return Origin(
        **origin,
        kind=kind,
        url=document["url"],
        commit=vcs and vcs.get("commit_id"),
        editable=bool(folder and folder.get("editable")),
    )


def _not_restored(package: Package, folder: Path, trouble: str) -> PluginRow:
    source = Origin(environment="store", path=str(folder), **package.source.model_dump())
    manifest = _manifest_in(package, folder)
    return PluginRow(
        name=package.name,
        version=package.version,
        games=tuple(game.id for game in manifest.games) if manifest else (),
        provides=_provides(manifest),
        api=manifest.api if manifest else None,
        source=source,
        state="not restored",
        reason=trouble,
    )


def _manifest_in(package: Package, folder: Path) -> Manifest | None:
    """The manifest of a package that is unpacked in a folder which is not on the path."""
    for found in distributions(path=[str(folder)]):
        if canonicalize_name(found.name) == package.key:
            for entry in found.entry_points.select(group=GROUP):
                return _manifest(folder / entry.value)
    return None


def lines(listing: Inventory) -> Sequence[str]:
    """The list for people."""
    return [line for row in listing.plugins for line in _lines(row)]


def _lines(row: PluginRow) -> list[str]:
    games = ", ".join(row.games) or _("no games")
    place = _("the store") if row.source.environment == STORE else _("the host's environment")
    kind = _(row.source.kind) if row.source.kind else ""
    origin = ", ".join(filter(None, (place, " ".join(filter(None, (kind, row.source.url))))))
    shown = [
        f"{row.name} {row.version}: {games}",
        "  "
        + _("from {origin}; plugin API {api}; {state}").format(origin=origin, api=row.api or "?", state=_(row.state)),
    ]
    if {*row.provides} - {"games"}:
        shown.append("  " + _("provides {kinds}").format(kinds=", ".join(_(kind) for kind in row.provides)))
    return [*shown, f"  {row.reason}"] if row.reason else shown
