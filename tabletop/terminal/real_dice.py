"""Real dice: what they showed is typed."""

from collections.abc import Callable, Mapping

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.rooms.listener import Asked
from tabletop.saves import SaveError
from tabletop.table.requests import Last, Play, Throws
from tabletop.terminal.choices import MOST
from tabletop.terminal.console import Role
from tabletop.terminal.seated import Seated
from tabletop.words import join_or

_ = Texts(__file__)


class RealDice:
    """Those of one table."""

    def __init__(
        self,
        seated: Seated,
        read: Callable[[str, Mapping[str, str]], str],
        send: Callable[[Play], None],
        obeys: Callable[[str], bool],
    ) -> None:
        """``read``: a line behind a prompt, with what can be completed. ``obeys``: whether a line was a command."""
        self.seated = seated
        self.console = seated.console
        self._typed = read
        self._send = send
        self._obeys = obeys
        self._told_dice = False
        self._throw_told: int | None = None

    def throw(self, asked: Asked) -> None:
        """Reads one line; a throw perhaps."""
        if not self._told_dice:
            self.console.say(_("Type what the dice show; Enter lists what can be typed, undo corrects."), Role.NOTE)
        self._told_dice = True
        self._say_whose_throw(asked.question.serial)
        known = self.seated.ask(Throws())
        typed = self._typed(_("dice> "), {} if len(known) > MOST else dict.fromkeys(known, _("a throw")))
        if not typed:
            self.console.say(_possible(known), Role.NOTE)
            return
        try:
            self._send(Play(asked.seat, typed, asked.question.serial))
        except IllegalMove as why:
            self._not_thrown(typed, why)

    def _say_whose_throw(self, serial: int) -> None:
        """Shows the position, once, where no move asked for the throw: else nobody could tell whose it is."""
        last = self.seated.ask(Last())
        if self._throw_told != serial and (not last or last[0].seat is None):
            self.seated.display.position()
        self._throw_told = serial

    def _not_thrown(self, typed: str, why: IllegalMove) -> None:
        """A line that is no throw: a command perhaps."""
        try:
            if not self._obeys(typed):
                raise why
        except (ValueError, SaveError) as problem:
            self.console.say(str(problem), Role.PROBLEM)


def _possible(known: list[str]) -> str:
    """What real dice can show here."""
    if not known:
        return _("Type what chance gave, as the log writes it.")
    if len(known) <= MOST:
        return _("You can type {outcomes}.").format(outcomes=join_or(known))
    return _("You can type what the dice show, such as {one} or {other}.").format(one=known[0], other=known[-1])
