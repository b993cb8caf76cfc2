"""The index made from the match files: into a new file, under a lock, which then takes the place of the old one."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from tabletop.i18n import Texts
from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError
from tabletop.saves.folders import Folders
from tabletop.saves.index_file import Damaged, NotUsable, connected
from tabletop.saves.indexed import IndexRow
from tabletop.saves.locks import take
from tabletop.saves.sql_index import SqlIndex

_ = Texts(__file__)

_PATIENCE: Final = 60.0
"""Seconds to wait for another process that makes the index."""
PLACES: Final = ("matches", "trash")


class Making:
    """Makes the index of one home.

    Raises NotUsable where there can be none, and SaveError where a folder can't be read.
    """

    def __init__(self, path: Path, folders: Folders, disk: Disk) -> None:
        """``path``: where the index lies."""
        self._path = path
        self._new = path.with_name(path.name + ".new")
        self._folders = folders
        self._disk = disk

    def anew(self, known: Mapping[str, IndexRow] | None = None, *, whatever: bool = False) -> bool:
        """Makes the index where there is none that could be used, or ``whatever`` lies there.

        ``known``: rows by the ids of their matches, which are used as far as their files have still their lengths. Says
        whether something damaged was put aside.
        """
        with self._lock():
            if whatever or not self._is_usable():
                self._build(known)
                try:
                    damaged = self._put_aside()
                    self._disk.replace(self._new, self._path)
                    return damaged
                except OSError as why:
                    raise NotUsable(why.strerror or str(why)) from None
            return False

    def again(self) -> None:
        """Makes the rows of an index again. What other processes change meanwhile stays changed. Raises Damaged."""
        with self._lock():
            with connected(self._path) as connection:
                revision = SqlIndex(connection).revision()
            self._build(None)
            with connected(self._path, write=True, fresh=self._new) as connection:
                SqlIndex(connection).merge(revision)
            self._remove(self._new)

    @contextmanager
    def _lock(self) -> Iterator[None]:
        try:
            self._disk.make_folder(self._path.parent)
            lock = take(self._path.with_name(self._path.name + ".lock"), patience=_PATIENCE)
        except OSError as why:
            raise NotUsable(why.strerror or str(why)) from None
        except SaveError as why:
            raise NotUsable(str(why)) from None
        if lock is None:
            raise NotUsable(_("another process is just making it"))
        try:
            yield
        finally:
            lock.release()

    def _is_usable(self) -> bool:
        try:
            with connected(self._path):
                return True
        except (FileNotFoundError, Damaged):
            return False

    def _build(self, known: Mapping[str, IndexRow] | None) -> None:
        try:
            self._remove_beside(self._new)
            self._remove(self._new)
            self._disk.close(self._disk.open(self._new, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            with connected(self._new, new=True, write=True) as connection:
                index = SqlIndex(connection)
                for place in PLACES:
                    for row in self._folders.rows(place, self._folders.ids(place), known):
                        index.add(place, row)
        except OSError as why:
            raise NotUsable(why.strerror or str(why)) from None
        except Damaged as why:
            raise NotUsable(str(why)) from None

    def _put_aside(self) -> bool:
        """What lies in the place of the index, whatever it is; whether there is something."""
        self._remove_beside(self._path)
        there = os.path.lexists(self._path)
        if there:
            names = (self._path.with_name(f"{self._path.name}.damaged-{number}") for number in count(1))
            self._disk.replace(self._path, next(name for name in names if not os.path.lexists(name)))
        return there

    def _remove_beside(self, path: Path) -> None:
        """What would be taken for a part of another file of that name."""
        for suffix in ("-wal", "-shm"):
            self._remove(path.with_name(path.name + suffix))

    def _remove(self, path: Path) -> None:
        with suppress(FileNotFoundError):
            self._disk.remove(path)
