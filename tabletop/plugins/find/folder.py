"""A plugin in a folder that isn't installed: its author's, most likely."""

import sys
import sysconfig
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import GROUP, Plugin, read_plugin

_ = Texts(__file__)


class FolderError(ValueError):
    """A folder that holds no plugin; the text says why, in one sentence."""


def plugin_in(folder: Path) -> Plugin:
    """The plugin whose ``pyproject.toml`` lies in ``folder``, its package beside it or under ``src``.

    From now on its package is found there, in this process only. Raises FolderError.
    """
    folder = folder.resolve()
    project = _project(folder)
    entries = project.get("entry-points", {}).get(GROUP, {})
    if not isinstance(entries, dict) or len(entries) != 1:
        raise FolderError(
            _("{file} should have one entry point in the group “{group}”.").format(
                file=folder / "pyproject.toml", group=GROUP
            )
        )
    package = str(next(iter(entries.values())))
    root = folder / "src" if (folder / "src" / package).is_dir() else folder
    if str(root) not in sys.path:
        sys.path.insert(_behind_the_library(), str(root))
    plugin = read_plugin(str(project.get("name", package)), str(project.get("version", "0")), package)
    return replace(plugin, project=folder)


def _behind_the_library() -> int:
    """Where a folder hides nothing of the standard library, and comes before what is installed."""
    library = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    library |= {folder / "lib-dynload" for folder in library}
    return max((place for place, entry in enumerate(sys.path, 1) if Path(entry) in library), default=0)


def _project(folder: Path) -> dict[str, Any]:
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except OSError as error:
        raise FolderError(_("{file} can't be read: {why}.").format(file=file, why=error.strerror)) from None
    except ValueError as error:
        raise FolderError(_("{file} is not TOML: {why}.").format(file=file, why=error)) from None
    if not isinstance(project, dict):
        raise FolderError(_("{file} has no table “project”.").format(file=file))
    return project
