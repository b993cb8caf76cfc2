"""How much a player of a game that isn't solved can be beaten by: at least what others have won against it."""

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tabletop.analysis import Response
from tabletop.cpu import players
from tabletop.i18n import Texts
from tabletop.tournament.bench import Bench
from tabletop.tournament.figures import paired
from tabletop.tournament.plan import GameOrigin, Plan, Task
from tabletop.tournament.playing import AnyGame, RulesFailed
from tabletop.tournament.tally import Sums

_ = Texts(__file__)

RIVALS: Final = ("random", "easy", "medium", "hard@100", "hard", "expert")
"""Who tries, one after another: the game's own players, and the host's search."""
_ENOUGH: Final = 0.95
"""Whoever is beaten as surely as that needs no further rival."""
_FEWEST: Final = 2
_SECONDS: Final = 5.0
"""of playing, for each of them, beyond the fewest pairs"""
_PAIRS: Final = 500


class Beaten(NamedTuple):
    """Who has beaten a player most surely, and how."""

    rival: str
    matches: int
    share: float
    """what the rival has won of them"""
    response: Response
    """with the lower end of the interval of 95 % as its share"""


def beaten(game: AnyGame, name: str, player: str, plugin: str, clock: Callable[[], float] = time.monotonic) -> Beaten:
    """``name``: of the game. Raises ValueError for a player that isn't one, and where the rules fail."""
    known = players.offered(game, timed=False)
    rivals = [rival for rival in RIVALS if rival in known or "@" in rival]
    plan = Plan(
        game=name,
        plugin=plugin,
        options=game.options.model_dump(mode="json"),
        seats=game.seats,
        players=(player, *rivals),
        pairs=_PAIRS,
    )
    bench = Bench(game, plan, GameOrigin(name))
    try:
        best: Beaten | None = None
        for number, rival in enumerate(rivals, 1):
            found = _against(bench, number, rival, clock)
            best = found if best is None or found.response.share > best.response.share else best
            if best.response.share >= _ENOUGH:
                break
    except RulesFailed as why:
        raise ValueError(str(why)) from why
    assert best is not None
    return best


def _against(bench: Bench, number: int, rival: str, clock: Callable[[], float]) -> Beaten:
    """One rival, which is the first player of the pairing: as many pairs as there is time for."""
    until, sums, first = clock() + _SECONDS, Sums(), 0
    together = bench.together(number, 0) is not None
    while first < _PAIRS and (first < _FEWEST or clock() < until):
        pairs = _PAIRS if together else 1
        sums.add(bench.work(Task(number, 0, first, pairs)))
        first += pairs
    share = sums.won / sums.matches
    first_seat = sums.first / sums.matches
    response = Response(paired(sums.scores).low, share + first_seat - 0.5, share - first_seat + 0.5, exact=False)
    return Beaten(rival, sums.matches, share, response)


def told(player: str, found: Beaten) -> str:
    """The same in words."""
    text = _("{player} can be beaten with at least {low:.4f}: {rival} has won {share:.4f} of {matches} matches.")
    return text.format(
        player=player, low=found.response.share, rival=found.rival, share=found.share, matches=found.matches
    )


def as_json(player: str, found: Beaten) -> dict[str, Any]:
    """The same for programs."""
    more = {"won": found.share, "rival": found.rival, "matches": found.matches}
    return {"player": player, **found.response._asdict(), **more}
