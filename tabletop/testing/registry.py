"""The checks by name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tabletop.match import Match
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.walk import Walk

Look = Callable[[Subject], Iterator[Complaint]]

CONTRACT: Final = "docs/reference/contract.md"


class NotApplicable(Exception):
    """The check has nothing to look at in this game."""


def replayed(walk: Walk, number: int) -> Match:
    """The match after so many events of a walk; NotApplicable if it can't be played again, which ``replay`` judges."""
    try:
        return Match(walk.game, walk.events[:number])
    except Exception:
        raise NotApplicable from None


@dataclass(frozen=True)
class Check:
    """``look`` yields what it finds wrong; its docstring says what is promised."""

    name: str
    look: Look
    more: str


CHECKS: Final[dict[str, Check]] = {}


def check(name: str, about: str) -> Callable[[Look], Look]:
    """Registers a check. ``about``: the name in the contract's reference under which to read more."""

    def register(look: Look) -> Look:
        assert name not in CHECKS
        CHECKS[name] = Check(name, look, f"{CONTRACT}, {about}")
        return look

    return register
