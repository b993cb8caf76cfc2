"""Which plugins are installed, found without importing any of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from packaging.specifiers import SpecifierSet

from tabletop.i18n import Texts
from tabletop.plugins.manifest import Manifest, ManifestError, read_manifest

_ = Texts(__file__)

GROUP: Final = "tabletop"
API_VERSION: Final = "1.0"
"""The version of the contract and the hooks. A plugin's manifest says which range of it the plugin works with."""


@dataclass(frozen=True)
class Plugin:
    """An installed plugin: ``problem`` says why it can't be used, if so, in a sentence; then there is no manifest."""

    distribution: str
    version: str
    package: str
    folder: Path
    manifest: Manifest | None = None
    problem: str = ""

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"


def find_plugins() -> list[Plugin]:
    """All installed plugins by name of their distribution, whatever the order on disk."""
    found = [_read(entry) for entry in entry_points(group=GROUP)]
    return sorted(found, key=lambda plugin: (plugin.distribution, plugin.package))


def _read(entry: EntryPoint) -> Plugin:
    metadata: Mapping[str, str] = entry.dist.metadata if entry.dist else {}  # type: ignore[assignment]
    name, version = metadata.get("Name") or entry.name, metadata.get("Version") or "?"
    return read_plugin(name, version, entry.value)


def read_plugin(name: str, version: str, package: str) -> Plugin:
    """The plugin of a distribution in a top-level package: finding that imports nothing."""
    if not package.isidentifier():
        return _broken(name, version, package, _("its entry point “{value}” is not a top-level package"), package)
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        return _broken(name, version, package, _("its package “{value}” is not there"), package)
    folder = Path(next(iter(spec.submodule_search_locations)))
    try:
        manifest = read_manifest(folder)
    except ManifestError as why:
        return _broken(name, version, package, "{value}", str(why), folder)
    if API_VERSION not in SpecifierSet(manifest.api):
        wants = _("it is made for version {value} of the plugin API, not for this host's {version}")
        return _broken(name, version, package, wants, manifest.api, folder)
    return Plugin(name, version, package, folder, manifest)


def _broken(name: str, version: str, package: str, why: str, value: str, folder: Path = Path()) -> Plugin:
    return Plugin(name, version, package, folder, problem=why.format(value=value, version=API_VERSION))
