"""The packages of the host's own environment, and whether what a plugin requires goes with them."""

import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from tabletop.plugins.store.ledger import Package
from tabletop.plugins.store.overlay import is_inside

HOST = "tabletop-host"


def host_packages(root: Path) -> dict[str, Distribution]:
    """What is installed in the host's environment, by canonical name; the store in ``root`` is left out."""
    path = [entry for entry in sys.path if not is_inside(Path(entry), root)]
    found: dict[str, Distribution] = {}
    for distribution in distributions(path=path):
        if distribution.metadata["Name"] and _version(distribution.version):
            found.setdefault(canonicalize_name(distribution.name), distribution)
    return found


def constraints(host: Mapping[str, Distribution]) -> str:
    """The host's exact versions, as a constraints file."""
    return "".join(f"{name}=={distribution.version}\n" for name, distribution in sorted(host.items()))


class Unmet(NamedTuple):
    """A requirement that isn't met: ``there`` is the version that is there, None if the package is missing."""

    package: Package
    requirement: Requirement
    there: str | None


def unmet(packages: Mapping[str, Package], host: Mapping[str, Distribution]) -> Iterator[Unmet]:
    """What packages of the store require and get neither from the host nor from each other."""
    versions = {name: package.version for name, package in packages.items()}
    versions |= {name: distribution.version for name, distribution in host.items()}
    for package in packages.values():
        for text in package.requires:
            requirement = Requirement(text)
            if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
                continue
            there = versions.get(canonicalize_name(requirement.name))
            if there is None or not requirement.specifier.contains(there, prereleases=True):
                yield Unmet(package, requirement, there)


def who_needs(name: str, host: Mapping[str, Distribution]) -> str:
    """Which package of the host requires ``name``, and how: ``tabletop-host 0.1.0 needs x>=1``; empty if none does."""
    ordered = sorted(host, key=lambda key: (key != HOST, key))
    for distribution in (host[key] for key in ordered):
        for text in distribution.requires or ():
            try:
                requirement = Requirement(text)
            except InvalidRequirement:
                continue
            if canonicalize_name(requirement.name) == name and not (requirement.marker and "extra" in text):
                return f"{distribution.name} {distribution.version}: {requirement.name}{requirement.specifier}"
    return ""


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
