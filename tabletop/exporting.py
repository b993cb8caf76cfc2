"""A saved match as a record: its text, what has to be said before it is given away, and the file."""

from pathlib import Path
from typing import NamedTuple

from tabletop import host
from tabletop.history import ENDS
from tabletop.i18n import Texts
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import old
from tabletop.record import export
from tabletop.saves import SavedMatch, transfer

_ = Texts(__file__)


class Exported(NamedTuple):
    """A record, and a warning where it holds what is still hidden from players."""

    text: str
    warning: str


def exported(catalogue: Catalogue, saved: SavedMatch, me: str) -> Exported:
    """The record of a match. ``me``: the chosen name of the person, if any. Raises PluginError."""
    plugin = catalogue.find_for(saved.header, any_version=True).plugin
    game = host.guarded_game(catalogue, saved.header)
    header, versions = transfer.header(saved, me), old(saved.history.versions, plugin)
    with reading(plugin):
        played = transfer.recorded(game, saved, me, versions)
    if any(versions):
        header = header.model_copy(update={"plugin_version": plugin.version})
    warning = ""
    if played.to_act is not None and game.hides:
        warning = _("The match isn't over: its record holds what is still hidden from the players.")
        if saved.history.sealed:
            warning += " " + _("What is chosen and not yet revealed isn't in it.")
    opened = saved.status in ENDS or saved.history.imported
    return Exported(export(header, played, saved.history.fair if opened else None), warning)


def overwrites(file: Path, text: str) -> bool:
    """Whether something else would be lost if ``text`` were written to a file."""
    try:
        return file.is_file() and file.read_bytes() != text.encode()
    except OSError:
        return True


def write(file: Path, text: str) -> None:
    """Writes a file. Raises ValueError with a sentence."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(_("{file} can't be written: {why}.").format(file=file, why=error.strerror)) from None
