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
    def tags(self) -> tuple[str, ...]:
        """What it is about, in the language in use."""
        return tuple(map(self._texts, self.entry.tags))

    def fits(self, text: str) -> bool:
        """Whether every word of ``text`` occurs in its name, title, summary or tags, translated or not."""
        entry = self.entry
        own = (self.full_name, entry.title, entry.summary, *entry.tags, self.title, self.summary, *self.tags)
        searched = "\n".join(own).casefold()
        return all(word in searched for word in text.casefold().split())

    @property
    def _texts(self) -> Texts:
        return Texts(self.plugin.folder / "__init__.py")
