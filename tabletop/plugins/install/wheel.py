"""What a wheel says of itself, read without running any of it."""

import hashlib
import zipfile
from configparser import ConfigParser, Error
from email.parser import HeaderParser
from pathlib import Path
from typing import Final, NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.tags import sys_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import GROUP
from tabletop.plugins.install.errors import InstallError

_ = Texts(__file__)
_MAX_BYTES: Final = 1024 * 1024
_FAULTS: Final = (
    InvalidWheelFilename,
    InvalidRequirement,
    zipfile.BadZipFile,
    OSError,
    KeyError,
    UnicodeDecodeError,
    Error,
)


class Wheel(NamedTuple):
    """A wheel's name, version, requirements, hash, and whether it is a plugin of Tabletop."""

    path: Path
    name: str
    version: str
    requires: tuple[str, ...]
    sha256: str
    is_plugin: bool


def read_wheel(path: Path) -> Wheel:
    """Reads a wheel. Raises InstallError."""
    try:
        name, version, _build, _tags = parse_wheel_filename(path.name)
        with zipfile.ZipFile(path) as archive:
            folder = _dist_info(archive, name)
            if f"{folder}/RECORD" not in archive.namelist():
                raise zipfile.BadZipFile(_("it has no list of its files, RECORD"))
            metadata = HeaderParser().parsestr(_text(archive, f"{folder}/METADATA"))
            has_entries = f"{folder}/entry_points.txt" in archive.namelist()
            entries = _text(archive, f"{folder}/entry_points.txt") if has_entries else ""
        requires = tuple(metadata.get_all("Requires-Dist", []))
        for text in requires:
            Requirement(text)
        return Wheel(
            path,
            str(metadata["Name"] or name),
            str(metadata["Version"] or version),
            requires,
            digest(path),
            _has_plugin(entries),
        )
    except _FAULTS as error:
        raise InstallError(_("{file} is not a wheel: {why}.").format(file=path.name, why=error)) from None


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fits(file_name: str) -> bool:
    """Whether a wheel of that name can be installed for this Python on this system."""
    return not parse_wheel_filename(file_name)[3].isdisjoint(sys_tags())


def _dist_info(archive: zipfile.ZipFile, name: str) -> str:
    for entry in archive.namelist():
        folder = entry.partition("/")[0]
        if folder.endswith(".dist-info") and canonicalize_name(folder.split("-")[0]) == name:
            return folder
    raise KeyError(_("it has no metadata"))


def _text(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as file:
        return file.read(_MAX_BYTES).decode()


def _has_plugin(entry_points: str) -> bool:
    entries = ConfigParser(delimiters=("=",), interpolation=None)
    entries.read_string(entry_points)
    return entries.has_section(GROUP) and bool(entries.options(GROUP))
