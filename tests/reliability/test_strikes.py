"""Whatever is killed, and whatever call fails: what was shown is there, the rest is as before, and all can go on."""

import os
import shutil
from random import Random

import pytest
from campaign import LONG, sample
from operations import BEFORE, OPERATIONS
from strikes import FAULTS, struck
from world import derived, mute, recounted, settled, truth

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


TIMED = 40
"""kills for each operation at any time, beside those before each of its calls"""


class Ground:
    """A settled home, and copies of it on which operations are tried."""

    def __init__(self, folder):
        self.folder, self.copies = folder, 0
        settled(folder / "home")
        self.known = {}

    def copy(self, name="settings"):
        self.copies += 1
        copy = shutil.copytree(self.folder / "home", self.folder / f"copy-{self.copies}")
        BEFORE.get(OPERATIONS[name], mute)(copy)
        return copy

    def states(self, name):
        """What is kept before an operation and after each of its steps, where nothing goes wrong; and its calls."""
        if name not in self.known:
            copy = self.copy(name)
            states = [truth(copy)]
            OPERATIONS[name](copy, lambda: states.append(truth(copy)))
            calls = struck(OPERATIONS[name], self.copy(name)).calls
            self.known[name] = states, calls
        return self.known[name]

    def strike(self, name, at, how):
        """Strikes once, and looks at what there is then."""
        states, _calls = self.states(name)
        copy = self.copy(name)
        came = struck(OPERATIONS[name], copy, at, how)
        assert came.wrong == ""
        assert truth(copy) in states[came.shown : came.shown + 2]
        assert derived(copy) == recounted(copy)
        if how in FAULTS and not came.refused:
            assert came.shown == len(states) - 1
        again = struck(OPERATIONS["settings"], copy)
        assert (again.wrong, again.refused) == ("", "")
        shutil.rmtree(copy)
        return came


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    return Ground(tmp_path_factory.mktemp("ground"))


@pytest.mark.parametrize("name", OPERATIONS)
def test_killed_before_any_call_what_was_shown_is_there(ground, name):
    _states, calls = ground.states(name)
    for at in sample(range(1, calls + 1), 1, Random(name).random() * calls):
        ground.strike(name, at, "kill")


@pytest.mark.skipif(not LONG, reason="only in the long form")
@pytest.mark.parametrize("name", OPERATIONS)
def test_killed_at_any_time_what_was_shown_is_there(ground, name):
    rng = Random(name)
    for _kill in range(TIMED):
        ground.strike(name, rng.uniform(0.001, 0.15), "time")


@pytest.mark.parametrize("name", OPERATIONS)
def test_whatever_call_fails_it_is_refused_in_a_sentence_or_done_all_the_same(ground, name):
    _states, calls = ground.states(name)
    faults = [(at, how) for at in range(1, calls + 1) for how in FAULTS]
    for at, how in sample(faults, 1, Random(name).random() * calls):
        ground.strike(name, at, how)
