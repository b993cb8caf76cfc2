"""Commands that answer a question in words, so that nobody has to look for the answer on the screen."""

from functools import partial

from tabletop import audit
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.lines import hanging
from tabletop.table.requests import Last, Thrown
from tabletop.terminal.commands import Commands
from tabletop.terminal.console import Console
from tabletop.terminal.display import with_name
from tabletop.terminal.seated import Seated

_ = Texts(__file__)


class Queries:
    """These commands for one table, those of its game among them."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated
        self.console = seated.console
        self.general: Commands = {
            "score": (lambda _argument: seated.display.scores(), _("the scoreboard")),
            "turn": (lambda _argument: self._turn(), _("whose turn it is; “whose turn” asks the same")),
            "last": (lambda _argument: self._last(), _("what happened last")),
            "dice": (
                lambda _argument: self._dice(),
                _("what was thrown in this match, beside what was to be expected"),
            ),
            "keys": (lambda _argument: say_keys(self.console), _("the keys that work while you type")),
        }

    @property
    def of_the_game(self) -> Commands:
        """What this game can be asked now."""
        return {
            name: (partial(self._say, answer), _("asks about this game"))
            for name, answer in self.seated.look().questions.items()
            if name not in self.general
        }

    def _say(self, answer: str, _argument: str) -> None:
        self.console.say(answer)

    def _turn(self) -> None:
        look = self.seated.look()
        if look.actor is None or look.over:
            self.console.say(_("The match is over."))
        elif look.actor == CHANCE:
            self.console.say(_("Chance decides next."))
        elif look.actor in look.addressed or self.seated.people == [look.actor]:
            self.console.say(_("It is your turn."))
        else:
            self.console.say(_("It is the turn of {name}.").format(name=look.names[look.actor]))

    def _last(self) -> None:
        lines = [with_name(told) for told in self.seated.ask(Last())]
        self.console.say("\n".join(lines) or _("Nothing has happened yet."))

    def _dice(self) -> None:
        tallies = self.seated.ask(Thrown())
        if not tallies:
            raise ValueError(_("Nothing was thrown yet that can be counted."))
        for tally in tallies:
            self.console.page(audit_text(tally, self.console))


def audit_text(tally: audit.ChanceTally, console: Console) -> str:
    """What was thrown and what was to be expected, and how likely chance alone strays as far."""
    cells = [
        _("{outcome}: {thrown} ({expected:.1f} expected)").format(outcome=text, thrown=thrown, expected=expected)
        for text, thrown, expected in tally.cells
    ]
    lines = [_.plural("{n} throw:", "{n} throws:", tally.throws), *_in_columns(cells, console)]
    p = tally.p_value
    lines.append(
        _("Chi-square {value:.2f} with {freedom} degrees of freedom: p = {p:.3f}.").format(
            value=tally.chi_square, freedom=tally.freedom, p=p
        )
    )
    lines.append(_("True dice stray as far as this, or farther, in {p:.0%} of all matches.").format(p=p))
    if tally.least_expected < 5:
        lines.append(_("(With fewer than 5 of each expected that is a rough guide only.)"))
    return "\n".join(lines)


def _in_columns(cells: list[str], console: Console) -> list[str]:
    """Short texts side by side where there is room; one a line in plain mode."""
    width = max(map(len, cells)) + 2
    count = 1 if console.plain else max(1, (console.style.width - 2) // width)
    if len(cells) <= 12:
        count = 1
    rows = -(-len(cells) // count)
    return ["  " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows)]


def say_keys(console: Console) -> None:
    """The page of keys."""
    keys = [
        (_("Enter"), _("does what you have typed; alone it lists your moves, or goes on")),
        (_("Ctrl-C"), _("clears the line; pauses CPU players")),
        (_("Ctrl-D"), _("leaves; the match is kept")),
    ]
    if not console.plain:
        keys += [
            (_("Tab"), _("completes a move or a command, and shows what each is")),
            (_("Up, Down"), _("what you typed before")),
            (_("Ctrl-R"), _("searches what you typed before")),
            (_("Ctrl-A, Ctrl-E"), _("to the beginning, to the end of the line")),
            (_("Ctrl-W, Ctrl-U"), _("deletes the word, the line before the cursor")),
            (_("Ctrl-L"), _("clears the screen; “table” shows the table again")),
        ]
    width = max(len(key) for key, _meaning in keys)
    for key, meaning in keys:
        head = f"  {key:<{width}}  "
        console.say(f"{key}: {meaning}" if console.plain else hanging(head, meaning, console.style.width))
