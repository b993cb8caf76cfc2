"""What is heard and said in a room elsewhere beside its match: who is there, chat, requests, what its host may do."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tabletop.aliases import shown
from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.remote.news import Came, Chatted, Cut, Opened, Remarked, Restored, Ticked, Wants
from tabletop.remote.phrases import Order, Say
from tabletop.remote.remote_line import RemoteLine
from tabletop.remote.unpacking import Roster, SeatInRoom, line
from tabletop.terminal.commands import Commands
from tabletop.terminal.console import Console, Rings, Role
from tabletop.words import join_or, one_of

_ = Texts(__file__)


_OTHER_WORDS: Final = {"new link": "link", "unlock": "lock off"}
"""Other ways to say things."""


def said_in_words(typed: str) -> str:
    """What was typed, as the room's commands say it."""
    for words, command in _OTHER_WORDS.items():
        if f"{typed.lower()} ".startswith(f"{words} "):
            return f"{command}{typed[len(words) :]}"
    return typed


def bare(command: str, run: Callable[[], None]) -> Callable[[str], None]:
    """A command behind which nothing may stand."""

    def do(argument: str) -> None:
        if argument:
            said = _("“{argument}” isn't understood after “{command}”.")
            raise ValueError(said.format(argument=printable(argument), command=shown(command)))
        run()

    return do


def _host(roster: Roster) -> str:
    """The name of the room's host: seats move on with a rematch."""
    seats, host = roster.seats, roster.host
    return seats[host].name if host is not None and host < len(seats) else ""


class RoomTalk:
    """That of those at one keyboard."""

    def __init__(self, console: Console, table: RemoteLine, address: str) -> None:
        """``address``: what links to this server begin with."""
        self.console = console
        self.table = table
        self._address = address
        table.tell = self.tell
        self.commands: Commands = {
            "who": (bare("who", self.who), _("who is here")),
            "say": (self._say, _("something for everybody here, such as say good luck")),
            "grant": (bare("grant", partial(table.grant, granted=True)), _("what somebody else has asked for")),
            "refuse": (bare("refuse", partial(table.grant, granted=False)), _("the same the other way")),
            "end": (bare("end", partial(self.ask_for, "end")), _("asks the others to end the match without a result")),
            "seat": (self._seat, _("seat 2 cpu:hard: plays on there; seat 2 back: its own player again")),
            "late": (self._late, _("what becomes of who is out of time: late 2 wait, late 2 end, late 2 cpu:easy")),
            "pause": (self._switch("pause", "go-on"), _("the host: CPU players wait; pause off: they go on")),
            "lock": (self._switch("lock", "lock"), _("the host: nobody new comes in; lock off: they do")),
            "mute": (self._mute, _("the host: mute 2, or mute 2 off: whether others are told what somebody says")),
            "kick": (self._send_out("kick"), _("the host: kick 2 sends somebody out, who may come back")),
            "ban": (self._new_link("ban"), _("the host: ban 2 sends somebody out for good, and shows a new link")),
            "link": (self._new_link("link"), _("the host: link 2 shows a new link for a seat; the old one is dead")),
            "host": (self._pass_on, _("the host: host 2 makes somebody else host")),
            "fair": (self._switch("fair", "fair"), _("the host: the dice of the next match can be proven; fair off")),
            "close": (
                bare("close", partial(self._order, "close")),
                _("the host: closes the room; the match is kept at the server"),
            ),
        }

    # What is heard

    def tell(self, item: Any) -> bool:
        """Says what has come, where it is something of the room's; whether it was."""
        if isinstance(item, Came):
            self._tell_who(item.before, item.now)
        elif isinstance(item, Chatted):
            self.console.say(_("{name} says: {text}").format(name=item.name or _("a spectator"), text=item.text))
            if isinstance(self.console, Rings):
                self.console.ring()
        elif isinstance(item, Remarked):
            self.console.say(item.text, Role.PROBLEM if item.problem else Role.NOTE)
        elif isinstance(item, Wants):
            self._tell_wish(item)
        elif isinstance(item, Opened):
            self._tell_opened(item)
        elif isinstance(item, Ticked):
            self._tell_time(item)
        elif isinstance(item, Cut):
            self.console.say(_("The connection is lost; nothing else is. It is being tried again."), Role.NOTE)
        elif isinstance(item, Restored):
            self.console.say(_("The connection is there again."), Role.NOTE)
        else:
            return False
        return True

    def _tell_wish(self, item: Wants) -> None:
        said = {
            "dice": _("{name} would like the program to throw again.")
            if item.thrower is None
            else _("{name} would like {thrower} to throw real dice for everybody; the match doesn't count then."),
            "undo": _("{name} would like to take a move back."),
            "end": _("{name} would like to end the match without a result."),
            "rematch": _("{name} would like a rematch."),
        }.get(item.what, _("{name} asks for something."))
        thrower = "" if item.thrower is None else self._called(item.thrower)
        self.console.say(said.format(name=item.name, thrower=thrower), Role.NOTE)
        if self.table.seats - {item.seat}:
            answers = join_or([shown("grant"), shown("refuse")])
            self.console.say(_("Type {answers}.").format(answers=answers), Role.NOTE)

    def _tell_opened(self, item: Opened) -> None:
        if item.own:
            said = _("The secret of the dice is the one that was promised, and what you gave is in it.")
        else:
            said = _("The secret of the dice is the one that was promised.")
        self.console.say(said, Role.NOTE)

    def _tell_time(self, item: Ticked) -> None:
        if item.up:
            said = _("The time of {name} is up: “{late} {seat} wait”, “{late} {seat} end” or “{late} {seat} cpu:easy”.")
            said = said.format(name=item.name, late=shown("late"), seat=item.seat + 1)
        else:
            said = _("{name} has {seconds} seconds left.").format(name=item.name, seconds=round(item.left))
        self.console.say(said, Role.NOTE)

    def _tell_who(self, before: Roster | None, now: Roster) -> None:
        if before is None or len(before.seats) != len(now.seats):
            self.who()
            return
        were_here = {old.name: old.here for old in before.seats if not old.open}
        for new in now.seats:
            if new.level is None and not new.open and were_here.get(new.name) != new.here:
                said = _("{name} is here.") if new.here else _("{name} is away.")
                self.console.say(said.format(name=line(new.name)), Role.NOTE)
        if now.host is not None and _host(before) not in ("", _host(now)):
            self.console.say(_("{name} is host now.").format(name=self._called(now.host)), Role.NOTE)
        if before.paused != now.paused:
            self.console.say(_("CPU players wait.") if now.paused else _("CPU players go on."), Role.NOTE)
        if before.locked != now.locked:
            self.console.say(_("The room is locked.") if now.locked else _("The room is open."), Role.NOTE)

    def who(self) -> None:
        """Says who is here."""
        roster = self.table.roster or Roster()
        for number, chair in enumerate(roster.seats):
            said = _("Seat {number}: {name} ({who})")
            about = ", ".join(self._about(number, chair, roster))
            self.console.say(said.format(number=number + 1, name=line(chair.name) or "…", who=about))
        if roster.spectators:
            self.console.say(_.plural("{n} spectator", "{n} spectators", roster.spectators))

    def _about(self, number: int, chair: SeatInRoom, roster: Roster) -> list[str]:
        if chair.open:
            return [_("nobody yet")]
        found = [f"CPU, {shown(chair.level)}"] if chair.level else []
        if not chair.here or not found:
            found.append(_("here") if chair.here else _("away"))
        if number in self.table.seats:
            found.append(_("this keyboard"))
        if number == roster.host:
            found.append(shown("host"))
        if chair.left is not None:
            found.append(_("{seconds} seconds left").format(seconds=round(chair.left)))
        return found

    def _called(self, seat: int) -> str:
        chairs = self.table.roster.seats if self.table.roster else ()
        name = line(chairs[seat].name) if seat < len(chairs) else ""
        return name or _("Seat {number}").format(number=seat + 1)

    # What is said

    def throw(self, argument: str) -> None:
        """Asks the others that a seat throws real dice for all, or the program again. Raises ValueError."""
        if argument.casefold() in {"program", shown("program").casefold()}:
            self._order("dice", None, "program")
        else:
            self._order("dice", self._named(argument, "dice")[0])

    def _say(self, text: str) -> None:
        if not text:
            raise ValueError(_("Say it behind the word: {say} good luck").format(say=shown("say")))
        self.table.ask(Say(text[:500]))

    def ask_for(self, what: str) -> None:
        """Asks the others, who are told of it."""
        self.table.ask(Order(what))

    def _seat(self, argument: str) -> None:
        if not argument:
            self.who()
            return
        seat, rest = self._named(argument, "seat")
        word = rest if rest.startswith("cpu") else one_of(rest or "?", ["back", "cpu"])
        self._order("seat", seat, word)

    def _late(self, argument: str) -> None:
        seat, rest = self._named(argument, "late")
        self._order("time", seat, rest if rest.startswith("cpu") else one_of(rest or "?", ["wait", "end", "cpu"]))

    def _switch(self, on: str, off: str) -> Callable[[str], None]:
        def do(argument: str) -> None:
            is_off = bool(argument) and one_of(argument, ["off", "on"]) == "off"
            self._order(off if is_off else on, None, "off" if is_off else "")

        return do

    def _mute(self, argument: str) -> None:
        seat, rest = self._named(argument, "mute")
        self._order("mute", seat, "off" if rest and one_of(rest, ["off", "on"]) == "off" else "")
        self._done()

    def _send_out(self, what: str) -> Callable[[str], None]:
        return lambda argument: self._order(what, self._named(argument, what)[0])

    def _new_link(self, what: str) -> Callable[[str], None]:
        def do(argument: str) -> None:
            seat, _rest = self._named(argument, what)
            token = self.table.ask(Order(what, seat))
            said = _("The new link for seat {number}: {link}")
            self.console.say(said.format(number=seat + 1, link=f"{self._address}/#{line(token)}"))

        return do

    def _pass_on(self, argument: str) -> None:
        self._order("host", self._named(argument, "host")[0])

    def _order(self, what: str, seat: int | None = None, text: str = "") -> None:
        self.table.ask(Order(what, seat, text))

    def _done(self) -> None:
        self.console.say(_("Done."), Role.NOTE)

    def _named(self, argument: str, command: str) -> tuple[int, str]:
        """The seat that was named, by its number or its player's name, and what stands behind it. Raises ValueError."""
        chairs = self.table.roster.seats if self.table.roster else ()
        word, _space, rest = argument.partition(" ")
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(chairs):
            return int(word) - 1, rest.strip()
        for number, chair in enumerate(chairs):
            name = line(chair.name).casefold()
            if name and f"{argument} ".casefold().startswith(f"{name} "):
                return number, argument[len(name) :].strip()
        said = _("Type a seat from 1 to {last} or a name behind “{command}”.")
        raise ValueError(said.format(last=len(chairs), command=shown(command)))
