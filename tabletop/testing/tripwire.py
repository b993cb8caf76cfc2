"""A tripwire for what rules must not reach for: randomness of their own, clocks, disk and screen.

A profiling function sees every call of a function, however it was imported, the C functions too.
"""

import builtins
import datetime
import gc
import io
import os
import random
import sys
import time
from itertools import islice
from random import Random
from types import FrameType
from typing import Any, Final

from tabletop.game import CHANCE
from tabletop.style import Style
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.walk import Walk

_FORBIDDEN: Final[dict[int, str]] = {
    id(function): name
    for name, function in {
        **{f"time.{name}": getattr(time, name) for name in dir(time) if name.endswith(("time", "_ns", "_counter"))},
        "time.monotonic": time.monotonic,
        "time.sleep": time.sleep,
        "os.urandom": os.urandom,
        "os.getpid": os.getpid,
        "open": io.open,
        "print": builtins.print,
        "input": builtins.input,
    }.items()
}
_SHARED: Final[object] = getattr(random, "_inst")  # noqa: B009 - the source behind random.random()
_SEED: Final = random.Random.seed.__code__


class Tripwire:
    """``with Tripwire() as wire``: afterwards ``wire.reached`` says what was reached for first, and where."""

    def __init__(self, given: Random | None = None) -> None:
        """``given``: the only source of chance that may be used, and not be seeded; None: any that has a seed."""
        self.reached = ""
        self._given = given
        self._before: Any = None
        self._collecting = True

    def __enter__(self) -> "Tripwire":
        self._collecting = gc.isenabled()
        gc.disable()  # others may look at the clock whenever garbage is collected, as hypothesis does
        self._before = sys.getprofile()
        sys.setprofile(self._see)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(self._before)
        if self._collecting:
            gc.enable()

    def _see(self, frame: FrameType, event: str, argument: Any) -> None:
        if self.reached:
            return
        if event == "c_call":
            name = _FORBIDDEN.get(id(argument)) or _name(argument) or self._other_source(argument)
            if name:
                self._note(name, frame)
        elif event == "call" and frame.f_code is _SEED:
            if frame.f_locals.get("a") is None:
                self._note("random.Random() without a seed", frame)
            elif self._given is not None:
                own = frame.f_locals.get("self") is not self._given
                self._note("a random.Random of its own" if own else "seed() of the source that is passed in", frame)

    def _other_source(self, function: Any) -> str:
        owner = getattr(function, "__self__", None)
        if self._given is None or owner is self._given or not isinstance(owner, Random):
            return ""
        return f"{function.__name__}() of another random.Random"

    def _note(self, name: str, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_filename == random.__file__:
            frame = frame.f_back
        place = f", called in {frame.f_code.co_filename}, line {frame.f_lineno}" if frame else ""
        self.reached = name + place


def _name(function: Any) -> str:
    owner = getattr(function, "__self__", None)
    if owner is _SHARED:
        return f"random.{function.__name__}"
    if isinstance(owner, type) and issubclass(owner, datetime.date) and function.__name__ in {"now", "today", "utcnow"}:
        return f"{owner.__name__}.{function.__name__}"
    return ""


def first_reach(walk: Walk, state: Any) -> str:
    """What the rules reach for, asked everything about ``state``; empty when nothing.

    They are asked twice, since the first time a module may be imported or a catalogue of texts read.
    """
    ask_everything(walk, state)
    with Tripwire() as wire:
        ask_everything(walk, state)
    return wire.reached


def ask_everything(walk: Walk, state: Any) -> None:
    """Puts every question of the contract about a state."""
    game, actor = walk.game, walk.game.to_act(state)
    game.start()
    game.scores(state)
    game.result(state)
    game.dump(state)
    for seat in range(walk.seats):
        view = game.view(state, seat)
        game.imagine(view, Random(1))
        game.words(view)
        game.picture(view, Style())
    if actor == CHANCE:
        outcome = game.draw(state, Random(1))
        game.outcomes(state)
        game.outcome_for(outcome, 0)
        game.parse_outcome(game.outcome_notation(outcome), state)
        _tell(walk, state, game.outcome_for(outcome, 0), game.resolve(state, outcome))
    elif actor is not None:
        legal = game.legal_moves(state)
        move, prints = legal[0], set(map(fingerprint, legal))
        for illegal in islice((known for known in walk.known_moves() if fingerprint(known) not in prints), 1):
            game.why_not(game.view(state, actor), illegal)
        game.parse(game.notation(move), game.view(state, actor))
        _tell(walk, state, game.notation(move), game.play(state, move))


def _tell(walk: Walk, before: Any, event: str, after: Any) -> None:
    walk.game.tell(walk.game.view(before, 0), event, walk.game.view(after, 0))
    walk.game.event_picture(event, Style())
