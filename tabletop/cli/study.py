"""``tabletop study``: what a house rule does to a game."""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from tabletop import setup
from tabletop.cli.arguments import GameType, plain_option
from tabletop.cli.folders import folder_name, folder_option, listing_in
from tabletop.cli.pictures import check_picture, write_file, write_picture
from tabletop.cli.progress import Bar
from tabletop.guard.output import own_output
from tabletop.host import lend_cache
from tabletop.i18n import N_, Texts
from tabletop.match import with_options
from tabletop.plugins.find.catalogue import GameListing, load
from tabletop.saves import Home
from tabletop.tournament import curves
from tabletop.tournament import study as studies
from tabletop.tournament.plan import GameOrigin
from tabletop.tournament.standings import table

_ = Texts(__file__)

_RANGE: Final = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})")
_MOST: Final = 1_000


@click.command()
@click.argument("game", required=False, type=GameType())
@click.option(
    "--vary", required=True, metavar="NAME=LOW..HIGH", help=N_("The house rule and its values; or NAME=ONE,OTHER.")
)
@click.option("--players", default="hard", metavar="ONE,...", help=N_("CPU players; each plays against itself."))
@click.option("--matches", type=click.IntRange(1, 10**7), default=200, help=N_("How many under each value."))
@click.option(
    "--iterations",
    type=click.IntRange(0, 10**6),
    default=20,
    help=N_("A search of so many meets one of twice as many; 0: none."),
)
@click.option("--traced", type=click.IntRange(2, 10**6), default=20, help=N_("How many matches these two play."))
@click.option("--seats", type=int, help=N_("How many seats; as few as the game allows, if not given."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A house rule, such as target=50."))
@click.option("--seed", type=int, default=0, help=N_("A whole number: other matches with another."))
@click.option("--jobs", type=click.IntRange(1, 1_000), default=1, help=N_("How many processes play at once."))
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path),
    is_flag=False,
    flag_value=Path("-"),
    help=N_("Write the figures there, as one JSON document; - is here."),
)
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help=N_("Write a picture there: SVG or PNG."))
@folder_option
@plain_option
@click.pass_obj
def study(group_plain: bool, /, plain: bool, **options: Any) -> None:
    """See what a house rule does: who begins, how long it takes, ties, decisions, luck and skill."""
    with own_output() as out:
        _run(options, plain=plain or group_plain, out=out)


def _run(options: dict[str, Any], *, plain: bool, out: Any) -> None:
    check_picture(options["plot"])
    listing = listing_in(options["folder"], options["game"])
    name, games = _games(options, listing)
    size = studies.StudySize(*(options[field] for field in studies.StudySize._fields))
    players = [one.strip().removeprefix("cpu:") for one in options["players"].split(",")]
    lines: list[studies.StudyLine] = []
    played = size.matches * len(players)
    with Bar(sys.stderr, plain=plain) as bar:
        for number, game in enumerate(games):
            bar.show(number * played, len(games) * played)
            lines += _lines(listing, game, name, players, size, folder_name(options["folder"]))
    document = _document(listing, games[0], name, players, size, lines)
    if options["json_file"] is not None:
        text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        if str(options["json_file"]) == "-":
            out.write(text)
        else:
            write_file(options["json_file"], text.encode())
    if str(options["json_file"]) != "-":
        for line in _table(name, lines):
            print(line, file=out)
    if options["plot"] is not None:
        write_picture(options["plot"], curves.study(lines, listing.title, name))


def _games(options: dict[str, Any], listing: GameListing) -> tuple[str, list[Any]]:
    """The option, and the game under each of its values. Raises ValueError for one that can't be."""
    name, equals, text = options["vary"].partition("=")
    name = name.strip().replace("-", "_")
    if not equals or not text.strip():
        raise ValueError(
            _("--vary needs a house rule and its values, such as target=20..50 or ending=immediate,final_turns.")
        )
    rules = load(listing)
    seats = rules.seat_counts[0] if options["seats"] is None else options["seats"]
    home = Home.find(os.environ)
    games = []
    for value in _values(text.strip()):
        settings = setup.read_settings(rules.options_model, [*options["settings"], f"{name}={value}"])
        games.append(lend_cache(home, with_options(rules, settings, seats)))
    return name, games


def _values(text: str) -> Sequence[str]:
    found = _RANGE.fullmatch(text)
    if found is None:
        return [value.strip() for value in text.split(",")]
    low, high = int(found[1]), int(found[2])
    if not 0 <= high - low < _MOST:
        raise ValueError(_("“{text}” should go up, over {most} values at most.").format(text=text, most=_MOST))
    return [str(value) for value in range(low, high + 1)]


def _lines(
    listing: GameListing,
    game: Any,
    name: str,
    players: Sequence[str],
    size: studies.StudySize,
    folder: str | None,
) -> Iterator[studies.StudyLine]:
    plugin = str(listing.plugin)
    value = game.options.model_dump(mode="json")[name]
    traced = studies.trace(GameOrigin(listing.full_name, folder, cache=game.cache), plugin, game, size)
    for player in players:
        yield studies.line(game, plugin, value, player, size, traced)


def _document(
    listing: GameListing, game: Any, name: str, players: Sequence[str], size: studies.StudySize,
    lines: Sequence[studies.StudyLine],
) -> dict[str, Any]:  # fmt: skip
    fixed = game.options.model_dump(mode="json")
    del fixed[name]
    return {
        "format": studies.FORMAT,
        "version": studies.VERSION,
        "game": listing.full_name,
        "plugin": str(listing.plugin),
        "options": fixed,
        "seats": game.seats,
        "vary": name,
        "players": list(players),
        "matches": size.matches,
        "iterations": size.iterations,
        "traced": size.traced,
        "seed": size.seed,
        "rows": [line.to_json() for line in lines],
    }


def _table(name: str, lines: Sequence[studies.StudyLine]) -> Iterator[str]:
    head = [name, _("player"), _("seat 1"), _("turns"), _("decisions"), _("ties"), _("leads"), _("luck"), _("trace")]
    rows = []
    for line in lines:
        value = line.value if isinstance(line.value, str) else json.dumps(line.value)
        trace = line.trace
        rows.append(
            [
                value,
                line.player,
                f"{100 * line.first_seat:.2f}%{'=' if line.exact else ''}",
                f"{line.turns:.1f}",
                f"{line.decisions:.1f}",
                f"{100 * line.ties:.1f}%",
                f"{line.lead_changes:.1f}",
                f"{100 * trace.luck:.0f}%" if trace else "-",
                f"{100 * trace.share:.1f}%" if trace else "-",
            ]
        )
    yield from table([head, *rows])
    yield ""
    if any(line.exact for line in lines):
        yield _("= is exact, and so are the turns beside it; all else was played.")
    yield _("luck: pairs in which each has won once; trace: what a search of twice the iterations wins.")
