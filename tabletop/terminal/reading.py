"""What a typed line means: a move, a question to the game, or a command, in this order.

A whole word is meant before any beginning of a word. A beginning counts among moves first, legal now or not, then
among the game's questions, then among commands: one word of a kind is meant; two of a kind ask, and nothing is played.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from tabletop.aliases import COMMANDS, AnyGame, aliases, shown, spoken, translations
from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.words import join_or

_ = Texts(__file__)

Kind = Literal["move", "question", "command"]


class Meant(NamedTuple):
    """What a line means. ``text``: of a move the whole line in neutral words, else what stands behind the word."""

    kind: Kind
    word: str
    text: str


class Words:
    """All that can be typed at a table at one moment."""

    def __init__(
        self, game: AnyGame, moves: Iterable[str] = (), questions: Iterable[str] = (), commands: Iterable[str] = ()
    ) -> None:
        """``moves``: in canonical text, all whose beginnings may be typed; the others in neutral words."""
        texts = list(dict.fromkeys(moves))
        own = aliases(game.texts, game.vocabulary)
        asked = list(questions)
        first = {text.partition(" ")[0] for text in texts}
        self._tails = own
        self._whole = {text.lower(): text for text in texts} | {spoken(game, text).lower(): text for text in texts}
        self._kinds: dict[Kind, dict[str, str]] = {
            "move": _typable(first, own),
            "question": _typable(asked, own),
            "command": _typable(commands, aliases(_, (word for word in commands if word in COMMANDS))),
        }
        self._others = _typable((word for word in game.vocabulary if word not in asked), own)
        self._said = {
            word: translations(game.texts, word)[0] if word in game.vocabulary else shown(word)
            for kind in self._kinds.values()
            for word in kind.values()
        }

    def read(self, typed: str) -> Meant | None:
        """What ``typed`` means; None where nothing that is known begins so. Raises ValueError where two things do."""
        line = " ".join(typed.lower().split())
        if line in self._whole and self._kinds["move"]:
            text = self._whole[line]
            return Meant("move", text.partition(" ")[0], text)
        word = line.partition(" ")[0]
        if word == "whose" and "turn" in self._kinds["command"]:
            return Meant("command", "turn", "")
        for kind, words in self._kinds.items():
            if word in words:
                return self._meant(kind, words[word], typed)
        if word in self._others and self._kinds["move"]:
            return self._meant("move", self._others[word], typed)
        for kind, words in self._kinds.items():
            begun = list(dict.fromkeys(meant for text, meant in words.items() if text.startswith(word)))
            if len(begun) == 1:
                return self._meant(kind, begun[0], typed)
            if begun:
                raise Ambiguous(typed, [self._said[meant] for meant in begun])
        return None

    def _meant(self, kind: Kind, word: str, typed: str) -> Meant:
        rest = typed.split()[1:]
        if kind == "move":
            tail = [self._tails.get(part.lower(), part.lower()) for part in rest]
            return Meant(kind, word, " ".join([word, *tail]))
        return Meant(kind, word, " ".join(rest))

    def later(self, typed: str) -> Meant | None:
        """What a line means that the game doesn't read as a move: a question or a command. Raises ValueError."""
        moves, self._kinds["move"] = self._kinds["move"], {}
        try:
            return self.read(typed)
        finally:
            self._kinds["move"] = moves


class Ambiguous(ValueError):
    """A beginning of several words; the text names them."""

    def __init__(self, typed: str, words: list[str]) -> None:
        said = _("“{typed}” could be {words}.")
        super().__init__(said.format(typed=printable(typed.split(maxsplit=1)[0]), words=join_or(words)))


def _typable(words: Iterable[str], own: Mapping[str, str]) -> dict[str, str]:
    """The neutral word for each text that stands for it: those of the language first."""
    known = list(dict.fromkeys(words))
    found = {alias: word for alias, word in own.items() if word in known}
    return {**found, **{word: word for word in known}}
