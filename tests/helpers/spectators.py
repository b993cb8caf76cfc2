"""Looking at matches that no file keeps."""

from tabletop.chance import Entropy
from tabletop.match import Header
from tabletop.saves.transfer import entries
from tabletop.table import Closed, Memory, Table
from tabletop.terminal.spectating import Spectating


def spectating(console, game, events, seats, *, over=False):
    """Somebody who looks at the events of a record."""
    journal = Memory(Header(game="test", seats=seats))
    journal.append(*entries(events))
    return Spectating(console, Table(game, Closed(journal.history), Entropy()), over=over)
