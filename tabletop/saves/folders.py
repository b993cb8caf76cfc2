"""The folders with match files: what lies in them, each entry looked at by itself."""

import os
import re
import stat
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from tabletop.i18n import Texts
from tabletop.saves.disk import Disk
from tabletop.saves.errors import explain
from tabletop.saves.home import Home
from tabletop.saves.indexed import SUFFIX, IndexRow, read_row

_ = Texts(__file__)

Progress = Callable[[str, float], None]
"""Is told what takes long, and which part of it is done; an empty text ends that."""
Place = str
"""``matches`` or ``trash``."""
ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
"""What names a match."""
LONG: Final = 500
"""So many files take long enough to be told."""
_NO_FILE: Final = -1
"""The length of an entry that is no file and leads to none."""


class Folders:
    """The folders of one home, by their places."""

    def __init__(self, home: Home, disk: Disk, progress: Progress) -> None:
        """``progress`` is told what takes long."""
        self._folders: Mapping[Place, Path] = {"matches": home.matches, "trash": home.trash}
        self._disk = disk
        self._progress = progress

    def ids(self, place: Place) -> set[str]:
        """Of the match files in a folder, and what else ends so. Raises SaveError if it can't be looked into."""
        folder = self._folders[place]
        try:
            names = os.listdir(folder)
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise explain(error, folder) from error
        return {name[: -len(SUFFIX)] for name in names if name.endswith(SUFFIX)}

    def length(self, place: Place, match_id: str) -> int | None:
        """Of a match file in bytes; None if it has vanished."""
        path = self._path(place, match_id)
        try:
            found = path.stat()
        except OSError:
            return _NO_FILE if os.path.lexists(path) else None
        return found.st_size if stat.S_ISREG(found.st_mode) else _NO_FILE

    def has(self, place: Place, match_id: str) -> bool:
        """Whether there is a match of this id, whatever lies in its place."""
        return os.path.lexists(self._path(place, match_id))

    def rows(
        self, place: Place, ids: Collection[str], known: Mapping[str, IndexRow] | None = None
    ) -> Iterator[IndexRow]:
        """The rows of those matches that are there; a ``known`` one serves where its file has still its length."""
        long = len(ids) >= LONG
        try:
            for number, match_id in enumerate(sorted(ids)):
                if long and number % 100 == 0:
                    self._progress(_("Reading the matches"), number / len(ids))
                if not ID.fullmatch(match_id):
                    continue
                row = known.get(match_id) if known else None
                if row is None or row.length != self.length(place, match_id):
                    row = read_row(self._path(place, match_id), self._disk)
                if row is not None:
                    yield row
        finally:
            if long:
                self._progress("", 0.0)

    def _path(self, place: Place, match_id: str) -> Path:
        return self._folders[place] / (match_id + SUFFIX)
