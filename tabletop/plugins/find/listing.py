"""A game on offer."""

from dataclasses import dataclass

from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.manifest import GameEntry


@dataclass(frozen=True)
class GameListing:
    """A game on offer, and the plugin that it comes with."""

    entry: GameEntry
    plugin: Plugin
    name: str = ""
    """What a person types for it: its id, or its full name where the id could mean another game."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.entry.id

    @property
    def full_name(self) -> str:
        """``distribution:id``, which means no other game."""
        return f"{self.plugin.key}:{self.id}"

    @property
    def title(self) -> str:
        """The game's title in the language in use."""
        return self._texts(self.entry.title)

    @property
    def summary(self) -> str:
        """One sentence on the game in the language in use."""
        return self._texts(self.entry.summary)

    @property
    def _texts(self) -> Texts:
        return Texts(self.plugin.folder / "__init__.py")
