"""From what a person types to a move."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from tabletop.aliases import spellings
from tabletop.match import AnyGame
from tabletop.table.looking import written
from tabletop.table.question import Unread
from tabletop.words import Kind, begun, whole

T = TypeVar("T")


def move_texts(game: AnyGame, legal: Iterable[str]) -> list[str]:
    """The legal moves, then what else is a move of the game: all that a beginning may stand for."""
    return list(dict.fromkeys([*legal, *written(game).values()]))


def verbs(game: AnyGame, legal: Iterable[str], asked: Collection[str] = ()) -> Kind:
    """The words that moves begin with, legal or not. ``asked``: the words of the game's questions."""
    first = [text.partition(" ")[0] for text in move_texts(game, legal)]
    return spellings(dict.fromkeys([*first, *(game.verbs or _but(game, asked))]), game)


def _but(game: AnyGame, words: Collection[str]) -> list[str]:
    return [word for word in game.vocabulary if word not in words]


def candidates(
    game: AnyGame, legal: Collection[str], typed: str, words: Kind, asked: Collection[str] = ()
) -> list[str]:
    """What a line may mean as a move, legal or not, the likeliest first: texts for the game to read; perhaps none.

    Its first word may be the beginning of only one of ``words``, which ``verbs`` are; then it may be the only beginning
    of a move. Raises ValueError where it could be several.
    """
    first, *rest = typed.lower().split()
    verb = whole(first, [words]) or begun(first, [words])
    later = [_later(game, word, asked) for word in rest]
    texts = dict.fromkeys([" ".join([word, *later]) for word in (verb, first) if word])
    return [_completed(game, legal, text) for text in texts]


def _later(game: AnyGame, typed: str, asked: Collection[str]) -> str:
    """A word after the first. Beginnings are read where the game says which words moves begin with."""
    word = whole(typed, [spellings(game.vocabulary, game)])
    if word is None and game.verbs:
        word = begun(typed, [spellings([word for word in _but(game, asked) if word not in game.verbs], game)])
    return word or typed


def _completed(game: AnyGame, legal: Iterable[str], text: str) -> str:
    """The only move that begins with ``text``. One word says too little where not all moves are known."""
    begins = [move for move in move_texts(game, legal) if move.startswith(text)]
    return begins[0] if len(begins) == 1 and (game.moves or " " in text) else text


def first_read(texts: Iterable[str], take: Callable[[str], T]) -> T:
    """What the first text comes to that the game reads. Raises Unread with the first reason, empty without a text."""
    refused: Unread | None = None
    for text in texts:
        try:
            return take(text)
        except Unread as why:
            refused = refused or why
    raise refused or Unread("")


def command_in(
    word: str, others: Sequence[Kind], commands: Sequence[Kind], attempt: Callable[[], object]
) -> str | None:
    """The command that was typed; None where ``attempt``, which raises Unread, has made something else of the line.

    ``word``: what may be a command. A whole word of either comes first, then what else means something, and last
    beginnings of commands; ``others`` win where both begin so. Raises what ``attempt`` does where there is no command,
    and ValueError where there are several.
    """
    is_other = whole(word, others) is not None
    command = None if is_other else whole(word, commands)
    if command is None:
        try:
            attempt()
        except Unread:
            command = None if is_other or begun(word, others) else begun(word, commands)
            if command is None:
                raise
    return command
