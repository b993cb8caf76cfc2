"""Words of a person's own at the table: ``alias rr = roll roll``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tabletop.aliases import shown
from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.saves import Settings
from tabletop.saves.own_words import own_word
from tabletop.terminal import house
from tabletop.terminal.choices import meant
from tabletop.terminal.commands import SYNONYMS, Commands
from tabletop.terminal.console import Role
from tabletop.terminal.everywhere import everywhere
from tabletop.terminal.reading import verbs
from tabletop.terminal.seated import Seated
from tabletop.words import Kind, begun, whole

_ = Texts(__file__)

_TAKE_ALL: Final = {"alias", "help", "moves", "rename", "seat", "spell"}
"""Commands to which all words after them belong."""


class Shortcuts:
    """Those of the people at one table: what each stands for is typed line by line."""

    def __init__(self, seated: Seated, kinds: Callable[[], Sequence[Kind]]) -> None:
        """``kinds``: what can be typed beside moves now."""
        self.seated = seated
        self._kinds = kinds
        self.commands: Commands = {
            "alias": (self._alias, _("a word of your own, such as alias rr = roll roll")),
        }

    @property
    def known(self) -> Mapping[str, str]:
        """Each word with what it stands for."""
        return {word: words for word, _equals, words in (each.partition("=") for each in self.seated.settings.aliases)}

    def opened(self, typed: str) -> str:
        """The first line of what stands behind a word of one's own, which the others follow; else what was typed."""
        words = self.known.get(typed.lower())
        if words is None or self._means_something(typed):
            return typed
        self.seated.ahead = words.split(" ")
        return self.following()

    def following(self) -> str:
        """The next line of what is still to come: the longest move that it begins with, or up to the next word that
        something can begin with.
        """
        words = self.seated.ahead
        look, kinds = self.seated.look(), self._all_kinds()
        ends = [end for end in range(len(words), 0, -1) if meant(look.moves, " ".join(words[:end]))]
        if not ends and whole(words[0], kinds) in _TAKE_ALL:
            ends = [len(words)]
        starts = (end for end in range(1, len(words)) if _begins(words[end], kinds))
        end = ends[0] if ends else next(starts, len(words))
        self.seated.ahead = words[end:]
        return " ".join(words[:end])

    def _all_kinds(self) -> Sequence[Kind]:
        look, game = self.seated.look(), self.seated.game
        return [verbs(game, [move.text for move in look.moves], look.questions), *self._kinds()]

    def _means_something(self, word: str) -> bool:
        """Whether a word is one of the game's or the table's."""
        game, look = self.seated.game, self.seated.look()
        own = {*game.vocabulary, *(part for move in look.moves for part in f"{move.text} {move.spoken}".split(" "))}
        return word in own or whole(word, self._all_kinds()) is not None

    def _leads_on(self, word: str) -> bool:
        """Whether a word means the same everywhere, or begins a line that leads elsewhere."""
        elsewhere = everywhere(word) or whole(word, [house.words()]) or house.meant(word, house.GAMES.get())
        return word in SYNONYMS or elsewhere is not None

    # The command

    def _alias(self, argument: str) -> None:
        word, equals, words = argument.partition("=")
        word = word.strip().lower()
        if not argument:
            self._list()
        elif equals and not words.strip():
            self._remove(word)
        else:
            self._add(own_word(argument), word)

    def _list(self) -> None:
        lines = [f"{word} = {words}" for word, words in self.known.items()]
        none = _("You have no words of your own yet; {alias} rr = roll roll makes one.").format(alias=shown("alias"))
        self.seated.console.say("\n".join(lines) or none)

    def _remove(self, word: str) -> None:
        if word not in self.known:
            raise ValueError(_("“{word}” is no word of your own.").format(word=printable(word)))
        self._keep([f"{each}={words}" for each, words in self.known.items() if each != word])
        self.seated.console.say(_("“{word}” is forgotten.").format(word=word), Role.NOTE)

    def _add(self, entry: str, word: str) -> None:
        if self._means_something(word) or self._leads_on(word):
            raise ValueError(_("“{word}” means something already; please take another word.").format(word=word))
        self._keep([*self.seated.settings.aliases, entry])
        said = _("From now on “{word}” types {words}.").format(word=word, words=entry.partition("=")[2])
        self.seated.console.say(said, Role.NOTE)

    def _keep(self, entries: Sequence[str]) -> None:
        settings = self.seated.settings
        self.seated.settings = Settings.model_validate({**settings.model_dump(), "aliases": entries})


def _begins(word: str, kinds: Sequence[Kind]) -> bool:
    """Whether a line can begin with a word: a whole one, or the beginning of a move."""
    try:
        return (whole(word, kinds) or begun(word, kinds[:1])) is not None
    except ValueError:
        return False
