"""The trash: a folder into which deleted matches are moved, as they are."""

import os
from pathlib import Path

from tabletop.i18n import Texts
from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError, explain

_ = Texts(__file__)


def move(name: str, source: Path, target: Path, disk: Disk) -> None:
    """Moves the match file ``name``, and what was put aside of it, from one folder to another.

    The match file goes first, so that a crash leaves the match in one folder or in the other. Raises SaveError; what
    lies in ``target`` is never replaced.
    """
    try:
        files = [source / name, *sorted(source.glob(f"{name}.damaged-*"))]
    except OSError as error:
        raise explain(error, source) from error
    for path in files:
        if os.path.lexists(target / path.name):
            raise SaveError(
                _("{path} is in the way: move it, or empty the trash first.").format(path=target / path.name)
            )
    try:
        disk.make_folder(target)
        for path in files:
            disk.replace(path, target / path.name)
        disk.sync_folder(target)
        disk.sync_folder(source)
    except OSError as error:
        raise explain(error, source / name) from error


def empty(folder: Path, disk: Disk) -> None:
    """Removes the files in the trash for good. Raises SaveError, once, after all that can be removed is gone."""
    failed = None
    try:
        for path in sorted(folder.iterdir()):
            failed = _remove(path, disk) or failed
    except FileNotFoundError:
        return
    except OSError as error:
        raise explain(error, folder) from error
    if failed is not None:
        raise failed


def _remove(path: Path, disk: Disk) -> SaveError | None:
    try:
        disk.remove(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        return explain(error, path)
    return None
