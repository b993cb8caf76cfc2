"""Words of a person's own, each for what is typed when it is: ``rr=roll roll``."""

from typing import Annotated

from pydantic import AfterValidator

from tabletop.i18n import Texts

_ = Texts(__file__)


def own_word(text: str) -> str:
    """A word of one's own with what it stands for. Raises ValueError, with a sentence, for what is none.

    >>> own_word("RR =  roll  roll")
    'rr=roll roll'
    """
    word, equals, words = text.partition("=")
    word, words = word.strip().lower(), " ".join(words.split())
    if not (equals and words and word.isidentifier()):
        raise ValueError(_("“{text}” should be written like “rr = roll roll”.").format(text=text))
    return f"{word}={words}"


def _own_words(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple({entry.partition("=")[0]: entry for entry in map(own_word, texts)}.values())


OwnWords = Annotated[tuple[str, ...], AfterValidator(_own_words)]
"""Several of them; of the same word the last counts."""
