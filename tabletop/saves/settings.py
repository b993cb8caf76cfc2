"""What a person has set once for all games."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop.i18n import N_, Texts
from tabletop.match import Code
from tabletop.saves.aloud import MessageKind, Program
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, log_warning, mute
from tabletop.saves.errors import UnknownVersion
from tabletop.saves.home import Home
from tabletop.saves.own_words import OwnWords
from tabletop.saves.rows import Warn
from tabletop.style import Detail
from tabletop.terms import TakeBack

_ = Texts(__file__)

FORMAT: Final = "tabletop-settings"
VERSION: Final = 1


class Settings(BaseModel):
    """The settings with their defaults."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    speed: Literal["slow", "normal", "fast", "off"] = Field(
        default="normal",
        title=N_("Speed"),
        description=N_("How fast CPU players play; with off they never wait."),
    )
    play_forced_moves: bool = Field(
        default=False,
        title=N_("Forced moves"),
        description=N_("Whether a move that is the only one plays itself."),
    )
    pictures: Literal["large", "compact", "ascii"] = Field(
        default="large",
        title=N_("Pictures"),
        description=N_("Large, small, or in characters that every terminal has (ascii)."),
    )
    colour: Literal["normal", "high_contrast", "none"] = Field(
        default="normal",
        title=N_("Colours"),
        description=N_("Normal; bright and bold (high_contrast); or none. No colour ever says what the words don't."),
    )
    language: Code | None = Field(
        default=None,
        title=N_("Language"),
        description=N_("Its code, such as en; none: as the system says."),
    )
    confirm: bool = Field(
        default=True,
        title=N_("Confirmations"),
        description=N_("Whether the program asks before a match is given up."),
    )
    private: bool = Field(
        default=False,
        title=N_("Private"),
        description=N_("Whether what you type is forgotten when the program ends, instead of kept for the next time."),
    )
    plain: bool = Field(
        default=False,
        title=N_("Plain"),
        description=N_("Whether everything is said in lines of text alone, as for a screen reader."),
    )
    detail: Detail = Field(
        default="normal",
        title=N_("Detail"),
        description=N_("How much is said in plain mode: terse, normal or verbose."),
    )
    bell: bool = Field(
        default=False,
        title=N_("Bell"),
        description=N_("Whether the terminal's bell rings when it is your turn."),
    )
    speech: Program = Field(
        default=(),
        title=N_("Speech"),
        description=N_("A program that speaks what plain mode says, such as spd-say; none: nothing does."),
    )
    muted: tuple[MessageKind, ...] = Field(
        default=(),
        title=N_("Muted"),
        description=N_("Kinds of messages that plain mode keeps to itself until you ask for them."),
    )
    take_back: TakeBack = Field(
        default="fair",
        title=N_("Take-back"),
        description=N_("What undo may do in new matches: off, fair or free (for practice)."),
    )
    slip_guard: bool = Field(
        default=False,
        title=N_("Slip guard"),
        description=N_("Whether the program asks once when you let a win at once go by."),
    )
    aliases: OwnWords = Field(
        default=(),
        title=N_("Your words"),
        description=N_("Words of your own for what you often type, such as rr=roll roll."),
    )
    suggestions: bool = Field(
        default=True,
        title=N_("Suggestions"),
        description=N_(
            "Whether the line you typed last that begins so stands in grey behind the cursor; Right takes it."
        ),
    )


class SettingsFile:
    """The document that keeps them."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn | None = log_warning) -> None:
        """``warn`` is told of settings that can't be used; None: they are left for the next reader to tell."""
        self._warn = warn or mute
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

    def save(self, settings: Settings, before: Settings | None = None) -> None:
        """Keeps the settings. Raises SaveError, with the old ones in place.

        ``before``: only what differs from these is written, so that what another program has set meanwhile stays.
        """
        with self._document.change() as database:
            table = database.table("settings")
            if before is not None:
                rows = table.all()
                there = self._validate(dict(rows[0]) if rows else {}, mute)
                changes = {name: value for name, value in settings if value != getattr(before, name)}
                settings = there.model_copy(update=changes)
            table.truncate()
            table.insert(settings.model_dump(mode="json"))

    def _validate(self, row: dict[str, Any], warn: Warn | None = None) -> Settings:
        try:
            return Settings.model_validate(row)
        except ValidationError as error:
            bad = sorted({str(detail["loc"][0]) for detail in error.errors(include_url=False)})
        (warn or self._warn)(
            _("These settings can't be used and have their defaults: {names}.").format(names=", ".join(bad))
        )
        return Settings.model_validate({name: value for name, value in row.items() if name not in bad})
