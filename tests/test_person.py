"""The person at the keyboard: a mark in files, “You” or a chosen name wherever somebody reads."""

import json

import pytest
from scripted import ScriptedConsole, host_in

from tabletop import i18n, setup
from tabletop.match import Header, Seat
from tabletop.person import ME, marked
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Matches, Profiles, Settings
from tabletop.table.reader import Reader
from tabletop.table.requests import Resign
from tabletop.table.telling import told
from tabletop.terminal.menu import Menu
from tabletop.terminal.session import Session as Host
from tabletop.terminal.stats_page import StatsPage

YOU = {"en": "You", "de": "Du", "it": "Tu", "da": "Du"}
BO, CPU = Seat(name="Bo"), Seat(name="CPU 2", player="cpu", level="easy")
WON = ["1 roll", "* 6", "1 hold"]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home of one's own."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    return tmp_path


def play(folder, code="en", seats="you,cpu:easy", lines=("roll", "hold")):
    """The first lines of a match of Pig in a language, read at a screen."""
    i18n.use_language(code)
    console = ScriptedConsole(lines)
    here = host_in(folder, console, speed="off")
    listing = here.catalogue.find("pig")
    here.start(listing, load(listing), setup.read_seats(seats, here.person), {"target": 100}, 1)
    return console


def kept(folder, *seats, events=WON, finish=True):
    """A match in a file with these seats; its id."""
    here = host_in(folder, ScriptedConsole())
    with here.matches.create(Header(game="pig", options={"target": 6}, seats=seats)) as save:
        for event in events:
            save.append(event)
        if finish:
            save.finish("finished", (6, 0), (1, 2))
        return save.id


def headers(folder):
    matches = Matches(Home(folder))
    return [matches.look(found.id).header for found in matches.list()]


# In files


@pytest.mark.parametrize("code", YOU)
@pytest.mark.parametrize("name", [None, "Ada"])
def test_a_match_file_holds_the_mark_in_every_language_and_under_every_name(home, code, name):
    Profiles(Home(home)).rename(name)
    console = play(home, code)
    assert headers(home)[0].seats[0] == Seat(name=ME)
    assert console.prompts[0] == f"{name or YOU[code]}> "


@pytest.mark.parametrize("text", ["@me", "@me,cpu", "cpu,@me"])
def test_the_mark_is_refused_as_a_typed_name(tabletop, text):
    code, out, err = tabletop("play", "pig", "--seats", text)
    assert (code, out) == (2, "")
    assert "“@me” can't be a name: it stands for the person at the keyboard." in err
    assert "Traceback" not in err


def test_the_mark_is_refused_at_the_table_and_as_a_chosen_name(home, tabletop):
    console = play(home, lines=["seat 2 @me"])
    assert any("“@me” can't be a name" in told for told in console.problems)
    code, _out, err = tabletop("settings", "name=@me")
    assert code == 2
    assert "“@me” can't be a name" in err
    with pytest.raises(ValueError, match="@me"):
        Profiles(Home(home)).rename(ME)


def test_a_name_that_means_the_person_is_the_person():
    assert setup.read_seats("Ada,Bo", "Ada") == (Seat(name=ME), BO)
    for text in ("you,Ada", "Ada,you", "you,you"):
        with pytest.raises(ValueError, match="Seat 2: Ada sits at this table already"):
            setup.read_seats(text, "Ada")
    assert setup.write_seats(setup.read_seats("you,cpu:easy,Bo", "Ada")) == "you,cpu:easy,Bo"


# Matches of earlier programs


@pytest.mark.parametrize("name", ["You", "Du", "Tu"])
def test_in_an_old_match_the_only_human_with_such_a_name_is_the_person(home, name):
    match_id = kept(home, Seat(name=name), CPU, finish=False)
    (raw,) = headers(home)
    assert raw.seats[0].name == name
    for code, you in YOU.items():
        i18n.use_language(code)
        console = ScriptedConsole()
        here = host_in(home, console, speed="off")
        assert f"{you} 6, CPU 2 0" in here.listing.line(here.matches.find(match_id))
        here.watch(match_id, 1)
        assert name == you or name not in console.text.split()


def test_others_with_such_a_name_stay_who_they_are():
    several = (Seat(name="Tu"), BO)
    cpu = (Seat(name="You", player="cpu", level="easy"), CPU)
    assert (marked(several), marked(cpu), marked((BO, CPU))) == (several, cpu, (BO, CPU))


def test_what_was_chosen_last_by_an_earlier_program_is_the_person(home):
    here = host_in(home, ScriptedConsole())
    here.profiles.remember("pig", [{"name": "Tu"}, CPU.model_dump()], {})
    listing = here.catalogue.find("pig")
    assert here.last_choice(listing, load(listing))[0] == (Seat(name=ME), CPU)


# Shown


def test_no_other_language_is_left_at_a_table_that_was_begun_in_one(home):
    play(home, "it", lines=["roll"])
    i18n.use_language("de")
    console = ScriptedConsole(["score", "seat", "last"])
    host_in(home, console, speed="off").resume(None)
    assert set(console.prompts) == {"Du> "}
    assert "Tu" not in console.text.replace(":", " ").replace(">", " ").split()


def test_a_script_reads_the_prompt_as_ever(tabletop):
    _code, out, _err = tabletop("play", "pig", "--seed", "1", typed=["roll"])
    assert "You> " in out


def seated(folder, seats, events=()):
    """The room of a match of Pig to 6, with these events."""
    here = host_in(folder, ScriptedConsole())
    listing = here.catalogue.find("pig")
    game = setup.with_options(load(listing), {"target": 6}, 2)
    save = here.matches.create(here.header(listing, game, seats), events=events)
    return here.room(listing, game, save).table


def test_readers_of_one_table_read_their_own_word(home):
    table = seated(home, (Seat(name=ME), CPU))
    happened, *_others = Resign(0).happen(table, Reader(frozenset({0}), host=True))
    said = {code: told(table, happened, Reader(language=code)).text for code in YOU}
    assert said == {"en": "You resign.", "de": "Du gibst auf.", "it": "Ti arrendi.", "da": "Du giver op."}
    assert told(table, happened, Reader(me="Ada", language="de")).text != said["de"]
    assert "Ada" in told(table, happened, Reader(me="Ada", language="de")).text


@pytest.mark.parametrize(("me", "sentence"), [("", "You win."), ("Ada", "Ada wins.")])
def test_the_person_wins_and_is_listed_under_the_chosen_name(home, me, sentence):
    table = seated(home, (Seat(name=ME), CPU), WON)
    (end,) = table.advance()
    assert told(table, end, Reader(me=me)).text == sentence
    Profiles(Home(home)).rename(me or None)
    here = host_in(home, ScriptedConsole())
    (found,) = here.listing.search(me or "you")
    assert f"{me or 'You'} 6, CPU 2 0" in here.listing.line(found)


# A chosen name


def test_a_name_is_chosen_shown_and_cleared_on_the_command_line(home, tabletop):
    assert "name=none (none or a word)" in tabletop("settings")[1]
    code, out, _err = tabletop("settings", "name=Ada", "speed=off")
    assert code == 0
    assert "name=Ada" in out
    assert Profiles(Home(home)).load().name == "Ada"
    _code, out, _err = tabletop("play", "pig", "--seed", "1", typed=["roll"])
    assert "Ada> " in out
    assert "You>" not in out
    assert "Ada 0, CPU 2 0; turn: Ada" in tabletop("matches")[1]
    assert "name=none" in tabletop("settings", "name=none")[1]
    assert Profiles(Home(home)).load().name is None
    assert "You 0, CPU 2 0; turn: You" in tabletop("matches")[1]


def test_settings_stay_readable_for_an_earlier_program(home, tabletop):
    tabletop("settings", "name=Ada", "speed=fast")
    (row,) = json.loads((home / "settings.json").read_text())["tables"]["settings"].values()
    assert "name" not in row


def test_a_name_is_chosen_in_the_menu(home):
    console = ScriptedConsole(["settings", "name=Ada", "", "new", "pig", "back", "settings", "name=none", "", "quit"])
    Menu(host_in(home, console)).run()
    assert "Seat 1: Ada (person)" in console.text
    assert Profiles(Home(home)).load().name is None


# Records


@pytest.mark.parametrize(("name", "written"), [(None, "You"), ("Ada", "Ada")])
@pytest.mark.parametrize("seat", [ME, "Du"])
@pytest.mark.parametrize("code", YOU)
def test_a_record_holds_the_chosen_name_else_you_in_every_language(home, tabletop, name, written, seat, code):
    Profiles(Home(home)).rename(name)
    match_id = kept(home, Seat(name=seat), CPU)
    _code, out, _err = tabletop("--lang", code, "record", "export", match_id)
    assert json.loads(out)["seats"][0]["name"] == written
    assert "@me" not in out


def test_a_record_of_version_2_holds_no_mark_either(home, tabletop):
    here = host_in(home, ScriptedConsole())
    with here.matches.create(Header(game="pig", options={"target": 6}, seats=(BO, CPU))) as save:
        save.append("1 roll")
        save.append("* 5")
        save.note("player", {"seat": 1, "name": ME})
        match_id = save.id
    _code, out, _err = tabletop("record", "export", match_id)
    assert '! seat 1 {\\"name\\": \\"You\\", \\"player\\": \\"human\\"}' in out
    assert "@me" not in out


@pytest.mark.parametrize(("name", "stays"), [("You", "You"), ("Tu", "Tu"), ("@me", "me")])
def test_a_name_in_a_record_from_elsewhere_is_only_a_name(home, tmp_path, tabletop, name, stays):
    seats = [{"name": name}, {"name": "CPU 2", "player": "cpu", "level": "easy"}]
    record = {"format": "tabletop-record", "version": 1, "game": "pig", "seats": seats, "events": ["1 roll", "* 3"]}
    file = tmp_path / "a.json"
    file.write_text(json.dumps(record))
    assert tabletop("record", "check", str(file))[0] == 0
    assert tabletop("record", "import", str(file))[0] == 0
    assert headers(home)[0].seats[0].name == stays
    assert f"{stays} 0, CPU 2 0" in tabletop("--lang", "de", "matches")[1]


# Statistics


def test_four_languages_over_one_home_are_one_person(home, tabletop):
    for seat in (ME, "You", "Du", "Tu"):
        kept(home, Seat(name=seat), CPU)
    here = host_in(home, ScriptedConsole())
    (found,) = here.statistics().tallies
    assert (found.key.person, found.played) == (ME, 4)
    for code, you in YOU.items():
        i18n.use_language(code)
        console = ScriptedConsole()
        StatsPage(host_in(home, console)).say()
        assert f": {you}\n" in console.text
    i18n.use_language("en")
    for person in ("you", "Tu", "@me"):
        assert json.loads(tabletop("stats", "--json", "--person", person)[1])["tallies"][0]["person"] == ME
    assert json.loads(tabletop("stats", "--json", "--person", "Ada")[1])["tallies"] == []
    Profiles(Home(home)).rename("Ada")
    assert json.loads(tabletop("stats", "--json", "--person", "ada")[1])["tallies"][0]["played"] == 4


def test_rows_that_an_earlier_program_counted_are_the_person(home):
    match_id = kept(home, Seat(name="Tu"), CPU)
    seats = [
        {"name": "Tu", "player": "human", "level": None, "side": 0, "rank": 1, "share": 1.0, "points": 6},
        {"name": "CPU 2", "player": "cpu", "level": "easy", "side": 1, "rank": 2, "share": 0.0, "points": 0},
    ]
    row = {"id": match_id, "game": "pig", "rules": "house", "finished": "2026-11-30T12:00:00Z", "seats": seats}
    document = {"format": "tabletop-statistics", "version": 1, "tables": {"matches": {"1": row}}}
    (home / "statistics.json").write_text(json.dumps(document))
    here = Host(ScriptedConsole(), Catalogue([]), Home(home), Settings())
    assert [found.key.person for found in here.statistics().tallies] == [ME]
