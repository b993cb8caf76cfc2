"""Sentences for who listens: what is told of a table, made whole, and only what is new."""

from collections.abc import Iterable

from tabletop.i18n import Texts

_ = Texts(__file__)

_ENDS = (".", "!", "?", "…", ":")


def sentence(text: str, name: str = "", *, you: bool = False) -> str:
    """A text that ends as a sentence does; after the ``name`` of who did it, which comes apart from “you”.

    >>> sentence("rolls 4", "CPU 2"), sentence("rolls 4", "You", you=True), sentence("round 1 is dealt")
    ('CPU 2 rolls 4.', 'You: rolls 4.', 'Round 1 is dealt.')
    """
    said = " ".join(text.split())
    if name:
        said = _("{name}: {text}").format(name=name, text=said) if you else f"{name} {said}"
    else:
        said = said[:1].upper() + said[1:]
    return said if not said or said.rstrip('”"»“)')[-1:] in _ENDS else said + "."


class Heard:
    """What one listener has been told of a table, so that only what is new is told again."""

    def __init__(self) -> None:
        self._told: frozenset[str] = frozenset()

    def news(self, sentences: Iterable[str]) -> list[str]:
        """Those of the sentences on the table now that weren't among the last ones."""
        now = list(dict.fromkeys(map(sentence, sentences)))
        found = [said for said in now if said not in self._told]
        self._told = frozenset(now)
        return found

    def know(self, sentences: Iterable[str]) -> None:
        """These were told in another way."""
        self._told |= frozenset(map(sentence, sentences))

    def forget(self) -> None:
        """Everything is new again."""
        self._told = frozenset()
