"""What plugins bring beside games, by the examples of the guide; and what happens when one of them fails."""

import re
import sys
from pathlib import Path

import pytest
from distributions import forget_plugins, write_plugin
from scripted import ScriptedConsole, host_in

from tabletop import setup
from tabletop.cpu import players
from tabletop.match import with_options
from tabletop.plugins.find.catalogue import load

GUIDE = (Path(__file__).parent.parent / "docs" / "hooks.md").read_text("utf-8")
STRATEGY, COMMAND, NOTIFICATIONS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
MANIFEST = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)[1]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder on the path, whose modules are forgotten again."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield tmp_path / "site"
    players.invite(dict)
    forget_plugins()


def play(folder, lines, seats="Ada,Bo", game="pig", **options):
    console = ScriptedConsole(lines)
    here = host_in(folder.parent / "home", console, speed="off")
    listing = here.catalogue.find(game)
    here.start(listing, load(listing), setup.read_seats(seats, "You"), options, 1)
    return console, here


def events(here):
    (summary,) = here.matches.list()
    return here.matches.look(summary.id).events


def test_the_guides_cpu_player_plays_any_game(folder):
    write_plugin(folder, "robots", manifest=MANIFEST, code=STRATEGY)
    for game in ("pig", "bigpig"):
        console, _here = play(folder, [], seats="cpu:last,cpu:robots/last", game=game, target=20)
        assert "wins" in console.text
        assert console.problems == []


def test_the_guides_command_answers_at_the_table(folder):
    write_plugin(folder, "robots", manifest=MANIFEST, code=COMMAND)
    console, _here = play(folder, ["lead", "robots:lead", "help lead"])
    assert console.text.count("The lead is 0.") == 2
    assert "by how much the best is ahead" in console.text


def test_the_guides_notifications_hear_what_a_bystander_sees(folder):
    write_plugin(folder, "robots", manifest=MANIFEST, code=NOTIFICATIONS)
    _console, here = play(folder, [], seats="cpu:easy,cpu:easy", target=10)
    heard = sys.modules["plugin_robots"].heard
    (summary,) = here.matches.list()
    assert heard[0] == f"{summary.id} begins"
    assert heard[1:-1] == list(events(here))
    assert heard[-1] == f"ranks {summary.ranks}"


def test_notifications_show_no_hidden_hand(folder):
    write_plugin(folder, "robots", manifest=MANIFEST, code=NOTIFICATIONS)
    _console, here = play(folder, ["quit"], seats="you,cpu:easy", game="passing-game")
    heard = sys.modules["plugin_robots"].heard
    deals = [event for event in events(here) if event.startswith("* deal")]
    assert deals
    assert not set(deals) & set(heard)


BROKEN = STRATEGY.replace('return {"last": Last}', "raise SystemExit(5)")


def test_a_failing_implementation_is_told_once_and_the_others_stand(folder):
    write_plugin(folder, "bad", manifest=MANIFEST, code=BROKEN)
    write_plugin(folder, "robots", manifest=MANIFEST, code=STRATEGY)
    console, _here = play(folder, [], seats="cpu:last,cpu:last", target=10)
    assert "wins" in console.text
    assert [text for text in console.problems if "failed" in text] == [
        "The plugin bad 1.0 failed in tabletop_strategies: SystemExit: 5."
    ]


def test_a_notification_that_fails_is_told_once_and_the_match_goes_on(folder):
    code = NOTIFICATIONS.replace("heard.append(event)", "1 / 0")
    write_plugin(folder, "bad", manifest=MANIFEST, code=code)
    write_plugin(folder, "robots", manifest=MANIFEST, code=NOTIFICATIONS)
    console, here = play(folder, [], seats="cpu:easy,cpu:easy", target=10)
    assert [text for text in console.problems if "failed" in text] == [
        "The plugin bad 1.0 failed in tabletop_match_event: ZeroDivisionError: division by zero."
    ]
    assert sys.modules["plugin_robots"].heard[1:-1] == list(events(here))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise SystemExit(5)", "The plugin bad 1.0 failed in the command lead: SystemExit: 5."),
        ("return None", "The plugin bad 1.0 failed in the command lead: it answered NoneType where"),
        ("raise ValueError('Type lead alone.')", "Type lead alone."),
    ],
)
def test_a_command_that_fails_ends_nothing(folder, body, said):
    code = re.sub(r"    best.*?\n    return .*?\n", f"    {body}\n", COMMAND, flags=re.DOTALL)
    write_plugin(folder, "bad", manifest=MANIFEST, code=code)
    console, here = play(folder, ["lead", "roll"])
    assert console.problems[0].startswith(said)
    assert events(here)[0] == "1 roll"


def test_no_plugin_takes_the_place_of_a_command_or_a_cpu_player(folder):
    taken = COMMAND.replace('"lead":', '"help":') + STRATEGY.replace('"last":', '"hard":')
    write_plugin(folder, "robots", manifest=MANIFEST, code=taken)
    console, here = play(folder, ["help", "h", "robots:help"])
    assert "Ctrl-C clears the line" in console.text
    assert console.text.count("The lead is") == 1
    listing = here.catalogue.find("pig")
    offered = players.offered(with_options(load(listing), {}, 2))
    assert type(offered["hard"]()).__name__ != "GuardedPlayer"
    assert type(offered["robots/hard"]()).__name__ == "GuardedPlayer"


def test_names_that_two_plugins_have_are_reached_by_their_plugins(folder):
    write_plugin(folder, "aaa", manifest=MANIFEST, code=STRATEGY)
    write_plugin(folder, "bbb", manifest=MANIFEST, code=STRATEGY)
    _console, here = play(folder, ["quit"])
    names = set(here.extras.strategies())
    assert names == {"aaa/last", "bbb/last"}


def test_a_plugin_that_provides_nothing_is_not_imported_for_it(folder):
    write_plugin(folder, "quiet", code="raise SystemExit('imported')")
    console, _here = play(folder, ["quit"])
    assert console.problems == []
    assert "plugin_quiet" not in sys.modules
