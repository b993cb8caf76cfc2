"""What a person has set once for all games."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from tabletop.i18n import Texts
from tabletop.match import Code
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, Warn, log_warning
from tabletop.saves.errors import UnknownVersion
from tabletop.saves.home import Home

_ = Texts(__file__)

FORMAT: Final = "tabletop-settings"
VERSION: Final = 1


class Settings(BaseModel):
    """The settings with their defaults."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    speed: Literal["slow", "normal", "fast", "off"] = "normal"
    """of CPU players at the table; ``off`` never waits"""
    play_forced_moves: bool = False
    pictures: Literal["large", "compact", "ascii"] = "large"
    colour: Literal["normal", "none"] = "normal"
    language: Code | None = None
    """None: as the system says"""


class SettingsFile:
    """The document that keeps them."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn = log_warning) -> None:
        """``warn`` is told of settings that can't be used."""
        self._warn = warn
        self._document = Document(home.settings, FORMAT, VERSION, disk or Disk(), warn)

    def load(self) -> Settings:
        """The settings; defaults for what was never set or can't be used. Raises SaveError if the disk can't be read.

        Settings of a version not known here are told and left aside.
        """
        try:
            rows = self._document.rows("settings")
        except UnknownVersion as why:
            self._warn(str(why))
            return Settings()
        return self._validate(dict(rows[0]) if rows else {})

    def save(self, settings: Settings) -> None:
        """Keeps the settings. Raises SaveError, with the old ones in place."""
        with self._document.change() as database:
            table = database.table("settings")
            table.truncate()
            table.insert(settings.model_dump(mode="json"))

    def _validate(self, row: dict[str, Any]) -> Settings:
        try:
            return Settings.model_validate(row)
        except ValidationError as error:
            bad = sorted({str(detail["loc"][0]) for detail in error.errors(include_url=False)})
        self._warn(_("These settings can't be used and have their defaults: {names}.").format(names=", ".join(bad)))
        return Settings.model_validate({name: value for name, value in row.items() if name not in bad})
