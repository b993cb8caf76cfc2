"""A new plugin for an author to begin with: a complete one, of a tiny game."""

import re
from collections.abc import Collection
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from tabletop.i18n import Texts

_ = Texts(__file__)

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST: Final = 40
_RESERVED: Final = {"host", "pig", "bigpig", "dominoes-passing"}
"""What packages of this project are called behind ``tabletop-``."""
_FILES: Final = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "init.py.txt": "{package}/__init__.py",
    "game.py.txt": "{package}/game.py",
    "lessons.py.txt": "{package}/lessons.py",
    "texts.py.txt": "{package}/texts.py",
    "tabletop.toml.txt": "{package}/tabletop.toml",
    "rules.md.txt": "{package}/rules/{name}.md",
    "test.py.txt": "tests/test_{module}.py",
    "golden.json.txt": "tests/golden/first.json",
}
"""Where each file goes: one of the folder ``template``, or of the folder of a kind of game in it, if that has it."""
_USUAL: Final = "matches"
_GAMES: Final = {_USUAL: "Matches", "cards": "Tricks", "board": "InALine", "dice": "NoDoubles", "tiles": "Block"}
"""The class of each kind of game."""
KINDS: Final = tuple(kind for kind in _GAMES if kind != _USUAL)
"""The families of games that a plugin may begin as."""


def write_plugin(name: str, parent: Path, taken: Collection[str] = (), kind: str | None = None) -> Path:
    """Writes a plugin into the new folder ``name`` in ``parent``, and returns that folder.

    ``taken``: ids of games that there are already; ``kind``: one of ``KINDS``, or None for the usual tiny game.
    Raises ValueError, with the reason, for a name that doesn't do, a folder that exists, or one that can't be written.
    """
    _check(name, taken)
    module = name.replace("-", "_")
    names = {
        "name": name,
        "module": module,
        "package": f"tabletop_{module}",
        "title": name.replace("-", " ").capitalize(),
        "game": _GAMES[kind or _USUAL],
    }
    folder = parent / name
    try:
        folder.mkdir()
        for source, target in _FILES.items():
            if text := _template(kind or _USUAL, source):
                path = folder / target.format(**names)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(Template(text).substitute(names), encoding="utf-8")
    except FileExistsError:
        raise ValueError(_("{folder} is there already.").format(folder=folder)) from None
    except OSError as error:
        raise ValueError(_("{folder} can't be written: {why}.").format(folder=folder, why=error.strerror)) from None
    return folder


def _template(kind: str, source: str) -> str:
    """The text of a file, empty where a kind of game goes without it."""
    shared = files("tabletop.plugins").joinpath("template")
    found = [file for file in (shared.joinpath(kind, source), shared.joinpath(source)) if file.is_file()]
    return found[0].read_text(encoding="utf-8") if found else ""


def _check(name: str, taken: Collection[str]) -> None:
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise ValueError(
            _("“{name}” should be up to {most} small letters, digits and hyphens, and begin with a letter.").format(
                name=name, most=_LONGEST
            )
        )
    if name in taken:
        raise ValueError(_("There is a game “{name}” already; choose another name.").format(name=name))
    if name in _RESERVED:
        text = _("“tabletop-{name}” is the name of a package of the host's; choose another name.")
        raise ValueError(text.format(name=name))
