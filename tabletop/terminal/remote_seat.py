"""People at one keyboard, seated at a table elsewhere."""

from dataclasses import replace
from typing import Any, cast

from tabletop.i18n import Texts
from tabletop.pieces.scenes import Scene, Text
from tabletop.plugins.find.catalogue import GameListing
from tabletop.plugins.find.extras import Extras
from tabletop.remote.guest_game import GuestGame
from tabletop.remote.news import Afresh, Parted
from tabletop.remote.remote_line import RemoteLine
from tabletop.rooms.listener import Asked
from tabletop.saves import Settings
from tabletop.setup import AnyGame
from tabletop.table.telling import Told
from tabletop.terminal.console import Called, Calls, Completions, Console, Role
from tabletop.terminal.display import Display
from tabletop.terminal.leaving import Departure, Leave
from tabletop.terminal.room_talk import RoomTalk
from tabletop.terminal.seated import Seated, Typing

_ = Texts(__file__)


class RemoteDisplay(Display):
    """Shows scenes that the server has drawn."""

    def choice(self) -> None:
        """See ``Display``; nothing where the table has gone on meanwhile."""
        if self._look().moves:
            super().choice()

    def _drawn(self, scene: Scene) -> str:
        return "\n".join([block.text for block in scene if isinstance(block, Text)])


class RemoteSeated(Seated):
    """One sitting at a table elsewhere. Plugins that are installed here have no part in it."""

    def __init__(self, console: Console, line: RemoteLine, game: GuestGame, settings: Settings, talk: RoomTalk) -> None:
        """``line``: which is at a table. ``game``: its words."""
        nobody = Extras(tuple, lambda _error: None)
        listing, its = cast("GameListing", game), cast("AnyGame", game)
        super().__init__(console, line, line.reader, listing, its, settings, nobody, "", lambda _failure: None)
        self.display = RemoteDisplay(console, self.look)
        self.talk = talk
        self._table = line
        line.hides = game.hides
        line.known_moves = frozenset(game.moves)

    def _take(self, item: Any) -> None:
        if isinstance(item, Parted):
            self.line.taken()
            self.console.say(item.why, Role.NOTE)
            raise Leave(self.departure if self.over else Departure.LEFT)
        if isinstance(item, Asked) and item.yours:
            self._paused = False
        if isinstance(item, Afresh):
            self.line.taken()
            self._begin_afresh()
        elif self.talk.tell(item):
            self.line.taken()
            self._look = None
        else:
            super()._take(item)

    def _told(self, told: Told) -> None:
        """People elsewhere take their own time: only CPU players are waited for, so that what they do can be read."""
        if told.seat is not None:
            self._hurried = self._table.is_person(told.seat)
        super()._told(told)

    def _begin_afresh(self) -> None:
        """A rematch, with seats moved on."""
        self.over = self._paused = False
        self.asked = self._others = self._deciding = self._look = None
        self._position = None
        self.departure = Departure.FINISHED
        self.display.afresh()
        self._sit(replace(self._table.reader, eyes=None))
        self.console.say(_("A new match begins."), Role.TITLE)

    def _once(self, shell: Typing) -> None:
        try:
            super()._once(shell)
        except Called:
            return

    def _interrupted(self) -> None:
        """Ctrl-C where nothing was typed: a line for who isn't asked."""
        self.forget_typed_ahead()
        if self.asked is None and not self.over and not self._paused:
            self._paused = True
            self.console.say(_("You can type something now; Enter waits on."), Role.NOTE)

    def read(self, prompt: str, completions: Completions | None = None) -> str:
        """See ``Seated``. A line of the table's is left for a while where something comes."""
        if completions is None or not isinstance(self.console, Calls):
            return super().read(prompt, completions)
        self.console.called = self._table.has_news
        try:
            return super().read(prompt, completions)
        finally:
            self.console.called = None

    def sit_anew(self) -> None:
        """Who plays for a seat has changed; those who are here sit where they sat."""
        self._look = None
