"""What people type at the table: words of their language or neutral ones, whole or begun, and never a guess."""

import pytest
from reading_lines import GAMES, ReadOnly, game_of
from scripted import ScriptedConsole, host_in
from sittings import last_saved, sit_down, table_of
from small_games import TicTacToe
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions
from typed import meant

from tabletop import GameOptions, IllegalMove, aliases, i18n, words
from tabletop.course import Position
from tabletop.terminal.classroom import Classroom, SkipStep
from tabletop.terminal.reading import verbs

LANGUAGES = ("en", "de", "it", "da")
ANYTHING = {"draw_when": "any", "pass_when": "any", "pass_out_laps": 3}
"""House rules under which drawing and passing are always allowed, as long as tiles lie."""


class Reading(ReadOnly):
    """A shell that says which move or command a line is, and what its words may mean by the rule."""

    def __init__(self, folder, game):
        super().__init__(folder, game_of(game))
        self.close()
        look = self.at.look()
        legal = [move.text for move in look.moves]
        self.kinds = [
            verbs(self.game, legal, look.questions),
            self.spelled(look.questions),
            self.spelled(self.shell.general),
        ]

    def spelled(self, found):
        """Each word with how it is written in the language in use."""
        own = self.game.vocabulary
        return {
            word: aliases.translations(self.game.texts if word in own else aliases._, word)
            if word in own or word in aliases.COMMANDS
            else [word]
            for word in found
        }

    def read(self, typed):
        """What was meant, of a move its first word, or the sentence that it wasn't clear."""
        read = super().read(typed)
        if str(read) == self.game.texts("Say which tile."):
            return "play"
        return read if isinstance(read, ValueError) else read.partition(" ")[0]

    def meant(self, typed):
        """The words that ``typed`` begins, by the rule: moves, questions, commands; the language's own words first."""
        for kind in self.kinds:
            own = {word for word, written in kind.items() if any(one.startswith(typed) for one in written)}
            begun = own or {word for word in kind if word.startswith(typed)}
            if begun:
                return begun
        return set()

    def wholes(self):
        return {text for kind in self.kinds for word, written in kind.items() for text in (word, *written)}

    def away(self):
        """Words that lead away from everywhere."""
        return {text.lower() for texts in aliases.spellings(["back", "exit"]).values() for text in texts}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_beginning_of_one_word_is_that_word_and_of_two_is_asked(game, code, tmp_path):
    i18n.use_language(code)
    reader = Reading(tmp_path, game)
    wholes = reader.wholes()
    begun = {word[:length] for word in wholes for length in range(1, len(word))} - wholes - reader.away()
    asked = 0
    for typed in sorted(begun):
        meant, read = reader.meant(typed), reader.read(typed)
        if len(meant) == 1:
            assert read in meant or (isinstance(read, IllegalMove) and meant <= reader.kinds[0].keys()), typed
        else:
            assert isinstance(read, ValueError), (typed, meant, read)
            assert all(word.startswith(typed) for word in str(read).split() if word.strip(".,") in wholes), read
            asked += 1
    assert asked > 3
    for kind in reader.kinds:
        for word, written in kind.items():
            found = [reader.read(text) for text in written]
            assert all(one == word or (isinstance(one, IllegalMove) and kind is reader.kinds[0]) for one in found), (
                found
            )


EXAMPLES = [
    ("pig", "en", "r", "roll"),
    ("pig", "de", "r", "roll"),
    ("pig", "de", "w", "roll"),
    ("pig", "de", "ha", "hold"),
    ("pig", "it", "r", "roll"),
    ("pig", "it", "f", "hold"),
    ("pig", "it", "ti", "«ti» può essere tira o tieni."),
    ("pig", "it", "tir", "roll"),
    ("pig", "da", "s", "roll"),
    ("pig", "en", "p", "points"),
    ("pig", "en", "sc", "score"),
    ("passing-game", "en", "p", "“p” could be play or pass."),
    ("passing-game", "en", "pa", "pass"),
    ("passing-game", "it", "p", "«p» può essere pesca o passa."),
    ("passing-game", "de", "z", "draw"),
    ("passing-game", "de", "lege", "play"),
    ("passing-game", "da", "t", "draw"),
    ("passing-game", "da", "tr", "draw"),
    ("passing-game", "da", "kæ", "train"),
]


@pytest.mark.parametrize(("game", "code", "typed", "meant"), EXAMPLES)
def test_examples(game, code, typed, meant, tmp_path):
    i18n.use_language(code)
    assert str(Reading(tmp_path, game).read(typed)) == meant


TILES = [
    *[("en", "41 l"), ("en", "pl 41 le"), ("de", "l 41"), ("de", "le 41 l"), ("it", "41 s"), ("it", "g 41 sin")],
    *[("da", "l 41 v"), ("da", "41 venst"), ("da", "læg 4-1 v")],
]


@pytest.mark.parametrize(("code", "typed"), TILES)
def test_tiles_are_set_with_beginnings(code, typed):
    i18n.use_language(code)
    game = PassingGame(PassingOptions(), 2)
    tiles = game.tables
    view = game.view(game.start(), 0)._replace(left=4, right=6, hand=1 << tiles.names.index("4-1"))
    assert meant(game, view, (), typed) == "play 4-1 left"


@pytest.mark.parametrize(
    ("code", "asked"), [("en", "“p” could be play or pass."), ("it", "«p» può essere pesca o passa.")]
)
def test_an_ambiguous_beginning_plays_nothing(code, asked, tmp_path):
    """Also where only one of the moves that begin so is legal now."""
    i18n.use_language(code)
    for options in ({}, ANYTHING):
        folder = tmp_path / str(len(options))
        console, here, _ending = sit_down(folder, ["p"] * 3, game="passing-game", seats="you,cpu:easy", options=options)
        assert not [event for event in last_saved(here).events if event.startswith("1 ")]
        assert console.problems == [asked] * 3


def test_one_word_is_not_enough_for_a_move_of_several():
    """Not even where only one such move is legal: others may be meant that aren't."""
    game = PassingGame(PassingOptions(), 2)
    view = game.view(game.start(), 0)._replace(left=4, right=6, hand=1 << game.tables.names.index("4-1"))
    for typed in ("play", "pl"):
        with pytest.raises(IllegalMove, match=r"Say which tile\."):
            meant(game, view, ("play 4-1 left",), typed)
    assert meant(game, view, ("play 4-1 left",), "pl 4") == "play 4-1 left"


class Short(TicTacToe):
    """A game without words that has short forms of its own, as API 1.0 allows."""

    moves = ()

    def notation(self, move):
        return f"set {move}"

    def parse(self, text, view):
        if text in ("s", "t", "score 4"):
            return 4
        raise IllegalMove(f"“{text}” is nothing.")


def test_the_short_forms_of_a_game_are_read_before_commands(tmp_path):
    table = table_of(tmp_path, Short(GameOptions(), 2), "Ada,Bo", ["s", "sc", "score 4", "sett"])
    with table.save:
        table.run()
        assert list(table.save.events) == ["1 set 4"]
    assert table.console.problems[0] == "“4” isn't understood after “score”."


def test_they_are_read_before_commands_in_a_lesson_too(tmp_path):
    console = ScriptedConsole(["sc", "ski", "t"])
    listing = host_in(tmp_path, console).catalogue.find("pig")
    room = Classroom(console, listing, Short, i18n.Texts(__file__), "Ada", lambda game: game, 0.0)
    with room.desk(Position()) as desk:
        with pytest.raises(SkipStep):
            desk.read_move()
        assert desk.read_move().text == "set 4"
    assert console.problems == ["“sc” is nothing."]


# Commands


@pytest.mark.parametrize("code", LANGUAGES)
def test_menus_ask_too(code, tmp_path):
    i18n.use_language(code)
    known = ("back", "first", "last", "jump", "auto", "speed", "table", "hands", "help", "quit")
    written = {word: aliases.translations(aliases._, word) for word in known}
    for text in {text for word, texts in written.items() for text in (word, *texts)}:
        for length in range(1, len(text) + 1):
            typed = text[:length]
            wholes = {word for word, texts in written.items() if typed in texts} or {typed} & set(known)
            own = {word for word, texts in written.items() if any(one.startswith(typed) for one in texts)}
            meant = wholes or own or {word for word in known if word.startswith(typed)}
            if len(meant) == 1:
                assert words.one_of(typed, known) == meant.pop()
            else:
                with pytest.raises(ValueError, match=typed):
                    words.one_of(typed, known)


def test_odds_are_switched_on_and_off(tmp_path):
    lines = ["odds off", "odds on", "odds on", "odds banana", "odds of", "odds", "odds o", "odds"]
    console, _here, _ending = sit_down(tmp_path, lines, seats="Ada,Bo", options={"target": 5})
    said = [text for text, _role in console.said if text.startswith("Odds are")]
    shown, off = "Odds are shown at every turn.", "Odds are off."
    assert said == [off, shown, shown, off, shown, off]
    assert console.problems == [
        "“banana” is unknown here; you can type on or off.",
        "“o” could be on or off.",
    ]


def test_odds_are_switched_in_ones_language(tmp_path):
    i18n.use_language("de")
    console, here, _ending = sit_down(tmp_path, ["chancen aus", "tempo aus", "chancen an"], seats="Ada,Bo")
    assert console.problems == []
    assert here.settings.speed == "off"


@pytest.mark.parametrize("typed", ["resign banana", "undo 3", "hint roll", "rules x", "points y", "q now", "keys 1"])
def test_what_stands_after_a_command_that_takes_nothing_is_said(typed, tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", typed], seats="Ada,Bo")
    word, _space, argument = typed.partition(" ")
    assert console.problems == [f"“{argument}” isn't understood after “{word}”."]
    assert [event for event in last_saved(here).events if event[0] != "*"] == ["1 roll"]


def test_whose_turn_is_understood(tmp_path):
    console, _here, _ending = sit_down(tmp_path, ["whose turn", "turn", "whose"], seats="Ada,Bo")
    assert console.problems == []
    assert console.text.count("It is the turn of Ada.") == 3
