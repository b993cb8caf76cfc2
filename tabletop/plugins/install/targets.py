"""What a person names to be installed: a package of an index, a wheel, a folder, an archive or a repository."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from tabletop.i18n import Texts
from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.store.ledger import FROM_SOURCE, Kind

_ = Texts(__file__)

_ARCHIVES: Final = (".tar.gz", ".zip", ".tgz")
_REMOTE: Final = ("https://", "http://", "file://")


@dataclass(frozen=True)
class Target:
    """``requirement`` is what pip is told; ``url`` where a direct target lies; ``name`` is known for an index only."""

    kind: Kind
    requirement: str
    url: str = ""
    name: str = ""

    @property
    def from_source(self) -> bool:
        """Whether it has to be built, which runs code of its author before it is installed."""
        return self.kind in FROM_SOURCE

    @property
    def file_name(self) -> str:
        """The name of the file of a direct target."""
        return unquote(self.url.rpartition("/")[2])


def parse_target(text: str, folder: Path) -> Target:
    """What ``text`` means; relative paths start at ``folder``. Raises InstallError, with the reason."""
    text = text.strip()
    url = text.partition(" @ ")[2] or text
    if url.startswith("git+") or (url.startswith(_REMOTE) and url.endswith(".git")):
        url = url.removeprefix("git+")
        return Target("repository", f"git+{url}", _without_revision(url))
    if url.startswith(_REMOTE):
        return Target(_kind_of_file(url.partition("#")[0]), url, url.partition("#")[0])
    if _is_path(text):
        path = Path(os.path.abspath(folder / os.path.expanduser(text)))
        if not os.path.exists(path):
            raise InstallError(_("{path} isn't there.").format(path=path))
        return Target("folder" if path.is_dir() else _kind_of_file(text), str(path), path.as_uri())
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        message = _("“{text}” is neither a package's name nor a wheel, a folder or a repository.")
        raise InstallError(message.format(text=text)) from None
    return Target("index", text, name=canonicalize_name(requirement.name))


def _is_path(text: str) -> bool:
    return text.startswith((".", "~")) or "/" in text or os.sep in text or text.endswith((".whl", *_ARCHIVES))


def _kind_of_file(text: str) -> Kind:
    if text.endswith(".whl"):
        return "wheel"
    if text.endswith(_ARCHIVES):
        return "archive"
    raise InstallError(_("“{text}” is neither a wheel nor an archive of sources.").format(text=text))


def _without_revision(url: str) -> str:
    """The repository alone: ``@`` begins a revision in the path; before, it ends a user's name."""
    scheme, mark, rest = url.partition("#")[0].partition("://")
    host, slash, path = rest.partition("/")
    return scheme + mark + host + slash + path.partition("@")[0]
