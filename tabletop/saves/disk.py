"""The file operations that saves are made of, and how a whole file is replaced in one step."""

import errno
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)
_PATIENCE = (0.01, 0.05, 0.2)
_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EBADF}


class Disk:
    """The operations of the system, each raising OSError. A test passes a disk that fails."""

    def __init__(self, *, windows: bool = os.name == "nt", pause: Callable[[float], None] = time.sleep) -> None:
        """On ``windows`` no folder can be synced, and no file replaced while somebody reads it: hence the ``pause``."""
        self._windows = windows
        self._pause = pause

    def make_folder(self, path: Path) -> None:
        """Makes a folder and those above it, if they aren't there. Only the owner may look into what is made."""
        make_private(path)

    def read(self, path: Path) -> bytes:
        """The whole file. Anything else in its place, such as a pipe, is refused, and never waited for."""
        descriptor = os.open(path, os.O_RDONLY | _BINARY | _NO_WAITING)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
            with open(descriptor, "rb", closefd=False) as file:
                return file.read()
        finally:
            os.close(descriptor)

    def open(self, path: Path, flags: int) -> int:
        """A descriptor, in binary mode on every system. A new file is for its owner only, where modes mean anything."""
        return os.open(path, flags | _BINARY, 0o600)

    def write(self, descriptor: int, data: bytes) -> int:
        """Writes some of ``data``, and says how many bytes."""
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        """Returns when what was written is on the disk."""
        os.fsync(descriptor)

    def leads_to(self, path: Path, descriptor: int) -> bool:
        """Whether ``path`` is still the name of the open file, which may have been removed or replaced."""
        try:
            return os.path.samestat(os.stat(path), os.fstat(descriptor))
        except FileNotFoundError:
            return False

    def truncate(self, descriptor: int, length: int) -> None:
        """Cuts the file to ``length`` bytes."""
        os.ftruncate(descriptor, length)

    def close(self, descriptor: int) -> None:
        """Closes a descriptor."""
        os.close(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        """Puts one file in the place of another, in one step."""
        for seconds in _PATIENCE if self._windows else ():
            try:
                os.replace(source, target)
            except PermissionError:
                self._pause(seconds)
            else:
                return
        os.replace(source, target)

    def remove(self, path: Path) -> None:
        """Removes a file."""
        path.unlink()

    def sync_folder(self, path: Path) -> None:
        """Makes new names in a folder durable, where the system and the file system can."""
        if self._windows:
            return
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            os.close(descriptor)


def make_private(path: Path) -> None:
    """Makes a folder and those above it, if they aren't there. Raises OSError.

    The new ones are their owner's alone, whatever the umask.
    """
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def write_all(disk: Disk, descriptor: int, data: bytes) -> None:
    """Writes and syncs all of ``data``."""
    while data:
        data = data[disk.write(descriptor, data) :]
    disk.sync(descriptor)


def write_atomically(disk: Disk, path: Path, data: bytes) -> None:
    """Makes ``data`` the content of ``path``; after a crash it has either the old content or the new, never a mix.

    The caller holds a lock, so that nobody else writes the same file. A link stays one: the file to which it leads is
    replaced. Raises OSError, with the old content in place or (when only the folder couldn't be synced) the new one.
    """
    if path.is_symlink():
        path = Path(os.path.realpath(path))
    temporary = path.with_name(path.name + ".tmp")
    try:
        descriptor = disk.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            write_all(disk, descriptor, data)
        finally:
            disk.close(descriptor)
        disk.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            disk.remove(temporary)
        raise
    disk.sync_folder(path.parent)


def put_aside(disk: Disk, path: Path, data: bytes) -> Path:
    """Keeps the content of a damaged file beside it, under the first free name, and returns that. Raises OSError."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    write_atomically(disk, aside, data)
    return aside
