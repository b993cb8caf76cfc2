"""States are values: nothing that is asked or done changes one."""

from collections.abc import Iterator
from random import Random

from tabletop.game import CHANCE
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import check
from tabletop.testing.report import Complaint
from tabletop.testing.shown import shown
from tabletop.testing.subject import Subject
from tabletop.testing.tripwire import ask_everything


@check("states-stay", "Game")
def states_stay(subject: Subject) -> Iterator[Complaint]:
    """No state changes once it is made, whatever is played or asked afterwards."""
    for walk, _number, state in subject.positions(subject.effort.positions):
        ask_everything(walk, state)
    for walk in subject.each(subject.walks, "matches"):
        for number, (state, before) in enumerate(zip(walk.states, walk.prints, strict=True)):
            after = fingerprint(state)
            if after != before:
                yield walk.complaint(number, f"the state as it was made: {before}", after)


@check("moves-branch", "Game.play")
def moves_branch(subject: Subject) -> Iterator[Complaint]:
    """Playing a move from a state gives the same again after all other moves were tried from it."""
    for walk, step in subject.steps(subject.effort.positions):
        game = walk.game
        if step.actor == CHANCE:
            first = fingerprint(game.resolve(step.state, step.choice))
            for outcome, _probability in game.outcomes(step.state) or ():
                game.resolve(step.state, outcome)
            again = fingerprint(game.resolve(step.state, step.choice))
        else:
            first = fingerprint(game.play(step.state, step.choice))
            for move in game.legal_moves(step.state):
                game.play(step.state, move)
            again = fingerprint(game.play(step.state, step.choice))
        if first != again or first != walk.prints[step.number + 1]:
            came = again if again != first else walk.prints[step.number + 1]
            yield walk.complaint(step.number, f"the same state after “{step.event}” each time: {first}", came)


@check("same-answers", "Game")
def same_answers(subject: Subject) -> Iterator[Complaint]:
    """The same question about the same state has the same answer, also from a game that has seen no other state."""
    fresh = {id(walk): subject.fresh(walk) for walk in subject.walks}
    for walk, number, state in subject.positions(subject.effort.positions):
        other = fresh[id(walk)]
        for question in ("to_act", "asked", "scores", "standing", "result", "dump", "outcomes"):
            answers = [fingerprint(getattr(game, question)(state)) for game in (walk.game, walk.game, other)]
            if len(set(answers)) > 1:
                yield walk.complaint(number, f"always the same {question}: {answers[0]}", " or ".join(answers[1:]))
        for seat in range(walk.seats):
            view = walk.game.view(state, seat)
            worlds = [fingerprint(game.imagine(view, Random(number))) for game in (walk.game, other)]
            if worlds[0] != worlds[1]:
                yield walk.complaint(number, f"the same imagined state from one source: {worlds[0]}", worlds[1])


@check("same-look", "Game.view")
def same_look(subject: Subject) -> Iterator[Complaint]:
    """What is shown of a state is made from it alone: a game that has played something else shows the same."""
    fresh = {id(walk): subject.fresh(walk) for walk in subject.walks}
    for walk, step in subject.steps(subject.effort.positions):
        other = fresh[id(walk)]
        for seat in (*range(walk.seats), None):
            first = shown(walk.game, walk.game.view(step.state, seat))
            again = shown(other, other.view(step.state, seat))
            what = next((name for name, text in first.items() if again[name] != text), None)
            if what is not None:
                yield walk.complaint(step.number, f"always the same {what}: {first[what]}", again[what])
        follow = other.resolve if step.actor == CHANCE else other.play
        follow(step.state, step.choice)
