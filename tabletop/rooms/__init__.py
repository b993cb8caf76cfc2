"""The one loop: a room owns a table and asks its players."""

from tabletop.rooms.listener import Listener
from tabletop.rooms.players import Ask, Player
from tabletop.rooms.room import Room

__all__ = ["Ask", "Listener", "Player", "Room"]
