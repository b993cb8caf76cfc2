"""Moves on offer, and the end of a match."""

from collections import Counter
from collections.abc import Iterator

from tabletop.game import CHANCE
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.walk import AnyGame, Walk, said


@check("has-a-move", "Game.legal_moves")
def has_a_move(subject: Subject) -> Iterator[Complaint]:
    """A match that isn't over has a move for the seat on turn."""
    for walk in subject.each(subject.all_walks, "matches"):
        if walk.trouble and walk.trouble.question == "legal_moves":
            yield walk.complaint(len(walk.steps), walk.trouble.expected, walk.trouble.came)


@check("no-move-twice", "Game.legal_moves")
def no_move_twice(subject: Subject) -> Iterator[Complaint]:
    """No move is listed twice."""
    for walk, step in subject.steps():
        if step.actor == CHANCE:
            continue
        moves = Counter(map(fingerprint, walk.game.legal_moves(step.state)))
        for move, times in moves.items():
            if times > 1:
                yield walk.complaint(step.number, "every move once", f"{move} {times} times")


@check("moves-apply", "Game.play")
def moves_apply(subject: Subject) -> Iterator[Complaint]:
    """Every move that is listed can be played, and every outcome that is listed can happen."""
    for walk in subject.walks:
        if walk.trouble and walk.trouble.question.startswith(("play", "resolve")):
            expected = f"a state after {walk.trouble.question}"
            yield walk.complaint(len(walk.steps), expected, walk.trouble.came)
    for walk, number, state in subject.positions(5 * subject.effort.positions):
        yield from _apply(walk, number, state)


def _apply(walk: Walk, number: int, state: object) -> Iterator[Complaint]:
    game = walk.game
    actor = game.to_act(state)
    if actor is None:
        return
    for what, text, follow in _branches(game, state, actor):
        try:
            following = follow()
            after = game.to_act(following)
            if after is not None and after != CHANCE and not game.legal_moves(following):
                raise ValueError("a state that isn't over and has no move")
            game.scores(following)
        except Exception as error:
            yield walk.complaint(number, f"a state after the {what} “{text}”, which is listed", said(error))


def _branches(game: AnyGame, state: object, actor: int):  # type: ignore[no-untyped-def]
    if actor == CHANCE:
        for outcome, _probability in game.outcomes(state) or ():
            yield "outcome", game.outcome_notation(outcome), lambda outcome=outcome: game.resolve(state, outcome)
    else:
        for move in game.legal_moves(state):
            yield "move", game.notation(move), lambda move=move: game.play(state, move)


@check("ends", "Game")
def ends(subject: Subject) -> Iterator[Complaint]:
    """A match at random comes to its end within the bound that the game declares."""
    for walk in subject.walks:
        if walk.usual and not walk.over and walk.trouble is None and not walk.cut:
            yield walk.complaint(20, f"an end within {subject.bound} events", "no end; the record shows the first 20")
        elif walk.usual and walk.over and len(walk.steps) > subject.bound:
            yield walk.complaint(len(walk.steps), f"an end within {subject.bound} events", f"{len(walk.steps)} events")
