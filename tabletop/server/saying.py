"""What rooms send, as messages of the protocol."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from pydantic import BaseModel

from tabletop.analysis import Analysis
from tabletop.i18n import speaking
from tabletop.rooms.adviser import Phase
from tabletop.rooms.listener import Asked, Broken, GaveUp, Over, Stuck
from tabletop.rooms.messages import Reply
from tabletop.server.client import Client
from tabletop.server.drawn import with_pictures, with_summary
from tabletop.server.protocol import refused
from tabletop.table.looking import Look
from tabletop.table.rounds import RoundEnd
from tabletop.table.telling import Told

Put = Callable[[dict[str, Any]], None]


def message(item: Any) -> dict[str, Any]:
    """What a room puts to a listener. Nothing of an error but that there was one: its text may hold a secret."""
    if isinstance(item, Told):
        return {"type": "told", **item.json()}
    if isinstance(item, Asked):
        question = item.question
        fields = {"serial": question.serial, "kind": question.kind, "seats": question.seats}
        return {"type": "asked", **fields, "seat": item.seat, "yours": item.yours}
    if isinstance(item, Over):
        return {"type": "over", "why": item.ending.why, "ranks": item.ending.ranks}
    if isinstance(item, GaveUp):
        return {"type": "notice", "text": item.why}
    if isinstance(item, Stuck):
        return {"type": "stuck"}
    assert isinstance(item, Broken)
    return {"type": "broken"}


def plain(value: Any) -> Any:
    """An answer of the table as JSON holds it."""
    if isinstance(value, BaseModel):
        found: Any = value.model_dump(mode="json")
    elif hasattr(value, "json"):
        found = value.json()
    elif hasattr(value, "_asdict"):
        found = plain(value._asdict())
    elif is_dataclass(value) and not isinstance(value, type):
        found = plain(asdict(value))
    elif isinstance(value, Mapping):
        found = {str(name): plain(its) for name, its in value.items()}
    elif isinstance(value, list | tuple | set | frozenset):
        found = [plain(its) for its in value]
    else:
        found = value
    return found


def _written(analysis: Analysis, notation: Callable[[Any], str]) -> dict[str, Any]:
    """What moves are worth, the best first."""
    moves = [{"move": notation(its.move), "value": its.value, "error": its.error} for its in analysis.moves]
    return {"seat": analysis.seat, "method": analysis.method, "moves": moves}


class Acknowledge(Reply):
    """Tells a client what became of its message ``to``."""

    def __init__(self, client: Client, put: Put, to: int, notation: Callable[[Any], str]) -> None:
        """``put`` sends to the client; ``notation`` writes a move of the game."""
        self._client = client
        self._put = put
        self._to = to
        self._notation = notation

    def done(self, value: Any) -> None:
        """See ``Reply``."""
        if isinstance(value, Analysis):
            found: Any = _written(value, self._notation)
        elif isinstance(value, Look | RoundEnd) and self._client.screen is not None:
            with speaking(self._client.language):
                found = with_summary(value, self._client.screen)
        elif isinstance(value, Look) and self._client.width is not None:
            with speaking(self._client.language):
                found = with_pictures(value, self._client.width)
        else:
            found = plain(value)
        self._put({"type": "done", "id": self._to, "value": found})

    def refused(self, why: BaseException) -> None:
        """See ``Reply``."""
        self._put(refused(why, self._to))

    def working(self, phase: Phase, part: float) -> None:
        """Not told: a client knows that it waits."""
