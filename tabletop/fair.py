"""Dice whose fairness can be proven: a secret that was promised beforehand, a nonce of each seat, and what they give.

``docs/reference/fair-dice.md`` says the rule, so that anybody can write it again. Nobody alone chooses what is drawn:
whoever holds the secret has given its hash before any nonce was shown, and each seat the hash of its nonce.
"""

import hmac
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import accumulate
from random import Random
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from tabletop.game import Game
from tabletop.i18n import Texts

_ = Texts(__file__)

RULE: Final = "tabletop-fair-1"
"""The name of the rule; another rule gets another name."""
FAIR: Final = "fair"
"""The kind of the note that holds all of it in a match file."""

Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, in small letters."""
AnyGame = Game[Any, Any, Any, Any, Any]


def fresh() -> str:
    """A new secret or nonce: 256 random bits."""
    return secrets.token_hex(32)


def promise(secret: str) -> str:
    """The hash that is given of a secret."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def nonce_hash(promised: str, seat: int, nonce: str) -> str:
    """The hash that a seat, from 0, gives of its nonce; it holds for this seat and this secret alone."""
    return sha256(f"{promised} {seat + 1} {nonce}".encode()).hexdigest()


class Share(BaseModel):
    """What one seat brings: the hash of its nonce, and the nonce once it is shown."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    hash: Hex
    nonce: Hex | None = None
    """None: it wasn't shown, and the hash stands for it"""
    by: Literal["seat", "server"] = "seat"
    """who has made it: a client that doesn't know how, and a CPU player, has it from the server"""


class FairDice(BaseModel):
    """All that the draws of a match follow from."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    rule: Literal["tabletop-fair-1"] = RULE
    hash: Hex
    secret: Hex
    seats: tuple[Share, ...]

    @property
    def key(self) -> bytes:
        """What all draws are made with."""
        nonces = " ".join(share.nonce or share.hash for share in self.seats)
        return hmac.digest(bytes.fromhex(self.secret), nonces.encode(), "sha256")


def fair_note(data: Mapping[str, Any]) -> FairDice | None:
    """What a note says; None where it says nothing that is known here."""
    try:
        return FairDice.model_validate(data)
    except ValidationError:
        return None


class Stream:
    """The bytes of one draw."""

    def __init__(self, key: bytes, event: int) -> None:
        """``event``: the number, from 1, of the event that is drawn."""
        self._key = key
        self._event = event
        self._block = 0
        self._left = b""

    def take(self, count: int) -> int:
        """The next bytes as a number, the first byte being the highest."""
        while len(self._left) < count:
            self._left += hmac.digest(self._key, f"{self._event} {self._block}".encode(), "sha256")
            self._block += 1
        taken, self._left = self._left[:count], self._left[count:]
        return int.from_bytes(taken, "big")


class FairRandom(Random):
    """A source of random numbers that are the bytes of one draw; for games that draw themselves."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        super().__init__(0)

    def random(self) -> float:
        """A number from 0 up to 1: the first 53 bits of the next 7 bytes."""
        return float((self._stream.take(7) >> 3) * 2.0**-53)

    def getrandbits(self, count: int, /) -> int:
        """The first ``count`` bits of the next bytes; as many as hold them."""
        if count < 0:
            raise ValueError("the number of bits can't be negative")
        size = (count + 7) // 8
        return self._stream.take(size) >> (size * 8 - count)

    def seed(self, *_arguments: Any, **_named: Any) -> None:
        """Does nothing: what comes follows from the draw alone."""


def drawn_fairly(game: AnyGame, state: Any, key: bytes, event: int) -> str:
    """The canonical text of what chance gives for an event, numbered from 1.

    Listed outcomes weigh their probability times 2**64, without its fraction. The first 16 bytes, as a part of 2**128,
    say how far to go along them.
    """
    stream = Stream(key, event)
    outcomes = game.outcomes(state)
    if outcomes is None:
        return game.outcome_notation(game.draw(state, FairRandom(stream)))
    heights = list(accumulate(int(probability * 2**64) for _outcome, probability in outcomes))
    place = stream.take(16) * heights[-1] >> 128
    chosen = next(number for number, height in enumerate(heights) if place < height)
    return game.outcome_notation(outcomes[chosen][0])


class Fair:
    """Chance that follows from a promised secret and the nonces of the seats. An event that was taken back and comes
    again is drawn from the same bytes.
    """

    def __init__(self, dice: FairDice) -> None:
        self._key = dice.key

    def outcome(self, game: AnyGame, state: Any, number: int) -> str:
        """See ``Chance``."""
        return drawn_fairly(game, state, self._key, number + 1)

    def thought(self, number: int) -> Random:
        """See ``Chance``. It has nothing to do with the secret."""
        return Random()


class Witness:
    """What a client at one seat does and keeps, so that it need believe nobody: one for a room, kept while the
    connection comes and goes.

    ``take`` is given every message ``fair`` of the protocol, and answers what to send.
    """

    def __init__(self, make: Callable[[], str] = fresh) -> None:
        """``make``: makes a nonce."""
        self._make = make
        self._promised = ""
        self._own: dict[int, str] = {}
        self._shown = False
        self.doubt = ""
        """what isn't as it should be, in a sentence; empty: nothing"""

    def take(self, message: Mapping[str, Any], seat: int | None) -> dict[str, Any] | None:
        """What to say to a message, as ``seat``; None: nothing."""
        phase, promised = message.get("phase"), str(message.get("hash"))
        if phase == "commit":
            return self._begin(promised, seat)
        self._promised = self._promised or promised
        if promised != self._promised:
            self.doubt = _("The server has changed the secret that it had promised: don't trust these dice.")
        elif seat in self._own and not self._has_own(message, seat):
            self.doubt = _("What you gave to the dice isn't what the server says: don't trust these dice.")
        elif phase == "open" and not _is_promised(message.get("secret"), promised):
            self.doubt = _("The secret isn't the one that was promised: don't trust these dice.")
        elif phase == "reveal" and seat in self._own:
            self._shown = True
            return {"type": "fair", "nonce": self._own[seat]}
        if phase == "open":
            self._shown = False
        return None

    def gave(self, seat: int | None) -> bool:
        """Whether it has given something of its own for a seat."""
        return seat in self._own

    def _begin(self, promised: str, seat: int | None) -> dict[str, Any] | None:
        if promised != self._promised:
            if self._shown:
                self.doubt = _("The server began anew once it knew what you gave to the dice: ask why.")
            self._promised, self._own, self._shown = promised, {}, False
        if seat is None:
            return None
        nonce = self._own.setdefault(seat, self._make())
        return {"type": "fair", "hash": nonce_hash(promised, seat, nonce)}

    def _has_own(self, message: Mapping[str, Any], seat: int) -> bool:
        """Whether a message tells what this client has given for its seat."""
        nonce = self._own[seat]
        try:
            share = Share.model_validate(message["seats"][seat])
        except (KeyError, IndexError, TypeError, ValidationError):
            return False
        return share.hash == nonce_hash(self._promised, seat, nonce) and share.nonce in (None, nonce)


def _is_promised(secret: object, promised: str) -> bool:
    try:
        return promise(str(secret)) == promised
    except ValueError:
        return False
