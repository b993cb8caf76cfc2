"""The catalogues and pages of each language are complete, fresh and sound; the language is the one asked for."""

import ast
import gettext
import os
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from io import BytesIO
from string import Formatter
from types import SimpleNamespace

import pseudo
import pytest
from scripted import ScriptedConsole, host_in
from typed import meant

from tabletop import aliases, i18n, words
from tabletop.cli import language, run
from tabletop.cli import tabletop as command_line
from tabletop.illegal import IllegalMove
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Settings, SettingsFile
from tabletop.saves.when import when
from tabletop.style import Style
from tabletop.terminal.classroom import Classroom
from tabletop.terminal.menu import Menu
from tabletop.terminal.pages import rules_page
from tabletop.terminal.shell import Shell

catalogues = pseudo.load_catalogues()
PACKAGES = {package.name: package for package in catalogues.packages()}
FOUND = sorted({file.parent.parent.name for p in PACKAGES.values() for file in p.glob("locale/*/LC_MESSAGES/*.po")})
EACH = [(name, code) for name in PACKAGES for code in FOUND]
PAGES = sorted(pseudo.ROOT.glob("plugins/*/*/rules/*.md"))


def messages(name, code):
    return [message for message in catalogues.read(catalogues.po_file(PACKAGES[name], code)) if message.id]


def pairs(message):
    """Each translation beside the text that it is of."""
    if not message.pluralizable:
        return [(message.id, message.string)]
    return [(message.id[min(number, 1)], string) for number, string in enumerate(message.string)]


def placeholders(text):
    return Counter(name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("again", [1, 2])
def test_every_test_begins_in_english(again):
    assert i18n.language() == "en"
    i18n.use_language("de")


def test_there_are_languages():
    assert {"da", "de", "it"} <= set(FOUND)
    assert i18n.languages() == sorted({"en", *FOUND})


@pytest.mark.parametrize("name", PACKAGES)
def test_no_text_is_looked_up_inside_an_f_string(name):
    """Whether such a text is found for the catalogue depends on the Python that looks for it."""
    found = [
        f"{file.name}:{call.lineno}"
        for file in sorted(PACKAGES[name].rglob("*.py"))
        for joined in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in catalogues.KEYWORDS
    ]
    assert found == []


@pytest.mark.parametrize(("name", "code"), EACH)
def test_the_catalogue_has_the_texts_of_the_sources(name, code):
    assert catalogues.po_file(PACKAGES[name], code).read_text("utf-8") == catalogues.updated(PACKAGES[name], code), (
        "run: python tools/catalogues.py update"
    )


@pytest.mark.parametrize(("name", "code"), EACH)
def test_every_text_is_translated(name, code):
    missing = [message.id for message in messages(name, code) if not all(string for _id, string in pairs(message))]
    assert missing == []


@pytest.mark.parametrize(("name", "code"), EACH)
def test_placeholders_are_the_same(name, code):
    """A form of a plural may leave the number out: “one match”."""
    wrong = []
    for message in messages(name, code):
        for text, string in pairs(message):
            wanted, found = placeholders(text), placeholders(string)
            if message.pluralizable:
                wanted["n"] = found["n"] = 0
            if string and wanted - found + (found - wanted):
                wrong.append(string)
    assert wrong == []


@pytest.mark.parametrize(("name", "code"), EACH)
def test_every_plural_has_all_its_forms(name, code):
    number = catalogues.read(catalogues.po_file(PACKAGES[name], code)).num_plurals
    assert [m.id for m in messages(name, code) if m.pluralizable and len(m.string) != number] == []


@pytest.mark.parametrize(("name", "code"), EACH)
def test_texts_begin_and_end_alike(name, code):
    """Prompts keep the space after them, sentences their lack of line ends."""
    wrong = [
        string
        for message in messages(name, code)
        if message.context is None
        for text, string in pairs(message)
        if string and (edges(text) != edges(string) or "\t" in string)
    ]
    assert wrong == []


def edges(text):
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


@pytest.mark.parametrize(("name", "code"), EACH)
def test_what_is_compiled_is_fresh(name, code):
    file = catalogues.po_file(PACKAGES[name], code)
    compiled = file.with_suffix(".mo")
    assert compiled.is_file(), "run: python tools/catalogues.py compile"
    fresh = BytesIO(catalogues.compiled(catalogues.read(file)))
    with compiled.open("rb") as built:
        assert texts_in(built) == texts_in(fresh), "run: python tools/catalogues.py compile"


def texts_in(compiled):
    """All but the header, which names the version of Babel."""
    return {key: text for key, text in gettext.GNUTranslations(compiled)._catalog.items() if key}


@pytest.mark.parametrize("build", ["hatch_build.py", "plugins/pig/hatch_build.py"])
def test_every_package_is_built_with_its_catalogues(build):
    hooks = [
        path.read_text("utf-8")
        for path in (pseudo.ROOT, *(pseudo.ROOT / "plugins").iterdir())
        if path.is_dir()
        for path in path.glob("hatch_build.py")
    ]
    assert len(hooks) == len(PACKAGES)
    assert set(hooks) == {(pseudo.ROOT / build).read_text("utf-8")}


def words_of(rules):
    return [*rules.vocabulary, *aliases.COMMANDS]


def games():
    return {listing.id: load(listing) for listing in Catalogue.installed().games}


@pytest.mark.parametrize("code", FOUND)
@pytest.mark.parametrize("game", sorted(games()))
def test_no_alias_stands_for_two_things(game, code):
    """Neither for two commands or moves, nor for one that is another one's neutral word."""
    i18n.use_language(code)
    rules = games()[game]
    meant = {}
    for texts, found in ((rules.texts, rules.vocabulary), (aliases._, aliases.COMMANDS)):
        for word in found:
            for alias in aliases.translations(texts, word):
                assert re.fullmatch(r"[^\W\d_]+(-[^\W\d_]+)*", alias), alias
                meant.setdefault(alias, set()).add(word)
    assert {alias: words for alias, words in meant.items() if len(words) > 1} == {}
    assert {alias: words for alias, words in meant.items() if alias in words_of(rules) and words != {alias}} == {}


def test_every_command_may_have_aliases(tmp_path):
    console = ScriptedConsole()
    here = host_in(tmp_path, console)
    listing = here.catalogue.find("pig")
    room = Classroom(console, listing, load(listing), i18n.Texts(__file__), "Ada", lambda game: game, 0)

    seated = SimpleNamespace(console=console, extras=here.extras, look=lambda: SimpleNamespace(questions={}))
    assert set(Shell(seated).general) <= set(aliases.COMMANDS)
    assert set(Shell(seated).general) == aliases.AT_THE_TABLE
    assert {*room.commands, *Menu(here)._pages} <= set(aliases.COMMANDS)


class Declared:
    """Texts that declare aliases, as a catalogue would."""

    def context(self, _context, word):
        return {"roll": "würfeln, wirf", "left": "links", "play": "setze, lege", "help": "hilfe"}.get(word, word)


class Tiles:
    """A game that reads no abbreviation by itself."""

    texts = Declared()
    vocabulary = ("roll", "play", "left", "ends")
    verbs = ("roll", "play")
    moves = ()

    def parse(self, text, _view):
        if text not in ("roll", "play 6-4 left"):
            raise IllegalMove(text)
        return text


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("würfeln", "roll"),
        ("WIRF", "roll"),
        ("w", "roll"),
        ("roll", "roll"),
        ("r", "roll"),
        ("setze 6-4 links", "play 6-4 left"),
        ("l 6-4 l", "play 6-4 left"),
        ("p 6-4 le", "play 6-4 left"),
    ],
)
def test_translated_words_are_read_as_neutral_ones(typed, move):
    assert meant(Tiles(), None, (), typed) == move
    assert aliases.spoken(Tiles(), "play 6-4 left") == "setze 6-4 links"


def test_what_means_no_move_is_refused_as_it_is_meant():
    for typed, refused in (("setze", "play"), ("links", "links"), ("xyzzy links", "xyzzy left"), ("help", "help")):
        with pytest.raises(IllegalMove, match=f"^{refused}$"):
            meant(Tiles(), None, ("play 6-4 left",), typed)


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("hilfe", "help"),
        ("HELP", "help"),
        ("hil", "help"),
        ("he", "help"),
        ("hin", "hint"),
        ("xyzzy", "xyzzy"),
        ("", ""),
    ],
)
def test_translated_commands_are_read_as_neutral_ones(typed, word, monkeypatch):
    monkeypatch.setattr(aliases, "_", Declared())
    assert words.neutral(typed, ("help", "hint")) == word
    assert aliases.shown("help") == "hilfe"


# The language of a run


def test_the_option_wins_over_the_setting_and_that_over_the_system(tmp_path):
    environ = {"TABLETOP_HOME": str(tmp_path), "LANG": "it_IT.UTF-8"}
    assert chosen(["games"], environ) == ("it", ["games"])
    SettingsFile(Home(tmp_path)).save(Settings(language="da"))
    assert chosen(["games"], environ) == ("da", ["games"])
    assert chosen(["games", "--lang", "de"], environ) == ("de", ["games"])
    assert chosen(["--lang=de-AT", "play", "pig"], environ) == ("de", ["play", "pig"])
    assert chosen(["play", "--", "--lang", "de"], environ) == ("da", ["play", "--", "--lang", "de"])
    SettingsFile(Home(tmp_path)).save(Settings(language="xx"))
    assert chosen([], environ) == ("it", [])


def chosen(arguments, environ):
    rest = language.choose_language(arguments, environ)
    return i18n.language(), rest


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_MESSAGES": "da_DK"}, "da"),
        ({"LANG": "de_DE", "LC_MESSAGES": "da_DK", "LC_ALL": "it"}, "it"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de", "LC_ALL": ""}, "de"),
        ({"LANGUAGE": "de"}, "de"),
        ({"LANGUAGE": "fr:it:de", "LANG": "da_DK"}, "it"),
        ({"LANGUAGE": "de_AT:en", "LANG": "C.UTF-8"}, "de"),
        ({"LANGUAGE": "en:de", "LANG": "de_DE"}, "en"),
        ({"LANGUAGE": "de", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "fr", "LANG": "de_DE"}, "de"),
        ({"LANGUAGE": "", "LANG": "de_DE"}, "de"),
    ],
)
def test_the_system_names_a_language(environ, code):
    assert i18n.system_language(environ) == code


@pytest.mark.parametrize(
    ("environ", "code"), [({}, "de"), ({"LANG": "it_IT"}, "it"), ({"LANG": "C"}, "en"), ({"LANGUAGE": "da"}, "da")]
)
def test_windows_has_a_language_of_its_own(environ, code):
    assert i18n.system_language(environ, windows=lambda: "de_DE") == code


def test_a_run_obeys_language_and_leaves_it_as_it_was(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "it:de")
    for _run in range(2):
        assert run(["matches"]) == 0
        assert capsys.readouterr().out == "Non ci sono partite salvate.\n"
        assert run(["--lang", "de", "nope"]) == 2
        assert "gibt es nicht" in capsys.readouterr().err
    assert os.environ["LANGUAGE"] == "it:de"
    assert i18n.BEFORE not in os.environ


def test_a_setting_that_is_taken_back_at_the_menu_leads_back_to_the_systems_language(tmp_path, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "it")
    i18n.use_language("it")
    with language.speaking(command_line):
        i18n.use_language("de")
        here = host_in(tmp_path, ScriptedConsole())
        here.change_settings(here.settings.model_copy(update={"language": "de"}))
        assert i18n.language() == "de"
        here.change_settings(here.settings.model_copy(update={"language": None}))
    assert i18n.language() == "it"


def test_an_unknown_language_is_one_sentence(capsys):
    assert run(["games", "--lang", "xx"]) == 2
    assert capsys.readouterr().err == "tabletop: There is no language “xx”; there are da, de, en, it.\n"
    assert run(["games", "--lang"]) == 2


def test_an_unknown_language_is_not_kept(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    assert run(["settings", "language=xx"]) == 2
    assert capsys.readouterr().err == "tabletop: There is no language “xx”; there are da, de, en, it.\n"
    assert list(tmp_path.iterdir()) == []


def test_the_setting_changes_the_language_at_once(tmp_path):
    console = ScriptedConsole(["settings", "language=de", "", "settings", "language=xx", "", "quit"])
    Menu(host_in(tmp_path, console)).run()
    assert i18n.language() == "de"
    assert len(console.problems) == 1
    assert "xx" in console.problems[0]


def test_without_catalogues_everything_is_english(tmp_path):
    i18n.use_language("de")
    texts = i18n.Texts(tmp_path / "package" / "__init__.py")
    assert texts("Hello") == "Hello"


def test_no_text_is_looked_up_before_the_language_is_known():
    """At import a text may only be marked."""
    found = []
    for package in PACKAGES.values():
        for file in package.rglob("*.py"):
            for call in at_import(ast.parse(file.read_text("utf-8"))):
                if ast.unparse(call.func) in {"_", "_.plural", "_.context"}:
                    found.append(f"{file.name}:{call.lineno}")
    assert found == []


def at_import(node):
    """The calls that importing a module makes: outside of functions, in their decorators and defaults."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in [*child.decorator_list, *child.args.defaults, *filter(None, child.args.kw_defaults)]:
                yield from (call for call in ast.walk(part) if isinstance(call, ast.Call))
        elif not isinstance(child, ast.Lambda):
            yield from at_import(child)


# Numbers and dates


@pytest.mark.parametrize(
    ("code", "number", "percent"),
    [("en", "2.5", "61.3%"), ("de", "2,5", "61,3\xa0%"), ("it", "2,5", "61,3%"), ("da", "2,5", "61,3\xa0%")],
)
def test_numbers_are_written_as_the_language_does(code, number, percent):
    i18n.use_language(code)
    assert i18n.write_number(2.5, ".1f") == number
    assert i18n.write_number(0.613, ".1%") == percent
    assert i18n.Message("{value:.1%} of {n}").format(value=0.613, n=4) == f"{percent} of 4"


@pytest.mark.parametrize(
    ("code", "date"), [("en", "2026-11-03"), ("de", "03.11.2026"), ("it", "03/11/2026"), ("da", "03.11.2026")]
)
def test_dates_are_written_as_the_language_does(code, date):
    i18n.use_language(code)
    day = datetime(2026, 11, 3, 12, tzinfo=UTC)
    assert when(day, day + timedelta(days=9)) == date


# Pages of rules


@pytest.mark.parametrize("code", FOUND)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_page_of_rules_is_there_in_each_language(page, code):
    """With the same sections, pictures and names of options."""
    translated = (page.parent / code / page.name).read_text("utf-8")
    english = page.read_text("utf-8")
    for what in (r"^#+ ", r"\{(?:dice|tiles|train) [^{}:]*", r"`[a-z_]+`"):
        found, wanted = (Counter(re.findall(what, text, re.MULTILINE)) for text in (translated, english))
        assert found == wanted


@pytest.mark.parametrize("code", ["en", *FOUND])
@pytest.mark.parametrize("game", sorted(games()))
def test_pages_of_rules_fit_the_screen(game, code):
    i18n.use_language(code)
    listing = Catalogue.installed().find(game)
    rules = load(listing)
    bound = rules(rules.options_model(), rules.seat_counts[0])
    for style in (Style(), Style(compact=True), Style(ascii=True)):
        lines = rules_page(listing, style, bound).split("\n")
        assert max(map(len, lines)) <= 80
        assert not any("{" in line for line in lines)


def test_lines_of_a_list_are_joined_by_one_space():
    page = rules_page(Catalogue.installed().find("passing-game"), Style())
    assert "with a fitting tile in hand, too, and it ends the turn" in " ".join(page.split("\n  "))
