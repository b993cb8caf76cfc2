"""The errors of the save service, and how an error of the system reads to a person."""

import errno
from pathlib import Path

from tabletop.i18n import Texts
from tabletop.unsaved import SaveError

__all__ = ["MatchInUse", "MatchVanished", "NoSuchMatch", "SaveError", "UnknownVersion", "explain"]

_ = Texts(__file__)

_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
_FORBIDDEN = {errno.EACCES, errno.EPERM}
_IN_THE_WAY = {errno.ENOTDIR, errno.EEXIST, errno.EISDIR}


class MatchInUse(SaveError):
    """The match is open in another process."""


class NoSuchMatch(SaveError):
    """There is no match of that id, or not any more."""


class MatchVanished(SaveError):
    """The file of an open match was removed, or another was put in its place: whatever is written is lost."""

    @classmethod
    def of(cls, path: Path) -> "MatchVanished":
        """The file at ``path``."""
        return cls(
            _(
                "{path} was removed or replaced by something else than this program, so nothing can be kept in it: "
                "put it back to go on, or leave the match."
            ).format(path=path)
        )


class UnknownVersion(SaveError):
    """A file of a version that this program doesn't know. It is left as it is."""


def explain(error: OSError, path: Path) -> SaveError:
    """The error of the system that met ``path``, as one sentence."""
    if error.errno in _FULL:
        return SaveError(
            _("{path} can't be written because the disk is full: free some space and try again.").format(path=path)
        )
    if error.errno == errno.EROFS:
        return SaveError(
            _(
                "{path} lies on a disk that can only be read: make that writable, "
                "or set TABLETOP_HOME to a folder on another disk."
            ).format(path=path)
        )
    if error.errno in _FORBIDDEN:
        return SaveError(
            _(
                "{path} is not yours to read and write: change its permissions, "
                "or set TABLETOP_HOME to a folder of your own."
            ).format(path=path)
        )
    if error.errno in _IN_THE_WAY:
        return SaveError(
            _(
                "{path} can't be used because something else lies in its place: "
                "move that, or set TABLETOP_HOME to another folder."
            ).format(path=path)
        )
    why = error.strerror or str(error)
    return SaveError(
        _("{path} can't be read or written ({why}): check the disk and try again.").format(path=path, why=why)
    )
