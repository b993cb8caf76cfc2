"""What clients want of a table, as the table knows it."""

from typing import Any

from tabletop.i18n import Texts
from tabletop.rooms.messages import Advise, Review
from tabletop.server.client import Client
from tabletop.server.company import Company
from tabletop.server.described import AboutGame, SituationOf
from tabletop.server.manners import own
from tabletop.server.protocol import SentAnswer, SentAsk, SentConfirm
from tabletop.table.question import Refused
from tabletop.table.requests import (
    Confirm,
    Last,
    Log,
    LookAt,
    Parse,
    Play,
    Recap,
    Revealed,
    RoundAt,
    Slips,
    Story,
    SummaryAt,
    Thrown,
    Throws,
)

_ = Texts(__file__)


def wanted(room: Company, client: Client, said: SentAnswer | SentConfirm | SentAsk) -> Any:
    """A command or a reading of the table, or what a room does beside. Raises ValueError."""
    if isinstance(said, SentAnswer):
        return Play(said.seat, said.text, said.serial)
    if isinstance(said, SentConfirm):
        return Confirm(said.serial)
    found = AboutGame(room.listing) if said.what == "about" else _for_everybody(said)
    return _for_players(room, client, said) if found is None else found


def _for_everybody(said: SentAsk) -> Any:
    return {
        "look": LookAt(said.at),
        "log": Log(),
        "last": Last(),
        "round": RoundAt(said.at),
        "summary": SummaryAt(said.at or 0),
        "revealed": Revealed(said.at),
        "thrown": Thrown(),
        "throws": Throws(),
        "story": Story(),
        "review": Review(),
    }.get(said.what)


def _for_players(room: Company, client: Client, said: SentAsk) -> Any:
    seat = own(client)
    if said.what == "recap":
        return Recap(seat)
    if said.what == "parse":
        return Parse(seat, said.text)
    if said.what == "slips":
        return Slips(seat, said.text)
    if said.what == "situation":
        return SituationOf(seat, room.listing.id)
    if not room.row.hints:
        raise Refused(_("This room has no hints."))
    name = room.row.chairs[seat].name
    room.notice(lambda: _("{name} asks for a hint.").format(name=name))
    return Advise(seat)
