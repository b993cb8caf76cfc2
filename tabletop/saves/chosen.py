"""The settings that are needed before anything else, without the model that checks them."""

import json
from typing import Any, NamedTuple

from tabletop.saves.home import Home
from tabletop.saves.kept import Kept, changed, look_of


class PlainSettings(NamedTuple):
    """Fields of ``Settings``, with the same defaults."""

    language: str | None = None
    plain: bool = False
    private: bool = False
    pictures: str = "large"
    colour: str = "normal"
    bell: bool = False
    suggestions: bool = True
    speech: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()


def chosen(home: Home) -> PlainSettings:
    """As ``SettingsFile`` loads them, without a word on what can't be used. Raises SaveError."""
    look = look_of(home.settings)
    if look is None:
        return PlainSettings()
    kept = Kept(home.cache / "settings.json", ",".join(PlainSettings._fields))
    known = _from_plain(kept.get("settings", look))
    if known is not None:
        return known
    from tabletop.saves.settings import SettingsFile

    settings = SettingsFile(home, warn=None).load()
    found = PlainSettings(*(getattr(settings, name) for name in PlainSettings._fields))
    if _row(home) == settings.model_dump(mode="json"):
        kept.put("settings", look, found, changed([look]))
        kept.write()
    return found


def is_sound(home: Home) -> bool:
    """Whether nothing is to be said on the settings, as far as that is known without looking closely."""
    look = look_of(home.settings)
    if look is None:
        return True
    kept = Kept(home.cache / "settings.json", ",".join(PlainSettings._fields))
    return kept.get("settings", look) is not None


def _row(home: Home) -> Any:
    """The settings in the file, as they stand there; None where they can't be read so."""
    try:
        (row,) = json.loads(home.settings.read_bytes())["tables"]["settings"].values()
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return row


def _from_plain(value: Any) -> PlainSettings | None:
    try:
        found = PlainSettings(*value)
        return found._replace(speech=tuple(found.speech), muted=tuple(found.muted))
    except TypeError:
        return None
