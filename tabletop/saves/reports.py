"""Reports of what went wrong, as files that a person can read and send to an author."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from tabletop.saves.clock import Clock, now, system_clock
from tabletop.saves.disk import Disk, write_atomically
from tabletop.saves.errors import explain
from tabletop.saves.home import Home

MOST: Final = 20
"""So many reports are kept, the newest."""


class Reports:
    """The folder of the reports."""

    def __init__(self, home: Home, *, clock: Clock = system_clock, disk: Disk | None = None) -> None:
        self._folder = home.reports
        self._clock = clock
        self._disk = disk or Disk()

    def list(self) -> list[Path]:
        """The reports, the oldest first."""
        return sorted(self._folder.glob("*.txt"))

    def write(self, subject: str, text: str) -> Path:
        """Keeps a report on ``subject``, a few words for the file's name. Raises SaveError."""
        words = re.sub(r"[^a-z0-9]+", "-", subject.lower()).strip("-")[:40]
        stem = f"{now(self._clock):%Y%m%d-%H%M%S}"
        numbers = [int(path.name[len(stem) + 1 :][:3]) for path in self._folder.glob(f"{stem}-*.txt")]
        path = self._folder / f"{stem}-{max(numbers, default=0) + 1:03}-{words}.txt"
        try:
            self._disk.make_folder(self._folder)
            write_atomically(self._disk, path, text.encode("utf-8", "replace"))
        except OSError as error:
            raise explain(error, self._folder) from error
        for old in self.list()[:-MOST]:
            with suppress(OSError):
                self._disk.remove(old)
        return path
