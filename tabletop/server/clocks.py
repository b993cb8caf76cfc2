"""How long players may think: a time for each move, or a bank that grows with each turn."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tabletop.i18n import Texts

_ = Texts(__file__)

WARNING: Final = 0.2
"""The part of the time that is left when a player is warned."""
LONGEST: Final = 60 * 86_400.0
"""Seconds: sixty days."""


class ClockTerms(BaseModel):
    """Seconds: ``move`` for each move; or ``bank`` for the match, with ``credit`` for each move, up to ``cap``."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    move: float | None = Field(default=None, gt=0, le=LONGEST)
    bank: float | None = Field(default=None, gt=0, le=LONGEST)
    credit: float = Field(default=0.0, ge=0, le=LONGEST)
    cap: float | None = Field(default=None, gt=0, le=LONGEST)

    @model_validator(mode="after")
    def _one(self) -> "ClockTerms":
        if (self.move is None) == (self.bank is None):
            raise ValueError(_("A clock has either a time for each move or a bank."))
        return self

    @property
    def whole(self) -> float:
        """Seconds of which the warning is a part."""
        return self.move or self.bank or 0.0


class Handle(Protocol):
    """Something that is going to happen."""

    def cancel(self) -> None:
        """It won't."""
        ...


Later = Callable[[float, Callable[[], None]], Handle]
"""Has something done in so many seconds; ``loop.call_later``."""
Ring = Callable[[Literal["warning", "up"], int], None]
"""Is told of a seat whose time grows short, or is up."""


class Clocks:
    """The clocks of one table; all times are seconds."""

    def __init__(
        self, terms: ClockTerms, left: Mapping[int, float], now: Callable[[], float], later: Later, ring: Ring
    ) -> None:
        """``left``: what seats have left from before."""
        self.terms = terms
        self._left = dict(left)
        self._now = now
        self._later = later
        self._ring = ring
        self._since: dict[int, float] = {}
        self._handles: dict[int, list[Handle]] = {}
        self._stands_until = 0.0

    def stand_still(self, seconds: float) -> None:
        """No clock runs for so many seconds, as after a restart."""
        self._stands_until = self._now() + seconds
        self.ask(tuple(self._since))

    def left(self, seat: int) -> float:
        """What a seat has left for this move."""
        spent = max(0.0, self._now() - self._since[seat]) if seat in self._since else 0.0
        return max(0.0, self._given(seat) - spent)

    def _given(self, seat: int) -> float:
        return self._left.get(seat, self.terms.whole)

    def ask(self, seats: Collection[int]) -> None:
        """These seats are thinking, and no others."""
        for seat in [seat for seat in self._since if seat not in seats]:
            self._answered(seat)
        begun = max(self._now(), self._stands_until)
        for seat in seats:
            if seat not in self._since or self._since[seat] < self._stands_until:
                self._cancel(seat)
                self._since[seat] = begun
                self._set(seat)

    def refill(self, seat: int) -> None:
        """The others wait: the seat has a fifth of its time, or a move's, again."""
        if self.terms.move is None:
            self._left[seat] = max(self.left(seat), self.terms.whole * WARNING)
        else:
            self._left.pop(seat, None)
        if seat in self._since:
            self._cancel(seat)
            self._since[seat] = self._now()
            self._set(seat)

    def all_left(self) -> dict[int, float]:
        """What the seats have left, as far as that isn't their whole time."""
        return {**self._left, **{seat: self.left(seat) for seat in self._since}}

    def stop(self) -> dict[int, float]:
        """No clock runs any more; what the seats have left."""
        self._left = self.all_left()
        for seat in tuple(self._since):
            self._cancel(seat)
        self._since.clear()
        return self._left

    def _answered(self, seat: int) -> None:
        left = self.left(seat)
        self._cancel(seat)
        del self._since[seat]
        more = left + self.terms.credit
        if self.terms.move is None:
            self._left[seat] = more if self.terms.cap is None else min(more, max(left, self.terms.cap))
        else:
            self._left.pop(seat, None)

    def _set(self, seat: int) -> None:
        wait = self._since[seat] - self._now()
        given = self._given(seat)
        short = given - self.terms.whole * WARNING
        self._handles[seat] = [self._later(wait + given, lambda: self._ring("up", seat))]
        if short > 0:
            self._handles[seat].append(self._later(wait + short, lambda: self._ring("warning", seat)))

    def _cancel(self, seat: int) -> None:
        for handle in self._handles.pop(seat, []):
            handle.cancel()
