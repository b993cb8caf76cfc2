"""Sentences about a player, which read differently to that player and to the others."""

from typing import Final

MARKS: Final = ("\x02", "\x1f", "\x03")
"""Where a marked sentence begins, is parted and ends; no name, move or outcome may hold one of them."""


def who(seat: int, you: str, other: str, many: str | None = None) -> str:
    """A sentence about a seat, from 0, of which the host shows each reader the form that is meant for it.

    ``you``: to the person in that seat, such as “You lead.” ``other``: to everybody else, with ``{name}`` where the
    name goes. ``many``: the same where the name stands for several, such as “{name} lead.”; None: as ``other``. Each
    is translated whole. A text may hold several such sentences, beside others. (Since API 1.1.)
    """
    start, part, end = MARKS
    return f"{start}{part.join([str(seat), you, other, many or other])}{end}"
