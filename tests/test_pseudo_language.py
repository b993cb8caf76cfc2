"""Every screen in a language that nobody speaks: no text without its marks, none cut off, no line too long."""

import gettext
import re

import pseudo
import pytest
from screens import GAMES, QUICK, Screen, menu_lines, screens, table_lines

from tabletop import i18n, setup
from tabletop.cli import run
from tabletop.cli import tabletop as command_line
from tabletop.cpu import players
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves.personal import Personal
from tabletop.terminal.menu import Menu
from tabletop.terminal.stats_page import StatsPage
from tabletop.values import allowed_text

IDS = {
    *GAMES,
    *("CPU", "cpu", "easy", "medium", "hard", "expert", "you", "Ada", "Bo", "Tabletop", "tabletop"),
    *("slow", "normal", "fast", "off", "lead", "deal", "xyzzy", "json"),
}
"""What is the same in every language: names, ids, numbers."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("locale")
    pseudo.write(made)
    return made


@pytest.fixture(autouse=True)
def speaking(folder, monkeypatch):
    monkeypatch.setattr(i18n, "_catalogue", pseudo.catalogue_in(folder))
    monkeypatch.setattr(i18n, "languages", lambda: ["en", pseudo.CODE])
    bind = gettext.bindtextdomain
    monkeypatch.setattr(gettext, "bindtextdomain", lambda domain, _folder: bind(domain, str(folder)))
    monkeypatch.setenv("LANGUAGE", "en")
    forget_help_options(command_line)
    i18n.use_language(pseudo.CODE)
    yield
    forget_help_options(command_line)
    i18n.use_language("en")


def forget_help_options(command):
    """Click makes the option --help of a command once, in the language of that moment."""
    command._help_option = None
    for member in getattr(command, "commands", {}).values():
        forget_help_options(member)


def check(console, *ids):
    """Nothing but ids stands outside the marks, and on a screen nothing is wider than it."""
    assert len(console.said) > 3
    known = {word.lower() for word in (*IDS, *ids)}
    meanings = [meaning for offered in console.completions for meaning in offered.values()]
    leaks = {}
    for text in [*(text for text, _role in console.said), *console.prompts, *meanings]:
        leaks |= {word: text for word in pseudo.untranslated(text) if word.lower() not in known}
    assert leaks == {}
    assert console.plain or console.too_wide == []


def option_ids(game):
    """Names of options and of their values: what is typed."""
    model = load(Catalogue.installed().find(game)).options_model
    values = [allowed_text(field) for field in model.model_fields.values()]
    return {*model.model_fields, *re.findall(r"\w[\w-]*", " ".join(values))}


def levels(game):
    """The CPU players of a game."""
    rules = load(Catalogue.installed().find(game))
    return players.offered(rules(rules.options_model(), rules.seat_counts[0]))


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_behind_the_menu(game, plain, tmp_path):
    console, here = screens(tmp_path, menu_lines(game), plain)
    Menu(here).run()
    lessons = {lesson.id for lesson in load(here.catalogue.find(game)).course().lessons}
    check(console, *option_ids(game), *levels(game), *lessons, "nothing")


@pytest.mark.parametrize("plain", [True, False])
def test_the_plugins_page(plain, tmp_path):
    lines = ["plugins", "xyzzy", "install", "", "uninstall", "enable", "disable", "back", "install", "./xyzzy"]
    console, here = screens(tmp_path, [*lines, "back", "quit"], plain)
    here.renew_catalogue()
    Menu(here).run()
    assert console.left == 0
    names = {plugin.distribution for plugin in here.catalogue.plugins}
    folders = " ".join(str(plugin.folder) for plugin in here.catalogue.plugins)
    paths = {*re.findall(r"[\w-]+", folders), *re.findall(r"[^\W\d_][\w-]*", folders)}
    check(console, *names, *paths, *GAMES, "file", "back", "API")


@pytest.mark.parametrize("plain", [True, False])
def test_the_settings(plain, tmp_path):
    console, here = screens(tmp_path, ["settings", "1", "", "language=xx", "", "quit"], plain)
    Menu(here).run()
    check(console, *Personal.model_fields, *option_values(Personal), "xx", "en", pseudo.CODE)


def option_values(model):
    return re.findall(r"\w[\w-]*", " ".join(allowed_text(field) for field in model.model_fields.values()))


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_the_table(game, plain, tmp_path):
    console, here = screens(tmp_path, table_lines(game), plain, speed="off")
    listing = here.catalogue.find(game)
    seats = setup.read_seats("Ada,cpu:easy", here.person)
    here.start(listing, load(listing), seats, {**QUICK}, 3)
    matches = [match.id for match in here.matches.list()]
    check(console, *option_ids(game), *words_of(matches), "play", "middle")
    here.console = console = Screen(["help", "", "back", "auto", "hands", "xyzzy", "quit"], plain=plain)
    here.watch(matches[0])
    check(console, *words_of(matches))


def words_of(matches):
    """The parts of the matches' ids."""
    return [word for match in matches for word in (match, *re.findall("[a-z]+", match))]


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_matches_are_told_from_the_first_event_to_the_review(game, plain, tmp_path):
    lines = [] if game == "passing-game" else ["review"]
    console, here = screens(tmp_path, lines, plain, speed="off")
    listing = here.catalogue.find(game)
    house_rules = {} if game == "passing-game" else {"target_mode": "exact", "roll_limit": "3"}
    for seed, values in ((1, {}), (2, house_rules)):
        seats = setup.read_seats("cpu:easy,cpu:medium", here.person)
        here.start(listing, load(listing), seats, {**QUICK, **values}, seed)
    StatsPage(here).say()
    check(console, *words_of([match.id for match in here.matches.list()]))


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_the_steps_of_lessons(game, plain, tmp_path):
    from tabletop.terminal.course_page import Lessons

    console, here = screens(tmp_path, ["help", "skip"] * 200, plain, speed="off")
    listing = here.catalogue.find(game)
    lessons = Lessons(here, listing, load(listing))
    for lesson in lessons.course.lessons:
        lessons.take(lesson)
    check(console)


def commands(group, prefix=()):
    yield list(prefix)
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*prefix, name))


@pytest.mark.parametrize("words", commands(command_line), ids=" ".join)
def test_help_on_the_command_line(words, capsys):
    assert run(["--lang", pseudo.CODE, *words, "--help"]) == 0
    said = capsys.readouterr().out
    rest = pseudo.outside(said)
    found = re.findall(
        r"(?<![\w-])[^\W\d_][\w-]*", re.sub(r"\[[^\]]*\]|--?[\w-]+ .*?(?=\s\s|\n)|[A-Z-]+\|.*", "", rest)
    )
    names = {name for path in commands(command_line) for name in path}
    known = {"tabletop", "bash", "zsh", "fish", *names, *(part for name in names for part in name.split("-"))}
    assert [word for word in found if word not in known and not word.isupper()] == [], said
    assert max(map(len, said.split("\n"))) <= 80


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "pgi"],
        ["play", "pig", "--seats", "you,cpu:xyzzy"],
        ["play", "pig", "--seats", ""],
        ["play", "pig", "--set", "target=1"],
        ["play", "pig", "--set", "xyzzy=1"],
        ["play", "pig", "--preset", "xyzzy"],
        ["play", "pig", "--seed", "xyzzy"],
        ["play"],
        ["resume", "xyzzy"],
        ["review"],
        ["rules", "xyzzy"],
        ["rules"],
        ["xyzzy"],
        ["--lang", "xyzzy", "games"],
        ["solve", "passing-game"],
        ["record", "replay", "xyzzy"],
        ["learn", "pig", "xyzzy"],
    ],
    ids=" ".join,
)
def test_complaints_on_the_command_line(arguments, capsys):
    assert run(["--lang", pseudo.CODE, *arguments]) == 2
    said = capsys.readouterr().err
    rest = pseudo.outside(said.removeprefix("tabletop: "))
    assert pseudo.OPEN in said
    assert [word for word in re.findall(r"[^\W\d_]{2,}", rest) if not word.isupper()] == [], said


def test_a_plugin_without_translations_shows_its_english(tmp_path):
    texts = i18n.Texts(tmp_path / "tabletop_other" / "__init__.py")
    i18n.use_language("de")
    assert texts("Throw the pigs") == "Throw the pigs"
    assert texts.plural("{n} pig", "{n} pigs", 2) == "2 pigs"
    assert texts.context("command", "throw") == "throw"


def test_the_list_of_plugins(capsys):
    assert run(["--lang", pseudo.CODE, "plugins", "list"]) == 0
    said = capsys.readouterr().out
    words = pseudo.untranslated(re.sub(r"file://[^;⟧]*", "", said))
    assert {word for word in words if word not in GAMES and not word.startswith("tabletop")} == set()
