"""A game on offer."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tabletop.i18n import Texts, language, languages, speaking
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.offer import OfferedGame


def spelled(name: str) -> str:
    """A name without capitals, and with a space for whatever parts its words.

    >>> spelled("Pig-Two_Dice  x")
    'pig two dice x'
    """
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))


@dataclass(frozen=True)
class GameListing:
    """A game on offer, and the plugin that it comes with."""

    entry: OfferedGame
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

    def rules(self) -> str:
        """Its rules in the language in use, or else in English, as Markdown; empty where it has none."""
        folder = self.plugin.folder / "rules"
        for path in (folder / language() / f"{self.id}.md", folder / f"{self.id}.md"):
            if path.is_file():
                return path.read_text("utf-8")
        return ""

    @property
    def tags(self) -> tuple[str, ...]:
        """What it is about, in the language in use."""
        return tuple(map(self._texts, self.entry.tags))

    @property
    def names(self) -> frozenset[str]:
        """All that it may be called, as ``spelled``: id, title in any language, aliases."""
        titles = []
        for code in languages():
            with speaking(code):
                titles.append(self.title)
        return frozenset(map(spelled, (self.id, self.entry.title, *titles, *self.entry.aliases)))

    def fits(self, text: str) -> bool:
        """Whether every word of ``text`` occurs in its name, title, summary or tags, translated or not."""
        entry = self.entry
        own = (
            self.full_name,
            entry.title,
            entry.summary,
            *entry.tags,
            *entry.aliases,
            self.title,
            self.summary,
            *self.tags,
        )
        searched = "\n".join(own).casefold()
        return all(word in searched for word in text.casefold().split())

    @property
    def _texts(self) -> Texts:
        return _texts_in(self.plugin.folder)


@lru_cache(maxsize=256)
def _texts_in(folder: Path) -> Texts:
    """Of the package in a folder: worked out once, since every title, summary and tag asks."""
    return Texts(folder / "__init__.py")
