"""What a tournament has come to, as plain data: players, pairings, and the document for programs."""

from collections import Counter
from importlib import import_module
from typing import Any, Final, NamedTuple

from tabletop.tournament.figures import Interval, luckless, matches_worth, paired, superiority, wilson
from tabletop.tournament.plan import Plan
from tabletop.tournament.playing import KINDS
from tabletop.tournament.ratings import Rating, components, rate
from tabletop.tournament.tally import Sums
from tabletop.tournament.tournament import Pairing, Tournament

FORMAT: Final = "tabletop-tournament"
VERSION: Final = 1


class PlayerFigures(NamedTuple):
    """One player over all its matches."""

    player: str
    matches: int
    share: float
    """of the first rank, from 0 to 1"""
    interval: Interval
    rating: Rating | None
    """None where it has met nobody"""
    group: int
    """ratings of one group compare"""
    points: float
    """of a side in a match, on average"""
    decisions: int
    seconds: float
    failures: dict[str, int]

    @property
    def seconds_each(self) -> float:
        """What a decision took, on average."""
        return self.seconds / self.decisions if self.decisions else 0.0


class PairingFigures(NamedTuple):
    """Two players who met; everything is seen from the first one."""

    round: int
    """from 1"""
    players: tuple[str, str]
    tally: Sums
    decided: bool
    """whether a rule has stopped it before all its matches"""

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.tally.share

    @property
    def interval(self) -> Interval:
        """Of the share, from the differences in pairs."""
        return paired(self.tally.scores)

    @property
    def adjusted(self) -> tuple[float, Interval] | None:
        """The share with luck taken out, and its interval; None where luck isn't known."""
        return luckless(self.tally)

    @property
    def split(self) -> tuple[int, int, int]:
        """Pairs won, split and lost."""
        scores = self.tally.scores
        won = sum(count for score, count in scores.items() if score > 0.5)
        return won, scores[0.5], self.tally.pairs - won - scores[0.5]


class Outcome:
    """The figures of a tournament, finished or not."""

    def __init__(self, tournament: Tournament) -> None:
        self.plan: Plan = tournament.plan
        self.finished = tournament.over
        names = self.plan.players
        self._pairings: list[tuple[int, Pairing]] = [
            (number, pairing) for number, pairings in enumerate(tournament.rounds, 1) for pairing in pairings
        ]
        self.pairings = [
            PairingFigures(number, (names[found.one], names[found.other]), found.tally, found.decided)
            for number, found in self._pairings
        ]
        """in the order in which they were played"""
        self.players = self._players()
        """in the order in which they were named"""

    def _players(self) -> list[PlayerFigures]:
        played = [(found.one, found.other, found.tally) for _number, found in self._pairings if found.tally.pairs]
        count = len(self.plan.players)
        met: dict[tuple[int, int], tuple[float, float]] = {}
        for one, other, tally in played:
            share, matches = matches_worth(tally.scores)
            before, much = met.get((one, other), (0.5, 0.0))
            met[one, other] = ((before * much + share * matches) / (much + matches), much + matches)
        groups = components(count, list(met))
        ratings = rate(count, met)
        return [self._player(number, played, ratings[number], groups[number]) for number in range(count)]

    def _player(self, number: int, played: list[tuple[int, int, Sums]], rating: Rating, group: int) -> PlayerFigures:
        own = [(0, tally) for one, _other, tally in played if one == number]
        own += [(1, tally) for _one, other, tally in played if other == number]
        scores: Counter[float] = Counter()
        for place, tally in own:
            for score, times in tally.scores.items():
                scores[1 - score if place else score] += times
        matches = sum(tally.matches for _place, tally in own)
        won = sum(tally.matches - tally.won if place else tally.won for place, tally in own)
        finished = sum(tally.finished for _place, tally in own)
        failures: Counter[str] = Counter()
        for place, tally in own:
            failures.update(tally.failures[place])
        return PlayerFigures(
            player=self.plan.players[number],
            matches=matches,
            share=won / matches if matches else 0.5,
            interval=paired(scores),
            rating=rating if matches else None,
            group=group,
            points=sum(tally.points[place] for place, tally in own) / finished if finished else 0.0,
            decisions=sum(tally.decisions[place] for place, tally in own),
            seconds=sum(tally.seconds[place] for place, tally in own),
            failures={kind: failures[kind] for kind in KINDS},
        )

    @property
    def whole(self) -> Sums:
        """The sums of all pairings; what belongs to one player means nothing in it."""
        found = Sums()
        for pairing in self.pairings:
            found.add(pairing.tally)
        return found

    @property
    def repeatable(self) -> bool:
        """Whether the same command gives the same result: nobody has failed or is bounded by time."""
        timed = any("@" in name and name[-1] == "s" for name in self.plan.players) or self.plan.limits.move is not None
        timed = timed or bool(self.plan.programs)
        return not timed and not any(any(player.failures.values()) for player in self.players)

    def ranked(self) -> list[PlayerFigures]:
        """The players, the best first."""
        return sorted(self.players, key=lambda one: (one.group, -(one.rating.points if one.rating else -1e9)))

    def to_json(self) -> dict[str, Any]:
        """The document that ``docs/reference/tournament.md`` describes."""
        whole = self.whole
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.plan.game,
            "plugin": self.plan.plugin,
            "options": self.plan.options,
            "seats": self.plan.seats,
            "schedule": self.plan.form,
            "seed": self.plan.seed,
            "limits": self.plan.limits._asdict(),
            "finished": self.finished,
            "repeatable": self.repeatable,
            "matches": whole.matches,
            "first_seat": whole.first / whole.matches if whole.matches else None,
            "turns": whole.turns / whole.matches if whole.matches else None,
            "players": [_player_json(player) for player in self.ranked()],
            "pairings": [self._pairing_json(pairing) for pairing in self.pairings],
        }

    def _pairing_json(self, pairing: PairingFigures) -> dict[str, Any]:
        tally, adjusted = pairing.tally, pairing.adjusted
        won, split, lost = pairing.split
        each = max(1, tally.finished)
        sprt = self.plan.sprt
        return {
            "round": pairing.round,
            "players": list(pairing.players),
            "share": pairing.share,
            "interval": list(pairing.interval),
            "wilson": list(wilson(tally.won, tally.matches)) if tally.matches else [0.0, 1.0],
            "matches": tally.matches,
            "pairs": {"won": won, "split": split, "lost": lost},
            "superiority": superiority(tally.scores),
            "adjusted": adjusted and {"share": adjusted[0], "interval": list(adjusted[1])},
            "points": [points / each for points in tally.points],
            "first_seat": tally.first / tally.matches if tally.matches else None,
            "turns": tally.turns / tally.matches if tally.matches else None,
            "failures": [{kind: each_one[kind] for kind in KINDS} for each_one in tally.failures],
            "decided": pairing.decided,
            "sprt": sprt
            and {
                "ratio": sprt.ratio(tally.scores),
                "bounds": list(sprt.bounds),
                "shares": [sprt.low, sprt.high],
                "verdict": sprt.verdict(tally.scores),
            },
        }

    def to_pandas(self) -> Any:
        """The pairings as a data frame, where pandas is there. Raises ImportError where it isn't."""
        return import_module("pandas").DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """The pairings as rows of a table: what ``--csv`` writes."""
        return [_row(self._pairing_json(pairing)) for pairing in self.pairings]


def _player_json(found: PlayerFigures) -> dict[str, Any]:
    rating = found.rating
    return {
        "player": found.player,
        "matches": found.matches,
        "share": found.share,
        "interval": list(found.interval),
        "rating": rating and rating.points,
        "rating_error": rating and rating.error,
        "group": found.group + 1,
        "points": found.points,
        "decisions": found.decisions,
        "seconds_each": found.seconds_each,
        "failures": found.failures,
    }


def _row(found: dict[str, Any]) -> dict[str, Any]:
    adjusted = found["adjusted"] or {"share": None, "interval": [None, None]}
    return {
        "round": found["round"],
        "player": found["players"][0],
        "against": found["players"][1],
        "share": found["share"],
        "low": found["interval"][0],
        "high": found["interval"][1],
        "matches": found["matches"],
        "pairs_won": found["pairs"]["won"],
        "pairs_split": found["pairs"]["split"],
        "pairs_lost": found["pairs"]["lost"],
        "superiority": found["superiority"],
        "adjusted": adjusted["share"],
        "adjusted_low": adjusted["interval"][0],
        "adjusted_high": adjusted["interval"][1],
        "points": found["points"][0],
        "points_against": found["points"][1],
        "first_seat": found["first_seat"],
        "turns": found["turns"],
        "failures": sum(found["failures"][0].values()),
        "failures_against": sum(found["failures"][1].values()),
    }
