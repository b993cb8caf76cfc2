"""The beginning of several things never does anything: over all games, those of the guide too, and all languages."""

import contextlib
from random import Random

import pytest
from reading_lines import GAMES, ReadOnly, game_of
from scripted import ScriptedConsole, host_in

from tabletop import aliases, i18n
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import SaveError
from tabletop.terminal import house
from tabletop.terminal.matches_page import MatchesPage
from tabletop.terminal.numbered import numbered
from tabletop.terminal.seated import PAUSES

LANGUAGES = ("en", "de", "it", "da")
POSITIONS = 4
MOST_MOVES = 5


def spelled(game, text):
    """Every way to write a move in the words of the language in use, then in the neutral ones."""
    ways = [""]
    for word in text.split(" "):
        own = aliases.translations(game.texts, word) if word in game.vocabulary else [word]
        ways = [f"{way} {one}".strip() for way in ways for one in own]
    return ways, [text]


@pytest.fixture(params=sorted(GAMES))
def table(request, tmp_path):
    table = ReadOnly(tmp_path, game_of(request.param))
    yield table
    table.close()


def test_no_beginning_of_several_moves_plays_one(table):
    rng = Random(4)
    for _position in range(POSITIONS):
        if table.at.question.question.kind == "move":
            for code in LANGUAGES:
                i18n.use_language(code)
                check_moves(table)
        if not table.play(rng):
            break


def check_moves(table):
    moves = [move.text for move in table.at.look().moves]
    own = {text: spelled(table.game, text)[0] for text in moves}
    for text in Random(6).sample(moves, min(len(moves), MOST_MOVES)):
        for written in (*own[text], text):
            assert table.read(written) == text, written
            for length in range(1, len(written)):
                check(table.read(written[:length]), written[:length].strip(), own)


def check(read, typed, own):
    """``own``: the moves, each with how it is written in the language in use, whose words come first."""
    if read not in own or typed == read or typed in own[read]:
        return
    begun = {text for text, ways in own.items() if any(way.startswith(typed) for way in ways)}
    assert (begun or {text for text in own if text.startswith(typed)}) == {read}, typed


def beginnings(words):
    """Each beginning of a word, in the language or neutral, that isn't a word itself, with the words that begin so."""
    ways = aliases.spellings(words)
    wholes = {way for word, own in ways.items() for way in (word, *own)}
    for typed in sorted({whole[:length] for whole in wholes for length in range(1, len(whole))} - wholes):
        own = {word for word, written in ways.items() if any(way.startswith(typed) for way in written)}
        yield typed, own or {word for word in words if word.startswith(typed)}


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_beginning_of_several_words_of_the_house_is_obeyed(code, tmp_path):
    i18n.use_language(code)
    page = MatchesPage(host_in(tmp_path, ScriptedConsole([])))
    done = []
    page._commands = {word: (lambda _argument, word=word: done.append(word), "") for word in page._commands}
    for typed, meant in beginnings([*page._commands, *page._synonyms]):
        done.clear()
        with contextlib.suppress(ValueError, SaveError):
            page._do(typed)
        wanted = [page._synonyms.get(word, word) for word in meant]
        assert done == (wanted if len(meant) == 1 else []), (typed, meant)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_beginning_of_several_choices_chooses_one(code):
    i18n.use_language(code)
    games = [listing.name for listing in GAMES.values()]
    menu = ["new", "continue", "matches", "statistics", "rules", "plugins", "settings", "friends", "quit"]
    page = ["play", "seats", "options", "rules", "table", "learn", "back"]
    for choices in (menu, page, [*games, "back"], list(PAUSES), ["install", "uninstall", "enable", "disable", "back"]):
        for typed, meant in beginnings(choices):
            lines = ScriptedConsole([typed])
            chosen = None
            with contextlib.suppress(EOFError):
                chosen = numbered(lines, "", [(choice, "") for choice in choices], "> ")
            assert {chosen} == (meant if len(meant) == 1 else {None}), typed


def test_no_beginning_of_a_games_name_means_that_game():
    """What can be typed anywhere, such as “play pig”, takes whole names only: ids, titles in any language, aliases."""
    catalogue = Catalogue.installed()
    names = {name for listing in catalogue.games for name in listing.names}
    assert {"pig", "maiale", "passspiel"} <= names
    assert all(house.meant(f"play {name}", catalogue).argument == name for name in names)
    begun = {name[:length].strip() for name in names for length in range(1, len(name))} - names
    assert [typed for typed in begun if house.meant(f"play {typed}", catalogue)] == []
