"""Somebody who looks at a table, and perhaps acts at it."""

from dataclasses import dataclass

from tabletop.style import Detail, Style


@dataclass(frozen=True)
class Reader:
    """A player, several at one keyboard, or a spectator."""

    seats: frozenset[int] = frozenset()
    """the seats that it acts for; none: a spectator"""
    eyes: int | None = None
    """the seat whose view is open to it; None: it sees what a bystander sees, as behind a covered table"""
    shared: bool = False
    """whether several people look at it, so that what one of them may know is open only while uncovered"""
    language: str = "en"
    me: str = ""
    """the chosen name of the person at the keyboard; empty: “You”, in its language"""
    style: Style | None = None
    """how pictures are drawn for it; None: it gets words instead"""
    scenes: bool = False
    """whether it gets scenes as values, which it draws itself, as a browser does"""
    detail: Detail = "normal"
    """how much it is told where it gets words"""
    host: bool = False
    """whether it may seat others and throw for chance"""
