"""Where everything that is saved lies."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tabletop.i18n import Texts
from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError, explain

_ = Texts(__file__)

LOG: Final = "server-1.log"
"""The name of the log in which a server commits; its number is that of its format."""
SAFE_MODE: Final = "TABLETOP_SAFE_MODE"
"""The variable of the environment that leaves out all games but this project's own."""


@dataclass(frozen=True)
class Home:
    """The folder of all saves."""

    path: Path

    @classmethod
    def find(cls, environ: Mapping[str, str]) -> "Home":
        """The folder that ``TABLETOP_HOME`` names, or the system's usual place for a person's data. Touches no disk.

        Raises SaveError for the home of somebody whom the system doesn't know.
        """
        chosen = environ.get("TABLETOP_HOME")
        if chosen:
            try:
                return cls(Path(chosen).expanduser().absolute())
            except RuntimeError:
                raise SaveError(
                    _("TABLETOP_HOME is “{path}”, and there is no such person here.").format(path=chosen)
                ) from None
        from platformdirs import user_data_path

        return cls(user_data_path("tabletop", appauthor=False))

    @property
    def matches(self) -> Path:
        """The folder with one file for each match."""
        return self.path / "matches"

    @property
    def trash(self) -> Path:
        """The folder of the matches that were deleted."""
        return self.path / "trash"

    @property
    def index(self) -> Path:
        """The index of the matches. Its name says which schema it has."""
        return self.path / "index-1.sqlite"

    @property
    def commits(self) -> Path:
        """The log in which a server commits what all matches have pending."""
        return self.path / LOG

    @property
    def statistics(self) -> Path:
        """The document in which earlier programs kept the matches that count for statistics."""
        return self.path / "statistics.json"

    @property
    def library(self) -> Path:
        """The document in which earlier programs summed up the matches."""
        return self.path / "library.json"

    @property
    def settings(self) -> Path:
        """The document of the settings."""
        return self.path / "settings.json"

    @property
    def profiles(self) -> Path:
        """The document of the persons."""
        return self.path / "profiles.json"

    @property
    def lessons(self) -> Path:
        """The document of the progress in lessons."""
        return self.path / "lessons.json"

    @property
    def typed(self) -> Path:
        """The file of what was typed."""
        return self.path / "typed.txt"

    @property
    def plugins(self) -> Path:
        """The folder of the store of plugins."""
        return self.path / "plugins"

    @property
    def switches(self) -> Path:
        """The document of the plugins that are switched off."""
        return self.path / "plugin-switches.json"

    @property
    def sources(self) -> Path:
        """The document of where plugins came from."""
        return self.path / "plugin-sources.json"

    @property
    def programs(self) -> Path:
        """The document of the players that are programs."""
        return self.path / "players.json"

    @property
    def player_logs(self) -> Path:
        """The folder of what those players say on standard error."""
        return self.path / "player-logs"

    @property
    def reports(self) -> Path:
        """The folder of reports on what went wrong."""
        return self.path / "reports"

    @property
    def cache(self) -> Path:
        """The folder for what games have computed; it can be deleted at any time."""
        return self.path / "cache"

    def is_open(self) -> bool:
        """Whether others may look into the folder, where modes mean anything."""
        return os.name != "nt" and self.path.is_dir() and bool(stat.S_IMODE(self.path.stat().st_mode) & 0o077)

    def has_matches(self) -> bool:
        """Whether there may be any match; False only where it is sure that none was ever saved. Raises SaveError."""
        left = (self.index, self.statistics, self.library, self.commits)
        if any(map(os.path.lexists, left)):
            return True
        try:
            return any(os.scandir(self.matches))
        except FileNotFoundError:
            return False
        except OSError as error:
            raise explain(error, self.matches) from error

    def prepare(self, disk: Disk) -> None:
        """Makes the folders. Raises SaveError where they can't be made."""
        try:
            disk.make_folder(self.matches)
        except OSError as error:
            raise explain(error, self.path) from error
