"""The persons who play here, and what each chose last for each game."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from tabletop.match import Code
from tabletop.person import Chosen
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, log_warning
from tabletop.saves.errors import UnknownVersion
from tabletop.saves.home import Home
from tabletop.saves.rows import Row, Warn

FORMAT: Final = "tabletop-profiles"
VERSION: Final = 1
DEFAULT_PERSON: Final = "default"

Json = dict[str, JsonValue]


class Choice(BaseModel):
    """What was chosen for a match, as the form that asked for it wants to have it back."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    seats: tuple[Json, ...] = ()
    options: Json = {}
    chosen: bool = False
    """whether the options are only those that were chosen: once defaults that follow from the seats were kept too"""


class Profile(BaseModel):
    """One person."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    name: Chosen | None = None
    """what the person wants to be called"""
    asked: bool = False
    """whether the person was asked for a name"""
    choices: dict[Code, Choice] = {}
    """by the id of the game"""


class Profiles:
    """The document that keeps them."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn = log_warning) -> None:
        """``warn`` is told of a profile that can't be used."""
        self._warn = warn
        self._document = Document(home.profiles, FORMAT, VERSION, disk or Disk(), warn, _CHECKS)

    def load(self, person: str = DEFAULT_PERSON) -> Profile:
        """A person's profile; the default one for somebody new. Raises SaveError if the disk can't be read.

        Profiles of a version not known here are told and left aside.
        """
        try:
            return _find(self._document.rows("profiles"), person)
        except UnknownVersion as why:
            self._warn(str(why))
            return Profile()

    def rename(self, name: str | None, person: str = DEFAULT_PERSON) -> Profile:
        """Gives a person a name, or none. Raises SaveError, and ValueError for what can't be one: nothing changes."""
        return self._change(person, lambda known: {**known, "name": name})

    def asked(self, person: str = DEFAULT_PERSON) -> Profile:
        """Notes that a person was asked for a name. Raises SaveError."""
        return self._change(person, lambda known: {**known, "asked": True})

    def remember(self, game: str, seats: Sequence[Json], options: Json, person: str = DEFAULT_PERSON) -> Profile:
        """Keeps what was chosen for a match of ``game``. Raises SaveError, with nothing changed.

        ``options`` hold what a person chose and nothing that only follows from it.
        """
        choice = Choice(seats=tuple(seats), options=options, chosen=True).model_dump(mode="json")
        return self._change(person, lambda known: {**known, "choices": {**known.get("choices", {}), game: choice}})

    def _change(self, person: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Profile:
        with self._document.change() as database:
            table = database.table("profiles")
            profile = _find(table.all(), person)
            changed = Profile.model_validate(change(profile.model_dump(mode="json", exclude_unset=True)))
            table.remove(lambda row: row.get("person") == person)
            table.insert({"person": person, **changed.model_dump(mode="json", exclude_unset=True)})
        return changed


def _find(rows: Sequence[Row], person: str) -> Profile:
    found = (_profile(row) for row in rows if row.get("person") == person)
    return next(filter(None, found), Profile())


def _profile(row: Row) -> Profile | None:
    try:
        return Profile.model_validate({key: value for key, value in row.items() if key != "person"})
    except ValidationError:
        return None


_CHECKS: Final = {"profiles": lambda row: isinstance(row.get("person"), str) and _profile(row) is not None}
