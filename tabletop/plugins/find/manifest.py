"""The manifest of a plugin, ``tabletop.toml`` in its package: what the host knows without running any of its code."""

import tomllib
from pathlib import Path
from typing import Annotated, Final

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from tabletop.complaints import explain, printable
from tabletop.i18n import Texts
from tabletop.match import PLAIN_TEXT
from tabletop.plugins.find.offer import FILE_NAME, Kind, ManifestError

_ = Texts(__file__)

MAX_BYTES: Final = 64 * 1024
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]
"""Small letters, digits, hyphens and underscores, up to 60; unique among all games, so choose it well."""
Line = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PLAIN_TEXT)]
"""Up to 200 printable characters, none of which turns the direction of writing."""


class GameEntry(BaseModel):
    """What the menu says of a game. ``seats`` is the least and the most; games are listed by ``order``, then title.

    ``aliases``: other names that people know the game by, in any language; they can be typed. (Since API 1.1.)
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    id: GameId
    title: Line
    summary: Line
    seats: tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(le=100)]]
    tags: tuple[Line, ...] = ()
    aliases: tuple[Line, ...] = ()
    order: int = 1000

    @field_validator("seats")
    @classmethod
    def _least_first(cls, value: tuple[int, int]) -> tuple[int, int]:
        if value[0] > value[1]:
            raise ValueError(_("“seats” should be the least and the most"))
        return value


class Manifest(BaseModel):
    """A plugin's games, and the range of the host's plugin API that it works with, such as ``>=1.0,<2``.

    ``provides`` says which hooks beside ``tabletop_games`` it implements, so that no other
    plugin is imported for them.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    api: str
    games: tuple[GameEntry, ...] = ()
    provides: tuple[Kind, ...] = ()

    @field_validator("games")
    @classmethod
    def _each_id_once(cls, value: tuple[GameEntry, ...]) -> tuple[GameEntry, ...]:
        ids = [game.id for game in value]
        for game_id in ids:
            if ids.count(game_id) > 1:
                raise ValueError(_("“games” has the id “{id}” twice").format(id=game_id))
        return value

    @field_validator("api")
    @classmethod
    def _a_range_of_versions(cls, value: str) -> str:
        try:
            SpecifierSet(value)
        except InvalidSpecifier:
            raise ValueError(_("“{value}” is not a range of versions").format(value=value)) from None
        return value


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a package's folder. Raises ManifestError with one clear sentence."""
    path = folder / FILE_NAME
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ManifestError(_("{file} is larger than {limit} bytes").format(file=FILE_NAME, limit=MAX_BYTES))
        return Manifest.model_validate(tomllib.loads(data.decode()))
    except OSError as error:
        raise ManifestError(_("{file} can't be read: {why}").format(file=FILE_NAME, why=error.strerror)) from None
    except ManifestError:
        raise
    except ValidationError as error:
        raise ManifestError(f"{FILE_NAME}: {explain(error).rstrip('.')}") from None
    except (ValueError, RecursionError) as error:
        raise ManifestError(_("{file} is not TOML: {why}").format(file=FILE_NAME, why=printable(str(error)))) from None
