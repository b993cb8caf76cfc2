"""One link to a table elsewhere: its connection, whose seat it is, how far it has heard, and its part in dice."""

from collections.abc import Callable
from typing import Any

from tabletop.fair import Witness
from tabletop.remote.caller import Caller, Knock
from tabletop.remote.links import Link
from tabletop.rooms.listener import Asked


class RemotePlace:
    """That of one of those who are here."""

    def __init__(
        self,
        link: Link,
        name: str,
        hello: Callable[["RemotePlace"], dict[str, Any]],
        put: Callable[[tuple["RemotePlace", Any]], None],
        knock: Knock,
        wait: Callable[[float], object] | None,
    ) -> None:
        """``hello``: the first message of each connection, without the token. ``put``: see ``Caller``."""
        self.name = name
        self.seat: int | None = None
        self.since: int | None = None
        self.asked: Asked | None = None
        self.lost = False
        self.witness = Witness()
        self.doubt = ""
        """what was told of its witness's doubt"""
        self._put = put
        self._sworn: int | None = None
        """its seat, as the connection's own thread knows it"""
        self.caller = Caller(link, lambda: {**hello(self), "token": link.token}, self._came, knock, wait)

    def _came(self, item: Any) -> None:
        """What comes, in the connection's thread: dice don't wait until somebody has typed."""
        if isinstance(item, dict) and item["type"] in ("welcome", "seated"):
            seat = item.get("seat")
            self._sworn = seat if isinstance(seat, int) else None
        elif isinstance(item, dict) and item["type"] == "fair" and (answer := self.witness.take(item, self._sworn)):
            self.caller.say(answer)
        self._put((self, item))
