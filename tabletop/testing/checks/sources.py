"""Where randomness comes from: from the source that is passed in, and from nothing else."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from tabletop.chance import Seeded
from tabletop.game import CHANCE
from tabletop.testing.checks.chance import chance_of
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject, World
from tabletop.testing.tripwire import Tripwire
from tabletop.testing.walk import AnyGame, Step

SOURCES: Final = 40
"""of chance that are tried"""
NEVER: Final = 1e-9
"""A draw that is right comes as it did at most this often."""


@check("draw-source", "Game.draw")
def draw_source(subject: Subject) -> Iterator[Complaint]:
    """A draw depends on the source of chance that it is given: nobody can work it out from the state.

    No other source is used, that one isn't seeded anew, and another source gives another outcome.
    """
    throws = [(walk, step) for walk in subject.walks for step in walk.steps if step.actor == CHANCE]
    if not throws:
        raise NotApplicable
    unlisted: set[bool] = set()
    for walk, step in subject.each(throws[:: max(1, len(throws) // (10 * subject.effort.positions))]):
        reached = _reached(lambda rng, game=walk.game, state=step.state: game.draw(state, rng))  # type: ignore[misc]
        if reached:
            yield walk.complaint(step.number, "a draw from the source that is passed in, as it is", reached)
        drawn = {walk.game.outcome_notation(walk.game.draw(step.state, Random(number))) for number in range(SOURCES)}
        listed = walk.game.outcomes(step.state)
        if listed is None:
            unlisted.add(len(drawn) > 1)
        elif len(drawn) == 1 and max(chance for _outcome, chance in listed) ** SOURCES < NEVER:
            came = f"“{next(iter(drawn))}” from {SOURCES} sources"
            yield walk.complaint(step.number, "other outcomes from other sources of chance", came)
    if unlisted == {False}:
        walk, step = throws[0]
        yield walk.complaint(step.number, "other outcomes from other sources of chance, somewhere", "always the same")


@check("draw-foretold", "Game.draw")
def draw_foretold(subject: Subject) -> Iterator[Complaint]:
    """A CPU player that cheats foretells no draw: it copies the source that it is given, and draws with that first.

    What it expects comes as often as chance says, and no more often.
    """
    throws = [(walk, step) for walk in subject.walks for step in walk.steps if step.actor == CHANCE]
    if not throws:
        raise NotApplicable
    for walk, step in subject.each(throws[:: max(1, len(throws) // subject.effort.positions)]):
        guesses = [_foretold(walk.game, step, Seeded(seed)) for seed in range(SOURCES)]
        hits = sum(expected == came for expected, came in guesses)
        listed = walk.game.outcomes(step.state)
        if listed is None:
            by_chance = max(Counter(expected for expected, _came in guesses).values()) / SOURCES
        else:
            by_chance = sum(probability**2 for _outcome, probability in listed)
        if hits / SOURCES > by_chance and chance_of(hits, SOURCES, by_chance) < NEVER:
            expected = f"that {by_chance:.0%} of what a cheat expects comes, as chance has it"
            yield walk.complaint(step.number, expected, f"{hits} of {SOURCES}")


def _foretold(game: AnyGame, step: Step, chance: Seeded) -> tuple[str, str]:
    """What a cheat expects that chance will give, and what chance gives."""
    given, copied = chance.thought(step.number), Random()
    copied.setstate(given.getstate())
    expected = game.outcome_notation(game.draw(step.state, copied))
    return expected, chance.outcome(game, step.state, step.number)


@check("imagine-source", "Game.imagine")
def imagine_source(subject: Subject) -> Iterator[Complaint]:
    """What a seat can't know is imagined from the source of chance that is given: another one, another state."""
    if not subject.game.hides:
        raise NotApplicable
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in range(walk.seats):
            view = walk.game.view(state, seat)
            reached = _reached(lambda rng, game=walk.game, view=view: game.imagine(view, rng))  # type: ignore[misc]
            if reached:
                yield walk.complaint(number, "a state imagined from the source that is passed in, as it is", reached)
    fixed: dict[int, bool] = {}
    for world in subject.each(subject.worlds, "imagined states"):
        if fingerprint(world.state) != fingerprint(world.imagined) and fixed.get(world.seat, True):
            fixed[world.seat] = _is_fixed(world)
    for seat in (seat for seat in sorted(fixed) if fixed[seat]):
        expected = f"several states that seat {seat + 1} holds for possible, from several sources of chance"
        yield Complaint(expected, "one and the same in each position")


def _is_fixed(world: World) -> bool:
    """Whether a seat imagines always the same."""
    view = world.walk.game.view(world.state, world.seat)
    imagined = (fingerprint(world.walk.game.imagine(view, Random(number))) for number in range(SOURCES))
    return len(set(imagined)) == 1


def _reached(ask: Callable[[Random], Any]) -> str:
    """What a question uses beside the source that it is given; it is asked twice, as ``first_reach`` does."""
    ask(Random(1))
    given = Random(1)
    with Tripwire(given) as wire:
        ask(given)
    return wire.reached
