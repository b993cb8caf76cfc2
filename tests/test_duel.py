"""Two CPU players against each other: pairs, figures, what goes wrong, and the command."""

import json
import sys
from itertools import count

import pytest
from distributions import forget_plugins
from small_games import TicTacToe
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_pig.games import Pig
from tabletop_pig.options import PigOptions

from tabletop import GameOptions
from tabletop.cli import run
from tabletop.guard.failures import PluginFailure
from tabletop.plugins.scaffold import write_plugin
from tabletop.tournament import playing
from tabletop.tournament.duel import Duel, DuelFailure
from tabletop.tournament.figures import Part, score, wilson
from tabletop.tournament.results import Results


def pig(seats=2, **options):
    return Pig(PigOptions(**options), seats)


class Watched(Pig):
    """Pig in which players and draws are written down, and players of an author who is still learning."""

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.drawn, self.chose, self.made = [], [], 0

    def draw(self, state, rng):
        self.drawn.append(super().draw(state, rng))
        return self.drawn[-1]

    def strategies(self):
        return {
            **super().strategies(),
            "one": lambda: Holds(self, "one", "20"),
            "other": lambda: Holds(self, "other", "20"),
            "wrong": lambda: Faulty(lambda: "fold"),
            "raises": lambda: Faulty(lambda: 1 / 0),
            "exits": lambda: Faulty(lambda: sys.exit(3)),
            "impatient": lambda: Stops(self),
            "unmade": lambda: 1 / 0,
        }


class Holds:
    def __init__(self, game, name, points):
        self.game, self.name, self.player = game, name, Pig.strategies(game)["hold"](points)
        self.game.made += 1

    def choose(self, view, moves, rng):
        self.game.chose.append((self.name, view[0], rng.random()))
        return self.player.choose(view, moves, rng)


class Faulty:
    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, moves, rng):
        return self.answer() if len(moves) > 1 and view[6] > 2 else "roll"


class Stops:
    """Somebody presses Ctrl-C after 200 choices."""

    def __init__(self, game):
        self.game = game

    def choose(self, view, moves, rng):
        self.game.made += 1
        if self.game.made > 200:
            raise KeyboardInterrupt
        return moves[-1]


def watched(seats=2, **options):
    return Watched(PigOptions(**options), seats)


@pytest.mark.parametrize(
    ("won", "matches", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)],
)
def test_the_interval_is_wilsons(won, matches, low, high):
    assert wilson(won, matches) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_figures_are_sums_over_matches():
    found = score([Part(1.0, 100, 30, 0.5), Part(0.5, 50, 10, 1.5)])
    assert (found.won, found.share, found.points, found.decisions) == (1.5, 0.75, 75, 40)
    assert (found.seconds_each, found.per_second) == (0.05, 20)
    assert score([Part(0.0, 1, 0, 0.0)]).seconds_each == score([Part(0.0, 1, 0, 0.0)]).per_second == 0


def test_a_pair_has_the_same_chance_and_changed_sides():
    game = watched(target=30)
    duel = Duel(game, ("one", "other"), "pig 1")
    game.drawn.clear()
    first = duel.play(5, 0)
    drawn, chose, made = list(game.drawn), list(game.chose), game.made
    game.drawn.clear()
    game.chose.clear()
    second = duel.play(5, 1)
    assert game.drawn == drawn
    assert {(name, seat) for name, seat, _luck in chose} == {("one", 0), ("other", 1)}
    assert {(name, seat) for name, seat, _luck in game.chose} == {("other", 0), ("one", 1)}
    assert [luck for _name, _seat, luck in chose] == [luck for _name, _seat, luck in game.chose]
    assert first[0].won == second[1].won
    assert game.made == made + 2


def test_equal_players_are_even_to_the_last_match():
    results = Results(Duel(pig(), ("keep-pace", "keep-pace"), "pig 1"), 0, 20)
    assert list(results.play()) == list(range(2, 21, 2))
    assert [found.share for found in results.scores] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("game", "names", "sides"),
    [
        (pig(3), ("hold", "rolls"), 3),
        (pig(5, target=30), ("hold", "rolls"), 5),
        (PassingGame(PassingOptions(partners=True, target=5), 4), ("easy", "random"), 2),
        (PassingGame(PassingOptions(target=5), 3), ("easy", "random"), 3),
        (TicTacToe(GameOptions(), 2), ("random", "random"), 2),
    ],
)
def test_any_number_of_seats(game, names, sides):
    """Sides alternate, so that over a pair each player has had every side; a match is won once."""
    duel = Duel(game, names, "plugin 1")
    assert len(set(duel.sides)) == sides
    for pair in duel.pairs(0, 3):
        for match in pair:
            assert sum(part.won for part in match) == pytest.approx(1)


def test_the_same_seed_gives_the_same_and_the_next_one_others():
    def figures(seed):
        ticks = count()
        duel = Duel(pig(target=50), ("easy", "rolls"), "pig 1", clock=lambda: next(ticks) / 8)
        return list(duel.pairs(seed, 10))

    assert figures(0) == figures(0)
    assert not any(pair in figures(0) for pair in figures(1))


def test_time_is_that_of_choices_among_several_moves():
    ticks = count()
    game = pig(target=20)
    duel = Duel(game, ("hold", "hold"), "pig 1", clock=lambda: next(ticks) / 4)
    for part in duel.play(7, 0):
        assert part.decisions > 0
        assert part.seconds == part.decisions / 4


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("wrong", "it chose 'fold', which is no legal move"),
        ("raises", "ZeroDivisionError: division by zero"),
        ("exits", "SystemExit: 3"),
    ],
)
def test_a_player_that_fails_is_named_and_can_be_seen_again(player, why):
    game = watched(target=50)
    results = Results(Duel(game, ("hold", player), "pig 1"), 7, 10)
    assert list(results.play()) == []
    failure = results.failure
    assert (failure.player, failure.seed) == (player, 7)
    assert why in str(failure)
    assert f", {player} in seat 2: " in str(failure)
    with pytest.raises(DuelFailure, match=why):
        next(Duel(game, ("hold", player), "pig 1").pairs(failure.seed, 1))


def test_what_was_over_before_a_failure_counts(monkeypatch):
    game = watched(target=20)
    monkeypatch.setattr(Faulty, "choose", lambda self, view, moves, _rng: self.answer() if view[6] > 7 else moves[-1])
    results = Results(Duel(game, ("hold:10", "raises"), "pig 1"), 0, 200)
    done = list(results.play())
    assert 0 < len(done) < 100
    assert results.document("pig")["matches"] == done[-1]
    found = results.document("pig")["failure"]
    assert found["player"] == "raises"
    with pytest.raises(DuelFailure):
        next(Duel(game, ("hold:10", "raises"), "pig 1").pairs(found["seed"], 1))


@pytest.mark.parametrize("method", ["play", "resolve", "scores", "result", "view", "legal_moves"])
def test_rules_that_fail_are_to_blame_themselves(method):
    game = watched()
    setattr(game, method, lambda *_arguments: {}["nothing"])
    results = Results(Duel(game, ("hold", "rolls"), "pig 1"), 0, 2)
    assert list(results.play()) == []
    assert results.failure.player is None
    assert "The plugin pig 1 failed in its rules: KeyError: 'nothing'." in str(results.failure)
    assert isinstance(results.failure.failure, PluginFailure)


def test_a_match_without_end_is_a_failure(monkeypatch):
    monkeypatch.setattr(playing, "MOST_EVENTS", 1_000)
    game = watched()
    game.to_act = lambda _state: 0
    game.play = lambda state, _move: state
    results = Results(Duel(game, ("hold", "hold"), "pig 1"), 0, 2)
    assert list(results.play()) == []
    assert "the match isn't over after 1000 events" in str(results.failure)


def test_who_plays_is_asked_before_anything_is_played():
    for names, why in [
        (("hold",), "two players"),
        (("hold", "rolls", "easy"), "two players"),
        (("hold", "nobody"), "no CPU player “nobody”"),
        (("hold:x", "rolls"), "“x” should be a whole number"),
    ]:
        with pytest.raises(ValueError, match=why):
            Duel(pig(), names, "pig 1")
    with pytest.raises(PluginFailure, match="the CPU player unmade"):
        Duel(watched(), ("hold", "unmade"), "pig 1")
    alone = pig(2)
    alone.sides = lambda: (0, 0)
    with pytest.raises(ValueError, match="two sides"):
        Duel(alone, ("hold", "rolls"), "pig 1")


# The command


@pytest.fixture
def tabletop(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))

    def call(*arguments):
        code = run(["plugins", "duel", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_the_command_says_who_is_stronger(tabletop):
    code, out, err = tabletop("pig", "--players", "hold:20,hold:3", "--matches", "100")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Pig, 2 seats: hold:20 against hold:3, 100 matches in pairs, seed 0."
    assert lines[3] == "hold:20 is stronger."
    assert [line[:8].strip(": ") for line in lines[1:3]] == ["hold:20", "hold:3"]
    assert [" decisions, " in line for line in lines[4:]] == [True, True]
    assert tabletop("pig", "--players", "hold,hold", "--matches", "2")[1].splitlines()[3] == (
        "These matches don't tell who is stronger."
    )


def test_the_command_in_json(tabletop):
    code, out, _err = tabletop("pig", "--players", "cpu:hold,rolls", "--matches", "4", "--seats", "3", "--json")
    found = json.loads(out)
    assert code == 0
    assert [player["player"] for player in found["players"]] == ["hold", "rolls"]
    assert sum(player["won"] for player in found["players"]) == pytest.approx(4)
    assert (found["format"], found["seats"], found["matches"], found["failure"]) == ("tabletop-duel", 3, 4, None)
    assert found["lead"] == found["players"][0]["points"] - found["players"][1]["points"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("pig", "--players", "hold"), "A duel is for two players, such as hard,expert."),
        (("pig", "--players", "hold,"), "There is no CPU player “” for this game"),
        (("pig", "--players", "hold,nobody"), "There is no CPU player “nobody” for this game"),
        (("pig", "--players", "hold,rolls", "--matches", "3"), "The matches go in pairs"),
        (("pig", "--players", "hold,rolls", "--matches", "0"), "Invalid value for '--matches'"),
        (("pig", "--players", "hold,rolls", "--seats", "9"), "This game is for 2 to 8 seats, not 9."),
        (("pig", "--players", "hold,rolls", "--set", "target=x"), "“target” should be a whole number."),
        (("nowhere", "--players", "hold,rolls"), "“nowhere”"),
        (("pig",), "Missing option '--players'"),
    ],
)
def test_what_can_not_be_is_one_sentence(tabletop, arguments, why):
    code, out, err = tabletop(*arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.startswith("tabletop: ")
    assert err.count("\n") == 1


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A plugin that is being written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    yield write_plugin("plum", tmp_path)
    forget_plugins()


def test_a_plugin_in_a_folder(tabletop, folder):
    code, out, err = tabletop(folder, "--players", "easy,random", "--matches", "4")
    assert (code, err) == (0, "")
    assert out.startswith("Plum, 2 seats: easy against random, 4 matches in pairs")
    code, out, _err = tabletop(folder, "--game", "pig", "--players", "hold,rolls", "--matches", "2")
    assert code == 0
    assert out.startswith("Pig, 2 seats")
    (folder / "tabletop_plum" / "tabletop.toml").write_text("api = 3\n")
    code, _out, err = tabletop(folder, "--players", "easy,random")
    assert code == 2
    assert err.startswith("tabletop: The plugin tabletop-plum 0.1.0 can't be used")


def test_a_failure_and_ctrl_c_on_the_command_line(tabletop, monkeypatch):
    monkeypatch.setattr("tabletop.cli.duels.load", lambda _listing: Watched)
    code, out, err = tabletop("pig", "--players", "hold,wrong", "--matches", "4")
    assert code == 1
    assert out == "No pair of matches is over.\n"
    assert "wrong in seat 2: " in err
    assert "To see it again: --seed 0 --matches 2\n" in err
    assert "Traceback" not in err
    code, out, err = tabletop("pig", "--players", "impatient,hold", "--matches", "1000", "--set", "target=20")
    assert (code, err) == (130, "")
    assert "impatient against hold" in out
    assert " 1000 matches" not in out
