"""Who plays in a tournament: from a name to something that chooses. Other kinds of players plug in at ``find``.

A name is that of a CPU player with its parameters (``hard``, ``hold:25``), with a bound after ``@``: ``expert@50ms`` or
``expert@2s`` is a time for each move, ``hard@2000`` a number of iterations; or ``policy:FILE``, a table that ``tabletop
solve --policy FILE`` has written.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from tabletop.analysis import PolicyReader
from tabletop.cpu import players, search
from tabletop.cpu.budget import Budget
from tabletop.game import Game
from tabletop.guard.calls import Guard
from tabletop.i18n import Texts
from tabletop.skill import Strategy

_ = Texts(__file__)
AnyGame = Game[Any, Any, Any, Any, Any]
AnyStrategy = Strategy[Any, Any]

POLICY: Final = "policy"
_BOUND: Final = re.compile(r"(?P<name>.+)@(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|)")
_PLANNED: Final = 0.8
"""The part of its time that a search plans with, so that it is ready when time is up."""
_MOST_BYTES: Final = 64 * 2**20


class Entrant(Protocol):
    """A player of a tournament, in one process."""

    name: str
    seconds: float
    """the most that a move may take; infinite without a bound"""

    def start(self) -> None:
        """What takes long, once before the first match."""
        ...

    def match(self) -> AnyStrategy:
        """A player who has played nothing yet, for one seat of one match."""
        ...

    def close(self) -> None:
        """After the last match."""
        ...


class CpuEntrant:
    """A CPU player."""

    def __init__(self, name: str, make: Callable[[], AnyStrategy], seconds: float = math.inf) -> None:
        self.name, self._make, self.seconds = name, make, seconds
        self.plain = seconds == math.inf
        """whether nothing of it depends on time"""

    def start(self) -> None:
        """Makes one, which is told to prepare if it knows how to."""
        player = self._make()
        if isinstance(player, Preparing):
            player.prepare(lambda _done: None)

    def match(self) -> AnyStrategy:
        """See ``Entrant``."""
        return self._make()

    def close(self) -> None:
        """Nothing is left open."""


@runtime_checkable
class Preparing(Protocol):
    """A player that has long work to do before its first choice."""

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Does it."""
        ...


class Bound(NamedTuple):
    """What stands after ``@``."""

    iterations: int | None = None
    seconds: float | None = None


def parted(text: str) -> tuple[str, Bound]:
    """A name and its bound. Raises ValueError for a bound that is none.

    >>> parted("expert@50ms")[1].seconds, parted("hard@2000")[1].iterations, parted("hold:25")[0]
    (0.05, 2000, 'hold:25')
    """
    name, at, _bound = text.rpartition("@")
    if not at or text.startswith(POLICY + ":"):
        return text, Bound()
    found = _BOUND.fullmatch(text)
    number = float(found["number"]) if found else 0.0
    if not found or not number or not (found["unit"] or found["number"].isdigit()):
        raise ValueError(
            _("“{text}”: write a time or a number of iterations after “@”, such as expert@50ms or hard@2000.").format(
                text=text
            )
        )
    if found["unit"]:
        return name, Bound(seconds=number / 1000 if found["unit"] == "ms" else number)
    return name, Bound(iterations=int(number))


def find(game: AnyGame, text: str, plugin: str, seconds: float = math.inf) -> Entrant:
    """The player of a name. ``seconds``: the most that a move may take if the name doesn't say so.

    Raises ValueError, with the reason, for a name that means nobody, and PluginFailure.
    """
    name, bound = parted(text)
    make = Guard(plugin).rules(
        _("the CPU player {name}").format(name=name), partial(_maker, game, name, bound), allowed=(ValueError,)
    )
    entrant = CpuEntrant(text, make, seconds if bound.seconds is None else bound.seconds)
    Guard(plugin).rules(_("the CPU player {name}").format(name=name), entrant.match, allowed=(ValueError,))
    return entrant


def _maker(game: AnyGame, name: str, bound: Bound) -> Callable[[], AnyStrategy]:
    if name.startswith(POLICY + ":"):
        return partial(_reader(game).player, _read(Path(name.partition(":")[2])))
    if name in search.LEVELS and bound != Bound() and (bound.iterations or name not in game.strategies()):
        level = search.LEVELS[name]
        budget = Budget(bound.iterations or 10**9, (bound.seconds or math.inf) * _PLANNED)
        return partial(search.Search, game, replace(level, budget=budget))
    if bound.iterations:
        raise ValueError(
            _("The player {name} counts no iterations: give it a time, such as {name}@50ms.").format(name=name)
        )
    word, _colon, parameters = name.partition(":")
    known: Mapping[str, Callable[..., AnyStrategy]] = players.offered(game, timed=False)
    if word not in known:
        return partial(players.find, game, name, timed=False)
    players.find(game, name, timed=False)
    return partial(known[word], *parameters.split("/")) if parameters else known[word]


def _reader(game: AnyGame) -> PolicyReader:
    solver = game.solver()
    if not isinstance(solver, PolicyReader):
        raise ValueError(_("This game reads no policies."))
    return solver


def _read(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise ValueError(_("{file} is no table of a policy.").format(file=file))
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(_("{file} is no table of a policy.").format(file=file)) from None
    except OSError as error:
        raise ValueError(_("{file} can't be read: {why}.").format(file=file, why=error.strerror)) from None


class Team:
    """Several players who share a side: the seats of a side are theirs in turn."""

    def __init__(self, name: str, members: Sequence[Any]) -> None:
        self.name = name
        self.members = members

    def start(self) -> None:
        """Starts each."""
        for member in self.members:
            member.start()

    def close(self) -> None:
        """Closes each."""
        for member in self.members:
            member.close()
