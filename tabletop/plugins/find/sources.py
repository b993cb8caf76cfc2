"""Where a plugin came from, and how it is had again.

Never by a mere name, unless it came by that: an index may have given it to a stranger.
"""

import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import FIRST_PARTY, Plugin
from tabletop.plugins.find.versions import in_store
from tabletop.saves.sources import KnownSource

_ = Texts(__file__)


def source_of(plugin: Plugin) -> KnownSource | None:
    """Where a plugin came from; None for one of this project's, and where nobody knows."""
    if plugin.first_party:
        return None
    if plugin.project is not None:
        return KnownSource("plugin", str(plugin.project))
    package = in_store(plugin)
    if package is not None:
        kind = package.source.kind
        return KnownSource(kind, package.name if kind == "index" else package.requested or package.source.url)
    return _beside_the_host(plugin)


def _beside_the_host(plugin: Plugin) -> KnownSource | None:
    """What its installer wrote down (PEP 610)."""
    try:
        document: Any = json.loads(distribution(plugin.distribution).read_text("direct_url.json") or "null")
        url = document["url"]
    except (PackageNotFoundError, ValueError, TypeError, KeyError):
        return None
    kind = "repository" if "vcs_info" in document else "folder" if "dir_info" in document else "archive"
    return KnownSource(kind, str(url))


def missing(distribution: str, source: KnownSource | None) -> str:
    """The sentence where a match needs a plugin that isn't here."""
    name = printable(distribution)
    if distribution in FIRST_PARTY or (source is not None and source.kind == "index"):
        return _("This match needs the plugin {plugin}: “tabletop plugins install {plugin}” brings it.").format(
            plugin=name
        )
    if source is None:
        return _("This match needs the plugin {plugin}, which isn't here: get it from where it came from.").format(
            plugin=name
        )
    wanted = shlex.quote(printable(source.source, 1_000))
    command = f"--plugin {wanted}" if source.kind == "plugin" else f"tabletop plugins install {wanted}"
    return _("This match needs the plugin {plugin}, which came from {source}: “{command}” brings it.").format(
        plugin=name, source=printable(source.source, 1_000), command=command
    )
