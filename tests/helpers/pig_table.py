"""Matches of the Pig family written as turns."""

from collections.abc import Iterable
from typing import Any

from golden import AnyGame

from tabletop.match import Match


def play(game: AnyGame, seats: int, turns: Iterable[str], **options: Any) -> Match:
    """A match after ``turns``: a seat's throws and ``hold``, as in ``1: 3 6 hold``, two dice as in ``1: 3-5``."""
    match = Match(game(game.options_model(**options), seats))
    for turn in turns:
        go_on(match, turn)
    return match


def go_on(match: Match, turn: str) -> None:
    seat, _colon, words = turn.partition(":")
    for word in words.split():
        match.apply(f"{seat} {'hold' if word == 'hold' else 'roll'}")
        if word != "hold":
            match.apply(f"* {word.replace('-', ' ')}")


def pips(points: int, dice: int = 1) -> str:
    """Throws that score so many points in any game of the family, without a double: 2 or more, with two dice 5."""
    most, least = (6, 2) if dice == 1 else (11, 5)
    sums = [most] * (points // most)
    if points % most:
        sums.append(points % most)
    if sums[-1] < least:
        sums[-2:] = [most + sums[-1] - least, least]
    assert sum(sums) == points
    return " ".join(map(str, sums) if dice == 1 else [f"{s - s // 2}-{s // 2}" if s % 2 else EVEN[s] for s in sums])


EVEN = {6: "2-4", 8: "3-5", 10: "4-6"}


def banked(match: Match) -> list[int]:
    return list(match.game.scores(match.state))


def position(match: Match) -> dict[str, Any]:
    return match.game.dump(match.state)


def why_no_hold(match: Match) -> str:
    """The reason why the seat on turn can't hold."""
    assert "hold" not in match.legal_moves()
    return match.game.why_not(match.view(match.to_act), "hold")
