"""A program of one's own in a seat elsewhere: it is told what the seat may know, and its answers are sent."""

import time
from collections.abc import Callable
from typing import Any, Final

from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.faults import PlayerFault
from tabletop.i18n import Texts
from tabletop.remote.news import Afresh, Parted, Remarked, Wants
from tabletop.remote.phrases import Consult
from tabletop.remote.remote_line import RemoteLine
from tabletop.remote.unpacking import Assignment
from tabletop.rooms.listener import Asked, Over
from tabletop.table.question import Refused
from tabletop.table.requests import Confirm, LookAt, Play
from tabletop.table.telling import Told

_ = Texts(__file__)

PATIENCE: Final = 60.0
"""Seconds after the end in which somebody who is still here may want a rematch."""


class Delegate:
    """Plays a match to its end, and rematches. It grants whatever the others ask for."""

    def __init__(
        self,
        line: RemoteLine,
        engine: Engine,
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``say`` is told what happens, a sentence each. ``clock``: seconds that only grow."""
        self._line = line
        self._engine = engine
        self._say = say
        self._clock = clock
        self._opened = False
        self._ended: float | None = None
        """when the match was over"""

    def play(self) -> None:
        """Returns when the match is over and nobody wants another.

        Raises ValueError where there is no table, or the program can't go on.
        """
        while True:
            item = self._line.next()
            if isinstance(item, Parted):
                if not item.began:
                    raise ValueError(item.why)
                self._say(item.why)
                return
            self._take(item)
            if self._ended is not None and not (self._has_company and self._clock() - self._ended < PATIENCE):
                return

    @property
    def _has_company(self) -> bool:
        """Whether any other person is at the table."""
        chairs = self._line.roster.seats if self._line.roster else ()
        mine = self._line.seats
        return any(chair.here and chair.level is None for seat, chair in enumerate(chairs) if seat not in mine)

    def _take(self, item: Any) -> None:
        if isinstance(item, Told):
            if said := item.said if item.kind == "event" else item.text:
                self._say(said)
        elif isinstance(item, Remarked):
            self._say(item.text)
        elif isinstance(item, Wants) and self._line.seats - {item.seat}:
            self._grant()
        elif isinstance(item, Over):
            self._end(item)
        elif isinstance(item, Afresh):
            self._opened, self._ended = False, None
            self._say(_("A new match begins."))
        elif isinstance(item, Asked) and item.yours:
            try:
                self._answer(item)
            except Refused:  # it is asked no more; what follows is told
                return

    def _grant(self) -> None:
        try:
            self._line.grant(granted=True)
        except Refused:  # it isn't wanted any more
            return

    def _answer(self, asked: Asked) -> None:
        if asked.question.kind == "look":
            self._line.ask(Confirm(asked.question.serial))
            return
        if asked.question.kind != "move":
            return
        given: Assignment = self._line.ask(Consult(asked.seat))
        try:
            if not self._opened:
                self._engine.open(given.match)
                self._opened = True
            move = self._engine.choose(given.situation).move
        except PlayerFault as fault:
            raise ValueError(str(fault)) from None
        self._line.ask(Play(asked.seat, move, given.serial))

    def _end(self, over: Over) -> None:
        self._ended = self._clock()
        try:
            scores = [score.points for score in self._line.ask(LookAt()).scores]
        except Refused:
            scores = []
        if self._opened:
            self._engine.over(over.ending.ranks, scores)
            self._opened = False
