"""The same questions in another process, whose strings hash differently and whose sets have another order."""

import hashlib
import importlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from random import Random
from tempfile import TemporaryFile
from threading import Timer
from typing import Any, Final

from tabletop.cpu import players
from tabletop.elsewhere import command
from tabletop.game import CHANCE
from tabletop.guard.output import own_output
from tabletop.match import with_options
from tabletop.style import Style
from tabletop.testing.ended import ended
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.subject import Subject
from tabletop.testing.walk import AnyGame, Walk, spread

SECONDS: Final = 600
"""After which a process that gives no answer is ended, whatever time the check has."""
PROCESSES: Final = 3
"""A set of two texts keeps its order in each with probability one half."""
EVENTS: Final = 200
"""of a match are asked about"""
SHOWN: Final = 300
"""characters of an answer that are kept; of a longer one these and a hash, so that memory doesn't run out"""

Answers = dict[str, str]
"""of one position, by question"""


def differences(subject: Subject, walks: list[Walk]) -> Iterator[tuple[Walk, int, str, str, str]]:
    """Where another process answers differently: the walk, after how many events, the question, here, there."""
    tasks = [{"options": walk.options, "seats": walk.seats, "events": walk.events[:EVENTS]} for walk in walks]
    with ExitStack() as stack:
        others = [stack.enter_context(closing(_Other(subject, tasks, seed))) for seed in _hash_seeds(subject)]
        for walk, task in subject.each(list(zip(walks, tasks, strict=True)), "matches"):
            here = trace(subject.game, task, subject.effort.positions)
            for other in others:
                yield from _compare(walk, here, other.answer())


def _compare(walk: Walk, here: list[Answers], elsewhere: list[Answers]) -> Iterator[tuple[Walk, int, str, str, str]]:
    for number, (answers, there) in enumerate(zip(here, elsewhere, strict=False)):
        for question, answer in answers.items():
            if there.get(question) != answer:
                yield walk, number, question, answer, str(there.get(question))


def _hash_seeds(subject: Subject) -> list[str]:
    """Others for every game: what three fixed ones leave in order would be so for ever."""
    rng = Random(f"{subject.seed}/hash/{subject.game_id}")
    return [str(rng.randrange(1, 2**32)) for _process in range(PROCESSES)]


def importable(game: type[AnyGame]) -> bool:
    """Whether another process can import the class: not one made in a function, or typed at a prompt."""
    module = sys.modules.get(game.__module__)
    return module is not None and game.__module__ != "__main__" and "<locals>" not in game.__qualname__


class _Other:
    """A process that answers the same questions about one match after another."""

    def __init__(self, subject: Subject, tasks: list[dict[str, Any]], hash_seed: str) -> None:
        game = subject.game
        place = {"module": game.__module__, "file": getattr(sys.modules[game.__module__], "__file__", None)}
        job = {**place, "name": game.__qualname__, "positions": subject.effort.positions, "tasks": tasks}
        self._errors = TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        self._process = subprocess.Popen(
            command(__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        )
        self._timer = Timer(SECONDS, self._process.kill)
        self._timer.daemon = True
        self._timer.start()
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # a process that could not begin says why in the end
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()

    def answer(self) -> list[Answers]:
        """Its answers for the next match. Raises RuntimeError where it has ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line:
            answers: list[Answers] = json.loads(line)
            return answers
        code = self._process.wait()
        self._errors.seek(0)
        raise RuntimeError(f"the other process failed: {ended(code, self._errors.read())}")

    def close(self) -> None:
        """Ends it, if it hasn't ended."""
        self._timer.cancel()
        self._process.kill()
        with suppress(BrokenPipeError), self._process:
            pass
        self._errors.close()


def trace(game: type[AnyGame], task: Mapping[str, Any], positions: int) -> list[Answers]:
    """The answers of a game along a match, one object for each position, by question. Ends at a refusal."""
    bound = with_options(game, task["options"], task["seats"])
    state = bound.start()
    lines = [_answers(bound, state)]
    events = list(task["events"])
    thorough = set(spread(list(range(len(events) + 1)), positions))
    for number, event in enumerate(events):
        if number in thorough:
            lines[-1] |= _more_answers(bound, state, number)
        who, _space, text = event.partition(" ")
        actor = bound.to_act(state)
        if who == "*":
            state = bound.resolve(state, bound.parse_outcome(text, state))
        else:
            state = bound.play(state, bound.parse(text, bound.view(state, actor)))
        lines.append(_answers(bound, state))
    return [{question: _short(answer) for question, answer in line.items()} for line in lines]


def _short(answer: str) -> str:
    if len(answer) <= SHOWN:
        return answer
    return f"{answer[:SHOWN]}… {hashlib.sha256(answer.encode()).hexdigest()[:16]}"


def _answers(game: AnyGame, state: Any) -> dict[str, str]:
    actor = game.to_act(state)
    moves = [] if actor is None or actor == CHANCE else game.legal_moves(state)
    return {
        "state": fingerprint(state),
        "to_act": str(actor),
        "legal moves": ", ".join(map(game.notation, moves)),
        "scores": str(list(game.scores(state))),
        "result": str(game.result(state)),
        "dump": json.dumps(game.dump(state), default=fingerprint),
    }


def _more_answers(game: AnyGame, state: Any, number: int) -> dict[str, str]:
    actor = game.to_act(state)
    answers = {}
    for seat in range(game.seats):
        view = game.view(state, seat)
        answers[f"view of seat {seat + 1}"] = fingerprint(view)
        answers[f"state imagined by seat {seat + 1}"] = fingerprint(game.imagine(view, Random(number)))
        answers[f"words for seat {seat + 1}"] = "\n".join(game.words(view))
        answers[f"picture for seat {seat + 1}"] = game.picture(view, Style())
    if actor == CHANCE:
        answers["outcome drawn"] = game.outcome_notation(game.draw(state, Random(number)))
    elif actor is not None:
        view, moves = game.view(state, actor), game.legal_moves(state)
        if "easy" in game.strategies():
            move = players.find(game, "easy").choose(view, moves, Random(number))
            answers["move of easy"] = game.notation(move)
    return answers


def main() -> None:
    """Reads the job from standard input and writes a line with the answers for each match to standard output."""
    job = json.loads(sys.stdin.readline())
    with own_output() as own:
        game: Any = _module(job["module"], job["file"])
        for name in job["name"].split("."):
            game = getattr(game, name)
        for task in job["tasks"]:
            print(json.dumps(trace(game, task, job["positions"])), file=own, flush=True)


def _module(name: str, file: str | None) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        if file is None:
            raise
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
