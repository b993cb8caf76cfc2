"""Which plugins are installed, found without importing any of them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from importlib.metadata import Distribution, EntryPoint, PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.plugins.find.manifest import Manifest, ManifestError, read_manifest

_ = Texts(__file__)

GROUP: Final = "tabletop"
API_VERSION: Final = "1.1"
"""The version of the contract and the hooks. A plugin's manifest says which range of it the plugin works with."""
HOST: Final = "tabletop-host"
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
    manifest: Manifest | None = None
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
        return canonicalize_name(self.distribution)

    def disabled(self) -> "Plugin":
        """The same, not to be used."""
        why = _("it is disabled; “tabletop plugins enable {name}” changes that").format(name=self.distribution)
        return replace(self, state="disabled", problem=why)


def find_plugins(disabled: Collection[str] = ()) -> list[Plugin]:
    """All installed plugins by name of their distribution, whatever the order on disk.

    ``disabled``: names of distributions.
    """
    ours = _host_folder()
    found = [_read(entry, ours) for entry in entry_points(group=GROUP)]
    keys = {canonicalize_name(name) for name in disabled}
    plugins = [plugin.disabled() if plugin.key in keys else plugin for plugin in found]
    return sorted(plugins, key=lambda plugin: (plugin.key, plugin.package, plugin.entry_point))


def _host_folder() -> Path | None:
    """The folder into which the host was installed."""
    try:
        return _folder(distribution(HOST))
    except PackageNotFoundError:
        return None


def _folder(found: Distribution) -> Path:
    return Path(str(found.locate_file(""))).resolve()


def _read(entry: EntryPoint, ours: Path | None) -> Plugin:
    name, version = _name_and_version(entry)
    beside = entry.dist is not None and ours is not None and _folder(entry.dist) == ours
    first_party = beside and canonicalize_name(name) in FIRST_PARTY
    return replace(read_plugin(name, version, entry.value), entry_point=entry.name, first_party=first_party)


def read_plugin(name: str, version: str, package: str) -> Plugin:
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
        plugin = replace(plugin, manifest=read_manifest(plugin.folder))
    except ManifestError as why:
        return _broken(plugin, str(why))
    assert plugin.manifest is not None
    if API_VERSION not in SpecifierSet(plugin.manifest.api):
        wants = _("it is made for version {range} of the plugin API, not for this host's {version}")
        why_not = wants.format(range=plugin.manifest.api, version=API_VERSION)
        return replace(plugin, state="incompatible", problem=why_not)
    return plugin


def _name_and_version(entry: EntryPoint) -> tuple[str, str]:
    """As the metadata of the distribution say; whatever is wrong with those, there is a name."""
    try:
        metadata = entry.dist.metadata if entry.dist else None
        name, version = (metadata["Name"], metadata["Version"]) if metadata else (None, None)
    except Exception:
        name = version = None
    return printable(name or entry.name), printable(version or "?")


def _broken(plugin: Plugin, why: str) -> Plugin:
    return replace(plugin, state="broken", problem=why)
