"""The page of saved matches: go on with one, look at one, name it, throw it away, find it again."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tabletop.aliases import offered, shown, spellings
from tabletop.exporting import exported, overwrites, write
from tabletop.i18n import Texts
from tabletop.plugins.find.catalogue import PluginError
from tabletop.saves import MatchSummary, SaveError, Status
from tabletop.terminal.console import Console, Role, confirmed
from tabletop.terminal.looking_back import look_back
from tabletop.terminal.numbered import choice_line
from tabletop.terminal.session import Session
from tabletop.words import begun, whole

_ = Texts(__file__)

_BESIDE: Final = 5
"""Lines of a screen that are for what stands above and below a list."""


class MatchesPage:
    """A list of matches by number, and what can be done with them."""

    def __init__(self, here: Session) -> None:
        """The page of one run of the program."""
        self.host = here
        self.console = here.console
        self._text = ""
        self._all = False
        self._unfinished = False
        self._left = False
        self._commands: Mapping[str, tuple[Callable[[str], None], str]] = {
            "resume": (self._resume, _("go on with it: resume 2")),
            "watch": (self._watch, _("look at it event by event: watch 2")),
            "review": (self._review, _("what each decision cost in one that is over: review 2")),
            "export": (self._export, _("write it into a file: export 2 game.json")),
            "rename": (self._rename, _("rename 2 A good name; rename 2 none: without a name")),
            "delete": (self._delete, _("into the trash: delete 2")),
            "find": (self._find, _("only matches with these words: find ada pig; alone: all again")),
            "all": (self._show_all, _("the older ones, and those that are over")),
            "trash": (self._trash, _("what lies in the trash")),
            "restore": (self._restore, _("out of the trash: restore 1, as trash numbers them")),
            "help": (self._help, _("what can be typed")),
            "back": (self._back, _("back to the menu; quit does the same")),
        }
        self._synonyms = {"quit": "back", "exit": "back", "?": "help"}

    def run(self, *, unfinished: bool = False) -> None:
        """Shows the matches, only those in progress at first where that is asked for, until one was played or left."""
        self._unfinished, self._left = unfinished, False
        found = self._show()
        while not self._left:
            typed = self.console.ask(_("match> "), offered(self._completions(found)))
            try:
                self._do(typed or ("1" if found else "back"))
            except (SaveError, PluginError, ValueError) as why:
                self.console.say(str(why), Role.PROBLEM)
            else:
                found = found if self._left else self._matches()

    def _completions(self, shown: Sequence[MatchSummary]) -> dict[str, str]:
        words = {name: meaning for name, (_run, meaning) in self._commands.items()}
        return {**words, **{match.id: match.name or "" for match in shown}}

    def _matches(self) -> Sequence[MatchSummary]:
        listing, status = self.host.listing, Status.IN_PROGRESS if self._unfinished else None
        if self._all:
            return list(listing.search(self._text, status))
        return self.host.matches.page(listing.wanted(self._text, status))

    def _show(self) -> Sequence[MatchSummary]:
        shown, style = self._matches(), self.console.style
        self.console.say(_("Matches"), Role.TITLE)
        lines = [choice_line(self.console, place, self.host.listing.line(one)) for place, one in enumerate(shown, 1)]
        text = "\n".join(lines) or "  " + _("None.")
        tell = self.console.page if text.count("\n") >= style.height - _BESIDE else self.console.say
        tell(text)
        said = _("A number goes on with a match, or looks at one that is over; help lists what else can be typed.")
        self.console.say(said if shown else _("Enter goes back; help lists what else can be typed."), Role.NOTE)
        return shown

    def obey(self, typed: str) -> None:
        """Does what was typed elsewhere, such as ``watch 2``. Raises SaveError, PluginError and ValueError."""
        self._all = True
        self._do(typed)

    def _do(self, typed: str) -> None:
        word, _space, argument = typed.partition(" ")
        kinds = [spellings([*self._commands, *self._synonyms])]
        command = None if self._is_match(typed) else whole(word, kinds) or begun(word, kinds)
        command = self._synonyms.get(command or "", command)
        if command is not None:
            run, _meaning = self._commands[command]
            run(argument.strip())
            return
        match = self._meant(typed)
        if match.status is Status.IN_PROGRESS:
            self._resume(match.id)
        else:
            self._watch(match.id)

    def _is_match(self, typed: str) -> bool:
        return any(typed.casefold() in (match.id, (match.name or "").casefold()) for match in self._matches())

    def _meant(self, text: str) -> MatchSummary:
        """The match of a number in the list, or of an id or a name. Raises SaveError."""
        shown = self._matches()
        if not text:
            raise ValueError(_("Please say which match: its number, for instance."))
        if text.isascii() and text.isdigit() and 0 < int(text[:9]) <= len(shown):
            return shown[int(text) - 1]
        return self.host.matches.find(text)

    # What can be done

    def _resume(self, argument: str) -> None:
        match = self._meant(argument)
        self._left = True
        self.host.resume(match.id)

    def _watch(self, argument: str) -> None:
        self.host.watch(self._meant(argument).id)
        self._show()

    def _review(self, argument: str) -> None:
        look_back(self.host, self._meant(argument).id)

    def _export(self, argument: str) -> None:
        which, _space, name = argument.partition(" ")
        match = self._meant(which)
        file = Path(name.strip() or f"{match.id}.json").expanduser()
        text, warning = exported(self.host.catalogue, self.host.matches.look(match.id), self.host.me)
        if overwrites(file, text):
            warning = f"{warning} " + _("{file} exists already.").format(file=file)
        if warning:
            self.console.say(warning.strip())
            if not agreed(self.console, _("Write it all the same? Type yes to do so: ")):
                return
        write(file, text)
        self.console.say(_("Written: {file}.").format(file=file))

    def _rename(self, argument: str) -> None:
        which, _space, name = argument.partition(" ")
        match = self._meant(which)
        if not (name := name.strip()):
            said = _("Please say the name too, such as “{rename} Sunday”; “{rename} {none}” takes it away.")
            raise ValueError(said.format(rename=f"{shown('rename')} {which}", none=shown("none")))
        taken = name.casefold() in ("none", shown("none").casefold())
        self.host.matches.rename(match.id, None if taken else name)
        self._show()

    def _delete(self, argument: str) -> None:
        match = self._meant(argument)
        if delete(self.host, match):
            self._show()

    def _find(self, argument: str) -> None:
        self._text, self._unfinished = argument, False
        self._show()

    def _show_all(self, _argument: str) -> None:
        self._text, self._all, self._unfinished = "", True, False
        self._show()

    def _trash(self, _argument: str) -> None:
        say_trash(self.host, numbered=True)

    def _restore(self, argument: str) -> None:
        trashed = self.host.matches.trashed()
        if argument.isascii() and argument.isdigit() and 0 < int(argument[:9]) <= len(trashed):
            argument = trashed[int(argument) - 1].id
        self.host.matches.restore(argument)
        self._show()

    def _help(self, _argument: str) -> None:
        for name, (_run, meaning) in self._commands.items():
            word = shown(name)
            self.console.say(f"{word}: {meaning}" if self.console.plain else f"  {word:<7} {meaning}")

    def _back(self, _argument: str) -> None:
        self._left = True


def delete(here: Session, match: MatchSummary) -> bool:
    """Asks once, then puts a match into the trash; whether it did. Raises SaveError."""
    here.console.say(here.listing.line(match))
    question = _("Put this match into the trash? It then counts for no statistics. Type yes to do so: ")
    if not agreed(here.console, question):
        here.console.say(_("The match stays."))
        return False
    here.matches.delete(match.id)
    here.console.say(
        _("It lies in the trash until that is emptied; tabletop matches restore {id} takes it out.").format(id=match.id)
    )
    return True


def agreed(console: Console, question: str) -> bool:
    """Whether a person types yes. The end of input is a no."""
    try:
        return confirmed(console, question)
    except (EOFError, KeyboardInterrupt):
        return False


def say_trash(here: Session, *, numbered: bool = False) -> None:
    """Lists what is in the trash. Raises SaveError."""
    trashed = here.matches.trashed()
    for number, match in enumerate(trashed, 1):
        line = here.listing.line(match)
        here.console.say(choice_line(here.console, number, line) if numbered else line)
    if not trashed:
        here.console.say(_("The trash is empty."))
