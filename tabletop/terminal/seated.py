"""People at one keyboard, seated at a table: what the line brings is shown, what they type is sent.

One loop, in the main thread, without any calls that wait inside each other: what has come is shown first; then, if
somebody here has to type, one line is read; else it waits for what comes.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from tabletop import uncounted
from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts
from tabletop.match import has_summaries
from tabletop.person import ME
from tabletop.plugins.find.catalogue import GameListing
from tabletop.plugins.find.extras import Extras
from tabletop.rooms.line import Line
from tabletop.rooms.listener import Asked, Broken, GaveUp, Over, Stuck
from tabletop.rooms.messages import GoOn, Pause, Prepare, Seen
from tabletop.saves import SaveError, Settings
from tabletop.saves.errors import MatchVanished
from tabletop.setup import AnyGame
from tabletop.sitting import Sitting
from tabletop.sittings import Sit
from tabletop.style import Detail
from tabletop.table.reader import Reader
from tabletop.table.requests import Recap, Seats, SummaryAt, Uncounted
from tabletop.table.telling import Told
from tabletop.terminal.console import Completions, Console, Role
from tabletop.terminal.display import Display
from tabletop.terminal.everywhere import everywhere, only_enter
from tabletop.terminal.eyes import Eyes
from tabletop.terminal.house import Elsewhere
from tabletop.terminal.introduction import sits_unnamed
from tabletop.terminal.leaving import Departure, Leave

_ = Texts(__file__)

PAUSES: Final = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "off": 0.0}
"""Seconds after each event of a CPU player's turn."""


class Typing(Protocol):
    """What reads a line where somebody here has to type, and does what it says. All raise Leave."""

    def answer(self, asked: Asked) -> None:
        """A line of who is asked."""
        ...

    def paused(self) -> bool:
        """A line while players wait; whether it was a bare Enter."""
        ...

    def afterwards(self) -> None:
        """A line once the match is over."""
        ...


class Seated(Eyes):
    """One sitting. A shell makes sense of what people type."""

    def __init__(
        self,
        console: Console,
        line: Line,
        reader: Reader,
        listing: GameListing,
        game: AnyGame,
        settings: Settings,
        extras: Extras,
        match_id: str,
        tell_lapse: Callable[[PluginFailure], object],
    ) -> None:
        """``reader``: as the room knows it. ``game``: for its words and house rules only."""
        super().__init__(console, line, reader, game, match_id, tell_lapse)
        self.listing = listing
        self.settings = settings
        self.extras = extras
        self.display = Display(console, self.look)
        self.introduce: Callable[[], str] = str
        """asks the person here for a name, where that wasn't done yet"""
        self.departure = Departure.FINISHED
        self.wish: Elsewhere | None = None
        """where the people want to be after they have left"""
        self.ahead: Sequence[str] = ()
        """words that stand behind one of the person's own, still to be typed in this turn"""
        self._sums_up = has_summaries(game)
        self._others: int | None = None
        """the seat of somebody else who is asked"""
        self._paused = False
        self._stuck = False
        self._unseen = 0
        self._said_uncounted = False
        self._deciding: int | None = None
        """whose turn it is among the people here, as long as nobody else has moved"""
        self._prepares = False
        self._hurried = False
        """whether the rest of this turn of a CPU player goes without pauses"""

    # The course of a sitting

    def run(self, shell: Typing) -> Departure:
        """Until the match is over and nobody wants anything more, or the people leave."""
        self._notify("tabletop_match_started")
        self.say_if_uncounted()
        self.console.apart(self.whose_lines(covered=True))
        try:
            with self.console.hushed():
                while True:
                    try:
                        self._once(shell)
                    except KeyboardInterrupt:
                        self._interrupted()
        except Leave as leave:
            if leave.departure is Departure.LEFT and self.has_secrets:
                self.console.wipe()
            return leave.departure

    def close(self) -> None:
        """Gets up: the room is closed, and left behind if it hangs."""
        self.console.apart(None)
        try:
            if not self.line.close():
                self.console.say(_("What hung was left behind."), Role.NOTE)
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)
        self.tell_lapses()

    def _once(self, shell: Typing) -> None:
        item = self.line.ahead(0)
        if item is not None:
            self._take(item)
        elif self._is_to_type:
            self._type(shell)
            self._prepare()
        else:
            self._take(self.wait("" if self._others is None else self.name(self._others)))

    def _prepare(self) -> None:
        """Advice, when something has been typed for the first time: before that, the table is shown."""
        if self.console.interactive and not self._prepares:
            self._prepares = True
            self.line.send(Prepare())

    @property
    def _is_to_type(self) -> bool:
        return self.over or self._paused or self._stuck or self.asked is not None

    def _type(self, shell: Typing) -> None:
        if self._stuck:
            self.ask_to_retry()
            self._stuck = False
            self.line.send(GoOn())
        elif self.over:
            shell.afterwards()
        elif self._paused:
            if shell.paused():
                self._go_on()
        elif self.asked is not None:
            shell.answer(self.asked)

    def _go_on(self) -> None:
        if self._paused:
            self._paused = False
            self.line.send(GoOn())

    def _interrupted(self) -> None:
        """Ctrl-C where nothing was typed: players pause."""
        self.forget_typed_ahead()
        self.say_what_hangs()
        if self.asked is not None or self.over or self._paused:
            return
        self.line.send(Pause())
        self._seen(self._unseen)
        self._paused = True
        self.console.say(_("Paused. Enter goes on; commands work."), Role.NOTE)

    # What has come

    def _take(self, item: Any) -> None:
        self._look = None
        if isinstance(item, Told):
            self._unseen, self._position = item.n, item.position
            self.line.taken()
            self._told(item)
            self._seen(item.n)
            return
        if isinstance(item, Asked):
            self._ask(item)
        elif isinstance(item, Stuck):
            self._stuck = True
            self.say_unsaved(item.why)
        elif isinstance(item, GaveUp):
            self.console.say(item.why, Role.PROBLEM)
        elif isinstance(item, Over):
            self._end(item)
        elif isinstance(item, Broken):
            raise item.why
        self.line.taken()

    def _seen(self, n: int) -> None:
        if n:
            self._unseen = 0
            self.line.send(Seen(n))

    def _told(self, told: Told) -> None:
        if told.kind == "sealed" and told.seat not in self.reader.seats:
            self.console.say(told.text, Role.NOTE)
            return
        self.asked = self._others = None
        if told.seat not in (None, self._deciding):
            self._deciding = None
        if told.kind != "event":
            self._told_beside(told)
            return
        shown = self.display.event(told, named=told.seat != self.display.turn_of)
        if self._sums_up and not (self.console.interactive and self.people):
            self._sum_up(told.position)
        self._notify("tabletop_match_event", lambda: self.sitting(None).log[told.position - 1])
        if shown and self.display.cpu_turn and not self._hurried:
            self._hurried = self.console.pause(PAUSES[self.settings.speed])

    def _sum_up(self, position: int) -> None:
        """Shows what there is to look at after so many events, if anything, where nobody stops for it."""
        if scene := self.ask(SummaryAt(position)):
            self.display.scene(scene)
            self.display.afresh()

    def _told_beside(self, told: Told) -> None:
        self.display.afresh()
        if told.kind == "player":
            self.sit_anew()
        self._go_on()
        if told.kind == "end":
            self.console.say()
            self.display.scores()
        role = {"end": Role.WIN, "resigned": Role.EVENT}.get(told.kind, Role.NOTE)
        if role is Role.WIN and not self.console.plain:
            self.console.say(self.display.heading(self.display.sign(role)), role)
        self.console.say(told.text, role)
        self.say_if_uncounted(again=told.kind == "end")

    def say_if_uncounted(self, *, again: bool = False) -> None:
        """Says once that the match doesn't count for statistics, as soon as it doesn't, and why; and ``again``."""
        said = uncounted.sentence(self.ask(Uncounted()), over=again)
        if said and (again or not self._said_uncounted):
            self._said_uncounted = True
            self.console.say(said, Role.NOTE)

    def listen(self, detail: Detail) -> None:
        """The people here are told more, or less."""
        self._sit(replace(self.reader, detail=detail))

    def greet(self, *, with_others: bool) -> None:
        """The name of the person here is asked, where that wasn't done yet; ``with_others``: if other people play."""
        if self.reader.me or not sits_unnamed(self.ask(Seats()), with_others=with_others):
            return
        if name := self.introduce():
            self._sit(replace(self.reader, me=name))

    def _ask(self, asked: Asked) -> None:
        if asked.question.kind == "look":
            self._look_together(asked)
            return
        if not asked.yours:
            self._others, self._look = asked.seat, self._look_as_told()
            self._hurried = self._hurried and asked.seat == self.display.turn_of
            self.display.turn(asked.seat, person=False, people=bool(self.people))
            self._look = None
            return
        before = self.asked
        if before is not None and (before.question.serial, before.seat) == (asked.question.serial, asked.seat):
            self.asked = asked  # others have chosen meanwhile
            return
        if asked.question.kind == "move":
            if self.has_secrets and self.reader.eyes != asked.seat:
                self._pass_keyboard(asked.seat)
            self.display.turn(asked.seat, person=True, people=True)
            self.display.choice()
            if self._deciding != asked.seat:
                self.forget_typed_ahead(pasted=False)
            self._deciding = asked.seat
        self.asked = asked

    def _look_together(self, asked: Asked) -> None:
        """A summary, which nobody who is here skips unseen."""
        if not asked.yours:
            return
        if self.has_secrets:
            self.cover(_("This is for everybody to see."))
            self._sit(replace(self.reader, eyes=None))
        self.display.afresh()
        self.display.summary()
        self.forget_typed_ahead()
        self.asked = asked

    def _pass_keyboard(self, seat: int) -> None:
        """Wipes what others may have left open, and waits for the person whose turn it is."""
        name = self.name(seat)
        if self.ask(Seats())[seat].name == ME and not self.reader.me:
            self.cover(_("Pass the keyboard to the player called “{name}”.").format(name=name))
            self._wait_for_enter(_("Press Enter> "))
        else:
            self.cover(_("Pass the keyboard to {name}.").format(name=name))
            self._wait_for_enter(_("{name}, press Enter> ").format(name=name))
        alone = len(self.reader.seats) == 1
        self._sit(replace(self.reader, eyes=None if alone else seat, shared=not alone))
        self.display.afresh()
        for told in self.ask(Recap(seat)):
            self.display.event(told, named=True)

    def cover(self, title: str) -> None:
        """Wipes what others may not see, and says who comes to the keyboard."""
        wiped = self.console.wipe()
        self.console.say(title, Role.TITLE)
        if not wiped:
            self.console.say(_("What was shown above can't be hidden here."), Role.NOTE)

    def _wait_for_enter(self, prompt: str) -> None:
        self.console.apart(self.whose_lines(covered=True))
        self.forget_typed_ahead()
        while typed := self.read(prompt):
            if everywhere(typed) in ("quit", "back"):
                raise Leave(Departure.LEFT)
            self.console.say(only_enter(), Role.NOTE)

    def read(self, prompt: str, completions: Completions | None = None) -> str:
        """A line that was typed. Ctrl-C clears it. Raises Leave at Ctrl-D."""
        while True:
            try:
                return self.console.ask(prompt, completions)
            except KeyboardInterrupt:
                continue
            except EOFError:
                raise Leave(self.departure if self.over else Departure.LEFT) from None

    def forget_typed_ahead(self, *, pasted: bool = True) -> None:
        """See ``Console``; of a word of the person's own what is left."""
        self.drop_ahead()
        self.console.forget_typed_ahead(pasted=pasted)

    def drop_ahead(self) -> None:
        """Types no further what stands behind a word of the person's own."""
        if self.ahead:
            self.console.say(_("Not typed any more: {words}.").format(words=" ".join(self.ahead)), Role.NOTE)
            self.ahead = ()

    # Saves that fail

    def say_unsaved(self, why: Exception) -> None:
        """After a step that couldn't be saved."""
        self.console.say(str(why), Role.PROBLEM)
        if not isinstance(why, MatchVanished):
            self.console.say(_("Nothing is lost: this step is only played once it is saved."), Role.NOTE)

    def ask_to_retry(self) -> None:
        """Waits for Enter. Raises Leave."""
        self.forget_typed_ahead()
        if self.read(_("Enter to try again, “quit” to leave: ")):
            raise Leave(Departure.LEFT)

    # The end

    def _end(self, over: Over) -> None:
        self.over = True
        if over.ending.why == "abandoned":
            raise Leave(Departure.ABANDONED)
        if over.ending.why == "resigned":
            self.departure = Departure.RESIGNED
        self._notify("tabletop_match_finished")
        self.forget_typed_ahead(pasted=False)
        if not self.people and self.console.plain:
            raise Leave(self.departure)
        self.console.say(_("Enter leaves the table, review looks back at the match, rematch plays again."), Role.NOTE)

    # Others who want to know

    def _notify(self, hook: str, *arguments: Callable[[], str]) -> None:
        """Tells plugins that want to know, once everything is saved and shown."""
        self.extras.notify(hook, lambda: self.sitting(None), *arguments)

    def sitting(self, eyes: int | None) -> Sitting:
        """How the match stands, as a seat (None: a bystander) may know it."""
        found: Sitting = self.ask(Sit(eyes, self.listing, self.match_id))
        return found
