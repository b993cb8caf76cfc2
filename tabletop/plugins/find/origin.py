"""Where a host without games finds the games of this project: there, where it was installed from itself."""

import json
import shlex
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tabletop.i18n import Texts
from tabletop.plugins.find.canonical import canonical
from tabletop.plugins.find.discovery import FIRST_PARTY, HOST

_ = Texts(__file__)


def without_games() -> list[str]:
    """What to say where no game is installed: where games come from, and where this project's own are, if known."""
    said = [
        _("No game is installed. Games are plugins: “tabletop plugins install” takes a folder, a wheel or a git URL.")
    ]
    if found := own_games():
        targets = " ".join(shlex.quote(str(path)) for path in found)
        said.append(_("Tabletop's own are here: tabletop plugins install {targets}").format(targets=targets))
    return said


def own_games(origin: Path | None = None) -> list[Path]:
    """The folders or wheels of this project's games beside the host's own; ``origin``: the host's, None: looked up."""
    origin = origin or _origin()
    if origin is None:
        return []
    found = dict(_folders(origin) if origin.is_dir() else _wheels(origin.parent))
    return [found[name] for name in sorted(found, key=lambda name: (len(name), name))]


def _origin() -> Path | None:
    """The folder or wheel from which the host was installed; None where that was an index."""
    try:
        text = distribution(HOST).read_text("direct_url.json")
        url = urlsplit(json.loads(text)["url"]) if text else None
    except (PackageNotFoundError, ValueError, KeyError, TypeError):
        return None
    return Path(url2pathname(url.path)) if url and url.scheme == "file" else None


def _folders(host: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(host.glob("plugins/*/pyproject.toml")):
        try:
            name = canonical(tomllib.loads(file.read_text("utf-8"))["project"]["name"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if name in FIRST_PARTY:
            yield name, file.parent


def _wheels(folder: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(folder.glob("*.whl")):
        name = canonical(file.name.partition("-")[0])
        if name in FIRST_PARTY:
            yield name, file
