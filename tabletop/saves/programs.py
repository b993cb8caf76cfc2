"""The players that are programs: registered by a person, and never taken from a file of somebody else's."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from tabletop.complaints import explain
from tabletop.i18n import Texts
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, log_warning
from tabletop.saves.errors import SaveError
from tabletop.saves.home import Home
from tabletop.saves.rows import Row, Warn

_ = Texts(__file__)

FORMAT: Final = "tabletop-players"
VERSION: Final = 1


class Registered(BaseModel):
    """A program that is a player under a name."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    name: Annotated[str, StringConstraints(max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+\-]*$")]
    command: tuple[str, ...] = Field(min_length=1, max_length=1_000)
    """a list of arguments, which no shell sees"""
    folder: str
    """where it runs"""
    options: Mapping[str, str] = Field(default_factory=dict)
    """of its own, as they were typed"""
    seconds: float = Field(default=10.0, gt=0, le=86_400, allow_inf_nan=False)
    """for a choice"""
    memory: int = Field(default=2048, ge=16, le=1_048_576)
    """megabytes of each of its processes"""


def registered(**fields: object) -> Registered:
    """A player from what was typed. Raises ValueError with a sentence."""
    try:
        return Registered.model_validate(fields)
    except ValidationError as error:
        raise ValueError(_("That can't be a player: {why}").format(why=explain(error))) from None


def _usable(row: Row) -> bool:
    try:
        Registered.model_validate(dict(row))
    except ValidationError:
        return False
    return True


class Programs:
    """The document that keeps them, in the home."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn = log_warning) -> None:
        """``warn`` is told of what can't be used."""
        self._path = home.programs
        self._warn = warn
        self._document = Document(self._path, FORMAT, VERSION, disk or Disk(), warn, {"players": _usable})

    def list(self) -> tuple[Registered, ...]:
        """All of them, by their names; none, and ``warn`` is told, where that can't be read."""
        if not self._path.exists():
            return ()
        try:
            rows = self._document.rows("players")
        except SaveError as why:
            self._warn(str(why))
            return ()
        return tuple(sorted((Registered.model_validate(dict(row)) for row in rows), key=lambda player: player.name))

    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(player.name for player in self.list())

    def find(self, name: str) -> Registered:
        """The player of a name. Raises ValueError with a sentence."""
        for player in self.list():
            if player.name == name:
                return player
        raise ValueError(_("There is no player “{name}” here: “tabletop player list” shows them.").format(name=name))

    def add(self, player: Registered) -> None:
        """Keeps a new one. Raises ValueError where the name is taken, and SaveError."""
        with self._document.change() as database:
            table = database.table("players")
            if any(row.get("name") == player.name for row in table.all()):
                text = _("There is a player “{name}” already: “tabletop player remove {name}” first.")
                raise ValueError(text.format(name=player.name))
            table.insert(player.model_dump(mode="json"))

    def remove(self, name: str) -> None:
        """Forgets one. Raises ValueError for a name that nobody has, and SaveError."""
        self.find(name)
        with self._document.change() as database:
            database.table("players").remove(lambda row: row.get("name") == name)


def log_of(home: Home, name: str) -> Path:
    """The file for what a player says on standard error."""
    return home.player_logs / f"{name}.log"
