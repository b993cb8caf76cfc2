"""A disk that forces nothing to the medium, for tests that write much and never lose power."""

from pathlib import Path

from tabletop.saves.disk import Disk


class QuietDisk(Disk):
    def sync(self, descriptor: int) -> None:
        pass

    def sync_folder(self, path: Path) -> None:
        pass
