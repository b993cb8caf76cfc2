"""CPU players that a game brings along."""

import json
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

from tabletop import scoring
from tabletop.cpu import players
from tabletop.game import CHANCE, Game
from tabletop.guard import answers
from tabletop.match import Match, with_options
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.texts import sentence_fault
from tabletop.testing.walk import said, spread

ODD = ("", "x", "-1", "0", "nan", "1e999", "9" * 30, "1/2/3/4/5/6/7/8/9", "²")
MOVES_ASKED = 3
LONGEST = 3_000
"""events of a match between players"""


def _levels(subject: Subject) -> list[str]:
    names = list(subject.walks[0].game.strategies()) if subject.walks else []
    if not names:
        raise NotApplicable
    return names


@check("show", "Game.show")
def show(subject: Subject) -> Iterator[Complaint]:
    """What programs that play are shown is ready for JSON, and what reads it back finds the view that was shown."""
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in range(walk.seats):
            view = walk.game.view(state, seat)
            named = walk.game.show(view)
            fault = answers.shown(named)
            if fault:
                yield walk.complaint(number, "a view by name, ready for JSON", fault)
            elif not walk.game.hides or type(walk.game).view_from is Game.view_from:
                continue
            elif (back := walk.game.view_from(json.loads(json.dumps(named)))) != view:
                yield walk.complaint(number, f"the view that was shown: {fingerprint(view)}", fingerprint(back))


@check("players-move", "Game.strategies")
def players_move(subject: Subject) -> Iterator[Complaint]:
    """Every CPU player chooses one of the moves that it is given, and changes nothing.

    The stronger levels may prepare for long: they are asked in one match only.
    """
    for name in _levels(subject):
        for walk in spread(subject.walks, 1 if name in players.LEVELS[1:] else subject.effort.positions):
            player = players.find(walk.game, name)
            steps = [step for step in walk.spread(4 * MOVES_ASKED) if step.actor != CHANCE][:MOVES_ASKED]
            for step in subject.each(steps, "positions of a match"):
                view, moves = walk.game.view(step.state, step.actor), walk.game.legal_moves(step.state)
                before = fingerprint((view, moves))
                move = player.choose(view, moves, Random(step.number))
                if move not in moves:
                    expected = f"one of {', '.join(map(walk.game.notation, moves))} from the player {name}"
                    yield walk.complaint(step.number, expected, repr(move))
                if fingerprint((view, moves)) != before:
                    yield walk.complaint(step.number, f"the view as it was before {name} saw it", "another")


@check("players-parameters", "Game.strategies")
def players_parameters(subject: Subject) -> Iterator[Complaint]:
    """A CPU player takes its parameters or refuses them by ValueError with a reason."""
    for name in _levels(subject):
        for odd in ODD:
            level = f"{name}:{odd}"
            try:
                players.find(subject.walks[0].game, level)
            except ValueError as why:
                fault = sentence_fault(str(why), most=300)
                if fault:
                    yield Complaint(f"a reason why cpu:{level} is refused", fault)
            except Exception as error:
                yield Complaint(f"a player, or ValueError with a reason, for cpu:{level}", said(error))


@check("players-try-to-win", "Game.strategies")
def players_try_to_win(subject: Subject) -> Iterator[Complaint]:
    """No level from medium on loses clearly to a player who moves at random."""
    levels = [name for name in _levels(subject) if name in players.LEVELS[1:3]]
    if not levels:
        raise NotApplicable
    for name in levels:
        matches = subject.effort.matches
        won = (
            sum(_share(subject, name, number) for number in subject.each(range(matches), f"matches of {name}"))
            / matches
        )
        least = 0.5 - 3 * sqrt(0.25 / matches)
        if won < least:
            expected = f"{name} to win about half of {matches} matches against a player at random, or more"
            yield Complaint(expected, f"{won:.0%}")


def _share(subject: Subject, name: str, number: int) -> float:
    """What the level wins of a match for the fewest seats, of 2 sides 1, 0.5 or 0; it sits in each seat in turn."""
    seats = subject.game.seat_counts[0]
    match = Match(with_options(subject.game, {}, seats))
    rng = Random(f"{subject.seed}/{name}/{number}")
    own = number % seats
    sitting: dict[int, Any] = {seat: players.RandomPlayer() for seat in range(seats)}
    sitting[own] = players.find(match.game, name)
    while (actor := match.to_act) is not None and len(match.events) < LONGEST:
        if actor == CHANCE:
            match.let_chance(rng)
        else:
            match.play(sitting[actor].choose(match.view(actor), match.legal_moves(), rng))
    if match.result is None:
        return 0.5
    side = match.game.sides()[own]
    others = len(set(match.game.sides())) - 1
    share = scoring.shares(match.result.ranks)[side]
    return share * others / (share * others + 1 - share) if others else 0.5
