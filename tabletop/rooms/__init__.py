"""The one loop: a room owns a table and asks its players."""

from tabletop.rooms.listener import Listener
from tabletop.rooms.players import Player, Turn
from tabletop.rooms.room import Room

__all__ = ["Listener", "Player", "Room", "Turn"]
