"""What is kept of a promise about dice between the time when all seats are taken and the beginning of the match."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from tabletop.fair import FairDice, Hex, Share, nonce_hash, promise

Phase = Literal["commit", "reveal"]


class Pledge(BaseModel):
    """The secret, and what each seat has given so far."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    secret: Hex
    seats: tuple[Share | None, ...]
    """None: the seat hasn't given the hash of its nonce yet"""
    late: bool = False
    """whether nobody waits any longer for a nonce to be shown"""

    @property
    def hash(self) -> str:
        """What is told of the secret."""
        return promise(self.secret)

    @property
    def phase(self) -> Phase:
        """What the seats are asked for: hashes first, and nonces once all hashes are there."""
        return "commit" if None in self.seats else "reveal"

    @property
    def settled(self) -> bool:
        """Whether the match can begin."""
        return self.late or all(share is not None and share.nonce is not None for share in self.seats)

    @property
    def dice(self) -> FairDice:
        """What the draws follow from. Every seat has given something."""
        return FairDice(hash=self.hash, secret=self.secret, seats=tuple(share for share in self.seats if share))

    def given(self, seat: int, share: Share) -> "Pledge":
        """The same with what a seat has given."""
        return self.model_copy(update={"seats": (*self.seats[:seat], share, *self.seats[seat + 1 :])})

    def provided(self, seat: int, nonce: str) -> "Pledge":
        """The same with a nonce that the server has made for a seat."""
        return self.given(seat, Share(hash=nonce_hash(self.hash, seat, nonce), nonce=nonce, by="server"))
