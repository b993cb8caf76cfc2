"""Hypothesis strategies: finished and unfinished matches of the games at hand."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from kuhn import Kuhn
from pig_matches import SEATS, random_options
from tabletop_bigpig.rules import BigPig
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice

from tabletop.match import Header, Match, Seat, bind

GAMES = {"pig": Pig, "pig-two-dice": PigTwoDice, "pig-doubles": PigDoubles, "bigpig": BigPig, "kuhn": Kuhn}
NAMES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf")), min_size=1, max_size=40)


def step(match: Match, rng: Random) -> str:
    """Plays one event at random."""
    if match.to_act == -1:
        return match.let_chance(rng)
    return match.play(rng.choice(list(match.legal_moves())))


@st.composite
def headers(draw: Any, games: tuple[str, ...] = tuple(GAMES)) -> Header:
    """A header under whose options somebody can win."""
    game = draw(st.sampled_from(games))
    if game == "kuhn":
        options, most = {}, 2
    else:
        options, most = random_options(game, Random(draw(st.integers(0, 1 << 30)))), SEATS[game]
    seats = draw(st.lists(NAMES, min_size=2, max_size=most))
    if game in SEATS and len(seats) == 4 and draw(st.booleans()):
        options = {**options, "partners": True}
    players = [Seat(name=name, player="cpu", level="hard") if len(name) % 2 else Seat(name=name) for name in seats]
    header = Header(game=game, options=options, seats=tuple(players))
    try:
        bind(GAMES[game], header)
    except ValueError:
        header = header.model_copy(update={"options": {**options, "target_mode": "at_least"}})
    return header


@st.composite
def matches(draw: Any, games: tuple[str, ...] = tuple(GAMES), most_events: int = 300) -> tuple[Header, Match]:
    """A match after some random events, perhaps over."""
    header = draw(headers(games))
    match = Match(bind(GAMES[header.game], header))
    rng = Random(draw(st.integers(0, 1 << 30)))
    for _event in range(draw(st.integers(0, most_events))):
        if match.to_act is None:
            break
        step(match, rng)
    return header, match
