"""Looking back at a finished match: what each decision cost, how well each seat played."""

from contextlib import suppress
from functools import partial
from random import Random

from tabletop import host
from tabletop.analysis import Progress
from tabletop.cpu import analysts
from tabletop.guard.failures import PluginFailure
from tabletop.guard.lapses import Lapses
from tabletop.guard.proxies import GuardedAnalyst
from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.naming import resolve
from tabletop.person import shown
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import old
from tabletop.review import Decision, accuracies, looked_through
from tabletop.saves import MatchInUse
from tabletop.saves.statistics import note_accuracy
from tabletop.terminal.advice import say_review, stopped_text
from tabletop.terminal.console import Role
from tabletop.terminal.session import Session
from tabletop.terminal.waiting import LONGEST, LongEnough, wait_for

_ = Texts(__file__)


def look_back(here: Session, text: str | None) -> None:
    """Shows the review of a finished match; None: of the one that ended last. Raises SaveError and PluginError."""
    saved = here.matches.look(here.finished(text).id)
    plugin = here.catalogue.find_for(saved.header, any_version=True).plugin
    game = host.lend_cache(here.home, host.bound_game(here.catalogue, saved.header))
    with reading(plugin):
        played = Match(game, saved.events, old(saved.history.versions, plugin))
    names = [shown(seat.name, here.me) for seat in saved.seats]
    analyst = GuardedAnalyst(analysts.find(game, timed=saved.seed is None), str(plugin))
    rng = host.chance_of(saved).thought(len(played.events))
    lapses: list[PluginFailure] = []
    with Lapses(lapses.append).heard():
        wait_for(here.console, analyst.prepare, _("Working out the best play"))
        made, stopped = _looked_through(here, played, analyst, rng)
    for lapse in lapses:
        here.tell_lapse(lapse, saved.id)
    say_review(here.console, game, made, names, partial(_standing, played, names))
    if stopped is not None:
        here.console.say(stopped_text(made, len(played.events)), Role.NOTE)
        if isinstance(stopped, KeyboardInterrupt):
            raise stopped
        return
    with suppress(MatchInUse), here.matches.open(saved.id) as save:
        note_accuracy(save, accuracies(made, len(names)))


def _standing(played: Match, names: list[str], number: int) -> str:
    """The points of each side after so many events, and what a bystander had in sight."""
    game, state = played.game, played.state_after(number)
    sides = game.sides()
    called = [
        " + ".join(name for name, its in zip(names, sides, strict=True) if its == side) for side in sorted({*sides})
    ]
    points = [f"{name} {points}" for name, points in zip(called, game.scores(state), strict=True)]
    return ", ".join([*points, *(resolve(text, (), names, sides) for text in game.status(game.view(state, None)))])


def _looked_through(
    here: Session, played: Match, analyst: GuardedAnalyst, rng: Random
) -> tuple[list[Decision], BaseException | None]:
    """The decisions, and what has stopped the review before its end, where it had found something."""
    so_far: list[Decision] = []

    def work(tell: Progress) -> list[Decision]:
        return looked_through(played, analyst.analyse, rng, tell, so_far)

    try:
        return wait_for(here.console, work, _("Looking through the match"), LONGEST), None
    except (KeyboardInterrupt, LongEnough) as why:
        if not so_far:
            raise KeyboardInterrupt from None
        return list(so_far), why
