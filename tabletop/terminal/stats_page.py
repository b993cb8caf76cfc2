"""Statistics as a person reads them: a line for each kind of match, bars for shares, and the line over time."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby

from tabletop import uncounted
from tabletop.i18n import N_, Texts, write_number
from tabletop.person import is_called, shown
from tabletop.plugins.find.catalogue import PluginError, load
from tabletop.saves import SaveError
from tabletop.saves.indexed import Played
from tabletop.saves.tallies import Key, Tally, chosen
from tabletop.saves.when import when
from tabletop.terminal import chart
from tabletop.terminal.advice import thirds
from tabletop.terminal.console import Role
from tabletop.terminal.session import Session

_ = Texts(__file__)

_RULES = {"usual": N_("usual rules"), "house": N_("house rules")}
_WINDOW = 10
"""So many matches are averaged for each point of the line over time."""


class StatsPage:
    """What the statistics say, at a console."""

    def __init__(self, here: Session) -> None:
        """The page of one run of the program."""
        self._host = here
        self._console = here.console
        self._titles = {game.id: game.title for game in here.catalogue.games}

    def say(self, game: str | None = None, person: str | None = None) -> None:
        """All tallies, of one game or one person where given. Raises SaveError."""
        statistics = self._host.statistics(game)
        found = chosen(statistics.tallies, game, person, self._host.me)
        if not found:
            self._console.say(_("No match counts yet: finish one without hints and without taking dice back."))
        for line in uncounted.lines(uncounted.reasons(statistics.left_out, person, self._host.me)):
            self._console.say(line, Role.NOTE)
        for (game_id, name), group in groupby(found, key=lambda one: (one.key.game, one.key.person)):
            self._say_group(game_id, name, list(group))

    def _say_group(self, game: str, person: str, group: Sequence[Tally]) -> None:
        title, person = self._titles.get(game, game), shown(person, self._host.me)
        self._console.say(_("{title}: {person}").format(title=title, person=person), Role.TITLE)
        texts = self._measure_texts(game)
        for one in group:
            for line in self._lines(one, texts):
                self._console.say(line)
        self._say_charts(group)

    def _lines(self, one: Tally, texts: dict[str, str]) -> Iterable[str]:
        indent = "" if self._console.plain else "    "
        yield f"{indent[2:]}{kind(one.key)}:"
        yield indent + _.plural(
            "{n} match played, {won} won, {shared} shared; last {when}",
            "{n} matches played, {won} won, {shared} shared; last {when}",
            one.played,
            won=one.won,
            shared=one.shared,
            when=when(one.last, self._host.clock()),
        )
        yield indent + _("won {share:.0%}; equal players would each win {chance:.0%}").format(
            share=one.share, chance=one.by_chance
        )
        averages = [_("{points:.1f} points in the end").format(points=one.points)]
        for name, value in one.measures.items():
            averages.append(
                texts[name].format(value=value) if name in texts else f"{name} {write_number(value, '.2f')}"
            )
        yield indent + "; ".join(averages)
        if one.accuracy is not None:
            yield indent + _.plural(
                "accuracy {accuracy:.1f} of 100, over {n} match",
                "accuracy {accuracy:.1f} of 100, over {n} matches",
                one.reviewed,
                accuracy=one.accuracy,
            )

    def _measure_texts(self, game: str) -> dict[str, str]:
        """The game's texts for what it measures; none where the game isn't there any more."""
        try:
            rules = load(self._host.catalogue.find(game))
        except PluginError:
            return {}
        return {name: rules.texts(text) for name, text in rules.measure_texts.items()}

    def _say_charts(self, group: Sequence[Tally]) -> None:
        """In plain mode the sentences say what the bars show, and the line over time is said in thirds."""
        style = self._console.style
        if len(group) > 1 and not self._console.plain:
            self._console.say(_("Shares"), Role.NOTE)
            self._console.say(chart.bars({kind(one.key): one.share for one in group}, style))
        for one in group:
            if len(one.shares) >= 2 * _WINDOW:
                self._console.say(_("The share over time, {kind}").format(kind=kind(one.key)), Role.NOTE)
                if self._console.plain:
                    self._console.say(thirds(one.shares))
                else:
                    self._console.say(chart.line(moving(one.shares), style))

    # What takes longer

    def work_out_accuracy(self, game: str | None = None, person: str | None = None) -> None:
        """Reviews the matches of the selection that weren't reviewed, and notes in them how accurate each seat was.

        Ctrl-C stops; what was worked out by then is kept.
        """
        self._host.statistics(game)
        played = [seat for seat in self._host.matches.played(game) if _is_of(seat, person, self._host.me)]
        ids = list(dict.fromkeys(seat.id for seat in played))
        try:
            for number, match_id in enumerate(ids):
                self._say_part(len(ids), number, 0.0)
                try:
                    self._host.counting.note_accuracy(match_id, partial(self._say_part, len(ids), number))
                except (SaveError, PluginError, ValueError) as why:
                    self._console.say(str(why), Role.PROBLEM)
        except KeyboardInterrupt:
            self._console.say(_("Stopped; what was worked out is kept."), Role.NOTE)
        finally:
            self._console.progress("")

    def _say_part(self, matches: int, number: int, part: float) -> None:
        self._console.progress(_("Reviewing the matches"), (number + part) / matches)


def _is_of(seat: Played, person: str | None, me: str) -> bool:
    return person is None or is_called(person, seat.person, me)


def kind(key: Key) -> str:
    """``usual rules, against hard``; people are named so."""
    names = [_("people") if level == "people" else f"CPU {level}" for level in key.opponents]
    return _("{rules}, against {opponents}").format(rules=_(_RULES[key.rules]), opponents=" + ".join(names))


def moving(shares: Sequence[float], window: int = _WINDOW) -> list[float]:
    """The average of each ``window`` matches in a row.

    >>> moving([1, 0, 0, 1, 1], 2)
    [0.5, 0.0, 0.5, 1.0]
    """
    return [sum(shares[start : start + window]) / window for start in range(len(shares) - window + 1)]
