"""Real wheels of tiny plugins and libraries, written by hand: no build backend, no network."""

import io
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

GAME = '''
"""A game of one move: seat 1 takes the points and wins."""

from typing import NamedTuple

from tabletop import GameOptions, OpenGame, hookimpl

{imports}

class State(NamedTuple):
    points: int


class Take(OpenGame[State, str, str, GameOptions]):
    moves = ("take",)

    def start(self):
        return State(0)

    def to_act(self, state):
        return None if state.points else 0

    def legal_moves(self, state):
        return self.moves

    def play(self, state, move):
        return State({points})

    def scores(self, state):
        return (state.points, 0)


@hookimpl
def tabletop_games():
    return {{"{game}": Take}}
'''

BACKEND = '''
"""A build backend of its own: a wheel is written by hand, and nothing else is needed."""

import pathlib, shutil


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    wheel = next(pathlib.Path(".").glob("*.whl"))
    pathlib.Path("built.txt").write_text("built")
    shutil.copy(wheel, wheel_directory)
    return wheel.name
'''


def write_wheel(
    folder: Path,
    name: str,
    version: str,
    files: Mapping[str, str],
    *,
    requires: Sequence[str] = (),
    entry_point: str = "",
) -> Path:
    """A wheel with the given files and metadata, in ``folder``."""
    stem = f"{name.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    contents = dict(files)
    needs = "".join(f"Requires-Dist: {text}\n" for text in requires)
    contents[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}"
    contents[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    if entry_point:
        contents[f"{info}/entry_points.txt"] = f"[tabletop]\n{entry_point} = {entry_point}\n"
    contents[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*contents, f"{info}/RECORD"])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for member, text in contents.items():
            archive.writestr(zipfile.ZipInfo(member), text)
    return path


def write_plugin(
    folder: Path,
    game: str,
    version: str = "1.0",
    *,
    points: str = "1",
    imports: str = "",
    requires: Sequence[str] = (),
    api: str = ">=1.0,<2",
) -> Path:
    """The wheel of a plugin ``tabletop-<game>`` with the game ``<game>``, which is worth ``points``."""
    package = f"tabletop_{game}"
    files = {
        f"{package}/__init__.py": GAME.format(game=game, points=points, imports=imports),
        f"{package}/tabletop.toml": (
            f'api = "{api}"\n\n[[games]]\nid = "{game}"\ntitle = "{game.title()}"\n'
            f'summary = "Version {version}."\nseats = [2, 2]\n'
        ),
    }
    return write_wheel(folder, f"tabletop-{game}", version, files, requires=requires, entry_point=package)


def write_library(folder: Path, name: str, version: str = "1.0", text: str = "POINTS = 7\n") -> Path:
    """The wheel of a library that is no plugin."""
    return write_wheel(folder, name, version, {f"{name.replace('-', '_')}.py": text})


def write_source_folder(folder: Path, game: str, version: str = "1.0") -> Path:
    """A project of a plugin in a folder, with a build backend that lies in it."""
    project = folder / f"tabletop_{game}-{version}"
    write_plugin(project, game, version)
    (project / "backend.py").write_text(BACKEND)
    (project / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        f'[project]\nname = "tabletop-{game}"\nversion = "{version}"\n'
    )
    return project


def write_archive(folder: Path, game: str, version: str = "1.0") -> Path:
    """The same as an archive of sources, as an index has them."""
    project = write_source_folder(folder / "projects", game, version)
    path = folder / f"{project.name}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for file in sorted(project.iterdir()):
            archive.add(file, f"{project.name}/{file.name}")
        info = f"Metadata-Version: 2.1\nName: tabletop-{game}\nVersion: {version}\n".encode()
        member = tarfile.TarInfo(f"{project.name}/PKG-INFO")
        member.size = len(info)
        archive.addfile(member, io.BytesIO(info))
    return path
