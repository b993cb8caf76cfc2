"""The slip guard: asks once before a win at once goes by."""

from tabletop.i18n import Texts
from tabletop.rooms.listener import Asked
from tabletop.table.requests import Slips
from tabletop.terminal.console import Role
from tabletop.terminal.seated import Seated
from tabletop.words import join_or

_ = Texts(__file__)


class SlipGuard:
    """That of one table."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated
        self.on = False
        self._asked_about: tuple[int, str] | None = None

    def holds_back(self, asked: Asked, text: str) -> bool:
        """Whether a move waits until it is typed again, which is said then."""
        found = self.seated.ask(Slips(asked.seat, text))
        about = None if found is None else (asked.question.serial, found.move.text)
        if found is None or about == self._asked_about:
            return False
        self._asked_about = about
        said = _("You win at once with “{win}”. If you mean “{move}”, type it again.")
        win = join_or([option.spoken for option in found.wins[:3]])
        self.seated.console.say(said.format(win=win, move=found.move.spoken), Role.NOTE)
        self.seated.drop_ahead()
        return True
