"""The end of a round: all hands open, who scores what and why, the score sheet."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.moves import members
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_dominoes_passing.scoring import score_round

from tabletop.i18n import speaking
from tabletop.match import Match
from tabletop.naming import MARKS, resolve
from tabletop.pieces import cells, scene_text, scene_words, scenes
from tabletop.pieces.scenes import Pieces, Scene, Sheet, Text, Train
from tabletop.style import Style

GOLDEN = Path(__file__).parent / "data" / "summaries.txt"
NAMES = ("You", "CPU 2", "Christoph", "CPU 4")
STYLES = {
    "80 columns": Style(80),
    "40 columns": Style(40),
    "compact, any height": Style(80, compact=True, height=99),
    "ASCII, any height": Style(80, ascii=True, height=99),
}


def match_of(*rounds: tuple[str, str], seats: int = 2, **options: object) -> Match:
    """A match of rounds, each given by its hands and its moves; seat 1 leads."""
    game = PassingGame(PassingOptions(**options), seats)
    match = Match(game)
    for hands, moves in rounds:
        rest = [name for name in game.tables.names if name not in hands.split()]
        for event in (f"* deal {hands} {' '.join(rest)}", "* lead 1", *moves.split(", ")):
            match.apply(event)
    return match


OUT = ("6-5 1-0 6-4 3-3", "1 play 6-5, 2 play 6-4 right, 1 pass, 2 pass")
BLANK = ("6-5 0-0", "1 play 6-5")


def cases() -> dict[str, Match]:
    """A match at the end of a round for each that may come."""
    four = "6-5 1-0 6-4 3-3 5-5 2-0 6-6 2-1"
    return {
        "two seats": match_of(OUT, ("5-4 2-2 6-6 1-1", "1 play 5-4, 2 pass, 1 pass"), hand_size=2),
        "twenty rounds": match_of(*[OUT] * 20, hand_size=2, target=500),
        "four seats": match_of((four, "1 play 6-5, 2 pass, 3 pass, 4 pass, 1 pass"), seats=4, hand_size=2),
        "partners": match_of((four, "1 play 6-5, 2 pass, 3 pass, 4 pass, 1 pass"), seats=4, hand_size=2, partners=True),
        "partners who tie": match_of(("6-5 0-0 1-1 2-0", "1 play 6-5"), seats=4, hand_size=1, partners=True),
        "blocked": match_of(
            ("6-5 1-0 6-4 2-0", "1 play 6-5, 2 play 6-4 right"), hand_size=2, reserve=55, subtract_own=False
        ),
        "a draw": match_of(BLANK, hand_size=1),
        "the end of the match": match_of(OUT, hand_size=2, target=5),
    }


def summary(match: Match, reader: int | None = 0) -> Scene:
    """As somebody in a seat reads it; None: a bystander."""
    scene = match.game.summary(match.view(reader))
    assert scene is not None
    assert scenes.check(scene) == ""
    you = () if reader is None else (reader,)
    return scenes.said(scene, lambda text: resolve(text, you, NAMES, match.game.sides()))


def drawn(scene: Scene) -> str:
    parts = [f"-- {name}\n{scene_text.text(scene, style)}" for name, style in STYLES.items()]
    return "\n".join([*parts, "-- in words", *scene_words.words(scene), ""])


def golden() -> str:
    """All of them; what the file holds when nothing has changed."""
    return "\n".join(f"==== {name}\n{drawn(summary(match))}" for name, match in cases().items())


def test_summaries_look_and_read_as_they_did():
    assert golden() == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("name", cases())
def test_a_summary_fits_a_screen_of_24_lines_with_three_to_spare(name):
    for width in (80, 40):
        lines = scene_text.text(summary(cases()[name]), Style(width)).splitlines()
        assert len(lines) <= 21
        assert max(map(cells.width, lines)) <= width


@pytest.mark.parametrize("language", ["de", "it", "da"])
@pytest.mark.parametrize("name", cases())
def test_a_summary_is_whole_in_every_language(name, language):
    with speaking(language):
        scene = summary(cases()[name], None)
    said = "\n".join(scene_words.words(scene))
    assert "{" not in said
    assert not any(mark in said for mark in MARKS)


def sheet_of(scene: Scene) -> Sheet:
    return next(block for block in scene if isinstance(block, Sheet))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_summary_says_what_the_rules_say(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    advance(match, rng, 150)
    seen, before = 0, None
    for state in match.states():
        scene = game.summary(game.view(state, rng.choice((None, 0, 1))))
        assert (scene is not None) == (state.round.finished and state.round.number > 0)
        if scene is None:
            before = state
            continue
        seen += 1
        assert scenes.check(scene) == ""
        last = state.round.last
        winner, points = score_round(last.pips, game.sides(), last.out, game.options)
        sheet = sheet_of(scene)
        gained = [now - then for now, then in zip(game.scores(state), game.scores(before), strict=True)]
        assert gained == [points * (side == winner) for side in range(len(gained))]
        assert list(map(int, sheet.rows[-1][1:])) == gained
        assert list(map(int, sheet.total[1:])) == list(game.scores(state))
        assert [sum(map(int, column)) for column in list(zip(*sheet.rows, strict=True))[1:]] == list(game.scores(state))
        assert int(sheet.rows[-1][0]) == state.round.number == seen
        assert winner is None or f" {points}:" in scene[0].text
        hands = [block for block in scene if isinstance(block, Pieces)]
        held = sorted(tuple(piece.text for piece in hand.pieces) for hand in hands)
        assert held == sorted(tuple(game.tables.names[n] for n in members(hand)) for hand in state.hands)
        assert sorted(last.pips) == sorted(int(hand.label.split("(")[-1].split()[0]) for hand in hands)
        train = next(block for block in scene if isinstance(block, Train))
        assert (train.laid[0][0], train.laid[-1][1]) == (state.left, state.right) if train.laid else state.left < 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_no_hand_is_open_before_the_round_is_over(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    advance(match, rng, 100)
    for state in match.states():
        for reader in (None, *range(game.seats)):
            view = game.view(state, reader)
            if not state.round.finished:
                assert view.open == ()
                assert game.summary(view) is None
            else:
                assert view.open == state.hands
                assert game.view(game.imagine(view, rng), reader) == view


def test_a_long_match_has_its_first_rounds_in_one_row():
    match = match_of(*[OUT] * 105, hand_size=2, target=1000)
    sheet = sheet_of(summary(match))
    assert len(sheet.rows) == 101
    assert sheet.rows[0][0] == "1-5"
    assert sum(int(row[1]) for row in sheet.rows) == int(sheet.total[1])


def test_the_own_pips_stand_with_the_hand_in_pictures_words_and_answers():
    game = PassingGame(PassingOptions(hand_size=2), 2)
    hands = "6-5 1-0 6-4 3-3"
    rest = [name for name in game.tables.names if name not in hands.split()]
    view = Match(game, [f"* deal {hands} {' '.join(rest)}", "* lead 1"]).view(0)
    assert "Your hand (12 pips):" in game.picture(view, Style())
    assert "You hold 12 pips: 1-0, 6-5." in game.words(view)
    assert game.queries(view)["hand"] == "You hold 12 pips: 1-0, 6-5."


def test_what_stays_in_sight():
    match = match_of(("6-5 1-0 6-4 3-3", "1 play 6-5, 2 pass"), hand_size=2)
    assert match.game.status(match.view(None)) == ["round 1", "to 101 points", "22 tiles to draw", "1 of 2 passes"]
    assert match.game.status(match_of(OUT, hand_size=2).view(0)) == ["round 1", "to 101 points"]


def test_the_first_sentence_is_about_who_won():
    first = {name: summary(match)[0] for name, match in cases().items()}
    said = {name: block.text for name, block in first.items() if isinstance(block, Text)}
    assert said["two seats"] == "You win round 2 and score 10: the others' 14 less your own 4."
    assert said["partners who tie"] == "Nobody scores in round 1: both partnerships count 2."
    assert said["a draw"] == "Nobody scores in round 1: a tie for the lowest count, 0 (You, CPU 2)."
