"""How many matches are in progress, known without an index while no match file looks otherwise than before."""

import os
from typing import Any, Final

from tabletop.saves.home import Home
from tabletop.saves.kept import Kept, changed, look_of

MOST: Final = 200
"""Files that are looked at; of more the index knows sooner."""
Looks = dict[str, list[int] | None]


def looks_of(home: Home) -> Looks | None:
    """How all that says what is in progress looks now; None where it takes the index."""
    if any(map(os.path.lexists, (home.statistics, home.library))):
        return None
    looks: Looks = {"": look_of(home.commits)}
    try:
        with os.scandir(home.matches) as entries:
            for entry in entries:
                if not entry.name.endswith(".lock"):
                    looks[entry.name] = look_of(entry.path)
                if len(looks) > MOST:
                    return None
    except FileNotFoundError:
        pass
    except OSError:
        return None
    return looks


def known(home: Home) -> int | None:
    """How many there are; None where that must be found out."""
    looks = looks_of(home)
    if looks is None:
        return None
    if looks == {"": None}:
        return 0
    number: Any = _kept(home).get("unfinished", looks)
    return number if isinstance(number, int) else None


def keep(home: Home, number: int, looks: Looks | None) -> None:
    """Keeps how many there were found to be when all looked so, and still does."""
    if looks is None or looks == {"": None} or looks != looks_of(home):
        return
    kept = _kept(home)
    if kept.get("unfinished", looks) != number:
        kept.put("unfinished", looks, number, changed(looks.values()))
        kept.write()


def _kept(home: Home) -> Kept:
    return Kept(home.cache / "matches.json", "1")
