"""``tabletop tournament``: many matches between CPU players."""

import csv
import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tabletop import setup
from tabletop.cli.arguments import GameType, plain_option
from tabletop.cli.folders import folder_name, folder_option, listing_in
from tabletop.cli.pictures import check_picture, write_picture
from tabletop.cli.progress import Bar
from tabletop.cli.tournament_players import commands_of, names_of, try_out
from tabletop.complaints import printable
from tabletop.guard.output import own_output
from tabletop.host import lend_cache
from tabletop.i18n import N_, Texts
from tabletop.lines import can_encode
from tabletop.match import with_options
from tabletop.plugins.find.catalogue import load
from tabletop.record import strict_json
from tabletop.saves import Home
from tabletop.style import Style
from tabletop.terminal import chart
from tabletop.tournament import plots, standings
from tabletop.tournament.log import ResultsLog
from tabletop.tournament.outcome import Outcome
from tabletop.tournament.plan import GameOrigin, Limits, Plan
from tabletop.tournament.programs import family, fingerprint, named
from tabletop.tournament.schedule import FORMATS
from tabletop.tournament.sprt import Sequential
from tabletop.tournament.started import MakeWorkers, Started, check
from tabletop.tournament.tournament import TournamentFailed

_ = Texts(__file__)

MANY: Final = 1_000_000
"""Matches where a rule is to stop them."""
USUAL: Final = 1_000
_VERDICTS: Final = {"second": 0, "first": 10, "open": 11}
"""Exit codes of ``--sprt``: the higher share is accepted, the lower one, neither."""
_MOST_STARTS: Final = 100_000
if TYPE_CHECKING:
    _Number = click.ParamType[float]
    _Pair = click.ParamType[tuple[float, float]]
else:
    _Number = _Pair = click.ParamType


class Percentage(_Number):
    """A share, such as ``1%`` or ``0.01``."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        return value if isinstance(value, float) else share(value)


class Shares(_Pair):
    """Two shares, such as ``50%,52%``."""

    name = "shares"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """The numbers."""
        if isinstance(value, tuple):
            return value
        one, comma, other = str(value).partition(",")
        if not comma:
            raise ValueError(_("“{text}” should be two shares, such as 50%,52%.").format(text=value))
        return share(one), share(other)


def share(text: str) -> float:
    """The number of ``1%``, ``1 %`` or ``.01``. Raises ValueError."""
    number = text.strip().removesuffix("%").strip()
    try:
        found = float(number)
    except ValueError:
        raise ValueError(_("“{text}” should be a share, such as 1% or 0.01.").format(text=text)) from None
    return found / 100 if "%" in text else found


file_type = click.Path(dir_okay=False, path_type=Path)
seconds_type = click.FloatRange(min=0, min_open=True)


@click.command()
@click.argument("game", required=False, type=GameType())
@click.option("--players", metavar="ONE,OTHER,...", help=N_("CPU players, such as expert,hard@2000,hold:25."))
@click.option("--teams", metavar="A+B,C+D,...", help=N_("Instead: sides of several players each."))
@click.option(
    "--player",
    "programs",
    multiple=True,
    metavar="NAME=COMMAND",
    help=N_("A program as a player, named here for once."),
)
@click.option("--matches", type=click.IntRange(1, 10**9), help=N_("How many for each pairing; they go in pairs."))
@click.option("--seats", type=int, help=N_("How many seats; as few as the game allows, if not given."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A house rule, such as target=50."))
@click.option("--seed", type=int, default=0, help=N_("A whole number: other matches with another."))
@click.option("--jobs", type=click.IntRange(1, 1_000), default=1, help=N_("How many processes play at once."))
@click.option("--format", "form", type=click.Choice(FORMATS), default="round-robin", help=N_("Who meets whom."))
@click.option("--starts", type=file_type, help=N_("A file of beginnings: in each line a list of events."))
@click.option(
    "--until", type=Percentage(), metavar="SHARE", help=N_("Stop when each share is known to within so much.")
)
@click.option("--sprt", type=Shares(), metavar="LOW,HIGH", help=N_("Stop when one of two shares is accepted."))
@click.option("--alpha", type=float, default=0.05, help=N_("How often --sprt may reject the lower share wrongly."))
@click.option("--beta", type=float, default=0.05, help=N_("How often --sprt may reject the higher share wrongly."))
@click.option("--start-limit", type=seconds_type, default=60.0, help=N_("Seconds for a player to get ready."))
@click.option("--match-limit", type=seconds_type, help=N_("Seconds for a match."))
@click.option("--move-limit", type=seconds_type, help=N_("Seconds for a move, where the player's name says none."))
@click.option("--margin", type=click.FloatRange(min=0), default=0.0, help=N_("Seconds that a move may take longer."))
@click.option("--results", type=file_type, help=N_("Keep what is played there, and go on with it."))
@click.option(
    "--json", "json_file", type=file_type, help=N_("Write the figures there, as one JSON document; - is here.")
)
@click.option("--csv", "csv_file", type=file_type, help=N_("Write the pairings there, as a table."))
@click.option("--plot", type=file_type, help=N_("Write a picture there: SVG or PNG."))
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), help=N_("Keep a record of each match there.")
)
@click.option("--cluster", metavar="ADDRESS", help=N_("Play on a Dask cluster: its scheduler's address, or local."))
@folder_option
@plain_option
@click.pass_obj
def tournament(group_plain: bool, /, plain: bool, **options: Any) -> int:
    """Let CPU players play many matches: who is how strong, with what certainty."""
    with own_output() as out:
        return _run(options, plain=plain or group_plain, out=out)


def _run(options: dict[str, Any], *, plain: bool, out: Any) -> int:
    check_picture(options["plot"])
    home = Home.find(os.environ)
    listing = listing_in(options["folder"], options["game"])
    rules = load(listing)
    seats = rules.seat_counts[0] if options["seats"] is None else options["seats"]
    game = lend_cache(home, with_options(rules, setup.read_settings(rules.options_model, options["settings"]), seats))
    commands = commands_of(options["programs"], game)
    names = names_of(options, commands)
    programs = tuple(named(names, commands, home, Path.cwd()))
    plan = _plan(options, names, listing.full_name, str(listing.plugin), game)
    plan = plan._replace(programs=tuple((program.word, fingerprint(program)) for program in programs))
    check(plan)
    origin = GameOrigin(
        listing.full_name, folder_name(options["folder"]), None, game.cache, programs, family() if programs else ""
    )
    for fault in filter(None, (try_out(program, plan) for program in programs)):
        _say(fault)
    kept = options["results"]
    path = kept or _usual_file(home, plan)
    with _started(origin, plan, options, path, forced=kept is not None) as started:
        outcome, why = _played(started, plain=plain)
    if why is None and kept is None:
        path.unlink(missing_ok=True)
    return _tell(options, outcome, listing.title, why, path, out, plain=plain)


def _plan(options: dict[str, Any], names: Sequence[str], name: str, plugin: str, game: Any) -> Plan:
    stops = options["until"] is not None or options["sprt"] is not None
    matches = options["matches"] or (MANY if stops else USUAL)
    if matches % 2:
        _say(_("The matches go in pairs: {count} are played.").format(count=matches + 1))
    starts = _starts(options["starts"]) if options["starts"] else ()
    limits = Limits(options["start_limit"], options["match_limit"], options["move_limit"], options["margin"])
    test = options["sprt"] and Sequential(options["sprt"][0], options["sprt"][1], options["alpha"], options["beta"])
    return Plan(
        game=name,
        plugin=plugin,
        options=game.options.model_dump(mode="json"),
        seats=game.seats,
        players=tuple(names),
        pairs=(matches + 1) // 2,
        form=options["form"],
        seed=options["seed"],
        starts=starts,
        limits=limits,
        until=options["until"],
        sprt=test,
    )


def _starts(file: Path) -> tuple[tuple[str, ...], ...]:
    """The beginnings in a file: in each line a list of events, or a record. Raises ValueError."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(
            _("{file} can't be read: {why}.").format(file=file, why=getattr(error, "strerror", error))
        ) from None
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            found.append(_start(file, number, line))
    if not found or len(found) > _MOST_STARTS:
        raise ValueError(_("{file} should hold 1 to {most} beginnings.").format(file=file, most=_MOST_STARTS))
    return tuple(found)


def _start(file: Path, number: int, line: str) -> tuple[str, ...]:
    try:
        events = strict_json(line)
    except ValueError:
        events = None
    if isinstance(events, dict):
        events = events.get("events")
    if not isinstance(events, list) or not all(isinstance(event, str) for event in events):
        why = _('{file}, line {number}: write a list of events, such as ["1 roll", "* 3"].')
        raise ValueError(why.format(file=file, number=number))
    return tuple(events)


def _usual_file(home: Home, plan: Plan) -> Path:
    """Where an unnamed tournament is kept until it is over: the same command finds it again."""
    key = sha256(json.dumps(plan.to_json(), sort_keys=True).encode()).hexdigest()[:12]
    return home.path / "tournaments" / f"{plan.game.rpartition(':')[2]}-{key}.jsonl"


@contextmanager
def _started(origin: GameOrigin, plan: Plan, options: dict[str, Any], path: Path, *, forced: bool) -> Iterator[Started]:
    """``forced``: whether the results have to be kept. An unnamed file that can't be used is done without."""
    results: Path | None = path
    if not forced:
        try:
            with ResultsLog(path, plan):
                pass
        except ValueError:
            results = None
    with Started(origin, plan, options["jobs"], results, options["records"], _workers(options), apart=True) as started:
        yield started


def _workers(options: dict[str, Any]) -> MakeWorkers | None:
    """Who plays, where it isn't processes of this one."""
    if options["cluster"] is None:
        return None
    from tabletop.tournament.cluster import DaskWorkers

    return lambda origin, plan: DaskWorkers(options["cluster"], origin, plan, options["jobs"])


def _played(started: Started, *, plain: bool) -> tuple[Outcome, str | None]:
    """Plays with a bar on a terminal; why it has ended before its end, None if it hasn't."""
    running = started.tournament
    why = None
    with Bar(sys.stderr, plain=plain) as bar:
        try:
            for count in running.run():
                bar.show(count.done, count.wanted)
        except KeyboardInterrupt:
            why = ""
        except TournamentFailed as error:
            why = str(error)
    return Outcome(running), why


def _tell(
    options: dict[str, Any], outcome: Outcome, title: str, why: str | None, path: Path, out: Any, *, plain: bool
) -> int:
    here = options["json_file"] is not None and str(options["json_file"]) == "-"
    if not here:
        for line in standings.lines(outcome, title):
            print(line, file=out)
        if out.isatty() and not plain and outcome.whole.matches:
            print("\n" + chart.bars({one.player: one.share for one in outcome.ranked()}, _style(out)), file=out)
    _write_files(options, outcome, title, out)
    if why is None:
        return _code(outcome)
    if why:
        _say(why)
    if path.exists():
        _say(_("It isn't over. To go on:"))
        print(_again(options, path), file=sys.stderr, flush=True)
    return 1 if why else 130


def _style(out: Any) -> Style:
    return Style(width=shutil.get_terminal_size().columns, ascii=not can_encode(out))


def _code(outcome: Outcome) -> int:
    test = outcome.plan.sprt
    if test is None or len(outcome.pairings) != 1:
        return 0
    return _VERDICTS[test.verdict(outcome.pairings[0].tally.scores)]


def _write_files(options: dict[str, Any], outcome: Outcome, title: str, out: Any) -> None:
    if options["json_file"] is not None:
        text = json.dumps(outcome.to_json(), ensure_ascii=False, indent=1) + "\n"
        if str(options["json_file"]) == "-":
            out.write(text)
        else:
            _write(options["json_file"], text)
    if options["plot"] is not None:
        write_picture(options["plot"], plots.tournament(outcome, title))
    if options["csv_file"] is not None:
        rows = outcome.rows()
        with _writing(options["csv_file"]) as file:
            table = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


def _write(path: Path, text: str) -> None:
    with _writing(path) as file:
        file.write(text)


@contextmanager
def _writing(path: Path) -> Iterator[Any]:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise ValueError(_("{file} can't be written: {why}.").format(file=path, why=error.strerror)) from None


def _again(options: dict[str, Any], path: Path) -> str:
    """The command that goes on."""
    words = ["tabletop", "tournament", *([options["game"]] if options["game"] else [])]
    given: Sequence[tuple[str, Any]] = [
        ("--plugin", options["folder"]),
        *(("--player", text) for text in options["programs"]),
        *(("--set", setting) for setting in options["settings"]),
        *(
            (
                f"--{name.removesuffix('_file').replace('form', 'format', name == 'form').replace('_', '-')}",
                options[name],
            )
            for name in _AGAIN
        ),
    ]
    for name, value in given:
        if value is not None:
            words += [name, ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    return shlex.join([*words, "--results", str(path)])


_AGAIN: Final = (
    "players",
    "teams",
    "matches",
    "seats",
    "seed",
    "jobs",
    "form",
    "starts",
    "until",
    "sprt",
    "alpha",
    "beta",
    "start_limit",
    "match_limit",
    "move_limit",
    "margin",
    "json_file",
    "csv_file",
    "plot",
    "records",
    "cluster",
)


def _say(line: str) -> None:
    print("tabletop: " + printable(line, 1_000), file=sys.stderr, flush=True)
