"""The word ``record`` at a table elsewhere: the match as a file of one's own, and the proof of its dice."""

from pathlib import Path

from tabletop.aliases import shown
from tabletop.exporting import write
from tabletop.i18n import Texts
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.remote.phrases import FetchRecord
from tabletop.remote.proof import proof_of
from tabletop.remote.remote_line import RemoteLine
from tabletop.terminal.console import Console, Role

_ = Texts(__file__)


class RoomRecord:
    """That of one table."""

    def __init__(self, console: Console, table: RemoteLine, catalogue: Catalogue) -> None:
        """``catalogue``: the games that are installed here."""
        self._console = console
        self._table = table
        self._catalogue = catalogue

    def keep(self, argument: str) -> None:
        """Writes the file that was named. Raises ValueError."""
        if not argument:
            said = _("Please say the file too, such as “{record} match.json”.")
            raise ValueError(said.format(record=shown("record")))
        file = Path(argument).expanduser()
        if file.exists():
            raise ValueError(_("{file} exists already.").format(file=file))
        record = self._table.ask(FetchRecord())
        write(file, record)
        self._console.say(_("The match is in {file}.").format(file=file), Role.NOTE)
        for sentence in proof_of(record, self._catalogue):
            self._console.say(sentence)
