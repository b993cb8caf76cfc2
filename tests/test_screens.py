"""Every game's screens in each language: nothing is wider than the screen, nothing is left in English."""

import re
from functools import cache
from string import Formatter

import pseudo
import pytest
from screens import GAMES, QUICK, menu_lines, screens, table_lines

from tabletop import i18n, setup
from tabletop.cli import run
from tabletop.plugins.find.catalogue import load
from tabletop.terminal.menu import Menu

LANGUAGES = ["da", "de", "it"]
MOVES = {"da": ("slå", "hold"), "de": ("würfeln", "halten"), "it": ("tira", "ferma")}
TILES = {"da": ("læg", "venstre", "træk"), "de": ("lege", "links", "ziehe"), "it": ("gioca", "sinistra", "pesca")}
COMMANDS = {
    "da": ("hjælp", "tip", "stilling", "afslut"),
    "de": ("hilfe", "tipp", "punkte", "verlassen"),
    "it": ("aiuto", "suggerimento", "punti", "esci"),
}
"""For help, hint, score and quit."""


@cache
def english(code):
    """The English texts that ``code`` has others for, as (a part that must be there, pattern)."""
    catalogues = pseudo.load_catalogues()
    texts, translated = set(), set()
    for package in catalogues.packages():
        for message in catalogues.read(catalogues.po_file(package, code)):
            if message.id and message.context is None:
                texts |= set(message.id if message.pluralizable else [message.id])
                translated |= set(message.string if message.pluralizable else [message.string])
    found = []
    for text in texts - translated:
        parts = list(Formatter().parse(text.strip()))
        fixed = max((literal.strip() for literal, *_rest in parts), key=len)
        words = re.findall(r"[^\W\d_]{2,}", " ".join(literal for literal, *_rest in parts))
        if len(words) > 1 or (words and len(parts) == 1 and parts[0][1] is None):
            wild = "".join(re.escape(literal) + (".+" if name is not None else "") for literal, name, *_rest in parts)
            found.append((fixed, re.compile(wild, re.DOTALL)))
    return found


def pieces(text):
    """What may be one of the texts: a paragraph, a line or a column of it, without a number before it."""
    paragraph = " ".join(text.split())
    lines = [line.strip() for line in text.split("\n")]
    columns = [column.strip() for line in lines for column in re.split(r"\s{2,}|│", line)]
    return {re.sub(r"^\d+\s+", "", piece) for piece in (paragraph, *lines, *columns)}


def left_in_english(code, texts):
    said = {piece for text in texts for piece in pieces(text) if piece}
    return [
        (piece, text.pattern)
        for piece in said
        for fixed, text in english(code)
        if fixed in piece and text.fullmatch(piece)
    ]


def check(code, console):
    assert len(console.whole) > 3
    meanings = [meaning for offered in console.completions for meaning in offered.values()]
    assert left_in_english(code, [*console.whole, *console.pages, *console.prompts, *meanings]) == []
    assert console.too_wide == []


def test_english_is_noticed():
    assert left_in_english("de", ["  1  New game", "Seat 1: Ada (person)"]) != []
    assert left_in_english("de", ["  1  Neues Spiel"]) == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_behind_the_menu(game, code, tmp_path):
    i18n.use_language(code)
    lines = menu_lines(game)
    lines.insert(lines.index("learn"), "rules")
    console, here = screens(tmp_path, [*lines[:-1], "rules", game, "settings", "1", "", "", "quit"], plain=False)
    Menu(here).run()
    assert console.left == 0
    assert len(console.pages) == 2
    check(code, console)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table(game, code, tmp_path):
    """In neutral words and mistakes; the hint of a short match too."""
    i18n.use_language(code)
    lines = table_lines(game)
    lines[-1:] = ["quit"] if game == "passing-game" else ["hint", "quit"]
    console, here = screens(tmp_path, lines, plain=False, speed="off")
    start(here, game, "Ada,cpu:easy")
    assert console.left == 0
    check(code, console)


def start(here, game, seats):
    listing = here.catalogue.find(game)
    here.start(listing, load(listing), setup.read_seats(seats, here.person), {**QUICK}, 3)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", [game for game in GAMES if game != "passing-game"])
def test_translated_words_are_kept_as_neutral_ones(game, code, tmp_path):
    i18n.use_language(code)
    roll, hold = MOVES[code]
    _help, hint, score, leave = COMMANDS[code]
    console, here = screens(tmp_path, [_help, hint, score, roll, roll, hold, leave], plain=False, speed="off")
    start(here, game, "Ada,Bo")
    assert console.left == 0
    assert console.problems == []
    [match] = here.matches.list()
    events = [event for event in here.matches.look(match.id).events if event[0] != "*"]
    assert events[0] in ({"1 roll"} if game in ("pig", "pig-doubles") else {"1 roll", "2 roll"})  # after a roll-off
    assert events[-1] in {"1 hold", "2 hold"}
    check(code, console)


@pytest.mark.parametrize("code", LANGUAGES)
def test_tiles_are_played_with_translated_words(code, tmp_path):
    i18n.use_language(code)
    play, left, draw = TILES[code]
    tiles = [f"{play} {high}-{low} {left}" for high in range(7) for low in range(high + 1)]
    console, here = screens(tmp_path, [*tiles, draw], plain=False, speed="off")
    start(here, "passing-game", "Ada,cpu:easy")
    [match] = here.matches.list()
    events = [event for event in here.matches.look(match.id).events if event.startswith("1 ")]
    assert any(event.startswith("1 play ") for event in events)
    assert all(re.match("1 (play|draw|pass)", event) for event in events)
    check(code, console)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("arguments", [["play", "pgi"], ["play", "pig", "--set", "target=1"], ["resume", "xyzzy"]])
def test_complaints_on_the_command_line(arguments, code, capsys):
    assert run(["--lang", code, *arguments]) == 2
    assert left_in_english(code, [capsys.readouterr().err.removeprefix("tabletop: ")]) == []
