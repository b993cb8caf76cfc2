"""Reading what people type: words of the language in use or neutral ones, abbreviations and did-you-mean."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Final

from tabletop.aliases import AT_THE_TABLE, shown, spellings
from tabletop.complaints import printable
from tabletop.i18n import Texts

_ = Texts(__file__)

Kind = Mapping[str, Sequence[str]]
"""Neutral words of one kind (moves, questions, commands), each with how it is written in the language in use."""
_YES: Final = ("yes", "no")
_LONGEST: Final = 100
"""Nobody mistypes a word into a text longer than that: it was pasted."""
MOST_NAMED: Final = 12
FEW_NAMED: Final = 5
"""Where more words than ``MOST_NAMED`` can be typed, a complaint names so many."""
HOST: Final = "tabletop:"
"""Before one of these words: the host's is meant, whatever the game calls so."""


def host_words() -> frozenset[str]:
    """The host's words at the table, neutral and in the language in use: a game that uses one stands before it."""
    return AT_THE_TABLE.union(*spellings(AT_THE_TABLE).values())


def whole(typed: str, kinds: Iterable[Kind]) -> str | None:
    """The neutral word for one that was typed in full: in the language in use before the neutral ones."""
    kinds, typed = list(kinds), typed.lower()
    for kind in kinds:
        for word, written in kind.items():
            if typed in written:
                return word
    for kind in kinds:
        for word in kind:
            if word.lower() == typed:
                return word
    return None


def begun(typed: str, kinds: Iterable[Kind]) -> str | None:
    """The only word of a kind that begins so, of the first kind of which any does; None if there is no such kind.

    The words of the language in use come before the neutral ones. Raises ValueError where two begin so.
    """
    typed = typed.lower()
    for kind in kinds if typed else ():
        own = {word: [one for one in written if one.lower().startswith(typed)] for word, written in kind.items()}
        neutral = {word: [word] for word in kind if word.lower().startswith(typed)}
        found = {word: begins[0] for word, begins in own.items() if begins} or {word: word for word in neutral}
        if len(found) > 1:
            raise ValueError(could_be(typed, list(found.values())))
        if found:
            return next(iter(found))
    return None


def could_be(typed: str, words: Sequence[str]) -> str:
    """The sentence for a beginning of several words."""
    return _("“{typed}” could be {words}.").format(typed=printable(typed), words=join_or(words))


def one_of(typed: str, words: Sequence[str]) -> str:
    """The word that was typed, or the only one that begins so.

    Raises ValueError with a sentence for the person, in which commands are named in the language in use.
    """
    if typed in words:
        return typed
    kinds = [spellings(words)]
    word = whole(typed, kinds) or begun(typed, kinds)
    if word is None:
        raise ValueError(unknown(typed, list(map(shown, words))))
    return word


def neutral(typed: str, words: Sequence[str]) -> str:
    """One of ``words`` where it or the only beginning of it was typed, else what was typed."""
    try:
        return one_of(typed, words)
    except ValueError:
        return typed


def agrees(typed: str) -> bool:
    """Whether a person has typed yes."""
    return neutral(typed, _YES) == "yes"


def unknown(typed: str, words: Sequence[str], listed: Sequence[str] | None = None, otherwise: str = "") -> str:
    """A sentence that says that ``typed`` is none of ``words``, and which few were perhaps meant.

    Else which can be typed: ``listed`` or all, or of many the first and “help”; or the sentence ``otherwise``.
    """
    close = get_close_matches(typed.lower(), words, n=3) if len(typed) <= _LONGEST else []
    if close:
        said = _("“{typed}” is unknown here. Did you mean {word}?")
        return said.format(typed=printable(typed), word=join_or(_alike(typed, close)))
    named = list(listed or words)
    if len(named) > MOST_NAMED:
        known = shown("help")
        named = [*[name for name in named if name != known][:FEW_NAMED], known]
    return (otherwise or _("“{typed}” is unknown here; you can type {words}.")).format(
        typed=printable(typed), words=join_or(named)
    )


def _alike(typed: str, close: Sequence[str]) -> Sequence[str]:
    """The likeliest, and others that are as like."""
    ratios = [SequenceMatcher(None, word, typed.lower()).ratio() for word in close]
    return [word for word, ratio in zip(close, ratios, strict=True) if ratio > ratios[0] - 0.05]


def join_or(words: Sequence[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return _("{several} or {last}").format(several=", ".join(words[:-1]), last=words[-1])
