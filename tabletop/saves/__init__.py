"""The save service: every event is on the disk before anybody sees it, and nothing that was saved is thrown away.

``Home.find(os.environ)`` says where; ``Matches(home)`` keeps the matches, ``SettingsFile(home)`` the settings,
``Profiles(home)`` the persons and ``Learning(home)`` the progress in lessons. Whatever fails raises SaveError, whose
text is one sentence for a person.
"""

from tabletop.entries import Note
from tabletop.history import MatchSummary, Status
from tabletop.saves.errors import MatchInUse, SaveError, UnknownVersion
from tabletop.saves.home import Home
from tabletop.saves.learning import Learning, LessonProgress
from tabletop.saves.matches import Matches
from tabletop.saves.profiles import Choice, Profile, Profiles
from tabletop.saves.reports import Reports
from tabletop.saves.saved import OpenMatch, SavedMatch
from tabletop.saves.settings import Settings, SettingsFile
from tabletop.saves.switches import PluginSwitches
from tabletop.terms import Terms

__all__ = [
    "Choice",
    "Home",
    "Learning",
    "LessonProgress",
    "MatchInUse",
    "MatchSummary",
    "Matches",
    "Note",
    "OpenMatch",
    "PluginSwitches",
    "Profile",
    "Profiles",
    "Reports",
    "SaveError",
    "SavedMatch",
    "Settings",
    "SettingsFile",
    "Status",
    "Terms",
    "UnknownVersion",
]
