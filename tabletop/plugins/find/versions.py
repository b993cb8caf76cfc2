"""Other versions of a plugin than the one that is here: what they wrote, and how to go back to one."""

import shlex
import sys
from collections.abc import Iterable

from packaging.version import InvalidVersion, Version

from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.store.ledger import LedgerError, Package
from tabletop.plugins.store.overlay import Overlay, is_inside

_ = Texts(__file__)


def why_not_of(played: str | None, installed: str) -> str:
    """Why a match played with one version of a plugin can't be played with another; empty if it can."""
    try:
        then, now = Version(played or installed), Version(installed)
    except InvalidVersion:
        return ""
    if now.major != then.major:
        return _("whose rules may be others")
    return _("which is older") if now < then else ""


def older(version: str | None, plugin: Plugin) -> str:
    """The version, if it is an earlier one than that of ``plugin``, else an empty text."""
    try:
        return version if version and Version(version) < Version(plugin.version) else ""
    except InvalidVersion:
        return ""


def old(versions: Iterable[str | None], plugin: Plugin) -> tuple[str, ...]:
    """The same for each event of a match, by the version that wrote it."""
    versions = tuple(versions)
    found = {version: older(version, plugin) for version in set(versions)}
    return tuple([found[version] for version in versions])


def way_back(plugin: Plugin, version: str) -> str:
    """How to install another version of a plugin in the place of the one that is here, in a sentence."""
    wanted = f"{plugin.distribution}=={version}"
    if not plugin.entry_point:
        return _("Go on with the folder of {plugin} {version}.").format(plugin=plugin.distribution, version=version)
    package = in_store(plugin)
    if package is not None and package.source.kind != "index":
        said = _("Install {plugin} {version} again to go on, from where you had it: {here} came from {source}.")
        names = {"plugin": plugin.distribution, "version": version, "here": plugin, "source": package.source.url}
        return said.format(**names)
    command = shlex.join([sys.executable, "-m", "pip", "install", wanted])
    if package is not None:
        command = f"tabletop plugins install {wanted}"
    said = _("Install {plugin} {version} again to go on: {command}")
    return said.format(plugin=plugin.distribution, version=version, command=command)


def in_store(plugin: Plugin) -> Package | None:
    """The plugin's entry in the ledger of the store, if it lies there."""
    folder = plugin.folder.resolve()
    for root in folder.parents:
        if is_inside(folder, root) and (overlay := Overlay(root)).ledger_path.is_file():
            return _entry(overlay, plugin.key)
    return None


def _entry(overlay: Overlay, key: str) -> Package | None:
    try:
        return overlay.ledger().by_name.get(key)
    except LedgerError:
        return None
