"""What a seat sees and reads at the table."""

from pathlib import Path
from random import Random

import tabletop_dominoes_passing
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.history import lacks, train_of
from tabletop_dominoes_passing.moves import members
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_dominoes_passing.table import hand_of

from tabletop.match import Match
from tabletop.naming import resolve
from tabletop.pieces import tiles, trains
from tabletop.style import Style
from tabletop.testing.texts import named

styles = st.builds(Style, width=st.sampled_from((40, 60, 80)), ascii=st.booleans(), compact=st.booleans())


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), styles)
def test_pictures_keep_to_the_width_and_to_plain_characters(game_of, advance, seed, style):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    for _step in range(10):
        picture = named(game.picture(match.view(rng.randrange(game.seats)), style), game.seats, style.width)
        assert picture
        assert all(len(line) <= style.width for line in picture.splitlines())
        assert all(sign == "\n" or (sign.isprintable() and ord(sign) < 0x2600) for sign in picture)
        assert picture.isascii() or not style.ascii
        advance(match, rng, 6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_words_name_every_tile_of_the_own_hand_and_every_idle_move(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    advance(match, rng, rng.randrange(3, 40))
    view = match.view(0)
    if view.finished:
        return
    said = " ".join(game.words(view))
    assert all(game.tables.names[number] in said for number in members(view.hand))
    for seat in range(game.seats):
        assert (
            (f"may lack {', '.join(map(str, found))}" in said)
            if (found := lacks(game.tables, view.history, seat))
            else True
        )


def test_moves_are_told_in_words():
    game = PassingGame(PassingOptions(hand_size=2), 2)
    hands = "6-5 1-0 6-4 3-3"
    rest = [name for name in game.tables.names if name not in hands.split()]
    match = Match(game, [f"* deal {hands} {' '.join(rest)}", "* lead 1", "1 play 6-5", "2 play 6-4 right"])
    views = [game.view(state, 0) for state in match.states()]
    told = [game.tell(views[n], event.split(" ", 1)[1], views[n + 1]) for n, event in enumerate(match.events)]
    told = [resolve(text, (0,), ["Ada", "Bo"]) for text in told]
    assert told == [
        "round 1 is dealt",
        "you lead",
        "leads with 6-5",
        "sets 6-4 at the right end",
    ]


def test_the_worked_example_of_the_rules_page_is_what_the_rules_do():
    page = (Path(tabletop_dominoes_passing.__file__).parent / "rules" / "passing-game.md").read_text()
    game = PassingGame(PassingOptions(), 2)
    hands = "6-4 5-5 4-1 2-0 1-1 3-2 0-0 6-6 6-1 5-4 4-3 3-0 2-2 5-1"
    rest = [name for name in game.tables.names if name not in hands.split()]
    match = Match(game, [f"* deal {hands} {' '.join(rest)}", "* lead 1", "1 play 6-4", "2 play 6-6 right"])
    for event in ("1 play 4-1 left", "2 play 6-1 right", "1 play 1-1 left", "2 play 5-1 left"):
        match.apply(event)
    for event in ("1 play 5-5 left", "2 play 5-4 left"):
        match.apply(event)
    view = match.view(0)
    assert f"    {{train {trains.notation(train_of(game.tables, view.history))}}}\n" in page
    assert f"    {{tiles {' '.join(map(tiles.notation, hand_of(game.rules, view)))}}}\n" in page
    match.apply("1 pass")
    match.apply("2 pass")
    last = match.state.round.last
    assert (last.reason, last.pips, last.winner, last.points) == ("passed_out", (7, 14), 0, 7)


NAMES = ["Ada", "CPU 2", "CPU 3", "CPU 4"]


def as_read(text: str, seat: int | None) -> str:
    """A text as the person in a seat, or a bystander, reads it."""
    return resolve(text, () if seat is None else (seat,), NAMES)


def partners() -> tuple[PassingGame, Match]:
    game = PassingGame(PassingOptions(partners=True, hand_size=2), 4)
    hands = "6-5 1-0 6-4 3-3 5-2 4-4 2-1 0-0"
    rest = [name for name in game.tables.names if name not in hands.split()]
    return game, Match(game, [f"* deal {hands} {' '.join(rest)}", "* lead 3", "3 play 5-2"])


def test_seats_have_names_and_partners_are_named_as_such():
    game, match = partners()
    said = [as_read(line, 0) for line in game.words(match.view(0))]
    assert said[2:7] == [
        "You and CPU 3 (partners) against CPU 2 and CPU 4 (partners).",
        "You: 2 tiles",
        "CPU 2: 2 tiles",
        "CPU 3 (your partner): 1 tile (led)",
        "CPU 4: 2 tiles (on turn)",
    ]
    assert as_read(game.queries(match.view(1))["seats"], 1).split("\n")[:2] == [
        "You and CPU 4 (partners) against CPU 3 and Ada (partners).",
        "Ada: 2 tiles",
    ]
    shown = as_read(game.picture(match.view(None), Style()), None)
    assert "Ada and CPU 3 (partners) against CPU 2 and CPU 4 (partners).\nAda: 2 tiles\n" in shown
    revealed = [as_read(line, 2) for line in game.revealed(match.state)]
    assert revealed[1:3] == ["CPU 2 holds 3-3, 6-4.", "You hold 4-4."]


def test_who_leads_and_who_played_last_is_said_by_name():
    game, match = partners()
    states = match.states()
    lead = game.tell(game.view(states[1], 2), "lead 3", game.view(states[2], 2))
    assert (as_read(lead, 2), as_read(lead, 0)) == ("you lead", "CPU 3 leads")
