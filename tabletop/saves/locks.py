"""Locks between processes. The system lets go of them when a process ends, however it ends."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.i18n import Texts
from tabletop.saves.errors import SaveError, explain

if TYPE_CHECKING:
    from filelock import BaseFileLock

_ = Texts(__file__)


def take(path: Path, *, patience: float = 0) -> "BaseFileLock | None":
    """The lock on the file ``path``, to be released; None if another holds it for longer than ``patience`` seconds.

    Raises SaveError where the lock file can't be made.
    """
    from filelock import Timeout

    lock = _kind_of_lock()(path, timeout=patience, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    except OSError as error:
        raise explain(error, path) from error
    except NotImplementedError:
        raise SaveError(
            _("Files in {folder} can't be locked: set TABLETOP_HOME to a folder on another disk.").format(
                folder=path.parent
            )
        ) from None
    return lock


@cache
def _kind_of_lock() -> "type[BaseFileLock]":
    """That of this system, but a system that can't let go of a lock isn't worth a word: what was done is done."""
    from filelock import FileLock

    class Lock(FileLock):
        def release(self, force: bool = False) -> None:
            with suppress(OSError):
                super().release(force)

    return Lock


@contextmanager
def locked(document: Path, *, patience: float = 10) -> Iterator[None]:
    """Holds the lock of a document. Raises SaveError if it can't be had within ``patience`` seconds."""
    lock = take(document.with_name(document.name + ".lock"), patience=patience)
    if lock is None:
        raise SaveError(_("{path} is in use by another process: try again when that has ended.").format(path=document))
    try:
        yield
    finally:
        lock.release()
