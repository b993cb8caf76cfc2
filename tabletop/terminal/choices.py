"""Choices among many: what is listed of them, what is narrowed down by a beginning, what is offered to complete."""

from collections.abc import Mapping, Sequence
from typing import Final

from tabletop.aliases import shown
from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.table.looking import Look, Option
from tabletop.terminal.completed import MOST, completions

_ = Texts(__file__)

__all__ = ["MOST", "and_more", "beginning_with", "completions", "listed", "meant", "moves_aloud", "moves_text"]

MOST_WORDS: Final = 8
"""So many words of moves are told to who listens, beside those of each first one."""


def moves_text(look: Look) -> str:
    """The moves of who is asked; for those that the rules refuse now, why, where they are few."""
    said = [_("You can: {moves}.").format(moves=listed(look.moves))]
    if len(look.moves) > MOST:
        said.append(_("“{example}” shows those that begin so.").format(example=_example(look.moves)))
    if len(look.moves) + len(look.refused) <= MOST:
        said += dict.fromkeys(move.why for move in look.refused)
    return " ".join(said)


def moves_aloud(look: Look) -> str:
    """The moves in few words: the first word once for all that begin with it, and of many only the first."""
    parts, left = [], MOST_WORDS
    for word, texts in _groups(look.moves).items():
        rests = [text.removeprefix(word).strip() for text in texts]
        said = [word + " " * bool(rests[0]) + rests[0]]
        for rest in rests[1:]:
            left -= len(rest.split())
            if left >= 0:
                said.append(rest)
        parts.append(and_more([*said, *rests[len(said) :]], len(said)))
    return _("You can: {moves}.").format(moves=("; " if ", " in "".join(parts) else ", ").join(parts))


def listed(moves: Sequence[Option]) -> str:
    """At most a dozen moves: by their first words, where there are several of these; of many, how many more."""
    groups = _groups(moves)
    if len(moves) > MOST and 1 < len(groups) <= MOST:
        return "; ".join(_portions(groups))
    return and_more([move.spoken for move in moves], MOST)


def and_more(texts: Sequence[str], most: int) -> str:
    """The first of ``texts``, and how many are left out."""
    said, more = ", ".join(texts[:most]), len(texts) - most
    return said if more <= 0 else _.plural("{listed}, and {n} more", "{listed}, and {n} more", more, listed=said)


def _groups(moves: Sequence[Option]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for move in moves:
        groups.setdefault(move.spoken.partition(" ")[0], []).append(move.spoken)
    return groups


def _portions(groups: Mapping[str, list[str]]) -> list[str]:
    """Each group with what it may show of the dozen: the small ones are whole."""
    left, portions = MOST, {}
    for place, (word, texts) in enumerate(sorted(groups.items(), key=lambda group: len(group[1]))):
        portions[word] = min(len(texts), left // (len(groups) - place))
        left -= portions[word]
    return [_portion(word, texts, portions[word]) for word, texts in groups.items()]


def _portion(word: str, texts: list[str], most: int) -> str:
    said = ", ".join(texts[:most])
    if len(texts) <= most:
        return said
    return _("{word}: {n} ways, such as {examples}").format(word=word, n=len(texts), examples=said)


def _example(moves: Sequence[Option]) -> str:
    """What can be typed to see a few that aren't listed: as much of the last of the largest group as it takes."""
    groups = _groups(moves)
    last = max(groups.values(), key=len)[-1] if len(groups) <= MOST else moves[-1].spoken
    for end in range(1, len(last) + 1):
        begin = last[:end]
        if not begin.endswith(" ") and sum(move.spoken.startswith(begin) for move in moves) <= MOST:
            break
    return f"{shown('moves')} {begin}"


def beginning_with(look: Look, typed: str) -> tuple[Option, ...]:
    """The moves that begin so. Raises ValueError where none does."""
    start = " ".join(typed.split()).casefold()
    found = [move for move in look.moves if start in (_start(move.text, start), _start(move.spoken, start))]
    if not found:
        raise ValueError(_("None of your moves begins with “{typed}”.").format(typed=printable(typed)))
    return tuple(found)


def _start(text: str, start: str) -> str:
    return text.casefold()[: len(start)]


def meant(moves: Sequence[Option], typed: str) -> str | None:
    """The move that was typed as it is written or read, in any letters; None for none, or several."""
    words = " ".join(typed.split())
    for move in moves:
        if words in (move.text, move.spoken):
            return move.text
    words, found = words.casefold(), None
    for move in moves:
        if words in (move.text.casefold(), move.spoken.casefold()):
            if found is not None:
                return None
            found = move.text
    return found
