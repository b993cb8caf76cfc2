"""Commands of those who listen: how much is said, and what was said once more."""

from collections.abc import Sequence
from typing import Final, get_args

from tabletop.aliases import shown
from tabletop.i18n import Texts
from tabletop.saves import Settings
from tabletop.saves.aloud import MessageKind
from tabletop.style import Detail
from tabletop.table.requests import Last, Recap
from tabletop.table.telling import Told
from tabletop.terminal.commands import Commands
from tabletop.terminal.console import Role
from tabletop.terminal.seated import Seated
from tabletop.terminal.spoken import SpokenConsole, Utterance
from tabletop.words import join_or, one_of

_ = Texts(__file__)

DETAILS: Final[Sequence[Detail]] = get_args(Detail)
_MESSAGES: Final[Sequence[MessageKind]] = get_args(MessageKind)


class Hearing:
    """These commands for one table."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated
        self.console = seated.console
        self._kind: MessageKind | None = None
        self._back = 0
        self.commands: Commands = {
            "repeat": (lambda _argument: self._repeat(), _("what was said last, once more")),
            "changed": (
                lambda _argument: self._changed(),
                _("what has happened since your last move; “what changed” asks the same"),
            ),
            "detail": (self._detail, _("how much plain mode says: terse, normal, verbose")),
            "spell": (self._spell, _("the letters of a name, or of all players' names")),
            "messages": (self._messages, _("what was said: messages events, then back and next; mute notes")),
        }

    @property
    def idle(self) -> frozenset[str]:
        """Those that are for plain mode alone."""
        return frozenset() if self.console.plain else frozenset(("repeat", "detail", "messages"))

    def _repeat(self) -> None:
        if not self._spoken().repeat():
            raise ValueError(_("Nothing was said before."))

    def _spoken(self) -> SpokenConsole:
        if not isinstance(self.console, SpokenConsole):
            raise ValueError(_("This is for plain mode, in which everything is said in lines."))
        return self.console

    def _changed(self) -> None:
        asked = self.seated.asked
        found: list[Told] = self.seated.ask(Last() if asked is None else Recap(asked.seat))
        lines = [told.said or f"{told.name} {told.text}".strip() for told in found if told.said or not told.answered]
        self.console.say("\n".join([*lines, *self.seated.display.news]) or _("Nothing has happened yet."))

    def _detail(self, argument: str) -> None:
        seated = self.seated
        if argument:
            detail = one_of(argument.lower(), DETAILS)
            seated.settings = seated.settings.model_copy(update={"detail": detail})
            seated.listen(seated.settings.detail)
        said = _("Detail is {detail}; you can choose {details}.")
        self.console.say(
            said.format(detail=shown(seated.settings.detail), details=join_or([shown(each) for each in DETAILS]))
        )

    def _spell(self, argument: str) -> None:
        for name in [argument] if argument else dict.fromkeys(self.seated.look().names):
            letters = ", ".join(_("space") if letter.isspace() else letter for letter in name)
            self.console.say(_("{name}: {letters}.").format(name=name, letters=letters))

    # What was said

    def _messages(self, argument: str) -> None:
        word, _space, rest = argument.lower().partition(" ")
        console = self._spoken()
        if not word:
            self._count(console.messages)
            return
        choice = one_of(word, [*_MESSAGES, "all", "back", "next", "mute", "unmute"])
        if choice in ("mute", "unmute"):
            self._mute(one_of(rest.strip(), list(_MESSAGES)), mute=choice == "mute")
            return
        if choice in ("back", "next"):
            self._back += 1 if choice == "back" else -1
        else:
            self._kind, self._back = next((kind for kind in _MESSAGES if kind == choice), None), 0
        self._tell(console.messages)

    def _count(self, messages: Sequence[Utterance]) -> None:
        counts = [(kind, sum(message.kind == kind for message in messages)) for kind in _MESSAGES]
        said = ", ".join(f"{shown(kind)} {count}" for kind, count in counts if count)
        self.console.say(_("Said so far: {counts}.").format(counts=said), Role.NOTE)
        if muted := self.seated.settings.muted:
            self.console.say(_("Muted: {kinds}.").format(kinds=", ".join(map(shown, muted))), Role.NOTE)

    def _tell(self, messages: Sequence[Utterance]) -> None:
        found = [message for message in messages if self._kind in (None, message.kind)]
        if not 0 <= self._back < len(found):
            self._back = max(0, min(self._back, len(found) - 1))
            raise ValueError(_("There is no further message of this kind."))
        self._spoken().again(found[-1 - self._back])

    def _mute(self, kind: str, *, mute: bool) -> None:
        muted = [each for each in self.seated.settings.muted if each != kind] + [kind] * mute
        changes = Settings.model_validate({**self.seated.settings.model_dump(), "muted": muted})
        self.seated.settings = changes
        self._spoken().muted = changes.muted
        said = (
            _("Messages of the kind “{kind}” are kept for “messages” alone.") if mute else _("“{kind}” is said again.")
        )
        self._spoken().tell(said.format(kind=shown(kind)))
