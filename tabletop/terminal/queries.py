"""Commands that answer a question in words, so that nobody has to look for the answer on the screen."""

from functools import partial
from typing import Final

from tabletop import audit
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.lines import hanging, width
from tabletop.match import has_summaries
from tabletop.pieces.cells import padded
from tabletop.pieces.scenes import Sheet
from tabletop.table.requests import Last, RoundAt, Thrown
from tabletop.terminal.choices import MOST
from tabletop.terminal.commands import Commands
from tabletop.terminal.console import Console
from tabletop.terminal.display import with_name
from tabletop.terminal.seated import Seated

_ = Texts(__file__)

MOST_TALLIES: Final = 3
"""So many kinds of chance are told apart at a time."""
_TOO_RARE: Final = 0.02
"""Where fewer of an outcome are expected, one that comes at all would make chi-square anything."""


class Queries:
    """These commands for one table, those of its game among them."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated
        self.console = seated.console
        self._asked_of: object = None
        self._questions: Commands = {}
        self.general: Commands = {
            "score": (lambda _argument: self._score(), _("the scoreboard")),
            "turn": (lambda _argument: self._turn(), _("whose turn it is; “whose turn” asks the same")),
            "last": (lambda _argument: self._last(), _("what happened last")),
            "round": (self._round, _("the round that ended last; round 3: the third")),
            "dice": (
                lambda _argument: self._dice(),
                _("what was thrown in this match, beside what was to be expected"),
            ),
            "keys": (lambda _argument: say_keys(self.console), _("the keys that work while you type")),
        }

    @property
    def idle(self) -> frozenset[str]:
        """Those that say nothing in this game."""
        game = self.seated.game
        return frozenset(("round",) * (not has_summaries(game)) + ("dice",) * game.hides)

    @property
    def of_the_game(self) -> Commands:
        """What this game can be asked now."""
        look, meaning = self.seated.look(), _("asks about this game")
        if self._asked_of != (look.questions, meaning):
            self._asked_of = (look.questions, meaning)
            self._questions = {name: (partial(self._say, answer), meaning) for name, answer in look.questions.items()}
        return self._questions

    def _say(self, answer: str, _argument: str) -> None:
        self.console.say(answer)

    def _score(self) -> None:
        """The scoreboard, what else stays in sight, and the score sheet where the game has one."""
        self.seated.display.scores()
        self.seated.display.status()
        if has_summaries(self.seated.game):
            try:
                scene = self.seated.ask(RoundAt()).summary
            except ValueError:
                return
            self.seated.display.scene(tuple([block for block in scene if isinstance(block, Sheet)]))

    def _round(self, argument: str) -> None:
        """The end of a round: of this number, or after what stays in sight the one that ended last."""
        if not has_summaries(self.seated.game):
            raise ValueError(_("This game has no rounds to look back at."))
        if argument:
            if not (argument.isascii() and argument.isdigit()):
                raise ValueError(_("Please say which round by its number, from 1."))
            self.seated.display.scene(self.seated.ask(RoundAt(int(argument[:9]))).summary)
            return
        if said := ", ".join(self.seated.look().status):
            self.console.say(said)
        try:
            self.seated.display.scene(self.seated.ask(RoundAt()).summary)
        except ValueError:
            if not said:
                raise

    def _turn(self) -> None:
        look = self.seated.look()
        if look.question is not None and look.question.kind == "look":
            self.console.say(_("The round is over; Enter goes on."))
        elif look.actor is None or look.over:
            self.console.say(_("The match is over."))
        elif look.actor == CHANCE:
            self.console.say(_("Chance decides next."))
        else:
            question = look.question
            for seat in question.seats if question and question.kind == "move" else (look.actor,):
                yours = seat in look.addressed or self.seated.people == [seat]
                said = _("It is your turn.") if yours else _("It is the turn of {name}.")
                self.console.say(said.format(name=look.names[seat]))

    def _last(self) -> None:
        lines = [with_name(told) for told in self.seated.ask(Last())]
        self.console.say("\n".join(lines) or _("Nothing has happened yet."))
        self.seated.display.summary()

    def _dice(self) -> None:
        tallies = sorted(self.seated.ask(Thrown()), key=lambda tally: -tally.throws)
        if not tallies:
            raise ValueError(_("Nothing was thrown yet that can be counted."))
        for tally in tallies[:MOST_TALLIES]:
            self.console.page(audit_text(tally))
        if (left := len(tallies) - MOST_TALLIES) > 0:
            said = _.plural(
                "{n} other kind of chance came less often.", "{n} other kinds of chance came less often.", left
            )
            self.console.say(said)


def audit_text(tally: audit.ChanceTally) -> str:
    """What was thrown and what was to be expected, and how likely chance alone strays as far."""
    lines = [_.plural("{n} throw:", "{n} throws:", tally.throws), *_cells(tally)]
    if tally.least_expected < _TOO_RARE:
        return "\n".join([*lines, _("These are too few throws to judge the dice by.")])
    p = tally.p_value
    lines.append(
        _("Chi-square {value:.2f} with {freedom} degrees of freedom: p = {p:.3f}.").format(
            value=tally.chi_square, freedom=tally.freedom, p=p
        )
    )
    lines.append(_("Fair dice differ at least this much in {p:.0%} of matches.").format(p=p))
    if tally.least_expected < 5:
        lines.append(_("(With fewer than 5 of each expected that is a rough guide only.)"))
    return "\n".join(lines)


def _cells(tally: audit.ChanceTally) -> list[str]:
    """Every outcome; where there are more than a dozen, those that came most often."""
    shown = list(tally.cells)
    if len(shown) > MOST:
        shown = sorted([cell for cell in shown if cell[1]], key=lambda cell: -cell[1])[:MOST]
    lines = [
        "  " + _("{outcome}: {thrown} ({expected:.1f} expected)").format(outcome=text, thrown=thrown, expected=expected)
        for text, thrown, expected in shown
    ]
    if len(shown) < len(tally.cells):
        throws, others = tally.throws - sum(cell[1] for cell in shown), len(tally.cells) - len(shown)
        said = _.plural("{n} other outcome: {thrown}", "{n} other outcomes: {thrown}", others, thrown=throws)
        lines.append("  " + said)
    return lines


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
    columns = max(width(key) for key, _meaning in keys)
    for key, meaning in keys:
        head = f"  {padded(key, columns)}  "
        console.say(f"{key}: {meaning}" if console.plain else hanging(head, meaning, console.style.width))
