"""Solutions on disk, one file for each match that differs to the solver (who begins makes no difference).

Beside them lie numbers that were found with them, in files of their own.

A file is written beside its place and then moved there, so that several processes may share a folder; a file that
can't be read is solved again and replaced. When the files together outgrow their bound, those that were used longest
ago are removed.
"""

import math
import os
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Final

import numpy as np

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Outline
from tabletop_pig.solver.closing import Closing
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.solve import solve

MOST_BYTES: Final = 64 * 2**20
UNREADABLE: Final = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zipfile.LargeZipFile)
"""What reading a damaged file raises."""


def load_or_solve(
    game: Bound,
    folder: Path | None,
    *,
    most_bytes: int = MOST_BYTES,
    within: float = math.inf,
    progress: Callable[[float], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Solution:
    """The solution of ``game`` from ``folder``, solved and kept there if it isn't; without a folder, solved.

    The folder is made if need be; if nothing can be written there, nothing is. Raises what ``solve`` raises; what is
    there is read however large it is.
    """
    if folder is None:
        return solve(game, within=within, progress=progress, stop=stop)
    path = Outline.of(game).file(folder)
    solution = _read(game, path)
    if solution is None:
        solution = solve(game, within=within, progress=progress, stop=stop)
        keep(path, partial(_write, solution), most_bytes)
    elif progress:
        progress(1.0)
    return solution


def load_or_find(game: Bound, folder: Path | None, name: str, find: Callable[[], float]) -> float:
    """A positive number that belongs to ``game``: from ``folder``, or found and kept there if it isn't."""
    if folder is None:
        return find()
    path = Outline.of(game).file(folder, f"-{name}.txt")
    try:
        number = float(path.read_text("ascii"))
    except UNREADABLE:
        number = 0.0
    if not 0 < number < math.inf:
        number = find()
        keep(path, lambda file: file.write(repr(number).encode()))
    return number


def keep(path: Path, write: Callable[[IO[bytes]], object], most_bytes: int = MOST_BYTES) -> None:
    """Writes a file, if that can be done, and removes the oldest beside it."""
    with suppress(OSError):
        _write_beside(path, write)
        _remove_oldest(path.parent, path, most_bytes)


def _read(game: Bound, path: Path) -> Solution | None:
    model = Model.of(game)
    try:
        with np.load(path, allow_pickle=False) as file:
            values, numbers = file["values"], file["numbers"]
            closing = Closing(file["chances"], file["rolling"])
        if values.shape != (model.roles, model.target, model.target) or not np.isfinite(values).all():
            return None
        residual, states, seconds, turns = (float(number) for number in numbers)
    except UNREADABLE:
        return None
    with suppress(OSError):
        os.utime(path)
    return Solution(game, values, residual, int(states), seconds, turns, closing, cached=True)


def _write(solution: Solution, file: IO[bytes]) -> None:
    np.savez(
        file,
        values=solution.values,
        chances=solution.closing.chances,
        rolling=solution.closing.rolling,
        numbers=np.array([solution.residual, solution.states, solution.seconds, solution.turns]),
    )


def _write_beside(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _remove_oldest(folder: Path, but: Path, most_bytes: int) -> None:
    files = []
    for path in folder.glob("pig-*"):
        with suppress(OSError):
            status = path.stat()
            files.append((status.st_mtime, status.st_size, path))
    whole = sum(size for _time, size, _path in files)
    for _time, size, path in sorted(files):
        if whole <= most_bytes:
            return
        if path != but:
            with suppress(OSError):
                path.unlink()
                whole -= size
