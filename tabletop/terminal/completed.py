"""What can be completed of a line that is being typed."""

from collections.abc import Mapping
from typing import Final

from tabletop.i18n import Texts

_ = Texts(__file__)

MOST: Final = 12
"""So many things stand in one list."""


def completions(words: Mapping[str, str], typed: str) -> dict[str, str]:
    """What ``typed`` can be completed to, with its meaning: whole where they are few, else up to the next space."""
    start = typed.casefold()
    found = {
        word: meaning
        for word, meaning in words.items()
        if word.casefold().startswith(start)
        and (" " in start or word.partition(" ")[0] not in words or " " not in word)
    }
    if sum(" " in word for word in found) <= MOST:
        return found
    ways: dict[str, list[str]] = {}
    for word in found:
        space = word.find(" ", len(typed))
        ways.setdefault(word if space < 0 else word[: space + 1], []).append(word)
    return {
        head: found[several[0]] if len(several) == 1 else _("{n} ways").format(n=len(several))
        for head, several in ((head if len(several) > 1 else several[0], several) for head, several in ways.items())
    }
