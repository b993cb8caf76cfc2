"""Tiny distributions of plugins, made on the fly: a package and its metadata in a folder that is put on the path."""

import inspect
import sys

MANIFEST = 'api = ">=1.0,<2"\n\n[[games]]\nid = "{game}"\ntitle = "{game}"\nsummary = "A game."\nseats = [2, 4]\n'

GAME = '''
from tabletop import CHANCE, GameOptions, OpenGame, hookimpl


class Race(OpenGame):
    """First to three steps."""

    seat_counts = range(2, 5)
    moves = ("step",)

    def start(self):
        return (0,) * (self.seats + 1)

    def to_act(self, state):
        return None if 3 in state[1:] else state[0]

    def legal_moves(self, state):
        return ("step",)

    def play(self, state, move):
        seat, *steps = state
        steps[seat] += 1
        return ((seat + 1) % self.seats, *steps)

    def scores(self, state):
        return state[1:]


@hookimpl
def tabletop_games():
    return {{"{game}": Race}}
'''


def write_plugin(folder, name, *, code=None, manifest=None, metadata=None, entry_points=None, game=None):
    """A distribution ``name`` 1.0 with one game, by default a good one called as the distribution."""
    game = game or name
    package = folder / f"plugin_{name}"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(GAME.format(game=game) if code is None else code, "utf-8")
    if manifest is not False:
        data = MANIFEST.format(game=game) if manifest is None else manifest
        (package / "tabletop.toml").write_bytes(data if isinstance(data, bytes) else data.encode())
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    if metadata is not False:
        (info / "METADATA").write_text(metadata or f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(entry_points or f"[tabletop]\n{name} = plugin_{name}\n", "utf-8")


MANIFEST_OF_CLASS = """
api = ">=1.1,<2"

[[games]]
id = "{game}"
title = "{title}"
summary = "A game."
seats = [2, 2]
"""
HOOK_OF_CLASS = """
from tabletop import hookimpl

@hookimpl
def tabletop_games():
    return {{"{game}": {name}}}
"""


def write_site(folder, game, title, rules):
    """A plugin with a game whose class lies in a helper, and the environment in which it is found."""
    code = inspect.getsource(inspect.getmodule(rules)) + HOOK_OF_CLASS.format(game=game, name=rules.__name__)
    write_plugin(folder, game, code=code, manifest=MANIFEST_OF_CLASS.format(game=game, title=title))
    return {"PYTHONPATH": str(folder)}


def forget_plugins():
    """Forgets the modules of all plugins written here, so that the next test imports its own."""
    for name in [name for name in sys.modules if name.startswith("plugin_")]:
        del sys.modules[name]
