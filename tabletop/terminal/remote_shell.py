"""What people type at a table elsewhere: the same as at one at home, and what there is to do in a room."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from tabletop.i18n import Texts
from tabletop.lines import fitted
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.remote.guest_game import GuestGame
from tabletop.terminal.arguments import everywhere_said
from tabletop.terminal.commands import Commands
from tabletop.terminal.console import Role
from tabletop.terminal.remote_seat import RemoteSeated
from tabletop.terminal.room_arguments import room_arguments
from tabletop.terminal.room_record import RoomRecord
from tabletop.terminal.room_talk import bare, said_in_words
from tabletop.terminal.shell import Shell

_ = Texts(__file__)

_AT_HOME: Final = ("rename", "save")
"""What there is no use for here."""
_ALSO: Final = {"leave": "quit", "history": "log", "chat": "say"}
"""Other words for commands, where the game has no use for them."""


class RemoteShell(Shell):
    """Reads one line at a time and does what it says."""

    def __init__(self, seated: RemoteSeated, game: GuestGame, catalogue: Catalogue) -> None:
        """``catalogue``: the games that are installed here, by which dice can be proven."""
        super().__init__(seated)
        self._game = game
        talk = seated.talk
        self._table = talk.table
        tallies, _meaning = self.general["dice"]
        own: Commands = {
            "undo": (bare("undo", partial(talk.ask_for, "undo")), _("asks the others to take your last move back")),
            "dice": (
                lambda argument: (talk.throw if argument else tallies)(argument),
                _("what was thrown; dice 2 asks the others to let seat 2 throw real dice, dice program ends that"),
            ),
            "record": (
                RoomRecord(self.console, talk.table, catalogue).keep,
                _("record match.json: the match as a file, once it is over; it proves dice that can be proven"),
            ),
            "rematch": (
                bare("rematch", partial(talk.ask_for, "rematch")),
                _("asks the others for another match, when it is over"),
            ),
        }
        kept = {name: command for name, command in self.general.items() if name not in _AT_HOME}
        self._guests = {**talk.commands, **own}
        self.general = {**kept, **self._guests}

    @property
    def _arguments(self) -> Mapping[str, str]:
        return {**dict(everywhere_said()), **room_arguments(self._table.roster, self._game.described.players)}

    def _first_word(self, typed: str) -> str:
        word = super()._first_word(typed)
        known = any(word in kind for kind in self._kinds) or word in self._game.vocabulary
        return word if known else _ALSO.get(word, word)

    def paused(self) -> bool:
        """Somebody who isn't asked types: reads one line; whether it was a bare Enter. Raises Leave."""
        return self._command_or_enter("> ")

    def _read(self, prompt: str, moves: Mapping[str, str]) -> str:
        return said_in_words(super()._read(prompt, moves))

    def _rules_text(self) -> str:
        from tabletop.terminal.markdown import listened, written

        its, plain = self._game.described, self.console.plain
        text = its.rules or f"# {its.title}\n\n{its.summary}\n"
        page = "\n".join(listened(text) if plain else written(text, self.console.style))
        return "\n\n".join([page.rstrip(), _("House rules in this match"), self._options_text()])

    def _options_text(self) -> str:
        plain, lines = self.console.plain, []
        for option in self._game.described.options:
            text = f"{option.title}: {option.value}"
            if plain:
                said = "{option}" if option.usual else _("{option} (differs from the usual rules)")
                lines.append(said.format(option=text))
            else:
                lines.append(f"{' ' if option.usual else '*'} {text}")
        return "\n".join(lines if plain else [fitted(each, self.console.style.width) for each in lines])

    def _options(self, _argument: str) -> None:
        self.console.say(self._options_text(), Role.TEXT)
