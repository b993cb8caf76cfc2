"""How far a person has come in the lessons: a document of its own, apart from matches and statistics."""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, log_warning
from tabletop.saves.errors import UnknownVersion
from tabletop.saves.home import Home
from tabletop.saves.rows import Row, Warn

FORMAT: Final = "tabletop-lessons"
VERSION: Final = 1
_TABLE: Final = "lessons"


class LessonProgress(BaseModel):
    """One lesson: how many steps of the present go are behind, and whether it was ever finished or skipped."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    step: Annotated[int, Field(ge=0)] = 0
    done: bool = False
    skipped: bool = False


class Learning:
    """The document that keeps the progress."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn = log_warning) -> None:
        """``warn`` is told of progress that can't be used."""
        self._warn = warn
        self._document = Document(home.lessons, FORMAT, VERSION, disk or Disk(), warn, {_TABLE: _is_progress})

    def load(self, game: str) -> Mapping[str, LessonProgress]:
        """The progress in a game's lessons by their id; a lesson never begun is missing.

        Raises SaveError if the disk can't be read. LessonProgress of a version not known here is told and left aside.
        """
        try:
            rows = self._document.rows(_TABLE)
        except UnknownVersion as why:
            self._warn(str(why))
            return {}
        return {str(row["lesson"]): _progress(row) for row in rows if row["game"] == game}

    def check(self) -> None:
        """Tells what can't be used. Raises SaveError if the disk can't be read."""
        self.load("")

    def keep(self, game: str, lesson: str, progress: LessonProgress) -> None:
        """Keeps the progress in one lesson. Raises SaveError, with the old one in place."""
        with self._document.change() as database:
            table = database.table(_TABLE)
            table.remove(lambda row: row.get("game") == game and row.get("lesson") == lesson)
            table.insert({"game": game, "lesson": lesson, **progress.model_dump(mode="json")})

    def reset(self, game: str | None = None, lesson: str | None = None) -> None:
        """Forgets one lesson, those of a game, or all. Raises SaveError, with nothing forgotten."""
        with self._document.change() as database:
            database.table(_TABLE).remove(
                lambda row: game in (None, row.get("game")) and lesson in (None, row.get("lesson"))
            )


def _progress(row: Row) -> LessonProgress:
    return LessonProgress.model_validate({key: value for key, value in row.items() if key not in ("game", "lesson")})


def _is_progress(row: Row) -> bool:
    try:
        _progress(row)
    except ValidationError:
        return False
    return isinstance(row.get("game"), str) and isinstance(row.get("lesson"), str)
