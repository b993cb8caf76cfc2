"""Ctrl-C at any moment: nothing that a room has sent is lost."""

import sys

from scripted import ScriptedConsole, host_in

from tabletop.plugins.find.catalogue import load
from tabletop.setup import read_seats
from tabletop.terminal.following import Follower

MOMENTS = {"_once", "_take", "_told", "_ask", "wait", "ahead", "taken"}
"""Functions between two of whose lines it comes."""
FILES = ("seated.py", "following.py", "line.py")
IN_VAIN = 100
"""Steps of a tenth of a second after which nothing comes any more."""


class Moments:
    """Counts the lines of those functions, and raises KeyboardInterrupt before one of them."""

    def __init__(self, last):
        self.count, self.last = 0, last

    def __call__(self, frame, event, _argument):
        if event == "line":
            self.count += 1
            if self.count == self.last:
                raise KeyboardInterrupt
            return self
        code = frame.f_code
        return self if code.co_name in MOMENTS and code.co_filename.endswith(FILES) else None


class TwoTurns(ScriptedConsole):
    """Rolls and holds twice, goes on where players pause, and leaves."""

    def ask(self, prompt, completions=None):
        self.prompts.append(prompt)
        typed = ["roll", "hold", "roll", "hold"][self.prompts.count("You> ") - 1 :]
        return (typed or ["quit"])[0] if prompt == "You> " else ""


def played(folder, last=0):
    """How many moments there were, and what was typed and played."""
    console = TwoTurns()
    here = host_in(folder, console, speed="off")
    listing = here.catalogue.find("pig")
    moments = Moments(last)
    sys.settrace(moments)
    try:
        here.start(listing, load(listing), read_seats("you,cpu:easy", "You"), {}, 1)
    finally:
        sys.settrace(None)
    (summary,) = here.matches.list()
    return moments.count, here.matches.look(summary.id).events


def test_a_match_goes_on_wherever_ctrl_c_comes(tmp_path, monkeypatch):
    waited = []

    def wait(_self):
        waited.append(1)
        assert len(waited) < IN_VAIN, "nothing comes any more"

    monkeypatch.setattr(Follower, "_name_hanging", wait)
    total, events = played(tmp_path / "0")
    assert len(events) > 6
    for moment in range(1, total, total // 40):
        waited.clear()
        assert played(tmp_path / str(moment), moment)[1] == events, moment
