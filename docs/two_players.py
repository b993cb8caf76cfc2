"""Pig between two players that aren't people, and what a German and a Danish reader are told of it."""

import asyncio

from tabletop_pig.games import Pig
from tabletop_pig.position import Position

from tabletop.chance import Seeded
from tabletop.match import Header, Seat, bind
from tabletop.rooms import Room, Turn
from tabletop.table import Memory, Reader, Table


class HoldAt20:
    async def choose(self, turn: Turn) -> str:
        points = Position(*turn.thought.view).points
        return "hold" if points >= 20 and "hold" in turn.thought.moves else "roll"


header = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")), options={"target": 40})
room = Room(Table(bind(Pig, header), Memory(header), Seeded(1)), {0: HoldAt20(), 1: HoldAt20()})
readers = [room.listen(Reader(language=code)) for code in ("de", "da")]
asyncio.run(room.run())
print(*("\n".join(reader.texts()) for reader in readers), sep="\n\n")
