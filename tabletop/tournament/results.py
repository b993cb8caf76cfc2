"""What is told of a duel: in lines for people, and as a document for programs."""

from collections.abc import Iterator
from typing import Any, Final

from tabletop.i18n import Texts
from tabletop.tournament.duel import Duel, DuelFailure, Parts
from tabletop.tournament.figures import Strength, score

_ = Texts(__file__)

FORMAT: Final = "tabletop-duel"
VERSION: Final = 1


class Results:
    """The pairs of a duel that are over, and what went wrong, if something did."""

    def __init__(self, duel: Duel, seed: int, wanted: int) -> None:
        """``wanted``: matches, not pairs."""
        self._duel, self._seed, self._wanted = duel, seed, wanted
        self._matches: list[Parts] = []
        self.failure: DuelFailure | None = None

    def play(self) -> Iterator[int]:
        """Plays, and tells after each pair how many matches are over; ends early where one fails."""
        try:
            for pair in self._duel.pairs(self._seed, self._wanted // 2):
                self._matches += pair
                yield len(self._matches)
        except DuelFailure as failure:
            self.failure = failure

    @property
    def scores(self) -> tuple[Strength, ...]:
        """That of each player; none where no pair is over."""
        return tuple(map(score, zip(*self._matches, strict=True)))

    def lines(self, title: str) -> Iterator[str]:
        """The figures for people."""
        count, seats, (one, other) = len(self._matches), self._duel.game.seats, self._duel.names
        if not count:
            yield _("No pair of matches is over.")
            return
        head = _("{game}, {seats} seats: {one} against {other}, {count} matches in pairs, seed {seed}.")
        yield head.format(game=title, seats=seats, one=one, other=other, count=count, seed=self._seed)
        won = _("{player}: {share:.1%} won (95%: {low:.1%} to {high:.1%}), {points:.1f} points on average.")
        took = _("{player}: {decisions} decisions, {each:.3f} ms each, {speed:.0f} a second.")
        played = list(zip(self._duel.names, self.scores, strict=True))
        for name, found in played:
            yield won.format(player=name, share=found.share, points=found.points, **found.interval._asdict())
        yield self._verdict()
        for name, found in played:
            if found.decisions:
                each, speed = 1000 * found.seconds_each, found.per_second
                yield took.format(player=name, decisions=found.decisions, each=each, speed=speed)

    def _verdict(self) -> str:
        for name, found in zip(self._duel.names, self.scores, strict=True):
            if found.interval.low > 0.5:
                return _("{player} is stronger.").format(player=name)
        return _("These matches don't tell who is stronger.")

    def document(self, game: str) -> dict[str, Any]:
        """The figures for programs; ``game`` is its id."""
        scores = self.scores
        failed = self.failure
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": game,
            "seats": self._duel.game.seats,
            "options": self._duel.game.options.model_dump(mode="json"),
            "seed": self._seed,
            "wanted": self._wanted,
            "matches": len(self._matches),
            "players": [
                {"player": name, **_figures(found)}
                for name, found in zip(self._duel.names, scores, strict=bool(scores))
            ],
            "lead": scores[0].points - scores[1].points if scores else None,
            "failure": failed and {"player": failed.player, "seed": failed.seed, "why": str(failed)},
        }


def _figures(found: Strength) -> dict[str, Any]:
    return {
        "won": found.won,
        "share": found.share,
        "low": found.interval.low,
        "high": found.interval.high,
        "points": found.points,
        "decisions": found.decisions,
        "seconds": found.seconds,
        "seconds_each": found.seconds_each,
        "per_second": found.per_second,
    }
