"""A tournament: rounds of pairings, chunks of pairs handed out to workers, and when there is enough.

Chunks are numbered, and whether a pairing is decided is looked at chunk by chunk in their order. What was played beyond
that is thrown away, so the same seed gives the same result whatever the number of workers.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple

from tabletop.i18n import Texts
from tabletop.tournament.figures import paired
from tabletop.tournament.log import Place, ResultsLog
from tabletop.tournament.plan import Plan, Task, chunks
from tabletop.tournament.pools import Answer, ProcessPool, Workers, first_done
from tabletop.tournament.schedule import next_round
from tabletop.tournament.tally import Sums

_ = Texts(__file__)

FEWEST: Final = 20
"""Pairs before a pairing may be said to be known well enough."""


class TournamentFailed(Exception):
    """The rules, or the start of a player, went wrong: a sentence."""


class Count(NamedTuple):
    """How far a tournament is: matches."""

    done: int
    wanted: int
    """of the rounds that are known, unless it ends before"""


class Pairing:
    """Two players who meet, and what their matches have come to so far."""

    def __init__(self, number: int, one: int, other: int, plan: Plan, *, fast: bool) -> None:
        self.number, self.one, self.other = number, one, other
        self._plan = plan
        self._chunks = list(chunks(plan.pairs, fast=fast))
        self._next = 0
        self._taken = 0
        self._waiting: dict[int, Sums] = {}
        self.tally = Sums()
        self.decided = False
        """whether a rule has stopped it"""

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played."""
        return self.decided or self._taken == len(self._chunks)

    def next_chunk(self) -> tuple[int, int, int] | None:
        """The number, first pair and size of the next chunk to be handed out."""
        if self.decided or self._next == len(self._chunks):
            return None
        number = self._next
        self._next += 1
        return (number, *self._chunks[number])

    def take(self, chunk: int, tally: Sums) -> None:
        """A chunk is done; it counts when all before it are."""
        self._waiting[chunk] = tally
        while not self.decided and self._taken in self._waiting:
            self.tally.add(self._waiting.pop(self._taken))
            self._taken += 1
            self.decided = self._enough()

    def _enough(self) -> bool:
        plan, scores = self._plan, self.tally.scores
        if plan.sprt is not None and plan.sprt.verdict(scores) != "open":
            return True
        if plan.until is None or self.tally.pairs < FEWEST:
            return False
        low, high = paired(scores)
        return (high - low) / 2 <= plan.until


class Tournament:
    """One that is under way."""

    def __init__(
        self,
        plan: Plan,
        workers: Workers,
        fast: Callable[[int, int], bool],
        log: ResultsLog | None = None,
        records: str | None = None,
    ) -> None:
        """``fast``: whether many matches of two players are played at once."""
        self.plan = plan
        self._workers, self._fast, self._log, self._records = workers, fast, log, records
        self.rounds: list[list[Pairing]] = []
        self._under_way: dict[Future[Answer], tuple[Pairing, int, Task]] = {}

    @property
    def pairings(self) -> list[Pairing]:
        """Of all rounds."""
        return [pairing for pairings in self.rounds for pairing in pairings]

    @property
    def over(self) -> bool:
        """Whether every pairing is."""
        return all(pairing.over for pairing in self.pairings)

    def count(self) -> Count:
        """How far it is."""
        done = sum(pairing.tally.matches for pairing in self.pairings)
        wanted = sum(p.tally.matches if p.over else 2 * self.plan.pairs for p in self.pairings)
        return Count(done, wanted)

    def run(self) -> Iterator[Count]:
        """Plays to the end, and tells after each chunk how far it is. Raises TournamentFailed."""
        while pairs := next_round(self.plan.form, len(self.plan.players), self._results()):
            self.rounds.append(
                [
                    Pairing(number, one, other, self.plan, fast=self._fast(one, other))
                    for number, (one, other) in enumerate(pairs)
                ]
            )
            yield from self._round(self.rounds[-1])

    def _results(self) -> list[dict[tuple[int, int], float]]:
        return [{(p.one, p.other): p.tally.share for p in pairings} for pairings in self.rounds]

    def _round(self, pairings: Sequence[Pairing]) -> Iterator[Count]:
        waiting = self._tasks(pairings)
        while True:
            while len(self._under_way) < self._workers.room and (task := next(waiting, None)) is not None:
                self._under_way[self._workers.submit(task[2])] = task
            if not self._under_way:
                break
            broken = []
            for future in first_done(set(self._under_way)):
                pairing, chunk, task_done = self._under_way.pop(future)
                try:
                    self._take(pairing, chunk, task_done, future.result())
                except (BrokenProcessPool, CancelledError):
                    broken.append((pairing, chunk, task_done))
            if broken:
                self._mend(broken)
            yield self.count()

    def _mend(self, broken: list[tuple[Pairing, int, Task]]) -> None:
        """A process has ended: what was under way is played again, one chunk after another, by processes of its own."""
        assert isinstance(self._workers, ProcessPool)
        broken += self._under_way.values()
        self._under_way.clear()
        for pairing, chunk, task in sorted(broken, key=lambda one: (one[1], one[0].number)):
            self._take(pairing, chunk, task, self._workers.alone(task))
        self._workers.renew()

    def _tasks(self, pairings: Sequence[Pairing]) -> Iterator[tuple[Pairing, int, Task]]:
        """The chunks that are to be played, the pairings in turn; what is on the disk isn't."""
        number = len(self.rounds)
        open_ones = list(pairings)
        while open_ones:
            for pairing in list(open_ones):
                found = pairing.next_chunk()
                if found is None:
                    open_ones.remove(pairing)
                    continue
                chunk, first, size = found
                known = self._log.known.get((number - 1, pairing.number, first)) if self._log else None
                if known is not None and known.pairs == size:
                    pairing.take(chunk, known)
                    continue
                name = f"{number}-{pairing.one + 1}-{pairing.other + 1}"
                yield pairing, chunk, Task(pairing.one, pairing.other, first, size, self._records, name)

    def _take(self, pairing: Pairing, chunk: int, task: Task, answer: Answer) -> None:
        if isinstance(answer, str):
            players = self.plan.players
            raise TournamentFailed(
                _("{one} against {other}, pair {pair}: {why}").format(
                    one=players[pairing.one], other=players[pairing.other], pair=task.first + 1, why=answer
                )
            )
        if self._log is not None:
            place: Place = (len(self.rounds) - 1, pairing.number, task.first)
            self._log.keep(place, task.pairs, answer)
        pairing.take(chunk, answer)
