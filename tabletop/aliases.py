"""Translated words for commands and moves, beside the neutral ones that records and logs are written with.

A language declares them in its catalogues, with the context ``command``: ``würfeln, wirf`` for ``roll``. The first is
shown, all can be typed, and so can the neutral word.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Protocol

from tabletop.i18n import NC_, Texts, language, speaking

_ = Texts(__file__)


class Worded(Protocol):
    """What is needed of a bound game: its words, and what they are in the languages that it speaks."""

    texts: ClassVar[Texts]
    vocabulary: ClassVar[Sequence[str]]


COMMANDS: Final = (
    NC_("command", "abandon"),
    NC_("command", "again"),
    NC_("command", "alias"),
    NC_("command", "all"),
    NC_("command", "auto"),
    NC_("command", "back"),
    NC_("command", "ban"),
    NC_("command", "changed"),
    NC_("command", "close"),
    NC_("command", "continue"),
    NC_("command", "delete"),
    NC_("command", "detail"),
    NC_("command", "dice"),
    NC_("command", "disable"),
    NC_("command", "enable"),
    NC_("command", "end"),
    NC_("command", "find"),
    NC_("command", "first"),
    NC_("command", "grant"),
    NC_("command", "hands"),
    NC_("command", "friends"),
    NC_("command", "help"),
    NC_("command", "hint"),
    NC_("command", "host"),
    NC_("command", "install"),
    NC_("command", "jump"),
    NC_("command", "keys"),
    NC_("command", "kick"),
    NC_("command", "last"),
    NC_("command", "late"),
    NC_("command", "learn"),
    NC_("command", "link"),
    NC_("command", "lock"),
    NC_("command", "log"),
    NC_("command", "matches"),
    NC_("command", "messages"),
    NC_("command", "moves"),
    NC_("command", "mute"),
    NC_("command", "new"),
    NC_("command", "next"),
    NC_("command", "no"),
    NC_("command", "none"),
    NC_("command", "odds"),
    NC_("command", "off"),
    NC_("command", "on"),
    NC_("command", "options"),
    NC_("command", "pause"),
    NC_("command", "play"),
    NC_("command", "plugins"),
    NC_("command", "quit"),
    NC_("command", "record"),
    NC_("command", "redo"),
    NC_("command", "refuse"),
    NC_("command", "rematch"),
    NC_("command", "rename"),
    NC_("command", "repeat"),
    NC_("command", "reset"),
    NC_("command", "resign"),
    NC_("command", "restore"),
    NC_("command", "resume"),
    NC_("command", "review"),
    NC_("command", "export"),
    NC_("command", "exit"),
    NC_("command", "round"),
    NC_("command", "rules"),
    NC_("command", "save"),
    NC_("command", "say"),
    NC_("command", "score"),
    NC_("command", "seat"),
    NC_("command", "seats"),
    NC_("command", "settings"),
    NC_("command", "skip"),
    NC_("command", "speed"),
    NC_("command", "spell"),
    NC_("command", "statistics"),
    NC_("command", "table"),
    NC_("command", "trash"),
    NC_("command", "turn"),
    NC_("command", "undo"),
    NC_("command", "uninstall"),
    NC_("command", "unmute"),
    NC_("command", "wait"),
    NC_("command", "watch"),
    NC_("command", "who"),
    NC_("command", "yes"),
)
"""Every word that the host understands anywhere."""

AT_THE_TABLE: Final = frozenset(
    [
        "abandon",
        "alias",
        "changed",
        "detail",
        "dice",
        "help",
        "hint",
        "keys",
        "last",
        "log",
        "messages",
        "moves",
        "odds",
        "options",
        "quit",
        "redo",
        "rematch",
        "rename",
        "repeat",
        "resign",
        "review",
        "round",
        "rules",
        "save",
        "score",
        "seat",
        "speed",
        "spell",
        "table",
        "turn",
        "undo",
    ]
)
"""Those of them that are understood while a match is played."""

VALUES: Final = (
    NC_("value", "answers"),
    NC_("value", "ascii"),
    NC_("value", "compact"),
    NC_("value", "easy"),
    NC_("value", "events"),
    NC_("value", "expert"),
    NC_("value", "fair"),
    NC_("value", "fast"),
    NC_("value", "free"),
    NC_("value", "hard"),
    NC_("value", "high_contrast"),
    NC_("value", "large"),
    NC_("value", "medium"),
    NC_("value", "mine"),
    NC_("value", "moves"),
    NC_("value", "none"),
    NC_("value", "normal"),
    NC_("value", "notes"),
    NC_("value", "off"),
    NC_("value", "problems"),
    NC_("value", "program"),
    NC_("value", "random"),
    NC_("value", "slow"),
    NC_("value", "table"),
    NC_("value", "terse"),
    NC_("value", "titles"),
    NC_("value", "verbose"),
)
"""The words among the values of settings, speeds and the like: each is called something in every language."""

_COMMANDS: Final = frozenset(COMMANDS)
_VALUES: Final = frozenset(VALUES) - _COMMANDS


def translations(texts: Texts, word: str) -> Sequence[str]:
    """The words that stand for a neutral one in the language in use, the usual one first; itself if there are none."""
    return _translations(texts, word, language())


@lru_cache(maxsize=8192)
def _translations(texts: Texts, word: str, code: str) -> tuple[str, ...]:
    """The same in the language ``code``: worked out once, since every line that is typed asks for all of them."""
    with speaking(code):
        return tuple(alias.strip().lower() for alias in texts.context("command", word).split(","))


def spellings(words: Iterable[str], game: Worded | None = None) -> dict[str, Sequence[str]]:
    """Each of ``words`` (moves and questions of ``game``, or commands) with what people write for it, as they do."""
    own: Sequence[str] = () if game is None else game.vocabulary
    texts, code = _ if game is None else game.texts, language()
    return {
        word: _translations(texts, word, code)
        if word in own
        else _translations(_, word, code)
        if word in _COMMANDS
        else (value_called(word),)
        if game is None and word in _VALUES
        else (word,)
        for word in words
    }


def shown(command: str) -> str:
    """One of ``COMMANDS`` or ``VALUES`` as people read it, or another word as it is."""
    if command in _VALUES:
        return value_called(command)
    return translations(_, command)[0] if command in _COMMANDS else command


def value_called(word: str) -> str:
    """What a value is called in the language in use."""
    return _.context("value", word)


def spoken(game: Worded, text: str) -> str:
    """The text of a move as people read it: in the words of the language in use."""
    return _spoken(game.texts, tuple(game.vocabulary), text, language())


@lru_cache(maxsize=8192)
def _spoken(texts: Texts, vocabulary: tuple[str, ...], text: str, code: str) -> str:
    words = text.split(" ")
    return " ".join(_translations(texts, word, code)[0] if word in vocabulary else word for word in words)


def readable(words: Iterable[str], game: Worded) -> list[str]:
    """Moves and commands as people read them."""
    return [shown(word) if word in _COMMANDS else spoken(game, word) for word in words]


def offered(words: Mapping[str, str], game: Worded | None = None) -> dict[str, str]:
    """What can be completed: ``words`` with their meanings, each also as it is translated."""
    found: dict[str, str] = {}
    code = language()
    for word, meaning in words.items():
        found[word] = meaning
        if word in _COMMANDS:
            found.update(dict.fromkeys(_translations(_, word, code), meaning))
        elif game is not None:
            found[spoken(game, word)] = meaning
    return found
