"""The results of a tournament on the disk, a line for each finished chunk: they survive a kill."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from filelock import FileLock, Timeout

from tabletop.i18n import Texts
from tabletop.tournament.plan import Plan
from tabletop.tournament.tally import Sums

_ = Texts(__file__)

FORMAT: Final = "tabletop-tournament-results"
VERSION: Final = 1
Place = tuple[int, int, int]
"""A chunk: the round and the pairing, from 0, and the number of its first pair."""


class ResultsLog:
    """An append-only file. A line that was cut off by a kill is forgotten, and so is what it had."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Begins the file, or reads it. Raises ValueError for that of another tournament, with the options that differ,
        and where it can't be used.
        """
        self.path = path
        self.known: dict[Place, Sums] = {}
        self._lock = FileLock(str(path) + ".lock", timeout=0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            raise ValueError(_("{file} is in use: this tournament is running already.").format(file=path)) from None
        except OSError as error:
            raise _unusable(path, error) from None
        try:
            self._file = self._opened(plan)
        except BaseException:
            self._release()
            raise

    def _opened(self, plan: Plan) -> Any:
        head = {"format": FORMAT, "version": VERSION, **json.loads(json.dumps(plan.to_json()))}
        try:
            file = self.path.open("a+b")
            whole = self._read(file, head)
            file.truncate(whole)
            file.seek(whole)
        except OSError as error:
            raise _unusable(self.path, error) from None
        self._file = file
        if not whole:
            self._write(head)
        return file

    def _read(self, file: Any, head: Mapping[str, Any]) -> int:
        """Takes in what is there; the length of what is whole."""
        file.seek(0)
        whole = 0
        for number, line in enumerate(_lines(file)):
            if number == 0:
                _compare(self.path, line, head)
            else:
                place = (line["round"], line["pairing"], line["first"])
                self.known[place] = Sums.from_json(line["tally"])
            whole = file.tell()
        return whole

    def keep(self, place: Place, pairs: int, tally: Sums) -> None:
        """Writes a chunk down."""
        number, pairing, first = place
        self._write({"round": number, "pairing": pairing, "first": first, "pairs": pairs, "tally": tally.to_json()})

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise _unusable(self.path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        try:
            os.fsync(self._file.fileno())
            self._file.close()
        except OSError as error:
            raise _unusable(self.path, error) from None
        finally:
            self._release()

    def _release(self) -> None:
        self._lock.release()
        Path(self._lock.lock_file).unlink(missing_ok=True)


def _lines(file: Any) -> Iterator[Any]:
    while (text := file.readline()).endswith(b"\n"):
        try:
            yield json.loads(text)
        except ValueError:
            return


def _compare(path: Path, there: Any, here: Mapping[str, Any]) -> None:
    if not isinstance(there, dict) or there.get("format") != FORMAT or there.get("version") != VERSION:
        raise ValueError(_("{file} doesn't hold the results of a tournament.").format(file=path))
    changed = sorted(name for name in {*there, *here} if there.get(name) != here.get(name))
    if changed:
        named = ", ".join(OPTIONS.get(name, name) for name in changed)
        raise ValueError(
            _("The results in {file} were made otherwise; what differs: {names}.").format(file=path, names=named)
        )


OPTIONS: Final = {
    "options": "--set",
    "seats": "--seats",
    "players": "--players",
    "pairs": "--matches",
    "form": "--format",
    "seed": "--seed",
    "starts": "--starts",
    "limits": "--start-limit, --match-limit, --move-limit, --margin",
    "until": "--until",
    "sprt": "--sprt, --alpha, --beta",
    "programs": "--player",
}
"""What a person calls the fields of a plan."""


def _unusable(path: Path, error: OSError) -> ValueError:
    return ValueError(_("{file} can't be used: {why}.").format(file=path, why=error.strerror or error))
