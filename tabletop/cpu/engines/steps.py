"""What a program must be able to do to play here, step by step: for whoever writes one."""

from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter
from typing import Any, Final, NamedTuple

from tabletop.cpu.engines.faults import PlayerFault
from tabletop.cpu.engines.greeting import Greeting, Value
from tabletop.cpu.engines.situations import NewMatch, Situation
from tabletop.cpu.engines.trials import Trial
from tabletop.cpu.engines.wire import note_of, value_of

Try = Callable[[Trial], str | None]
"""Says what is wrong; nothing, or an empty text, when nothing is. May raise PlayerFault."""
STEPS: Final[list[tuple[str, Try]]] = []
MOST_FAULTS: Final = 5
SURPRISE: Final = {"surprise": {"to": ["be", "ignored"], "text": 'Prüfstück ♥ 🎲 \u0000 \\ "'}}


class Tried(NamedTuple):
    """A step that was made."""

    number: int
    text: str
    fault: str
    """empty where it passed"""


class _Surprising(NewMatch):
    """A match of which more is said than the protocol knows."""

    def message(self) -> dict[str, Any]:
        return {**super().message(), **SURPRISE, "long": "x" * 50_000}


def step(text: str) -> Callable[[Try], Try]:
    """One more step; its text goes on from “It”."""

    def add(function: Try) -> Try:
        STEPS.append((text, function))
        return function

    return add


def tried(trial: Trial) -> Iterator[Tried]:
    """Each step as it is made. Where the program can't even begin, or has failed too often, no further one is."""
    faults = 0
    for number, (text, function) in enumerate(STEPS, 1):
        try:
            fault = function(trial) or ""
        except PlayerFault as why:
            fault = str(why)
        yield Tried(number, text, fault)
        faults += bool(fault)
        if faults == MOST_FAULTS or (fault and trial.engine.greeting is None):
            return


def _hello(trial: Trial) -> Greeting:
    trial.engine.begin()
    assert trial.engine.greeting is not None
    return trial.engine.greeting


def _ping(trial: Trial, n: int = 1, **more: Any) -> None:
    trial.engine.exchange({"type": "ping", "n": n, **more}, "pong", trial.engine.bounds.move, {"n": n})


def _quietly(trial: Trial, before: int) -> str:
    """Whether nothing was said that nobody asked for."""
    _ping(trial)
    said = trial.engine.unasked - before
    return f"it said {said} more than it was asked" if said else ""


# Hello


@step("starts, and says hello")
def _starts(trial: Trial) -> None:
    _hello(trial)


@step("speaks this version of the protocol")
def _version(trial: Trial) -> str:
    return "" if _hello(trial).protocol == 1 else "it speaks another one"


@step("has a name of one plain line")
def _name(trial: Trial) -> str:
    return "" if _hello(trial).name.strip() == _hello(trial).name else "there are spaces around its name"


@step("has options that differ by their names")
def _names(trial: Trial) -> str:
    names = [setting.name.lower() for setting in _hello(trial).options]
    return "" if len(set(names)) == len(names) else "two differ by capital letters only"


@step("has options whose defaults are of their types and within their bounds")
def _defaults(trial: Trial) -> str:
    return next(filter(None, (setting.fault(setting.default) for setting in _hello(trial).options)), "")


@step("has bounds of which the lower one comes first")
def _bounds(trial: Trial) -> str:
    wrong = [s.name for s in _hello(trial).options if s.min is not None and s.max is not None and s.min > s.max]
    return f"not in {wrong[0]}" if wrong else ""


@step("has choices where an option is a choice, and nowhere else")
def _choices(trial: Trial) -> str:
    wrong = [setting.name for setting in _hello(trial).options if (setting.type == "choice") != bool(setting.choices)]
    return f"not in {wrong[0]}" if wrong else ""


@step("says nothing more after its hello")
def _no_more(trial: Trial) -> str:
    _hello(trial)
    return _quietly(trial, 0)


# Ready, ping and options


@step("is ready when it is asked")
def _ready(trial: Trial) -> None:
    trial.engine.ready()


@step("is ready once more")
def _ready_again(trial: Trial) -> None:
    for _again in range(3):
        trial.engine.ready()


@step("answers a ping with its number")
def _pong(trial: Trial) -> None:
    _ping(trial, 7)


@step("answers a ping with a large number")
def _large_pong(trial: Trial) -> None:
    _ping(trial, 2_000_000_000)


@step("answers a hundred pings")
def _pongs(trial: Trial) -> None:
    for n in range(100):
        _ping(trial, n)


@step("ignores a field that it doesn't know")
def _field(trial: Trial) -> None:
    _ping(trial, 8, **SURPRISE)


@step("ignores a message of a type that it doesn't know")
def _type(trial: Trial) -> str:
    before = trial.engine.unasked
    trial.engine.tell({"type": "surprise", **SURPRISE})
    return _quietly(trial, before)


@step("takes its options as they are")
def _options(trial: Trial) -> None:
    _set(trial, {setting.name: setting.default for setting in _hello(trial).options})


@step("takes the lowest values of its options")
def _lowest(trial: Trial) -> None:
    _set(trial, {s.name: _number(s.min) for s in _hello(trial).options if s.type == "integer" and s.min is not None})


@step("takes the highest values of its options")
def _highest(trial: Trial) -> None:
    _set(trial, {s.name: _number(s.max) for s in _hello(trial).options if s.type == "integer" and s.max is not None})


@step("takes every choice of its options")
def _each_choice(trial: Trial) -> None:
    for setting in _hello(trial).options:
        for choice in islice(setting.choices, 20):
            _set(trial, {setting.name: choice})


@step("takes its options back to what they were")
def _options_back(trial: Trial) -> None:
    _options(trial)


def _number(value: float | None) -> Value:
    return int(value or 0)


def _set(trial: Trial, values: dict[str, Value]) -> None:
    """All its options, with some values."""
    given = {setting.name: setting.default for setting in _hello(trial).options} | values
    if given:
        trial.engine.tell({"type": "options", "values": given})
    trial.engine.ready()


@step("ignores a stop while nothing is asked")
def _idle_stop(trial: Trial) -> str:
    before = trial.engine.unasked
    trial.engine.tell({"type": "stop", "n": 0})
    return _quietly(trial, before)


# Choosing


def _first(trial: Trial, seed: int = 1) -> Situation:
    return trial.situations(seed)[0]


def _opened(trial: Trial) -> Trial:
    trial.engine.open(trial.new())
    return trial


@step("hears of a match, and says nothing")
def _new(trial: Trial) -> str:
    before = trial.engine.unasked
    return _quietly(_opened(trial), before)


@step("chooses a legal move in the first position")
def _chooses(trial: Trial) -> None:
    _opened(trial).engine.choose(_first(trial))


@step("chooses again in the same position")
def _chooses_again(trial: Trial) -> None:
    for _again in range(2):
        _opened(trial).engine.choose(_first(trial))


@step("says a value from 0 to 1, if any")
def _value(trial: Trial) -> str:
    said = _answer(trial)
    return "" if said.get("value") is None or value_of(said["value"]) is not None else f"it said {said['value']!r:.40}"


@step("says a note of at most 1,000 characters, if any")
def _note(trial: Trial) -> str:
    said = _answer(trial)
    return "" if said.get("note") is None or note_of(said["note"]) is not None else f"it said {said['note']!r:.40}"


def _answer(trial: Trial) -> dict[str, Any]:
    """An answer as it is said."""
    _opened(trial)
    at = _first(trial)
    position = {"view": at.view, "moves": at.moves, "scores": at.scores, "since": 0, "events": at.log}
    question = {"type": "choose", "match": "0", "n": -5, "position": position, "time": 10}
    return trial.engine.exchange(question, "answer", trial.engine.bounds.move, {"n": -5})


@step("answers once, and says nothing more")
def _once(trial: Trial) -> str:
    before = trial.engine.unasked
    _opened(trial).engine.choose(_first(trial))
    return _quietly(trial, before)


@step("ignores what it doesn't know in a new match")
def _new_surprise(trial: Trial) -> None:
    trial.engine.open(_Surprising(*trial.new()))
    trial.engine.choose(_first(trial))


@step("ignores what it doesn't know in a view")
def _view_surprise(trial: Trial) -> None:
    at = _first(trial)
    _opened(trial).engine.choose(at._replace(view={**at.view, **SURPRISE}))


@step("answers a ping between two choices")
def _between(trial: Trial) -> None:
    for situation in trial.situations(1)[:2]:
        _opened(trial).engine.choose(situation)
        _ping(trial)


@step("chooses when there is hardly any time")
def _hurried(trial: Trial) -> None:
    _opened(trial).engine.choose(_first(trial), 0.05)


@step("chooses when it is told to stop")
def _stopped(trial: Trial) -> str:
    begun = perf_counter()
    _opened(trial).engine.choose(_first(trial), 0.0)
    return "" if perf_counter() - begun < 5 + trial.engine.bounds.grace else "it took its time all the same"


@step("answers the next question after a stop")
def _after_stop(trial: Trial) -> None:
    _stopped(trial)
    trial.engine.choose(_first(trial))


@step("plays the only move where there is one")
def _only(trial: Trial) -> None:
    at = _first(trial)
    for move in at.moves[:20]:
        _opened(trial).engine.choose(at._replace(moves=[move]))


@step("chooses in the middle of a match that it hasn't seen begin")
def _middle(trial: Trial) -> None:
    found = trial.situations(2)
    _opened(trial).engine.choose(found[len(found) // 2])


@step("chooses in a position after another one")
def _on(trial: Trial) -> None:
    _opened(trial)
    for situation in trial.situations(3)[:10]:
        trial.engine.choose(situation)


@step("chooses where moves were taken back")
def _back(trial: Trial) -> None:
    _opened(trial)
    for situation in reversed(trial.situations(3)[:5]):
        trial.engine.choose(situation)


# Matches


@step("plays a match in the first seat")
def _first_seat(trial: Trial) -> None:
    trial.play(1, 0)


@step("plays a match in the last seat")
def _last_seat(trial: Trial) -> None:
    trial.play(2, trial.game.seats - 1)


@step("plays with as many seats as there can be")
def _most_seats(trial: Trial) -> None:
    game = trial.other_game({}, trial.rules.seat_counts[-1])
    if game is not None:
        trial.play(3, game.seats - 1, game=game)


@step("plays by every set of rules that has a name")
def _presets(trial: Trial) -> None:
    for number, preset in enumerate(trial.rules.presets.values()):
        game = trial.other_game(preset, trial.game.seats)
        if game is not None:
            trial.play(number, game=game, most=300)


@step("goes on after a match was broken off")
def _broken_off(trial: Trial) -> None:
    trial.play(4, most=5)
    trial.play(5, most=50)


@step("goes on where a match begins before the last was over")
def _not_over(trial: Trial) -> None:
    _opened(trial).engine.choose(_first(trial))
    _opened(trial).engine.choose(_first(trial, 2))


@step("plays ten matches in one process")
def _ten(trial: Trial) -> str:
    before = trial.engine.unasked
    for seed in range(10):
        trial.play(seed, seed % trial.game.seats, most=200)
    return _quietly(trial, before)


# Its end


@step("ends by itself when it is told to quit, with exit code 0")
def _quits(trial: Trial) -> str:
    _hello(trial)
    code = trial.engine.leave()
    return "" if code == 0 else "it had to be killed" if code is None else f"its exit code was {code}"


@step("starts again")
def _starts_again(trial: Trial) -> None:
    trial.play(6, most=50)


@step("ends by itself when nothing can come any more")
def _ends(trial: Trial) -> str:
    _hello(trial)
    return "it had to be killed" if trial.engine.leave(b"") is None else ""
