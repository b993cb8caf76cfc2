"""What a manifest says, in plain form."""

from typing import Final, Literal, NamedTuple

FILE_NAME: Final = "tabletop.toml"

Kind = Literal["strategies", "commands", "notifications"]
"""What a plugin may bring beside games."""


class ManifestError(ValueError):
    """A manifest that can't be used; the text says why, in one sentence."""


class OfferedGame(NamedTuple):
    """A game as its manifest describes it: see ``GameEntry``."""

    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    order: int


class Offer(NamedTuple):
    """What a plugin brings: see ``Manifest``. ``fits``: whether it works with this host's version of the plugin API."""

    api: str
    games: tuple[OfferedGame, ...]
    provides: tuple[Kind, ...]
    fits: bool
