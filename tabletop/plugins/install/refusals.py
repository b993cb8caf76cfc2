"""What pip complained of, in one sentence for a person."""

import re
from collections.abc import Mapping
from importlib.metadata import Distribution
from typing import Final

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidSdistFilename, canonicalize_name, parse_sdist_filename

from tabletop.i18n import Texts
from tabletop.plugins.install.host_packages import Unmet, who_needs

_ = Texts(__file__)

_NOT_FOUND: Final = re.compile(r"^ERROR: No matching distribution found for (.+?)(?: \(from .*\))?$", re.M)
_PARENT: Final = re.compile(r"requirement .+? \(from (.+?)\) \(from versions: ")
_WANTS: Final = re.compile(r"^    (\S+) (\S+) depends on (.+)$", re.M)
_ASKED: Final = re.compile(r"^    The user requested (?!\(constraint\))(.+)$", re.M)
_PINNED: Final = re.compile(r"^    The user requested \(constraint\) (\S+?)==(\S+)$", re.M)
_SOURCE: Final = re.compile(r"Skipping link: No sources permitted for .+?: (\S+)")
_ERROR: Final = re.compile(r"^ERROR: (.+)$", re.M)
_FEW: Final = 5
"""Where pip says so few lines, and no error by that word, it is said whole."""
_GIT: Final = re.compile(r"^\s*fatal: (.+)$", re.M)


def only_source(log: str) -> str | None:
    """The canonical name of the package that pip (``-vv``) found no wheel of, but sources that it passed over."""
    missing = _NOT_FOUND.search(log)
    try:
        wanted = Requirement(missing[1]) if missing else None
    except InvalidRequirement:
        wanted = None
    if wanted is None:
        return None
    name = canonicalize_name(wanted.name)
    for found in _SOURCE.finditer(log):
        try:
            link_name, version = parse_sdist_filename(found[1].partition("#")[0].rpartition("/")[2])
        except InvalidSdistFilename:
            continue
        if link_name == name and wanted.specifier.contains(version):
            return name
    return None


def sentence(log: str, host: Mapping[str, Distribution]) -> str:
    """Why pip could not resolve, with both requirements where two are in conflict."""
    conflict = _conflict(log, host)
    if conflict:
        return conflict
    missing = _NOT_FOUND.search(log)
    if missing:
        parent = _PARENT.search(log)
        if parent:
            message = _("No wheel can be found for {name}, which {parent} needs.")
            return message.format(name=missing[1], parent=parent[1].partition("->")[0])
        return _("No wheel can be found for {name}: check the name, and the connection.").format(name=missing[1])
    errors = _GIT.findall(log) or _ERROR.findall(log)
    lines = log.strip().splitlines() or ["?"]
    return _("pip failed: {why}").format(
        why=errors[0] if errors else " ".join(lines if len(lines) <= _FEW else lines[-1:])
    )


def _conflict(log: str, host: Mapping[str, Distribution]) -> str:
    cause = log.partition("The conflict is caused by:")[2].partition("\n\n")[0]
    wants = [
        _("{package} {version} needs {requirement}").format(package=found[1], version=found[2], requirement=found[3])
        for found in _WANTS.finditer(cause)
    ]
    wants += [_("you asked for {requirement}").format(requirement=found[1]) for found in _ASKED.finditer(cause)]
    wants += [_host_has(found[1], found[2], host) for found in _PINNED.finditer(cause)]
    return _and_but(wants) if wants else ""


def unmet_sentence(unmet: Unmet, host: Mapping[str, Distribution]) -> str:
    """A requirement that is not met, and what is there instead."""
    package, requirement = unmet.package, f"{unmet.requirement.name}{unmet.requirement.specifier}"
    needs = _("{package} {version} needs {requirement}").format(
        package=package.name, version=package.version, requirement=requirement
    )
    name = canonicalize_name(unmet.requirement.name)
    if unmet.there is None:
        there = _("that is not installed")
    elif name in host:
        there = _host_has(name, unmet.there, host)
    else:
        there = _("{name} is {version}").format(name=name, version=unmet.there)
    return _and_but([needs, there])


def _host_has(name: str, version: str, host: Mapping[str, Distribution]) -> str:
    has = _("this host has {name} {version}").format(name=name, version=version)
    needs = who_needs(canonicalize_name(name), host)
    return f"{has} ({needs})" if needs else has


def _and_but(parts: list[str]) -> str:
    return _("{wants}, but {there}.").format(wants=", ".join(parts[:-1]), there=parts[-1]) if parts[1:] else parts[0]
