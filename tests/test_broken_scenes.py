"""A scene that can't be one is refused with the plugin's name and the reason, and the match goes on with words: at a
table, in a lesson, and where a match is watched.
"""

import re

import pytest
from distributions import forget_plugins, write_plugin
from scripted import ScriptedConsole, host_in

from tabletop.plugins.find.catalogue import load
from tabletop.setup import read_seats
from tabletop.terminal.course_page import Lessons

CODE = '''
from tabletop import CHANCE, Answer, Course, GameOptions, Lesson, OpenGame, Position, Practise, Tell, Try
from tabletop import hookimpl, scenes


class Thrown(OpenGame):
    """Who comes to three first by throws of a coin that says one or two."""

    seat_counts = range(2, 5)
    moves = ("throw",)

    def start(self):
        return (0, False, *(0,) * self.seats)

    def to_act(self, state):
        return None if max(state[2:]) >= 3 else CHANCE if state[1] else state[0]

    def legal_moves(self, state):
        return self.moves

    def play(self, state, move):
        return (state[0], True, *state[2:])

    def outcomes(self, state):
        return [(1, 0.5), (2, 0.5)]

    def resolve(self, state, outcome):
        seat, _flying, *steps = state
        steps[seat] += outcome
        return ((seat + 1) % self.seats, False, *steps)

    def scores(self, state):
        return state[2:]

    def words(self, view):
        return ["Steps: " + " ".join(map(str, view[2:]))]

    def event_picture(self, event, style):
        return "coin " + event

    def scene(self, view):
        return None

    def event_scene(self, before, event, after):
        return None

    @classmethod
    def course(cls):
        at = Position(events=(), seats=2, you=1)
        steps = (
            Tell("Three steps win.", at),
            Try("Throw.", at, (Answer("throw", "Yes.", right=True),)),
            Practise("Play a turn.", Position(events=(), seats=2, you=1), turns=1, against="medium"),
        )
        return Course((Lesson("first", "First", steps),), lambda text: text)


class Broken(Thrown):
    def METHOD(self, *arguments):
        return SCENE


@hookimpl
def tabletop_games():
    return {"bad": CLASS}
'''
BROKEN = {
    "pieces": ("(scenes.Pieces('', (scenes.Piece('die', '1'),) * 2_001),)", "it has more than 2000 pieces"),
    "bytes": ("(scenes.Text('a' * 70_000),)", "it takes more than 64 kB"),
    "markup": ("(scenes.Text('<b>rock</b>'),)", "Text.text holds markup, “<b>”"),
    "reference": ("(scenes.Text('rock &amp; roll'),)", "Text.text holds markup, “&amp;”"),
    "control": (r"(scenes.Text('rock \x1b[2J'),)", "Text.text holds a control character, or more than a line"),
    "lines": (r"(scenes.Text('rock\nroll'),)", "Text.text holds a control character, or more than a line"),
    "type": ("'rock'", "a scene holds 'rock' where the contract says tuple"),
    "list": ("[scenes.Text('rock')]", "a scene holds list where the contract says tuple"),
    "number": ("(scenes.Text(7),)", "Text.text holds int where the contract says str"),
}
THROWS = ["throw"] * 4
"""With the seed 1 so many end the match."""
CASES = [(method, name) for method in ("scene", "event_scene") for name in BROKEN]
FEW = [case for case in CASES if case[1] in ("pieces", "bytes", "markup", "control", "type")]
SAID = "The plugin bad 1.0 failed in {method} ({why}); the match goes on without it."


def code(method="scene", name=None):
    """The plugin, of whose scenes one is broken; None: none is."""
    scene = BROKEN[name][0] if name else "None"
    return CODE.replace("METHOD", method).replace("SCENE", scene).replace("CLASS", "Broken" if name else "Thrown")


def refused(console, method, name):
    """Whether it was said once, and nothing of the scene was shown."""
    said = SAID.format(method=method, why=BROKEN[name][1])
    lapses = re.findall(r"^The plugin bad.*$", console.text, re.M)
    shown = console.text.replace(said, "")
    return lapses == [said] and not any(sign in shown for sign in ("rock", "\x1b", "<b>", "aaaa"))


def at_home(folder, lines):
    """A console that types these lines, and a host with the plugin."""
    console = ScriptedConsole(lines)
    here = host_in(folder.parent / "home", console, speed="off")
    return console, here, here.catalogue.find("bad")


@pytest.mark.parametrize(("method", "name"), CASES)
def test_at_a_table_the_match_goes_on_with_words(folder, method, name):
    write_plugin(folder, "bad", code=code(method, name))
    console, here, listing = at_home(folder, THROWS)
    here.start(listing, load(listing), read_seats("Ada,Bo", "You"), {}, 1)
    assert re.search("(Ada|Bo) wins", console.text)
    assert refused(console, method, name)
    assert "Steps: 0 0" in console.text
    assert "coin" in console.text
    assert console.problems == []


@pytest.mark.parametrize(("method", "name"), FEW)
def test_a_lesson_goes_on_with_words(folder, method, name):
    write_plugin(folder, "bad", code=code(method, name))
    console, here, listing = at_home(folder, ["", "throw", "throw", "", ""])
    rules = load(listing)
    Lessons(here, listing, rules).take(rules.course().find("first"))
    assert "This lesson is done: First." in console.text
    assert refused(console, method, name)
    assert "Steps: 0 0" in console.text


@pytest.mark.parametrize(("method", "name"), FEW)
def test_a_match_is_watched_with_words(folder, method, name):
    write_plugin(folder, "bad", code=code())
    _console, here, listing = at_home(folder, THROWS)
    here.start(listing, load(listing), read_seats("Ada,Bo", "You"), {}, 1)
    (match,) = here.matches.list()
    (folder / "plugin_bad" / "__init__.py").write_text(code(method, name), "utf-8")
    forget_plugins()
    console, here, _listing = at_home(folder, [""] * 6 + ["back", "table", "quit"])
    here.watch(match.id)
    assert refused(console, method, name)
    assert re.search("Steps: [1-3] [1-3]", console.text)
    assert console.left == 0


@pytest.mark.parametrize("method", ["scene", "event_scene"])
def test_in_plain_mode_nobody_asks_for_it(tabletop, folder, method):
    write_plugin(folder, "bad", code=code(method, "type"))
    exit_code, out, err = tabletop("play", "bad", "--seats", "Ada,Bo", "--seed", "1", "--plain", typed=THROWS)
    assert (exit_code, err) == (0, "")
    assert "goes on without" not in out
    assert "Steps: 0 0" in out
