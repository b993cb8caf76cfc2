"""Many matches of one game: how strong its players are. Nothing here knows a table or a screen.

``tournament.run("pig", ["hold:20", "expert"], 10_000)`` plays and gives an ``Outcome``: ``pairings``, each with
``players``, ``share`` and ``interval``, ``players``, ``to_json()``, and ``to_pandas()`` where pandas is there. In a
program that uses several ``jobs`` it should stand under ``if __name__ == "__main__":``. (Since API 1.1.)
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop.match import with_options
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves.home import Home
from tabletop.tournament.outcome import Outcome
from tabletop.tournament.plan import GameOrigin, Limits, Plan
from tabletop.tournament.playing import AnyGame
from tabletop.tournament.programs import family, fingerprint, named
from tabletop.tournament.schedule import Format
from tabletop.tournament.sprt import Sequential
from tabletop.tournament.started import Started
from tabletop.tournament.tournament import Count


def game(name: str, seats: int | None = None, **options: object) -> AnyGame:
    """An installed game by its id, bound to house rules and so many seats: as few as it allows if none are given.

    Raises PluginError for one that isn't there, and ValueError for rules that don't do. (Since API 1.1.)

    >>> game("pig", target=50).options.target
    50
    """
    rules = load(Catalogue.installed().find(name))
    found = with_options(rules, options, rules.seat_counts[0] if seats is None else seats)
    found.cache = _cache(rules)
    return found


def run(
    game: str | type[AnyGame],
    players: Sequence[str],
    matches: int = 1_000,
    *,
    seats: int | None = None,
    options: dict[str, object] | None = None,
    form: Format = "round-robin",
    seed: int = 0,
    jobs: int = 1,
    starts: Iterable[Sequence[str]] = (),
    until: float | None = None,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    limits: Limits | None = None,
    results: str | Path | None = None,
    records: str | Path | None = None,
    programs: Mapping[str, Sequence[str]] | None = None,
    progress: Callable[[Count], object] = lambda _count: None,
) -> Outcome:
    """Plays a tournament: so many matches for each pairing, in pairs with the same luck and changed sides.

    ``game``: the id of an installed one, or a class of rules. ``players``: names of CPU players, as for ``tabletop
    tournament``. What else can be said is said there; ``sprt`` and ``until`` are shares, such as (0.5, 0.52) and 0.01.
    ``programs``: commands, each a list of arguments, by the names under which they play; registered ones are called
    ``exec:NAME``. ``progress`` is told after each chunk. Raises ValueError for what can't be, and TournamentFailed.
    (Since API 1.1.)

    >>> found = run("pig", ["hold:20", "hold:10"], 1_000)
    >>> 0.5 < found.pairings[0].share < 0.8
    True
    """
    test = sprt and Sequential(*sprt, alpha, beta)
    origin, rules, plugin = _origin(game)
    bound_game = with_options(rules, options or {}, rules.seat_counts[0] if seats is None else seats)
    found = named(players, programs or {}, Home.find(os.environ), Path.cwd())
    origin = origin._replace(programs=tuple(found), family=family() if found else "")
    plan = Plan(
        game=origin.name,
        plugin=plugin,
        options=bound_game.options.model_dump(mode="json"),
        seats=bound_game.seats,
        players=tuple(players),
        pairs=(matches + 1) // 2,
        form=form,
        seed=seed,
        starts=tuple(tuple(start) for start in starts),
        limits=limits or Limits(),
        until=until,
        sprt=test,
        programs=tuple((program.word, fingerprint(program)) for program in found),
    )
    with Started(origin, plan, jobs, None if results is None else Path(results), records) as started:
        for count in started.tournament.run():
            progress(count)
        return Outcome(started.tournament)


def _origin(game: str | type[AnyGame]) -> tuple[GameOrigin, type[AnyGame], str]:
    if not isinstance(game, str):
        return GameOrigin(game.__name__, rules=game, cache=_cache(game)), game, ""
    listing = Catalogue.installed().find(game)
    rules = load(listing)
    return GameOrigin(listing.full_name, cache=_cache(rules)), rules, str(listing.plugin)


def _cache(rules: type[Any]) -> Path:
    return Home.find(os.environ).cache / rules.__module__.partition(".")[0]
