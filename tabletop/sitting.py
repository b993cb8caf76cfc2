"""What a plugin beside the game may know of a match at the table: nothing that the person there may not know."""

from collections.abc import Callable
from typing import NamedTuple


class Sitting(NamedTuple):
    """How a match stands. Seats and sides are numbered from 0."""

    match: str
    """the id under which it is saved"""
    game: str
    """the game's id"""
    plugin: str
    """the distribution that the game comes with"""
    title: str
    """the game's title in the language in use"""
    seats: tuple[str, ...]
    """the players' names"""
    log: tuple[str, ...]
    """all events so far, each as the reader may know it: what is hidden reads otherwise"""
    words: tuple[str, ...]
    """the table in sentences, as the reader sees it"""
    to_act: int | None
    """the seat on turn, ``CHANCE``, or None when the match is over"""
    scores: tuple[int, ...]
    """points of each side"""
    ranks: tuple[int, ...] | None
    """rank of each side, when the match is over"""


class Command(NamedTuple):
    """A command of the shell at the table. ``run`` is given the sitting and what was typed behind the command's name.

    It answers what is then shown, and raises ValueError, with the reason, for an argument that it can't use.
    """

    help: str
    run: Callable[[Sitting, str], str]
