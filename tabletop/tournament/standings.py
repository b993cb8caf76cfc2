"""The figures of a tournament as lines of text."""

from collections.abc import Iterator, Sequence

from tabletop.i18n import Texts
from tabletop.tournament.figures import Interval, superiority
from tabletop.tournament.outcome import Outcome, PairingFigures, PlayerFigures

_ = Texts(__file__)


def lines(outcome: Outcome, title: str) -> Iterator[str]:
    """The tables for people, and what is to be said beside them; ``title`` is the game's."""
    plan = outcome.plan
    head = _(
        "{game}, {seats} seats, {form}, seed {seed}: {count} matches, in pairs with the same luck and changed sides."
    )
    yield head.format(game=title, seats=plan.seats, form=plan.form, seed=plan.seed, count=outcome.whole.matches)
    if not outcome.whole.matches:
        return
    yield ""
    yield from _players(outcome.ranked())
    yield ""
    yield _("The share of the first player of each pairing:")
    yield from _pairings(outcome.pairings)
    yield ""
    yield from _remarks(outcome)


def _players(players: Sequence[PlayerFigures]) -> Iterator[str]:
    head = [_("player"), _("rating"), _("share"), "95 %", _("points"), _("ms a move"), _("failed")]
    rows = [
        [
            found.player,
            f"{found.rating.points:+.0f} ±{found.rating.error:.0f}" if found.rating else "-",
            _share(found.share),
            _interval(found.interval),
            f"{found.points:.1f}",
            f"{1000 * found.seconds_each:.3f}" if found.seconds else "-",
            str(sum(found.failures.values())),
        ]
        for found in players
    ]
    yield from table([head, *rows])


def _pairings(pairings: Sequence[PairingFigures]) -> Iterator[str]:
    head = [_("player"), _("against"), _("share"), "95 %", _("without luck"), "95 %", _("pairs +/=/-"), _("better")]
    rows = []
    for found in pairings:
        adjusted = found.adjusted
        rows.append(
            [
                *found.players,
                _share(found.share),
                _interval(found.interval),
                _share(adjusted[0]) if adjusted else "-",
                _interval(adjusted[1]) if adjusted else "-",
                "/".join(map(str, found.split)),
                _share(superiority(found.tally.scores)),
            ]
        )
    if not any(found.adjusted for found in pairings):
        head, rows = [*head[:4], *head[6:]], [[*row[:4], *row[6:]] for row in rows]
    yield from table([head, *rows])


def _share(share: float) -> str:
    return f"{100 * share:.2f}%"


def _interval(interval: Interval) -> str:
    return f"{100 * interval.low:.2f}-{100 * interval.high:.2f}%"


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns: the first ones of text to the left, figures to the right.

    >>> print("\\n".join(table([["player", "share"], ["hold:20", "50%"]])))
    player   share
    hold:20    50%
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    texts = [any(cell[:1].isalpha() for cell in column[1:]) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, texts, strict=True)
        ]
        yield "  ".join(cells).rstrip()


def _remarks(outcome: Outcome) -> Iterator[str]:
    whole, plan = outcome.whole, outcome.plan
    said = _("Seat 1's side wins {share:.1%}; {turns:.1f} turns a match; margin {margin:g} s.")
    yield said.format(share=whole.first / whole.matches, turns=whole.turns / whole.matches, margin=plan.limits.margin)
    yield from _apart(outcome)
    for player in outcome.players:
        failed = ", ".join(f"{kind} {count}" for kind, count in player.failures.items() if count)
        if failed:
            yield _("{player} failed and lost by rule: {failed}.").format(player=player.player, failed=failed)
    if not outcome.repeatable:
        yield _("Not repeatable: it hung on time or on programs, or a player failed.")
    for pairing in outcome.pairings:
        yield from _verdict(outcome, pairing)


def _apart(outcome: Outcome) -> Iterator[str]:
    """Who has never met, and whose ratings don't compare."""
    names = outcome.plan.players
    met = {frozenset(pairing.players) for pairing in outcome.pairings if pairing.tally.pairs}
    strangers = [
        f"{one} / {other}"
        for number, one in enumerate(names)
        for other in names[number + 1 :]
        if frozenset((one, other)) not in met
    ]
    if strangers:
        yield _("Never met: {names}.").format(names=", ".join(strangers))


def _verdict(outcome: Outcome, pairing: PairingFigures) -> Iterator[str]:
    test = outcome.plan.sprt
    if test is None:
        return
    low, high = test.bounds
    verdict = test.verdict(pairing.tally.scores)
    what = {"first": f"{test.low:.1%}", "second": f"{test.high:.1%}", "open": _("undecided")}[verdict]
    said = _("{one} against {other}: log-likelihood ratio {ratio:.2f} ({low:.2f} to {high:.2f}); accepted: {what}.")
    yield said.format(
        one=pairing.players[0],
        other=pairing.players[1],
        ratio=test.ratio(pairing.tally.scores),
        low=low,
        high=high,
        what=what,
    )
