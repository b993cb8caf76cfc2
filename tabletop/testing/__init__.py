"""The conformance kit: it puts a game through everything that the contract promises.

``check_game`` looks at a game's class, ``check_package`` and ``check_folder`` at a whole plugin. All of it is seeded:
the same game gets the same report. The kit speaks English, as compilers do. ``looks`` and ``said`` are for tests of how
a game looks and reads.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletop.testing.kit import check_game as check_game
    from tabletop.testing.kit import check_names as check_names
    from tabletop.testing.looking import looks as looks
    from tabletop.testing.looking import said as said
    from tabletop.testing.plugin import check_folder as check_folder
    from tabletop.testing.plugin import check_package as check_package
    from tabletop.testing.report import Failure as Failure
    from tabletop.testing.report import Report as Report

_PLACES = {
    "Failure": "tabletop.testing.report",
    "Report": "tabletop.testing.report",
    "check_folder": "tabletop.testing.plugin",
    "check_game": "tabletop.testing.kit",
    "check_names": "tabletop.testing.kit",
    "check_package": "tabletop.testing.plugin",
    "looks": "tabletop.testing.looking",
    "said": "tabletop.testing.looking",
}


def __dir__() -> list[str]:
    return list(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'tabletop.testing' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)
