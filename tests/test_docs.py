"""What the documentation says is so: its examples run, and nothing that can be typed is missing."""

import re
import runpy
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from scripted import ScriptedConsole, host_in

from tabletop.cli import tabletop
from tabletop.match import Header, Match, Seat
from tabletop.plugins.find.catalogue import GameListing
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.extras import Extras
from tabletop.plugins.find.manifest import read_manifest
from tabletop.saves import Matches, Settings
from tabletop.terminal.seated import Departure
from tabletop.terminal.shell import Shell

DOCS = Path(__file__).parent.parent / "docs"
PLAY = (DOCS / "play.md").read_text("utf-8")
PLAYERS = PLAY + (DOCS / "plugins.md").read_text("utf-8") + (DOCS / "plugins-safety.md").read_text("utf-8")
DETAIL = (DOCS / "game-in-detail.md").read_text("utf-8")


def snippets(language):
    """The fenced blocks of a language in the guide for authors, in order."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", DETAIL, re.MULTILINE | re.DOTALL)
    assert found
    return found


@pytest.fixture(scope="module")
def guide():
    """The names that the guide's Python has defined, run in order."""
    names = {"__name__": "guide"}
    for number, snippet in enumerate(snippets("python"), 1):
        exec(compile(snippet, f"game-in-detail.md, snippet {number}", "exec"), names)
    return names


@pytest.fixture
def listing(guide, tmp_path):
    """The guide's game with the guide's manifest."""
    manifest = next(snippet for snippet in snippets("toml") if snippet.startswith("api"))
    (tmp_path / "tabletop.toml").write_text(manifest, "utf-8")
    found = read_manifest(tmp_path)
    return GameListing(found.games[0], Plugin("my-game", "1.0", "tabletop_my_game", tmp_path, found))


def test_the_guides_game_is_played_through_match(guide):
    assert isinstance(guide["match"], Match)
    assert guide["match"].to_act is None
    assert max(guide["match"].game.scores(guide["match"].state)) >= 20


def test_the_guides_manifest_and_hook_fit_together(guide, listing):
    games = guide["tabletop_games"]()
    assert list(games) == [listing.id]
    seats = games[listing.id].seat_counts
    assert listing.entry.seats == (seats[0], seats[-1])


@pytest.mark.parametrize("plain", [True, False])
def test_the_guides_game_is_played_at_a_table(guide, listing, tmp_path, plain):
    game = guide["Race"](guide["GameOptions"](), 3)
    header = Header(game="race", seats=(Seat(name="Ada"), Seat(name="Bo"), Seat(name="C", player="cpu", level="easy")))
    console = ScriptedConsole(["help", "rules"] + ["t"] * 60, plain=plain)
    here = host_in(tmp_path / "home", console, speed="off")
    here.matches = Matches(here.home)
    with here.matches.create(header, seed=1) as save:
        assert here.sit(listing, here.room(listing, game, save), save) is Departure.FINISHED
    assert {"t"} >= {said.split("”")[0].lstrip("“") for said in console.problems}
    assert re.search(r"^(Ada|Bo|C) wins\.$", console.text, re.MULTILINE)


def every_command(group, prefix=("tabletop",)):
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from every_command(command, (*prefix, name))
        else:
            yield " ".join((*prefix, name)), command


@pytest.mark.parametrize(("words", "command"), [pytest.param(*found, id=found[0]) for found in every_command(tabletop)])
def test_every_command_and_option_is_documented(words, command):
    assert words in PLAYERS
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert max(parameter.opts, key=len) in PLAYERS, f"{words} {parameter.opts}"


def test_every_table_command_is_documented():
    class Nobody:
        console = None
        extras = Extras(lambda: (), print)

        def look(self):
            return SimpleNamespace(questions={})

    for name in Shell(Nobody()).general:
        assert f"`{name}`" in PLAY or f"`{name} " in PLAY


def test_every_setting_is_documented():
    for name in Settings.model_fields:
        assert f"`{name}`" in PLAY


def test_two_players_play_and_two_readers_are_told_in_their_languages(capsys):
    script = DOCS / "two_players.py"
    assert len(script.read_text("utf-8").splitlines()) <= 25
    runpy.run_path(str(script))
    german, danish = (told.split("\n") for told in capsys.readouterr().out.strip().split("\n\n"))
    assert len(german) == len(danish) > 10
    assert german[0] == "Ada: würfelt"
    assert danish[0] == "Ada: slår"
    assert re.fullmatch("(Ada|Bo) gewinnt.", german[-1])
    assert re.fullmatch("(Ada|Bo) vinder.", danish[-1])
