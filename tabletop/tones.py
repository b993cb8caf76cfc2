"""What an event means to whose turn it is, where that is plain: a screen shows it by a sign and a colour."""

from typing import Literal

Tone = Literal["", "good", "bad"]


class Good(str):
    """What ``Game.tell`` says of an event that was plainly good for whose turn it is: points that are safe, for
    instance. Shown with a sign and in a colour of its own. (Since API 1.1.)
    """


class Bad(str):
    """The same for one that was plainly bad: points that are lost, for instance. (Since API 1.1.)"""


def tone_of(said: str) -> Tone:
    """Whether a text is marked as good or bad."""
    return "good" if isinstance(said, Good) else "bad" if isinstance(said, Bad) else ""
