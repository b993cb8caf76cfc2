"""What an event costs does not grow with the match, though a plugin listens: calls are counted, not seconds."""

import itertools

import pytest
from sittings import table_of
from small_games import TinyPig

from tabletop import GameOptions
from tabletop.guard.calls import Guard
from tabletop.saves import Terms


class LongPig(TinyPig):
    """Goes on for hundreds of events."""

    target = 300


class Listener:
    """Counts the calls into the game between two events, by the number of events."""

    def __init__(self, calls):
        self.calls, self.counts, self.logs = calls, {}, []

    def notify(self, hook, sitting, *arguments):
        said = sitting()
        self.logs.append((said.log, [argument() for argument in arguments]))
        if hook == "tabletop_match_event":
            self.counts[len(said.log)] = len(self.calls)
        self.calls.clear()

    def commands(self, _taken):
        return {}


@pytest.fixture
def calls(monkeypatch):
    """The calls into plugins, which every call of the table goes through."""
    made = []
    call = Guard.rules

    def counted(self, what, *arguments, **more):
        made.append(what)
        return call(self, what, *arguments, **more)

    monkeypatch.setattr(Guard, "rules", counted)
    return made


def test_a_listening_plugin_costs_the_same_at_each_event(tmp_path, calls):
    table = table_of(tmp_path, LongPig(GameOptions(), 2), "cpu:random,cpu:random", seed=1)
    listener = Listener(calls)
    with table.save:
        table.run(listener)
    counts = list(listener.counts.values())
    assert len(counts) > 300
    assert max(counts[-100:]) <= max(counts[:100])
    assert listener.logs[-1][0] == tuple(table.match.events)


def test_taking_back_shortens_what_a_plugin_reads(tmp_path, calls):
    lines = ["roll", "roll", "undo", "hold", "roll", "roll"]
    table = table_of(tmp_path, LongPig(GameOptions(), 2), "Ada,Bo", lines, seed=3, terms=Terms(take_back="free"))
    listener = Listener(calls)
    with table.save:
        table.run(listener)
    heard = [(log, events[0]) for log, events in listener.logs if events]
    assert all(log[-1] == event for log, event in heard)
    assert heard[-1][0] == tuple(table.match.events)
    lengths = [len(log) for log, _event in heard]
    assert any(later < earlier for earlier, later in itertools.pairwise(lengths))
