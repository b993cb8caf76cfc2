"""Chance and thought are apart: whatever a strategy or an analyst makes of its source, no draw can be had from it."""

import gc
import re
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from types import CodeType, FunctionType, ModuleType

import pytest
from sittings import table_of
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.position import PassingView
from tabletop_pig.games import Pig
from tabletop_pig.position import HOLD, ROLL, Position

from tabletop import Analysis, MoveValue
from tabletop.chance import Again, Entropy, Seeded
from tabletop.match import Match
from tabletop.table import Table
from tabletop.terminal.seated import Departure as Ending

SEEDS = [None, 7, 2**61 - 1, -3]
WORDS = 624


# What a cheat may try with the source that it is given: each yields sources that chance might draw from.


def copied(rng: Random) -> Iterator[Random]:
    """Goes on as the source will."""
    source = Random()
    source.setstate(rng.getstate())
    yield source


def planted(rng: Random) -> Iterator[Random]:
    """Has put the source where it wants to have it."""
    rng.seed(2)
    yield Random(2)


def rewound(rng: Random) -> Iterator[Random]:
    """Goes back to what the source has given."""
    version, words, following = rng.getstate()
    for index in range(words[-1]):
        source = Random()
        source.setstate((version, (*words[:-1], index), following))
        yield source


def sown(rng: Random) -> Iterator[Random]:
    """Works out what the source was seeded with, and seeds those of chance in the same way."""
    found = re.search(rb"(-?\d+)/(\d+)", seed_of(rng))
    if found:
        for later in range(-int(found[2]), 2):
            yield Random(f"{int(found[1])}/{int(found[2]) + later}")


def seed_of(rng: Random) -> bytes:
    """What a fresh source was seeded with: the mixing of MT19937's ``init_by_array``, backwards."""
    mask = 2**32 - 1
    state = list(rng.getstate()[1][:WORDS])
    if state[0] != 1 << 31:
        return b""
    for index in (1, *range(WORDS - 1, 1, -1)):
        before = state[index - 1] if index > 1 else state[WORDS - 1]
        state[index] = ((state[index] + index) & mask) ^ ((before ^ before >> 30) * 1566083941 & mask)
    first = [19650218]
    for index in range(1, WORDS):
        first.append(((first[-1] ^ first[-1] >> 30) * 1812433253 + index) & mask)
    mixed = [
        (state[i] - (first[i] ^ ((state[i - 1] ^ state[i - 1] >> 30) * 1664525 & mask))) & mask for i in range(3, WORDS)
    ]
    for length in range(1, 100):
        key = [(word - (number % length)) & mask for number, word in enumerate(mixed, 2)]
        if all(word == again for word, again in zip(key, key[length:], strict=False)):
            inorder = [key[(number - 2) % length] for number in range(length)]
            return b"".join(word.to_bytes(4, "little") for word in inorder)[::-1]
    return b""


def test_the_attack_on_seeds_works():
    assert b"123456789/3" in seed_of(Random("123456789/3"))


# Cheats at the table


class PigCheat:
    """Plays Pig, as a CPU player and as an analyst, and guesses each throw before it falls."""

    def __init__(self, game, way, guesses):
        self.game, self.way, self.guesses = game, way, guesses

    def choose(self, view, moves, rng):
        if HOLD in moves and Position(*view).points >= 8:
            return HOLD
        self.guess(view, rng)
        return ROLL

    def prepare(self, progress):
        progress(1.0)

    def analyse(self, view, moves, rng):
        self.guess(view, rng)
        return Analysis(Position(*view).seat, "exact", tuple(MoveValue(move, 0.5) for move in moves))

    def guess(self, view, rng):
        thrown = self.game.play(view, ROLL)
        drawn = (self.game.draw(thrown, source) for source in islice(self.way(rng), 1))
        self.guesses.append([self.game.outcome_notation(outcome) for outcome in drawn])


class CheatingPig(Pig):
    """Pig with cheats; ``guesses`` holds what they expected of each throw."""

    way: Callable[[Random], Iterator[Random]]

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.guesses = []

    def strategies(self):
        return {"cheat": lambda: PigCheat(self, self.way, self.guesses)}

    def analyst(self):
        return PigCheat(self, self.way, self.guesses)


def cheating_pig(way, **options):
    return type("Cheating", (CheatingPig,), {"way": staticmethod(way)})(Pig.options_model(**options), 2)


def last_way(rng):
    """The newest of what the source was seeded with: that of the throw to come."""
    yield from list(sown(rng))[-1:]


def right(game, events):
    """How many guesses of throws were right, and how many there were."""
    thrown = [event.removeprefix("* ") for event in events if event.startswith("* ")]
    assert len(game.guesses) == len(thrown)
    return sum(guess == [fell] for guess, fell in zip(game.guesses, thrown, strict=True)), len(thrown)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", [copied, planted, last_way])
def test_a_cpu_player_cannot_foretell_the_dice(tmp_path, way, seed):
    game = cheating_pig(way, target=150)
    table = table_of(tmp_path, game, "cpu:cheat,cpu:cheat", seed=seed, plain=True)
    with table.save:
        assert table.run() is Ending.FINISHED
    hits, throws = right(game, table.match.events)
    assert throws > 60
    assert hits < throws / 2


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", [copied, planted, last_way])
def test_a_hint_cannot_foretell_the_dice(tmp_path, way, seed):
    game = cheating_pig(way)
    table = table_of(tmp_path, game, "Ada,Bo", ["hint", "roll"] * 40, seed=seed)
    with table.save:
        table.run()
    hits, throws = right(game, table.match.events)
    assert throws == 40
    assert hits < throws / 2


class PassingCheat:
    """Looks for the deal that its hand is of, and sets the first tile that it may."""

    def __init__(self, game, seen):
        self.game, self.seen = game, seen

    def choose(self, view: PassingView, moves, rng):
        if view.history is None:
            for way in (rewound, sown):
                for source in way(rng):
                    dealt = self.game.resolve(self.game.start(), self.game.draw(self.game.start(), source))
                    self.seen += [way.__name__] * (dealt[1][view.seat] == view.hand)
        return moves[0]


class CheatingPassing(PassingGame):
    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.seen = []

    def strategies(self):
        return {"cheat": lambda: PassingCheat(self, self.seen)}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cpu_player_cannot_find_the_deal(tmp_path, seed):
    game = CheatingPassing(PassingGame.options_model(), 2)
    table = table_of(tmp_path, game, "cpu:cheat,cpu:cheat", seed=seed, plain=True)
    with table.save:
        table.run()
    assert game.seen == []


# Sources


@pytest.mark.parametrize(("seed", "number"), [(1, 0), (7, 12), (2**61 - 1, 3), (-3, 1)])
def test_a_seed_makes_the_same_draws_as_ever(seed, number):
    game = Pig(Pig.options_model(), 2)
    state = game.play(game.start(), ROLL)
    drawn = game.outcome_notation(game.draw(state, Random(f"{seed}/{number}")))
    assert Seeded(seed).outcome(game, state, number) == drawn


def test_a_seed_makes_the_same_thoughts_again_and_each_its_own():
    thoughts = {Seeded(seed).thought(number).random() for seed in (1, 2, -1) for number in range(20)}
    assert len(thoughts) == 60
    assert Seeded(5).thought(3).random() == Seeded(5).thought(3).random()


def test_without_a_seed_nothing_repeats_itself():
    game = PassingGame(PassingGame.options_model(), 2)
    deals = {Entropy().outcome(game, game.start(), 0) for _again in range(3)}
    thoughts = {Entropy().thought(0).random() for _again in range(3)}
    assert len(deals) == len(thoughts) == 3


# Nothing that a thinker is given leads to where chance comes from


def reached(*given):
    """All objects that can be had from some, by attributes, items and closures; not by what modules hold."""
    found, left = {}, list(given)
    while left:
        one = left.pop()
        if id(one) in found or isinstance(one, (type, ModuleType, CodeType)):
            continue
        found[id(one)] = one
        left += (one.__closure__ or ()) if isinstance(one, FunctionType) else gc.get_referents(one)
    return found.values()


class Spy(PigCheat):
    """Looks at everything that it is given."""

    def guess(self, view, rng):
        self.guesses.append({type(one) for one in reached(view, rng, self.game, rng.random, rng.random.__self__)})


class SpiedPig(Pig):
    def strategies(self):
        return {"spy": lambda: Spy(self, None, SEEN)}

    def analyst(self):
        return Spy(self, None, SEEN)


SEEN: list[set[type]] = []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("seats", "lines"), [("cpu:spy,cpu:spy", []), ("Ada,Bo", ["hint", "roll"] * 5)])
def test_nothing_that_a_thinker_is_given_leads_to_chance_or_the_table(tmp_path, seed, seats, lines):
    SEEN.clear()
    table = table_of(tmp_path, SpiedPig(Pig.options_model(target=10), 2), seats, lines, seed=seed, plain=not lines)
    with table.save:
        table.run()
    assert SEEN
    assert not {Again, Entropy, Seeded, Match, Table} & set().union(*SEEN)
