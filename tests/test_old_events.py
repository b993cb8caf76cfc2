"""Matches that an earlier version of a plugin has begun: read, gone on with, or refused with the way back to it."""

import json
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from distributions import GAME, forget_plugins, write_plugin

from tabletop.chance import Again, Entropy
from tabletop.entries import Event, LogHeader, Note
from tabletop.history import History
from tabletop.match import Header, Match, OldEvent, Seat
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.versions import old, way_back
from tabletop.plugins.store import ledger as ledgers
from tabletop.plugins.store.ledger import Ledger, Package, Source
from tabletop.saves import Home, Matches
from tabletop.saves.disk import Disk
from tabletop.saves.format import entry_body, header_body, parse, seal

GOLDEN = Path(__file__).parent / "data" / "match-file-plugin.jsonl"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEATS = (Seat(name="Ada"), Seat(name="Bo"))
HEADER = LogHeader(
    id="race-20261130-k3fq",
    created=NOON,
    seed=None,
    game="race",
    plugin="race",
    plugin_version="1.0",
    options={},
    seats=SEATS,
)
ENTRIES = [
    Event(NOON, "1 step"),
    Event(NOON, "2 step"),
    Note(NOON, "plugin", {"version": "1.2"}),
    Event(NOON, "1 go"),
    Event(NOON, "2 go"),
    Note(NOON, "take_back", {"events": 3}),
    Event(NOON, "2 go"),
]
"""Begun with 1.0, whose moves were steps, and gone on with by 1.2; one of the steps was taken back later."""

READS = """
    def old_event(self, event, state, version):
        asked.append((event, sum(state[1:]), version))
        return event.replace("step", "{word}").replace("go", "{word}")

    def dump(self, state):
        return {{"steps": state}}


asked = []


@hookimpl"""


def code(word, *, reads=True, body=""):
    """The race in which a move is called ``word``."""
    made = "from tabletop import IllegalMove\n" + GAME.format(game="race").replace('"step"', f'"{word}"')
    return made.replace("\n\n@hookimpl", body + (READS.format(word=word) if reads else "\n\n@hookimpl"))


def install(folder, version, word, **more):
    """The race in another version, in the place of the one that was there."""
    package = folder / "plugin_race"
    if not package.exists():
        write_plugin(folder, "race", code=code(word, **more))
    (package / "__init__.py").write_text(code(word, **more) + f"\n# {version}\n", "utf-8")
    (info,) = folder.glob("race-*.dist-info")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: race\nVersion: {version}\n", "utf-8")
    info.rename(folder / f"race-{version}.dist-info")
    forget_plugins()


@pytest.fixture
def file(folder):
    """The golden file among the saved matches."""
    path = folder.parent / "home" / "matches" / "race-20261130-k3fq.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(GOLDEN.read_bytes())
    return path


def notes_and_events(file):
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]]
    return [line.get("event") or (line["note"], line["data"]) for line in lines]


def test_the_golden_file_is_what_these_entries_are():
    line, crc = seal(header_body(HEADER), 0)
    lines = [line]
    for number, entry in enumerate(ENTRIES, 1):
        line, crc = seal(entry_body(number, entry), crc)
        lines.append(line)
    assert b"".join(lines) == GOLDEN.read_bytes()


def test_a_history_knows_which_version_wrote_what():
    history = History(HEADER, parse(GOLDEN.read_bytes()).entries)
    assert history.events == ["1 step", "2 go"]
    assert history.versions == ["1.0", "1.2"]
    assert history.version == "1.2"


def test_only_what_an_earlier_version_wrote_is_old():
    plugin = Plugin("race", "1.10", "plugin_race", Path())
    assert old(["1.9", "1.10", "2.0", None, "odd"], plugin) == ("1.9", "", "", "", "")
    assert old(["1.9"], Plugin("race", "odd", "plugin_race", Path())) == ("",)


def test_another_version_goes_on_and_notes_it_once(tabletop, folder):
    install(folder, "1.0", "step")
    tabletop("play", "race", "--seats", "Ada,Bo", "--plain", typed="step\nstep\n")
    (file,) = (folder.parent / "home" / "matches").glob("*.jsonl")
    before = file.read_bytes()
    install(folder, "1.2", "go")
    code, out, err = tabletop("resume", "--plain", typed="log\nlast\ngo\ngo\n")
    assert (code, err) == (0, "")
    assert "Ada: go.\nBo: go.\n" in out
    assert "Bo: go" in out
    assert file.read_bytes().startswith(before)
    assert notes_and_events(file)[:2] == ["1 step", "2 step"]
    assert [one for one in notes_and_events(file)[2:] if one[0] != "left"] == [
        ("plugin", {"version": "1.2"}),
        "1 go",
        "2 go",
    ]
    import plugin_race

    assert plugin_race.asked[:2] == [("1 step", 0, "1.0"), ("2 step", 1, "1.0")]
    assert {version for _event, _steps, version in plugin_race.asked} == {"1.0"}


AT_ONCE = """
    def asked(self, state):
        return tuple(range(state[0], self.seats))
"""


def test_what_was_sealed_is_read_as_events_are(tabletop, folder):
    install(folder, "1.0", "step", body=AT_ONCE)
    tabletop("play", "race", "--seats", "Ada,Bo", "--plain", typed="\nstep\n\nquit\n")
    (file,) = (folder.parent / "home" / "matches").glob("*.jsonl")
    before = file.read_bytes()
    install(folder, "1.1", "walk", reads=False, body=AT_ONCE)
    exit_code, _out, err = tabletop("resume", "--plain")
    said = "race 1.1 can't read event 1, “1 …”: what was chosen there isn't revealed yet."
    assert (exit_code, said in err, err.endswith(BACK + "\n")) == (2, True, True)
    assert file.read_bytes() == before
    install(folder, "1.2", "go", body=AT_ONCE)
    code, _out, err = tabletop("resume", "--plain", typed="\ngo\n\nquit\n")
    assert (code, err) == (0, "")
    assert [one for one in notes_and_events(file) if one[0] != "left"] == [
        ("sealed", {"seat": 1, "move": "step"}),
        ("plugin", {"version": "1.2"}),
        ("sealed", {"seat": 1, "move": "go"}),
        "1 go",
        "2 go",
    ]


def test_a_match_that_is_only_looked_at_notes_nothing(tabletop, folder, file):
    install(folder, "1.3", "walk")
    for command in (["resume", "--plain"], ["watch", "race", "--plain"], ["matches"], ["record", "export", "race"]):
        assert tabletop(*command)[0] == 0
    assert [one for one in notes_and_events(file) if one[0] == "plugin"] == [("plugin", {"version": "1.2"})]


def test_a_record_is_written_as_this_version_writes(tabletop, folder, file):
    install(folder, "1.3", "walk")
    exit_code, out, err = tabletop("record", "export", "race")
    assert (exit_code, err) == (0, "")
    record = json.loads(out)
    assert record["events"] == ["1 walk", "2 walk"]
    assert record["plugin_version"] == "1.3"
    install(folder, "1.2", "go")
    record = json.loads(tabletop("record", "export", "race")[1])
    assert (record["events"], record["plugin_version"]) == (["1 go", "2 go"], "1.2")


def test_a_record_of_an_earlier_version_is_read(tabletop, folder, tmp_path):
    install(folder, "1.0", "step")
    tabletop("play", "race", "--seats", "Ada,Bo", "--plain", typed="step\nstep\nresign\nyes\n\n")
    (tmp_path / "old.json").write_text(tabletop("record", "export", "race")[1])
    install(folder, "1.2", "go")
    assert tabletop("record", "check", tmp_path / "old.json")[0] == 0
    exit_code, out, err = tabletop("record", "replay", tmp_path / "old.json", "--json")
    assert (exit_code, err) == (0, "")
    assert '"event": "1 go"' in out
    assert tabletop("record", "import", tmp_path / "old.json")[0] == 0
    imported = Matches(Home(folder.parent / "home")).list()[0]
    assert Matches(Home(folder.parent / "home")).look(imported.id).events == ["1 go", "2 go"]


CANT = "This match was played with race 1.0; race 1.3 can't read event 1, “1 step”: “step” is not a move of this game."
BACK = "Install race 1.0 again to go on: " + shlex.join([sys.executable, "-m", "pip", "install", "race==1.0"])


@pytest.mark.parametrize(
    "command", [["resume", "--plain"], ["watch", "race", "--plain"], ["record", "export", "race"]], ids=lambda it: it[0]
)
def test_an_upgrade_that_cannot_read_a_match_says_which_version_can(tabletop, folder, file, command):
    before = file.read_bytes()
    install(folder, "1.3", "walk", reads=False)
    exit_code, _out, err = tabletop(*command)
    assert (exit_code, err) == (2, f"tabletop: {CANT} {BACK}\n")
    assert file.read_bytes() == before
    assert "race-20261130-k3fq" in tabletop("matches")[1]
    install(folder, "1.2", "go")
    assert tabletop("resume", "--plain", typed="go\ngo\n")[0] == 0


FAILS = {
    "raises": ('raise KeyError("step")', "The plugin race 1.3 failed in old_event: KeyError: 'step'."),
    "refuses": ('raise IllegalMove("Steps are no more.")', "Steps are no more."),
    "answers": ("return None", "The plugin race 1.3 failed in old_event: it answered NoneType where"),
}


@pytest.mark.parametrize(("body", "why"), FAILS.values(), ids=FAILS)
def test_an_old_event_that_fails_is_named_with_the_way_back(tabletop, folder, file, body, why):
    before = file.read_bytes()
    method = f"\n    def old_event(self, event, state, version):\n        {body}\n"
    install(folder, "1.3", "walk", reads=False, body=method)
    exit_code, _out, err = tabletop("resume", "--plain")
    assert exit_code == 2
    assert f"can't read event 1, “1 step”: {why}" in err
    assert err.endswith(BACK + "\n")
    assert file.read_bytes() == before


def test_an_older_version_is_refused_what_a_newer_one_wrote(tabletop, folder, file):
    install(folder, "1.1", "go")
    exit_code, _out, err = tabletop("resume", "--plain")
    assert exit_code == 2
    assert "This match was played with race 1.2; 1.1 is here, which is older. Install race 1.2 again" in err
    assert "1.1 is here, which is older" in tabletop("matches")[1]
    assert "pip" not in tabletop("matches")[1]


# The way back


def in_store(tmp_path, kind, url="https://example.org/race.whl"):
    root = tmp_path / "plugins"
    package = Package(
        name="race",
        version="1.3",
        requested="race",
        source=Source(kind=kind, url=url),
        wheel="race-1.3-py3-none-any.whl",
        sha256="0" * 64,
    )
    folder = root / "packages-1" / "plugin_race"
    folder.mkdir(parents=True)
    ledgers.write(Disk(), root / "ledger.json", Ledger(folder="packages-1", packages=(package,)))
    return Plugin("race", "1.3", "plugin_race", folder, entry_point="race")


def test_what_came_from_an_index_is_installed_from_there_again(tmp_path):
    said = way_back(in_store(tmp_path, "index"), "1.0")
    assert said == "Install race 1.0 again to go on: tabletop plugins install race==1.0"


@pytest.mark.parametrize("kind", ["wheel", "folder", "archive", "repository"])
def test_what_came_from_elsewhere_is_known_to_whoever_installed_it(tmp_path, kind):
    said = way_back(in_store(tmp_path, kind, "file:///games/race"), "1.0")
    assert said == "Install race 1.0 again to go on, from where you had it: race 1.3 came from file:///games/race."


def test_a_folder_that_is_not_installed(tmp_path):
    assert way_back(Plugin("race", "1.3", "race", tmp_path), "1.0") == "Go on with the folder of race 1.0."


def test_a_damaged_ledger_is_no_hindrance(tmp_path):
    plugin = in_store(tmp_path, "index")
    (tmp_path / "plugins" / "ledger.json").write_text("{")
    assert "-m pip install race==1.0" in way_back(plugin, "1.0")


# Chance that was taken back


class Old:
    """A game in which six was once called VI."""

    def old_event(self, event, state, version):
        return event.replace("VI", "6")

    def parse_outcome(self, text, state):
        return int(text)

    def outcome_notation(self, outcome):
        return str(outcome)


def test_what_chance_gave_under_an_earlier_version_is_given_again():
    assert Again({0: "* VI"}, Entropy()).written_by({0: "1.0"}).outcome(Old(), None, 0) == "6"


def test_the_version_that_wrote_what_was_taken_back_is_known():
    header = LogHeader(
        id="x", created=NOON, seed=None, **Header(game="x", plugin_version="1.0", seats=SEATS).model_dump()
    )
    history = History(header, [Event(NOON, "* VI"), Note(NOON, "take_back", {"events": 1})])
    assert history.given_versions == {0: "1.0"}


def test_a_refusal_in_memory_names_the_event():
    from rock_paper import RockPaper

    from tabletop import GameOptions

    with pytest.raises(OldEvent) as caught:
        Match(RockPaper(GameOptions(), 2), ["1 rock", "2 stone"], ["0.9", "0.9"])
    assert (caught.value.number, caught.value.event, caught.value.version) == (2, "2 stone", "0.9")


def test_who_is_named_in_a_refusal_of_old_is_a_seat():
    from rock_paper import RockPaper

    from tabletop import GameOptions, IllegalMove, who

    class Naming(RockPaper):
        def old_event(self, event, state, version):
            raise IllegalMove(who(1, you="You hold none.", other="{name} holds none."))

    with pytest.raises(OldEvent, match=r"“1 rock”: seat 2 holds none\.$"):
        Match(Naming(GameOptions(), 2), ["1 rock"], ["0.9"])
