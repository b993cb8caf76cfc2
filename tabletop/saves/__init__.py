"""The save service: every event is on the disk before anybody sees it, and nothing that was saved is thrown away.

``Home.find(os.environ)`` says where; ``Matches(home)`` keeps the matches, ``SettingsFile(home)`` the settings,
``Profiles(home)`` the persons and ``Learning(home)`` the progress in lessons. Whatever fails raises SaveError, whose
text is one sentence for a person.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tabletop.entries import Note as Note
    from tabletop.history import MatchSummary as MatchSummary
    from tabletop.history import Status as Status
    from tabletop.saves.errors import MatchInUse as MatchInUse
    from tabletop.saves.errors import SaveError as SaveError
    from tabletop.saves.errors import UnknownVersion as UnknownVersion
    from tabletop.saves.home import Home as Home
    from tabletop.saves.learning import Learning as Learning
    from tabletop.saves.learning import LessonProgress as LessonProgress
    from tabletop.saves.matches import Matches as Matches
    from tabletop.saves.profiles import Choice as Choice
    from tabletop.saves.profiles import Profile as Profile
    from tabletop.saves.profiles import Profiles as Profiles
    from tabletop.saves.reports import Reports as Reports
    from tabletop.saves.saved import OpenMatch as OpenMatch
    from tabletop.saves.saved import SavedMatch as SavedMatch
    from tabletop.saves.settings import Settings as Settings
    from tabletop.saves.settings import SettingsFile as SettingsFile
    from tabletop.saves.switches import PluginSwitches as PluginSwitches
    from tabletop.terms import Terms as Terms

_PLACES: Final = {
    "Choice": "tabletop.saves.profiles",
    "Home": "tabletop.saves.home",
    "Learning": "tabletop.saves.learning",
    "LessonProgress": "tabletop.saves.learning",
    "MatchInUse": "tabletop.saves.errors",
    "MatchSummary": "tabletop.history",
    "Matches": "tabletop.saves.matches",
    "Note": "tabletop.entries",
    "OpenMatch": "tabletop.saves.saved",
    "PluginSwitches": "tabletop.saves.switches",
    "Profile": "tabletop.saves.profiles",
    "Profiles": "tabletop.saves.profiles",
    "Reports": "tabletop.saves.reports",
    "SaveError": "tabletop.saves.errors",
    "SavedMatch": "tabletop.saves.saved",
    "Settings": "tabletop.saves.settings",
    "SettingsFile": "tabletop.saves.settings",
    "Status": "tabletop.history",
    "Terms": "tabletop.terms",
    "UnknownVersion": "tabletop.saves.errors",
}
"""Where each name lives: what a command doesn't need isn't loaded."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_PLACES[name]), name)
    globals()[name] = value
    return value
