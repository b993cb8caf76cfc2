"""Which plugins are installed, found without importing any of them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.plugins.find.canonical import canonical
from tabletop.plugins.find.installed import FoundEntries, FoundEntry
from tabletop.plugins.find.offer import ManifestError, Offer
from tabletop.plugins.find.offers import read_offer
from tabletop.saves.kept import Kept

_ = Texts(__file__)

GROUP: Final = "tabletop"
API_VERSION: Final = "1.1"
"""The version of the contract and the hooks. A plugin's manifest says which range of it the plugin works with."""
HOST: Final = "tabletop-host"
NOTHING: Final = Kept(None)
"""Nothing was found before."""
FIRST_PARTY: Final = frozenset({"tabletop-pig", "tabletop-bigpig", "tabletop-dominoes-passing"})
"""The distributions of this project. A name alone proves nothing: see ``Plugin.first_party``."""

State = Literal["enabled", "disabled", "broken", "incompatible"]


@dataclass(frozen=True)
class Plugin:
    """An installed plugin: ``problem`` says why it can't be used, if so, in a sentence.

    Only ``enabled`` ones are ever imported.
    """

    distribution: str
    version: str
    package: str
    folder: Path
    manifest: Offer | None = None
    problem: str = ""
    state: State = "enabled"
    entry_point: str = ""
    first_party: bool = False
    """Whether it is one of this project's and lies beside the host, where only who installs the host can put it."""
    project: Path | None = None
    """The folder in which it lies, of one that isn't installed."""

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"

    @property
    def key(self) -> str:
        """The name of the distribution as names of packages are compared."""
        return canonical(self.distribution)

    def disabled(self) -> "Plugin":
        """The same, not to be used."""
        why = _("it is disabled; “tabletop plugins enable {name}” changes that").format(name=self.distribution)
        return replace(self, state="disabled", problem=why)


def find_plugins(disabled: Collection[str] = (), kept: Kept = NOTHING) -> list[Plugin]:
    """All installed plugins by name of their distribution, whatever the order on disk.

    ``disabled``: names of distributions. ``kept``: what was found before.
    """
    installed = FoundEntries.now(GROUP, HOST, kept)
    found = [_read(entry, installed.host, kept) for entry in installed.entries]
    keys = {canonical(name) for name in disabled}
    plugins = [plugin.disabled() if plugin.key in keys else plugin for plugin in found]
    return sorted(plugins, key=lambda plugin: (plugin.key, plugin.package, plugin.entry_point))


def _read(entry: FoundEntry, ours: str | None, kept: Kept) -> Plugin:
    beside = bool(entry.folder) and entry.folder == ours
    first_party = beside and canonical(entry.distribution) in FIRST_PARTY
    name, version = printable(entry.distribution), printable(entry.version)
    return replace(read_plugin(name, version, entry.package, kept), entry_point=entry.name, first_party=first_party)


def read_plugin(name: str, version: str, package: str, kept: Kept = NOTHING) -> Plugin:
    """The plugin of a distribution in a top-level package: finding that imports nothing."""
    plugin = Plugin(name, version, package, Path())
    if not package.isidentifier():
        value = printable(package)
        return _broken(plugin, _("its entry point “{value}” is not a top-level package").format(value=value))
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        return _broken(plugin, _("its package “{value}” is not there").format(value=package))
    plugin = replace(plugin, folder=Path(next(iter(spec.submodule_search_locations))))
    try:
        offer = read_offer(plugin.folder, API_VERSION, kept)
    except ManifestError as why:
        return _broken(plugin, str(why))
    plugin = replace(plugin, manifest=offer)
    if not offer.fits:
        wants = _("it is made for version {range} of the plugin API, not for this host's {version}")
        why_not = wants.format(range=offer.api, version=API_VERSION)
        return replace(plugin, state="incompatible", problem=why_not)
    return plugin


def _broken(plugin: Plugin, why: str) -> Plugin:
    return replace(plugin, state="broken", problem=why)
