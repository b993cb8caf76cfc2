"""Programs as players of a tournament: each seat of theirs is a process of its own, kept from match to match.

They are named ``exec:NAME`` where they are registered, or by the name that the tournament's own command line gives to a
command. A process is told what its seat may know, and nothing else: see ``docs/reference/player-protocol.md``.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, Final

from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.faults import PlayerFault
from tabletop.cpu.engines.situations import Chronicle, begun
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import PROGRAM, Match
from tabletop.saves.home import Home
from tabletop.saves.programs import Programs, Registered, log_of, registered
from tabletop.tournament.entrants import parted
from tabletop.tournament.plan import Limits, NamedProgram, Plan
from tabletop.tournament.playing import AnyGame, Kind, MatchPlayed, Misplayed

_ = Texts(__file__)

_KINDS: Final[Mapping[str, Kind]] = {"late": "overtime", "illegal": "illegal"}
_SEED_BITS: Final = 53
_MEGA: Final = 1024**2
_HOPELESS: Final = 3
"""After so many starts in a row that failed it isn't started any more."""


def named(
    players: Sequence[str], commands: Mapping[str, Sequence[str]], home: Home, folder: Path
) -> list[NamedProgram]:
    """The programs among the names of a tournament's players.

    ``commands``: those that the command line names, which run in ``folder``; each is a list of arguments. Raises
    ValueError for a name that nobody has.
    """
    words = {parted(word)[0] for player in players for word in player.split("+")}
    unknown = set(commands) - words
    if unknown:
        raise ValueError(_("{name} doesn't play: name it among the players too.").format(name=min(unknown)))
    known = Programs(home)
    found = []
    for word in sorted(words):
        if word in commands:
            row = registered(name=word, command=tuple(commands[word]), folder=str(folder))
        elif word.startswith(PROGRAM):
            row = known.find(word.removeprefix(PROGRAM))
        else:
            continue
        found.append(_program(word, row, home))
    return found


def _program(word: str, row: Registered, home: Home) -> NamedProgram:
    options = tuple(sorted(row.options.items()))
    return NamedProgram(
        word, row.name, row.command, row.folder, options, row.seconds, row.memory, log_of(home, row.name)
    )


def family() -> str:
    """A new mark for the processes of one tournament."""
    return token_hex(8)


def fingerprint(program: NamedProgram) -> str:
    """What tells two programs of one name apart, without telling the command."""
    return sha256(repr(program[2:7]).encode()).hexdigest()[:16]


def bounds_of(text: str, program: NamedProgram, limits: Limits) -> Bounds:
    """What a program may take: the time after ``@``, else that of the tournament, else its own."""
    bound = parted(text)[1]
    if bound.iterations is not None:
        why = _("The player {name} counts no iterations: give it a time, such as {name}@50ms.")
        raise ValueError(why.format(name=program.word))
    usual = Bounds()
    move = bound.seconds or limits.move or program.seconds
    start = usual.start if limits.start is None else limits.start
    return usual._replace(start=start, move=move, grace=max(usual.grace, limits.margin), memory=program.memory * _MEGA)


class ProgramEntrant:
    """A program, in one process of the tournament. See ``Entrant``."""

    def __init__(self, text: str, program: NamedProgram, game: AnyGame, plan: Plan, family: str) -> None:
        """``text``: with a bound, such as ``exec:mine@50ms``. ``family``: a mark that all its processes bear.

        Raises ValueError for a number of iterations, which no program counts here.
        """
        self._bounds = bounds_of(text, program, plan.limits)
        self.name, self.seconds = text, self._bounds.move
        self._program, self._game, self._family = program, game, family
        self._game_id = plan.game.rpartition(":")[2]
        self._free: list[Engine] = []
        self._all: list[Engine] = []
        self._failed = 0
        self._why = ""

    def start(self) -> None:
        """Nothing: a process begins with its first match."""

    def sit(self, seat: int, source: Random) -> "ProgramSeat":
        """A match begins for it in a seat, from 0. Raises PlayerFault."""
        if self._failed >= _HOPELESS:
            raise PlayerFault(self._program.name, "start", self._why)
        engine = self._free.pop() if self._free else self._made()
        try:
            engine.open(begun(self._game_id, self._game, seat, source.getrandbits(_SEED_BITS)))
        except PlayerFault as fault:
            self._free.append(engine)
            self._failed, self._why = self._failed + 1, fault.why
            raise
        self._failed = 0
        return ProgramSeat(self._program.name, engine, self._game, seat, self._free.append)

    def _made(self) -> Engine:
        program = self._program
        engine = Engine(
            program.name,
            program.command,
            folder=Path(program.folder),
            options=dict(program.options),
            bounds=self._bounds,
            log=program.log,
            family=self._family,
        )
        self._all.append(engine)
        return engine

    def close(self) -> None:
        """Its processes end."""
        for engine in self._all:
            engine.close()


class ProgramSeat:
    """A program in a seat of one match: it watches what the seat may see, and chooses."""

    def __init__(self, name: str, engine: Engine, game: AnyGame, seat: int, leave: Callable[[Engine], None]) -> None:
        """``leave`` is given the engine when the match is over."""
        self.name = name
        self.value: float | None = None
        """what it said of its last choice"""
        self._engine, self._game, self._seat, self._leave = engine, game, seat, leave
        self._heard = Chronicle(game, seat)
        self._state: Any = None

    def catch_up(self, events: Sequence[str]) -> None:
        """Hears of what was before the match begins here."""
        if events:
            self._heard.log += Match(self._game, events).log(self._seat)

    def asked(self, state: Any, seat: int) -> None:
        """See ``Watcher``."""
        if seat == self._seat:
            self._state = state

    def chosen(self, state: Any, seat: int, view: Any, moves: Sequence[Any], move: Any, seconds: float) -> None:
        """See ``Watcher``."""
        self._heard.hear(state, seat, move)

    def drawn(self, state: Any, outcome: Any) -> None:
        """See ``Watcher``."""
        self._heard.hear(state, CHANCE, outcome)

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """One of ``moves``. Raises Misplayed."""
        situation = self._heard.situation(self._state, moves)
        try:
            choice = self._engine.choose(situation)
        except PlayerFault as fault:
            raise Misplayed(_KINDS.get(fault.kind, "crash"), fault.why) from fault
        self.value = choice.value
        return moves[list(situation.moves).index(choice.move)]

    def over(self, played: MatchPlayed | None) -> None:
        """The match is over; None: it was broken off."""
        game = self._game
        if played is None or played.blunder is not None:
            self._engine.over(None, [0 for _side in set(game.sides())] if played is None else game.scores(played.state))
        else:
            result = game.result(played.state)
            self._engine.over(result and result.ranks, game.scores(played.state))
        self._leave(self._engine)
