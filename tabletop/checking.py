"""The quick check of freshly installed plugins, as a program of its own: see ``plugins.install.checked``.

``python -m tabletop.checking FOLDER RESULT NAME...`` writes what it finds to ``RESULT``.
"""

import json
import sys
from collections.abc import Collection, Sequence
from importlib import invalidate_caches
from pathlib import Path
from random import Random
from typing import Any, Final

from packaging.utils import canonicalize_name

from tabletop.complaints import printable
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Match, with_options
from tabletop.plugins.find.catalogue import Catalogue, GameListing, PluginError, load
from tabletop.plugins.find.discovery import Plugin, find_plugins
from tabletop.plugins.install.checked import Checked
from tabletop.testing import check_game

_ = Texts(__file__)

_MANY_EVENTS: Final = 100_000
_EACH: Final = 8.0
"""Seconds for each check of the kit: whoever installs a plugin waits for them."""
_AT_THE_TABLE: Final = (
    "seats",
    "has-a-move",
    "moves-apply",
    "ends",
    "refusal",
    "replay",
    "save-and-load",
    "scores",
    "result",
    "notation",
)
"""The checks of the conformance kit on which a match at the table hangs; the whole kit is for authors."""


def check_here(folder: Path, names: Collection[str]) -> list[Checked]:
    """The same in this process, which imports the plugins."""
    sys.path.append(str(folder))
    invalidate_caches()
    everything = Catalogue(find_plugins())
    plugins = [plugin for plugin in everything.plugins if canonicalize_name(plugin.distribution) in names]
    return [_check_plugin(plugin, everything) for plugin in plugins]


def _check_plugin(plugin: Plugin, everything: Catalogue) -> Checked:
    if plugin.problem:
        return Checked(str(plugin), True, (plugin.problem,))
    lines = []
    for game in Catalogue([plugin]).games:
        try:
            rules = load(game)
            lines += [f"{game.id}: {line}" for line in (_random_match(rules), *_conformance(rules, game.id))]
        except PluginError as error:
            return Checked(str(plugin), True, (str(error),))
        except (Exception, SystemExit) as error:
            return Checked(str(plugin), True, (f"{game.id}: {type(error).__name__}: {error}",))
        lines += _rivals(game, everything)
    return Checked(str(plugin), False, tuple(lines) or (_("it brings no game"),))


def _rivals(game: GameListing, everything: Catalogue) -> list[str]:
    """A line where other plugins have a game of the same id."""
    others = [other for other in everything.games if other.id == game.id and other.plugin.key != game.plugin.key]
    text = _("{id}: {plugin} has a game of that id too; this one is called {name}")
    return [text.format(id=game.id, plugin=others[0].plugin, name=game.full_name)] if others else []


def _random_match(rules: type[Any]) -> str:
    """Plays one match at random, with the usual rules and the fewest seats; raises whatever goes wrong."""
    match, rng = Match(with_options(rules, {}, rules.seat_counts[0])), Random(1)
    while (actor := match.to_act) is not None:
        if actor == CHANCE:
            match.let_chance(rng)
        else:
            match.play(rng.choice(match.legal_moves()))
        if len(match.events) > _MANY_EVENTS:
            raise ValueError(_("a random match is not over after {n} events").format(n=_MANY_EVENTS))
    return _.plural(
        "a random match of {n} event was played", "a random match of {n} events was played", len(match.events)
    )


def _conformance(rules: type[Any], game_id: str) -> list[str]:
    """What the conformance kit finds. Its complaints are told, and don't keep a game from being played."""
    report = check_game(rules, game_id, only=_AT_THE_TABLE, each=_EACH)
    lines = [
        _.plural(
            "{n} check of the conformance kit passed", "{n} checks of the conformance kit passed", len(report.passed)
        )
    ]
    for failure in report.failures:
        fault = _("the check “{name}” failed: expected: {expected} came: {came}")
        complaint = failure.complaint
        expected, came = (printable(text, 300) for text in (complaint.expected, complaint.came))
        lines.append(fault.format(name=failure.check, expected=expected, came=came))
    late = _("the check “{name}” was not finished in time: {progress}")
    lines += [late.format(name=one.check, progress=printable(one.progress, 300)) for one in report.unfinished]
    return lines


def main(folder: str, result: str, *names: str) -> None:
    """See the module."""
    found: Sequence[Checked] = check_here(Path(folder), names)
    Path(result).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
