"""Tabletop: a host for table games in a terminal. This is the public API for authors of games.

Names are resolved when they are first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tabletop import scoring as scoring
    from tabletop import seats as seats
    from tabletop.analysis import Analysis as Analysis
    from tabletop.analysis import Analyst as Analyst
    from tabletop.analysis import Between as Between
    from tabletop.analysis import MoveValue as MoveValue
    from tabletop.analysis import Progress as Progress
    from tabletop.analysis import Response as Response
    from tabletop.analysis import Solved as Solved
    from tabletop.analysis import Solver as Solver
    from tabletop.appearance import Appearance as Appearance
    from tabletop.course import Answer as Answer
    from tabletop.course import Ask as Ask
    from tabletop.course import Course as Course
    from tabletop.course import Lesson as Lesson
    from tabletop.course import Position as Position
    from tabletop.course import Practise as Practise
    from tabletop.course import Tell as Tell
    from tabletop.course import Try as Try
    from tabletop.game import CHANCE as CHANCE
    from tabletop.game import Game as Game
    from tabletop.game import GameOptions as GameOptions
    from tabletop.game import OpenGame as OpenGame
    from tabletop.game import Result as Result
    from tabletop.hands import Deal as Deal
    from tabletop.hands import HandsGame as HandsGame
    from tabletop.hooks import hookimpl as hookimpl
    from tabletop.i18n import N_ as N_
    from tabletop.i18n import NC_ as NC_
    from tabletop.i18n import Texts as Texts
    from tabletop.illegal import IllegalMove as IllegalMove
    from tabletop.naming import who as who
    from tabletop.pieces import bids as bids
    from tabletop.pieces import cards as cards
    from tabletop.pieces import crosses as crosses
    from tabletop.pieces import dealing as dealing
    from tabletop.pieces import dice as dice
    from tabletop.pieces import grids as grids
    from tabletop.pieces import heaps as heaps
    from tabletop.pieces import hubs as hubs
    from tabletop.pieces import scenes as scenes
    from tabletop.pieces import sheets as sheets
    from tabletop.pieces import tiles as tiles
    from tabletop.pieces import tracks as tracks
    from tabletop.pieces import trains as trains
    from tabletop.sitting import Command as Command
    from tabletop.sitting import Sitting as Sitting
    from tabletop.skill import ManyMatches as ManyMatches
    from tabletop.skill import Skill as Skill
    from tabletop.skill import Strategy as Strategy
    from tabletop.skill import Together as Together
    from tabletop.style import Detail as Detail
    from tabletop.style import Style as Style
    from tabletop.tones import Bad as Bad
    from tabletop.tones import Good as Good

_PLACES = {
    "Analysis": "tabletop.analysis",
    "Analyst": "tabletop.analysis",
    "Answer": "tabletop.course",
    "Ask": "tabletop.course",
    "Appearance": "tabletop.appearance",
    "Bad": "tabletop.tones",
    "Between": "tabletop.analysis",
    "CHANCE": "tabletop.game",
    "Command": "tabletop.sitting",
    "Course": "tabletop.course",
    "Deal": "tabletop.hands",
    "Detail": "tabletop.style",
    "Game": "tabletop.game",
    "GameOptions": "tabletop.game",
    "Good": "tabletop.tones",
    "HandsGame": "tabletop.hands",
    "IllegalMove": "tabletop.illegal",
    "Lesson": "tabletop.course",
    "ManyMatches": "tabletop.skill",
    "MoveValue": "tabletop.analysis",
    "NC_": "tabletop.i18n",
    "N_": "tabletop.i18n",
    "OpenGame": "tabletop.game",
    "Position": "tabletop.course",
    "Practise": "tabletop.course",
    "Progress": "tabletop.analysis",
    "Response": "tabletop.analysis",
    "Result": "tabletop.game",
    "Sitting": "tabletop.sitting",
    "Skill": "tabletop.skill",
    "Solved": "tabletop.analysis",
    "Solver": "tabletop.analysis",
    "Strategy": "tabletop.skill",
    "Style": "tabletop.style",
    "Tell": "tabletop.course",
    "Texts": "tabletop.i18n",
    "Together": "tabletop.skill",
    "Try": "tabletop.course",
    "bids": "tabletop.pieces.bids:",
    "cards": "tabletop.pieces.cards:",
    "crosses": "tabletop.pieces.crosses:",
    "dealing": "tabletop.pieces.dealing:",
    "dice": "tabletop.pieces.dice:",
    "grids": "tabletop.pieces.grids:",
    "heaps": "tabletop.pieces.heaps:",
    "hookimpl": "tabletop.hooks",
    "hubs": "tabletop.pieces.hubs:",
    "scenes": "tabletop.pieces.scenes:",
    "scoring": "tabletop.scoring:",
    "seats": "tabletop.seats:",
    "sheets": "tabletop.pieces.sheets:",
    "tiles": "tabletop.pieces.tiles:",
    "tracks": "tabletop.pieces.tracks:",
    "trains": "tabletop.pieces.trains:",
    "who": "tabletop.naming",
}
"""Where each public name lives; ``module:`` stands for the module itself."""


def __dir__() -> list[str]:
    return [*_PLACES, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'tabletop' has no attribute {name!r}")
    place, whole, _rest = _PLACES[name].partition(":")
    module = import_module(place)
    value = module if whole else getattr(module, name)
    globals()[name] = value
    return value
