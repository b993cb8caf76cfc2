"""What people in a room may do beside playing: take back by consent, seat somebody, keep order, play again."""

import logging
from collections.abc import Callable
from typing import Any, Final

from tabletop.cpu.players import DEFAULT_LEVEL
from tabletop.i18n import Texts
from tabletop.match import Seat
from tabletop.rooms.messages import GoOn, Pause
from tabletop.server import tokens
from tabletop.server.client import KICKED, Client
from tabletop.server.company import Agreed, Company, Wish
from tabletop.server.protocol import SentCommand
from tabletop.table.question import Denied, Refused
from tabletop.table.requests import Abandon, EndFor, Redo, Reseat, Resign, ThrowForAll, Undo

_ = Texts(__file__)
_LOG: Final = logging.getLogger("tabletop.server")


def ask_for(room: Company, client: Client, said: SentCommand) -> None:
    """Somebody wants what the others have to grant; who isn't here isn't asked."""
    seat = own(client)
    what: Agreed = said.what  # type: ignore[assignment]
    if what == "undo" and room.row.take_back == "off":
        raise Refused(_("Nothing is taken back in this room."))
    if what == "rematch" and not room.over:
        raise Refused(_("The match isn't over yet."))
    if what != "rematch" and room.over:
        raise Refused(_("The match is over."))
    others = {other.seat for other in room.clients if other.seat not in (None, seat)}
    room.wish = Wish(what, client, {number for number in others if number is not None})
    room.say({"type": "request", "what": what, "seat": seat, "name": room.row.chairs[seat].name})
    _grant_if_all(room)


def grant(room: Company, client: Client, said: SentCommand) -> None:
    """What another wants is granted, or not."""
    seat, wish = own(client), room.wish
    if wish is None or seat not in wish.waiting:
        raise Refused(_("Nobody has asked you for anything."))
    if said.what == "refuse":
        room.wish = None
        name = room.row.chairs[seat].name
        room.notice(lambda: _("{name} doesn't want that.").format(name=name))
        return
    wish.waiting.discard(seat)
    _grant_if_all(room)


def _grant_if_all(room: Company) -> None:
    wish = room.wish
    if wish is None or wish.waiting:
        return
    room.wish = None
    if wish.what == "rematch":
        room.again()
    elif wish.what == "dice":
        room.post(wish.client, 0, ThrowForAll(wish.thrower), host=True)
    elif wish.what == "end":
        room.post(wish.client, 0, Abandon(), host=True)
    else:
        room.post(wish.client, 0, Undo())


def dice(room: Company, client: Client, said: SentCommand) -> None:
    """A seat throws real dice for everybody, if everybody agrees; with ``program`` the program throws again."""
    asker, thrower = own(client), None if said.text == "program" else named(room, said)
    room.check_real_dice()
    people = {number for number, chair in enumerate(room.row.chairs) if chair.token is not None and chair.level is None}
    here = {other.seat for other in room.clients if other.seat is not None}
    if thrower is not None and thrower not in people:
        raise Refused(_("Nobody sits there."))
    if thrower is not None and people - here:
        raise Refused(_("Everybody has to be here to agree to that."))
    room.wish = Wish("dice", client, (people & here) - {asker}, thrower)
    name = room.row.chairs[asker].name
    room.say({"type": "request", "what": "dice", "seat": asker, "name": name, "thrower": thrower})
    _grant_if_all(room)


def redo(room: Company, client: Client, said: SentCommand) -> bool:
    """Plays again what was taken back."""
    own(client)
    room.post(client, said.id, Redo())
    return True


def resign(room: Company, client: Client, said: SentCommand) -> bool:
    """Gives up; with a level, such as ``cpu:easy``, a CPU player plays on for the seat."""
    number = own(client)
    instead = _cpu(said.text, number) if said.text else None
    if instead is not None:
        room.check(instead)
    room.post(client, said.id, Resign(number, instead))
    return True


def seat(room: Company, client: Client, said: SentCommand) -> bool:
    """A CPU player plays for somebody, or the seat is given back to whom it belongs."""
    number = named(room, said)
    if not (said.text == "back" and client.seat == number):
        check_host(room, client)
    chair = room.row.chairs[number]
    if chair.token is None or not room.row.match:
        raise Refused(_("There is nobody to play for."))
    if said.text == "back":
        its = Seat(name=chair.name)
    else:
        its = _cpu(said.text, number)
        room.check(its)
    room.post(client, said.id, Reseat(number, its), host=True)
    room.change(room.row.with_chair(number, level=its.level))
    room.present()
    return True


def _cpu(text: str, number: int) -> Seat:
    word, _colon, level = text.partition(":")
    if word != "cpu":
        raise Refused(_("Say which CPU player, such as cpu:easy."))
    return Seat(name=f"CPU {number + 1}", player="cpu", level=level or DEFAULT_LEVEL)


def time_up(room: Company, client: Client, said: SentCommand) -> bool | None:
    """The others choose what becomes of a seat whose time is up: ``wait``, ``end``, or a CPU player: ``cpu:easy``."""
    own(client)
    number = _another(room, client, said)
    if not room.out_of_time(number):
        raise Refused(_("There is time left."))
    if said.text == "wait":
        room.more_time(number)
        return None
    if said.text == "end":
        room.post(client, said.id, EndFor(number, "time"), host=True)
        return True
    its = _cpu(said.text, number)
    room.check(its)
    room.post(client, said.id, Reseat(number, its), host=True)
    room.change(room.row.with_chair(number, level=its.level))
    room.present()
    return True


def pause(room: Company, client: Client, said: SentCommand) -> bool:
    """CPU players wait, or go on."""
    check_host(room, client)
    pausing = said.what == "pause"
    room.post(client, said.id, Pause() if pausing else GoOn(), host=True)
    room.paused = pausing
    room.present()
    return True


def lock(room: Company, client: Client, said: SentCommand) -> None:
    """Nobody new comes in any more; with ``off`` they do again."""
    check_host(room, client)
    room.change(room.row.model_copy(update={"locked": said.text != "off"}))
    room.present()


def host(room: Company, client: Client, said: SentCommand) -> None:
    """Somebody else is the room's host."""
    check_host(room, client)
    number = named(room, said)
    if room.row.chairs[number].token is None or room.row.chairs[number].open:
        raise Refused(_("Nobody sits there."))
    room.change(room.row.model_copy(update={"host": number}))
    room.present()


def abort(room: Company, client: Client, said: SentCommand) -> bool:
    """The match ends without a result: before the second move, or when the host of a room wants it."""
    if not room.barely_begun:
        check_host(room, client)
    own(client)
    room.post(client, said.id, Abandon(), host=True)
    return True


def kick(room: Company, client: Client, said: SentCommand) -> None:
    """Somebody is sent out, and may come back; before the match the seat is open again."""
    check_host(room, client)
    number = _another(room, client, said)
    if room.row.match is None:
        room.change(room.row.with_chair(number, name=""))
    room.send_out(number, KICKED)


def ban(room: Company, client: Client, said: SentCommand) -> bool:
    """Somebody is sent out for good, and the old link is dead at once; ``value``: the token of the new one."""
    check_host(room, client)
    number, token = _another(room, client, said), tokens.new()
    changes: dict[str, Any] = {"token": tokens.hashed(token)}
    if room.row.match is None:
        changes["name"] = ""
    room.change(room.row.with_chair(number, **changes))
    client.put({"type": "done", "id": said.id, "value": token})
    room.send_out(number, KICKED)
    return True


def mute(room: Company, client: Client, said: SentCommand) -> None:
    """What somebody says in the chat is told to nobody; with ``off`` it is again."""
    check_host(room, client)
    number = _another(room, client, said)
    muted = set(room.row.muted)
    (muted.discard if said.text == "off" else muted.add)(number)
    room.change(room.row.model_copy(update={"muted": tuple(sorted(muted))}))
    room.present()


def fair(room: Company, client: Client, said: SentCommand) -> None:
    """The dice of matches from now on can be proven; with ``off`` they needn't."""
    check_host(room, client)
    if room.row.match is not None and not room.over:
        raise Refused(_("The match has begun: its dice stay as they are."))
    room.change(room.row.model_copy(update={"fair": said.text != "off", "pledge": None}))
    if room.row.fair:
        room.notice(lambda: _("The dice of the next match can be proven."))
    else:
        room.notice(lambda: _("The dice of the next match are the program's own."))
    room.begin_if_ready()


def close(room: Company, client: Client, _said: SentCommand) -> None:
    """The room is closed for good; its match is kept as it stands."""
    check_host(room, client)
    room.change(room.row.model_copy(update={"closed": "closed"}))
    room.shut()


def own(client: Client) -> int:
    """The seat of a client. Raises Denied for a spectator."""
    if client.seat is None:
        raise Denied(_("Spectators only look on."))
    return client.seat


def check_host(room: Company, client: Client) -> None:
    """Raises Denied for whoever isn't the room's host."""
    if client.seat is None or client.seat != room.row.host:
        raise Denied(_("Only the room's host can do that."))


def named(room: Company, said: SentCommand) -> int:
    """The seat that a command names. Raises Refused where it names none."""
    if said.seat is None or said.seat >= len(room.row.chairs):
        raise Refused(_("There is no such seat."))
    return said.seat


def _another(room: Company, client: Client, said: SentCommand) -> int:
    number = named(room, said)
    if number == client.seat or room.row.chairs[number].token is None:
        raise Refused(_("That isn't somebody else's seat."))
    return number


Manner = Callable[[Company, Client, SentCommand], bool | None]
MANNERS: Final[dict[str, Manner]] = {
    "undo": ask_for,
    "end": ask_for,
    "rematch": ask_for,
    "grant": grant,
    "refuse": grant,
    "redo": redo,
    "resign": resign,
    "seat": seat,
    "pause": pause,
    "go-on": pause,
    "lock": lock,
    "host": host,
    "abort": abort,
    "kick": kick,
    "ban": ban,
    "link": ban,
    "mute": mute,
    "close": close,
    "time": time_up,
    "fair": fair,
    "dice": dice,
}


def do(room: Company, client: Client, said: SentCommand) -> bool:
    """Does a command; whether its message is answered already, or will be. It is logged, without tokens.

    Raises ValueError and SaveError, with nothing changed.
    """
    answered = MANNERS[said.what](room, client, said)
    _LOG.info("room %s: seat %s: %s %s", room.row.id, client.seat, said.what, "" if said.seat is None else said.seat)
    return bool(answered)
