"""A plugin whose CPU players tell where they were asked and then do whatever their names say, and who asks them."""

import asyncio
import os
from random import Random
from threading import Event

from distributions import GAME
from processes import LAST_RESORT

from tabletop.rooms.processes import InProcess
from tabletop.rooms.replica import Engagement, Installed
from tabletop.rooms.threads import in_thread

PLAYER = '''
import os
import random
import sys

from tabletop.cpu.budget import Budget, Meter


class Player:
    """Tells a pipe that it was asked, in which process and what it saw; then it does what its name says."""

    def __init__(self, what="chooses"):
        self.what = what
        self.pipe = None

    def choose(self, view, moves, rng):
        if "BEGUN" in os.environ:
            if self.pipe is None:
                self.pipe = open(os.environ["BEGUN"], "w")
            print(os.getpid(), self.what, *view, file=self.pipe, flush=True)
        return getattr(self, self.what)(moves, rng) or moves[-1]

    def chooses(self, moves, rng):
        pass

    def busy(self, moves, rng):
        while True:
            pass

    def waits(self, moves, rng):
        with open(os.environ["GATE"], "rb", buffering=0) as gate:
            gate.read(1)

    def heeds(self, moves, rng):
        meter = Meter(Budget(10**12))
        meter.begin()
        while meter.more():
            pass

    def raises(self, moves, rng):
        raise RuntimeError("no idea")

    def lies(self, moves, rng):
        return "leap"

    def leaves(self, moves, rng):
        os._exit(3)

    def babbles(self, moves, rng):
        import gc

        for file in gc.get_objects():
            if getattr(file, "mode", "") == "w" and getattr(file, "name", "") not in (1, 2, os.environ.get("BEGUN")):
                print("no JSON", file=file, flush=True)

    def slips(self, moves, rng):
        from tabletop.guard.calls import working

        for _again in range(2):
            try:
                {}["rock"]
            except KeyError as error:
                working().lapse("playout_move", error)

    def prints(self, moves, rng):
        print("NOISE in words")
        os.write(1, b"NOISE in bytes\\n")
        assert not sys.stdin.read()
'''
STRATEGIES = """
    def strategies(self):
        return {"medium": Player, "odd": Player}


@hookimpl
"""
GUEST = (
    PLAYER
    + """
from tabletop import hookimpl


@hookimpl
def tabletop_strategies():
    return {"guest": lambda game, what="chooses": Player(what)}
"""
)
CODE = PLAYER + GAME.format(game="odd").replace("@hookimpl\n", STRATEGIES)
ODD = Engagement(Installed("odd", "1.0", "plugin_odd"), "odd", {}, 2, "medium", timed=True)


class Question:
    """What a player in a process wants to know of a question."""

    def __init__(self, *events, seat=0, rng=1):
        self.events, self.seat, self.rng = events, seat, Random(rng)


class Pipe:
    """What the players have told of themselves."""

    def __init__(self, path):
        self.path = path
        os.mkfifo(path)
        self.file = None

    async def told(self):
        """The next that was asked: its process, what it does, and what it sees."""
        pid, what, *view = (await self._elsewhere(self._line)).split()
        return int(pid), what, view

    def _line(self):
        while True:
            self.file = self.file or self.path.open()
            line = self.file.readline()
            if line:
                return line
            self.file.close()  # nobody held it open any more; the next who is asked does
            self.file = None

    async def closed(self):
        """Waits until nobody holds it open any more: the processes have ended."""
        rest = await self._elsewhere(self.file.read)
        self.file.close()
        self.file = None
        return rest

    async def _elsewhere(self, work):
        return await asyncio.wait_for(in_thread(work, Event()), LAST_RESORT)


def asks(player, *questions):
    """What a player answers to questions, one after another."""

    async def ask():
        try:
            return [await asyncio.wait_for(player.choose(question), LAST_RESORT) for question in questions]
        finally:
            player.leave()

    return asyncio.run(ask())


def odd(what="chooses", **more):
    return InProcess(ODD._replace(level=f"odd:{what}"), **more)
