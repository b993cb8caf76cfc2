"""Reading what people type: abbreviations and did-you-mean."""

from collections.abc import Sequence
from difflib import get_close_matches

from tabletop.aliases import shown
from tabletop.complaints import printable
from tabletop.i18n import Texts

_ = Texts(__file__)


def one_of(typed: str, words: Sequence[str]) -> str:
    """The word that was typed, or the only one that begins so.

    Raises ValueError with a sentence for the person, in which commands are named in the language in use.
    """
    if typed in words:
        return typed
    begins = [word for word in words if typed and word.startswith(typed.lower())]
    if len(begins) == 1:
        return begins[0]
    if begins:
        raise ValueError(
            _("“{typed}” could be {words}.").format(typed=printable(typed), words=join_or(list(map(shown, begins))))
        )
    raise ValueError(unknown(typed, list(map(shown, words))))


def unknown(typed: str, words: Sequence[str]) -> str:
    """A sentence that says that ``typed`` is none of ``words``, and which was perhaps meant."""
    close = get_close_matches(typed.lower(), words, n=1)
    if close:
        return _("“{typed}” is unknown here. Did you mean {word}?").format(typed=printable(typed), word=close[0])
    return _("“{typed}” is unknown here; you can type {words}.").format(typed=printable(typed), words=join_or(words))


def join_or(words: Sequence[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return _("{several} or {last}").format(several=", ".join(words[:-1]), last=words[-1])
