"""Before a match whose dice can be proven: the server promises a secret, and the seats give their nonces to it.

See ``docs/reference/fair-dice.md``. Everything is on the disk before anybody is told of it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from tabletop.fair import FairDice, Share, fresh, nonce_hash
from tabletop.i18n import Texts, speaking
from tabletop.server.client import Client
from tabletop.server.clocks import Later
from tabletop.server.company import Company
from tabletop.server.manners import own
from tabletop.server.pledge import Phase, Pledge
from tabletop.server.protocol import SentFair, refused
from tabletop.table.question import Refused
from tabletop.unsaved import SaveError

_ = Texts(__file__)

PATIENCE: Final = 10.0
"""Seconds in which a client has to give its hash, and then to show its nonce."""


class Ceremony:
    """What one room does about its dice before, at the beginning and at the end of each match."""

    def __init__(
        self,
        room: Company,
        put: Callable[[Client, dict[str, Any]], None],
        later: Later,
        begin: Callable[[], None],
        make: Callable[[], str] = fresh,
    ) -> None:
        """``put`` tells a client something once all before it is on the disk; ``begin`` begins the match; ``make``
        makes secrets and nonces.
        """
        self._room = room
        self._put = put
        self._later = later
        self._begin = begin
        self._make = make
        self._timed: tuple[str, Phase] | None = None

    @property
    def waits(self) -> bool:
        """Whether the match can't begin yet."""
        row = self._room.row
        return row.fair and row.match is None and not (row.pledge is not None and row.pledge.settled)

    def welcome(self, client: Client, dice: FairDice | None, *, over: bool, again: bool) -> None:
        """Somebody has come in, or comes ``again``. ``dice``: of the match, where they can be proven; ``over``:
        whether it is over.
        """
        if dice is None:
            self.go_on(client)
        else:
            self._tell_dice([client], dice, over=over, aloud=not again)

    def go_on(self, newcomer: Client | None = None) -> None:
        """Goes on as far as it can; a newcomer is told how it stands, and all what can't be saved."""
        row = self._room.row
        if not self.waits or any(chair.open for chair in row.chairs):
            return
        pledge = row.pledge or Pledge(secret=self._make(), seats=(None,) * len(row.chairs))
        for seat in self._without_own(pledge):
            pledge = pledge.provided(seat, self._make())
        try:
            self._step(pledge, newcomer)
        except SaveError as why:
            for client in self._room.clients:
                client.put(refused(why))

    def _without_own(self, pledge: Pledge) -> list[int]:
        """The seats that can't give a nonce of their own: CPU players, and who is here by a client that can't."""
        chairs = self._room.row.chairs
        unable = {client.seat for client in self._room.clients if not client.fair}
        return [
            seat
            for seat, share in enumerate(pledge.seats)
            if share is None and (chairs[seat].token is None or chairs[seat].level is not None or seat in unable)
        ]

    def _keep(self, pledge: Pledge) -> None:
        if pledge != self._room.row.pledge:
            self._room.change(self._room.row.model_copy(update={"pledge": pledge}))
        key = (pledge.secret, pledge.phase)
        if self._timed != key and not pledge.settled:
            self._timed = key
            self._later(PATIENCE, partial(self._enough, key))

    def _enough(self, key: tuple[str, Phase]) -> None:
        """Nobody waits any longer for who hasn't given, or shown, anything."""
        pledge = self._room.row.pledge
        if not self.waits or pledge is None or (pledge.secret, pledge.phase) != key:
            return
        if pledge.phase == "reveal":
            pledge = pledge.model_copy(update={"late": True})
        for seat, share in enumerate(pledge.seats):
            if share is None:
                pledge = pledge.provided(seat, self._make())
        try:
            self._step(pledge)
        except SaveError:
            self._later(PATIENCE, partial(self._enough, key))

    def _step(self, pledge: Pledge, newcomer: Client | None = None) -> None:
        before = self._room.row.pledge
        self._keep(pledge)
        if pledge.settled:
            self._begin()
        elif before is None or before.phase != pledge.phase:
            self._ask(self._room.clients, pledge)
        elif newcomer is not None:
            self._ask([newcomer], pledge)

    def take(self, client: Client, said: SentFair) -> None:
        """A client gives the hash of its nonce, or shows the nonce. Raises ValueError and SaveError."""
        seat, pledge = own(client), self._room.row.pledge
        if pledge is None or not self.waits:
            raise Refused(_("The dice want nothing of you now."))
        share = pledge.seats[seat]
        if said.hash is not None and pledge.phase == "commit":
            self._step(pledge.given(seat, Share(hash=said.hash)))
        elif said.nonce is not None and pledge.phase == "reveal" and share is not None:
            if nonce_hash(pledge.hash, seat, said.nonce) != share.hash:
                raise Refused(_("That isn't the number whose hash you gave to the dice."))
            self._step(pledge.given(seat, share.model_copy(update={"nonce": said.nonce})))
        else:
            raise Refused(_("The dice want nothing of you now."))

    def _ask(self, clients: Sequence[Client], pledge: Pledge) -> None:
        """Asks for hashes or nonces; no nonce is told before all have been shown."""
        seats = [share and {**share.model_dump(), "nonce": None} for share in pledge.seats]
        for client in clients:
            if client.fair:
                self._put(client, {"type": "fair", "phase": pledge.phase, "hash": pledge.hash, "seats": seats})

    def began(self, dice: FairDice | None) -> None:
        """The match has begun: everybody is told what was promised, and what the seats have given."""
        if dice is not None:
            self._tell_dice(self._room.clients, dice, over=False)

    def ended(self, dice: FairDice | None) -> None:
        """The match is over: all is laid open."""
        if dice is not None:
            self._tell_dice(self._room.clients, dice, over=True)

    def _tell_dice(self, clients: Sequence[Client], dice: FairDice, *, over: bool, aloud: bool = True) -> None:
        fields = dice.model_dump(mode="json", exclude=None if over else {"secret"})
        for client in clients:
            with speaking(client.language):
                if over:
                    text = _(
                        "The secret of the dice is open: “tabletop record check --fair” proves them by the record."
                    )
                else:
                    text = _("The dice of this match can be proven: their secret has the hash {hash}.")
            if aloud:
                self._put(client, {"type": "notice", "text": text.format(hash=dice.hash)})
            if client.fair:
                self._put(client, {"type": "fair", "phase": "open" if over else "play", **fields})
