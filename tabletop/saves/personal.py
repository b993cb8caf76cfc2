"""Settings and the chosen name together, as people see and change them."""

from typing import Annotated

from pydantic import AfterValidator, Field

from tabletop.i18n import N_
from tabletop.match import visible
from tabletop.person import Chosen
from tabletop.saves.profiles import Profiles
from tabletop.saves.settings import Settings


class Personal(Settings):
    """The settings with the name that the person has chosen, which is kept in the profile."""

    name: Annotated[Chosen, AfterValidator(visible)] | None = Field(
        default=None,
        title=N_("Your name"),
        description=N_("What you are called at the table and in lists; none: “You”, in the language in use."),
    )

    @classmethod
    def of(cls, settings: Settings, name: str | None) -> "Personal":
        """Both together."""
        return cls.model_validate({**settings.model_dump(), "name": name})

    @property
    def settings(self) -> Settings:
        """The settings alone."""
        return Settings.model_validate(self.model_dump(exclude={"name"}))


def keep_name(profiles: Profiles, name: str | None) -> None:
    """Keeps the chosen name if it is another. Raises SaveError."""
    if name != profiles.load().name:
        profiles.rename(name)
