"""What a solver answers beside the value of a game: the best response to a player, and its policy as a picture."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabletop.analysis import Exploiting, Response, Solver, Tabled
from tabletop.guard.calls import Guard
from tabletop.i18n import Texts
from tabletop.tournament import entrants, plots

_ = Texts(__file__)

Tables = Mapping[str, Sequence[Sequence[int]]]


def response(game: Any, solver: Solver, player: str, plugin: str) -> Response:
    """The best response to a player by its name. Raises ValueError with the reason, and PluginFailure."""
    if not isinstance(solver, Exploiting):
        raise ValueError(_("This game's solver finds no best response to a player."))
    strategy = entrants.find(game, player.removeprefix("cpu:"), plugin).match()
    found: Response = Guard(plugin).rules(
        "against", solver.against, strategy, lambda _done: None, allowed=(ValueError,), pace="long"
    )
    return found


def told(player: str, found: Response) -> Iterator[str]:
    """The same in words."""
    text = (
        _("The best response to {player} wins {share:.4f}: {beginning:.4f} when it begins, {following:.4f} when not.")
        if found.exact
        else _("{player} can be beaten with at least {share:.4f}: {beginning:.4f} by who begins, else {following:.4f}.")
    )
    yield text.format(player=player, **found._asdict())


def thresholds(solver: Solver) -> Tables:
    """The policy in numbers. Raises ValueError where it isn't of that kind."""
    if not isinstance(solver, Tabled):
        raise ValueError(_("There is no picture of this game's policy."))
    return solver.thresholds()


def small(tables: Tables) -> Iterator[str]:
    """The policy in characters."""
    for title, rows in tables.items():
        yield ""
        yield title
        yield from plots.small_map(rows)
