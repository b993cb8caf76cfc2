"""What a program that plays may do wrong."""

from typing import Literal

from tabletop.i18n import Texts

_ = Texts(__file__)

Kind = Literal["start", "dead", "late", "illegal", "garbled", "flood", "refused"]
"""It doesn't begin; it has ended; its answer didn't come in time, is no legal move, can't be understood, was far too
long; or it said itself that it can't."""


class PlayerFault(Exception):
    """A program has failed as a player; the text says which and how, in one sentence."""

    def __init__(self, name: str, kind: Kind, why: str) -> None:
        """``name``: of the player."""
        super().__init__(_("The player {name} can't go on: {why}.").format(name=name, why=why.rstrip(".")))
        self.name = name
        self.kind: Kind = kind
        self.why = why
