"""Random house rules for the Pig family, and random matches beside the slow transcription of its rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

from golden import AnyGame, check_refused
from slow_pig import SlowPig

from tabletop.match import Match
from tabletop.record import replay_line

SEATS = {"pig": 8, "pig-two-dice": 4, "pig-doubles": 8, "bigpig": 4}
STRAY_EVENTS = ("roll", "hold", "* 1", "* 7", "* 6 6", "* 6 1", "* 0", "* lead 1", "* lead 9", "* roll", "* 2 2 2")


def random_options(game: str, rng: Random) -> dict[str, Any]:
    """Options of ``game``; each may be left out."""
    options = {
        "target": rng.choice([rng.randint(2, 12), rng.randint(2, 40), rng.randint(2, 100)]),
        "target_mode": rng.choice(["at_least", "exact", "exact"]),
        "overshoot": rng.choice(["lose_turn", "ignore_roll"]),
        "minimum_to_hold": rng.choice([0, 1, rng.randint(2, 10), rng.randint(2, 30)]),
        "ending": rng.choice(["immediate", "final_turns", "complete_round"]),
        "roll_limit": rng.choice([None, None, 1, rng.randint(1, 3), rng.randint(1, 8)]),
        "start": rng.choice(["seat_one", "random", "roll_off"]),
    }
    if game != "bigpig":
        options["ones_lose"] = rng.choice(["turn", "turn", "turn", "total"])
    if game == "pig":
        options["die_sides"] = rng.choice([4, 6, 6, rng.randint(4, 20)])
    return {name: value for name, value in options.items() if rng.random() < 0.85}


def stray_events(match: Match, slow: SlowPig) -> Iterator[str]:
    """Events that must be refused now."""
    possible = {f"{slow.to_act()} {move}" for move in slow.legal()} | set(slow.chances())
    for text in STRAY_EVENTS:
        for who in ("",) if text.startswith("*") else ("1 ", "2 ", "3 "):
            if who + text not in possible:
                yield who + text


def compare_match(game_id: str, game: AnyGame, rng: Random, *, most_events: int = 400, stray: float = 0.02) -> int:
    """Plays a random match on both; returns the number of events compared, 0 where nobody can win."""
    options, seats = random_options(game_id, rng), rng.randint(2, SEATS[game_id])
    if seats == 4 and rng.random() < 0.5:
        options["partners"] = True
    slow = SlowPig(game_id, options, seats)
    told = f"{game_id} {options} {seats} seats"
    try:
        match = Match(game(game.options_model.model_validate(options), seats))
    except ValueError:
        assert slow.hopeless(), f"{told}: refused, but somebody can win"
        return 0
    assert not slow.hopeless(), f"{told}: nobody can win"
    eagerness = rng.choice([0.1, 0.3, 0.6, 0.9])
    for _number in range(most_events):
        line = replay_line(match)
        del line["event"]
        assert line == slow.line(), f"{told} {match.events}"
        if slow.over:
            break
        if rng.random() < stray:
            for event in stray_events(match, slow):
                check_refused(match, event)
        if slow.to_act() == "*":
            event = match.let_chance(rng)
            assert event in slow.chances(), told
        else:
            move = "hold" if "hold" in slow.legal() and rng.random() < eagerness else "roll"
            event = match.apply(f"{slow.to_act()} {move}")
        slow.apply(event)
    return len(match.events)
