"""Going to a table elsewhere: who one is, waiting until all are there, playing, coming away."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tabletop.aliases import offered, shown, spellings
from tabletop.i18n import Texts, language
from tabletop.match import read_name
from tabletop.remote.caller import Knock
from tabletop.remote.conversation import SocketConversation
from tabletop.remote.guest_game import Described, guest_game
from tabletop.remote.links import Link
from tabletop.remote.news import Afresh, Parted
from tabletop.remote.phrases import Describe
from tabletop.remote.remote_line import RemoteLine
from tabletop.saves import SaveError
from tabletop.table.question import Refused
from tabletop.table.reader import Reader
from tabletop.terminal.console import Completions, Role
from tabletop.terminal.leaving import Departure, Leave
from tabletop.terminal.remote_seat import RemoteSeated
from tabletop.terminal.remote_shell import RemoteShell
from tabletop.terminal.room_arguments import room_arguments
from tabletop.terminal.room_talk import RoomTalk, said_in_words
from tabletop.terminal.session import Session
from tabletop.words import begun, unknown, whole

_ = Texts(__file__)


def join(
    here: Session,
    links: Sequence[Link],
    names: Sequence[str] = (),
    *,
    knock: Knock = SocketConversation,
    wait: Callable[[float], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Departure:
    """Plays at the tables of ``links``, which are two seats of one table at most. Raises ValueError where nobody can.

    ``names``: of those who play; asked for, or taken from the settings, where they are left out. ``knock``, ``wait``,
    ``clock``: see ``RemoteLine``.
    """
    console, settings = here.console, here.settings
    style = None if console.plain else console.style
    reader = Reader(language=language(), style=style, detail=settings.detail)
    places = list(zip(links, _names(here, links, names), strict=True))
    table = RemoteLine(places, reader, knock=knock, wait=wait, clock=clock)
    talk = RoomTalk(console, table, links[0].address)
    table.start()
    try:
        described = Gathering(talk).wait()
        if described is None:
            return Departure.LEFT
        game = guest_game(described)
        console.say(described.title, Role.TITLE)
        if console.interactive:
            console.say(_("While others are on turn, Ctrl-C lets you type."), Role.NOTE)
        seated = RemoteSeated(console, table, game, settings, talk)
        departure = seated.run(RemoteShell(seated, game, here.catalogue))
    finally:
        console.apart(None)
        table.close()
    if seated.settings != settings:
        try:
            here.change_settings(seated.settings)
        except SaveError as why:
            console.say(str(why), Role.PROBLEM)
    if departure is Departure.LEFT:
        console.say(_("Your seat stays yours: the same link leads back."), Role.NOTE)
    return departure


def _names(here: Session, links: Sequence[Link], names: Sequence[str]) -> list[str]:
    """Who sits behind each link. Raises ValueError for what can't be a name."""
    found = [read_name(name) for name in names[: len(links)]]
    if not found:
        found.append(here.introduce())
    while len(found) < len(links):
        found.append(_ask_name(here) if here.console.interactive else "")
    return found


def _ask_name(here: Session) -> str:
    while True:
        try:
            typed = here.console.ask(_("What is the name of the other player? "))
            return read_name(typed) if typed else ""
        except (EOFError, KeyboardInterrupt):
            return ""
        except ValueError as why:
            here.console.say(str(why), Role.PROBLEM)


class Gathering:
    """Until the match begins."""

    def __init__(self, talk: RoomTalk) -> None:
        self._talk = talk
        self._console = talk.console
        self._waiting = False
        self._kept: list[Any] = []
        """what is for the table, and came before it was known that there is one"""

    def wait(self) -> Described | None:
        """What is played, as soon as it is; None where the person has left. Raises ValueError where no table is."""
        while True:
            try:
                found = self._once()
            except KeyboardInterrupt:
                try:
                    self._type()
                except Leave:
                    return None
                continue
            except Leave:
                return None
            if found is not None:
                self._talk.table.put_back(self._kept)
                return found

    def _once(self) -> Described | None:
        table = self._talk.table
        item = table.next()
        if isinstance(item, Parted):
            if not item.began:
                raise ValueError(item.why)
            self._console.say(item.why, Role.NOTE)
            raise Leave(Departure.LEFT)
        if item is not None and not self._talk.tell(item) and not isinstance(item, Afresh):
            self._kept.append(item)
        if table.roster is None:
            return None
        if table.begun and not table.lost:
            return self._described()
        if not self._waiting:
            self._waiting = True
            self._console.say(_("The match begins when everybody is here. Ctrl-C lets you type."), Role.NOTE)
        return None

    def _completions(self, commands: Iterable[str]) -> Completions:
        return {**offered(dict.fromkeys(commands, "")), **room_arguments(self._talk.table.roster)}

    def _described(self) -> Described | None:
        try:
            found: Described = self._talk.table.ask(Describe())
        except Refused:  # the match is being put away, or the server is older
            return Described()
        return found

    def _type(self) -> None:
        """One line of who doesn't want to wait only. Raises Leave."""
        commands = {**self._talk.commands, "help": (lambda _argument: None, ""), "quit": (lambda _argument: None, "")}
        try:
            typed = self._console.ask(_("Type something; Enter waits on> "), self._completions(commands))
        except KeyboardInterrupt:
            return
        except EOFError:
            raise Leave(Departure.LEFT) from None
        word, _space, argument = said_in_words(typed).partition(" ")
        if not word:
            return
        try:
            known = [spellings(commands)]
            name = whole(word, known) or begun(word, known)
            if name == "quit" or word in ("leave", "exit", "back"):
                raise Leave(Departure.LEFT)
            if name is None:
                raise ValueError(unknown(word, list(map(shown, commands))))
            if name == "help":
                for each, (_run, meaning) in self._talk.commands.items():
                    self._console.say(f"{shown(each)}: {meaning}")
            commands[name][0](argument.strip())
        except (ValueError, SaveError) as why:
            self._console.say(str(why), Role.PROBLEM)
