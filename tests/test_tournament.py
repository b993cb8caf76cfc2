"""``tabletop tournament``: pairs with the same luck, any number of jobs, players that fail, results that survive."""

import csv
import json
import os
import shlex
import signal
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from kuhn import Kuhn
from rock_paper import AtOnce
from small_games import TicTacToe
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig

from tabletop import record
from tabletop import tournament as tournaments
from tabletop.cli import run
from tabletop.tournament import bench
from tabletop.tournament.luck import PairLuck
from tabletop.tournament.plan import Limits, chunks
from tabletop.tournament.schedule import next_round
from tabletop.tournament.tally import Sums
from tabletop.tournament.tournament import TournamentFailed

DATA = Path(__file__).parent / "data"
SHORT = {"target": 20}


class Slow:
    """A game for which nobody plays many matches at once."""

    def together(self, _first, _second):
        return None


class SlowPig(Slow, Pig):
    made = 0

    def strategies(self):
        return {
            **super().strategies(),
            "raises": lambda: Late(lambda _moves: 1 / 0),
            "wrong": lambda: Late(lambda _moves: "fold"),
            "exits": lambda: Late(lambda _moves: sys.exit(3)),
            "sleeps": lambda: Late(lambda moves: Random(0).sample(range(10**5), 50_000) and moves[0]),
            "hangs": lambda: Late(forever),
            "unmade": lambda: Late(None) if SlowPig.count() < 5 else 1 / 0,
        }

    @classmethod
    def count(cls):
        cls.made += 1
        return cls.made


class Late:
    """Goes wrong when it has points to lose."""

    def __init__(self, choose):
        self.wrong = choose

    def choose(self, view, moves, rng):
        return self.wrong(moves) if len(moves) > 1 else moves[0]


def forever(_moves):
    while True:
        pass


rules_of_bench = bench._rules


def of_origin(origin, plan):
    """Pig match by match."""
    return SlowPig if origin.name == "tabletop-pig:pig" else rules_of_bench(origin, plan)


def plain(outcome):
    """The document without what hangs on time."""
    found = outcome if isinstance(outcome, dict) else outcome.to_json()
    found["players"] = [{**player, "seconds_each": 0.0} for player in found["players"]]
    return found


def test_chance_event_k_draws_the_same_whatever_was_before():
    luck = PairLuck()
    luck.begin(5, 7)

    def drawn(number):
        luck.number = number
        return [luck.random(), luck.randrange(1000), luck.random(), luck.getrandbits(130)]

    first = {number: drawn(number) for number in (3, 0, 70, 200)}
    luck.begin(5, 7)
    assert {number: drawn(number) for number in (200, 3, 70, 0)} == first
    luck.begin(5, 8)
    assert drawn(3) != first[3]
    luck.number = 9
    cards = list(range(52))
    luck.shuffle(cards)
    assert sorted(cards) == list(range(52)) != cards


def test_luck_is_even():
    luck = PairLuck()
    counts = [0] * 6
    for pair in range(300):
        luck.begin(1, pair)
        for number in range(20):
            luck.number = number
            counts[luck.randrange(6) if number % 2 else int(luck.random() * 6)] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts) < 20


@pytest.mark.parametrize("fast", [False, True])
def test_chunks_hold_each_pair_once(fast):
    found = list(chunks(123_456, fast=fast))
    assert [first for first, _size in found] == [0, *(first + size for first, size in found[:-1])]
    assert sum(size for _first, size in found) == 123_456


def test_equal_players_are_even_and_shares_add_up():
    found = tournaments.run(SlowPig, ["hold:20", "hold:20"], 40, options=SHORT)
    assert found.pairings[0].share == 0.5
    assert found.pairings[0].split == (0, 20, 0)
    for pairing in tournaments.run("pig", ["hold:20", "easy", "rolls"], 40, options=SHORT).to_json()["pairings"]:
        assert 0 <= pairing["interval"][0] <= pairing["share"] <= pairing["interval"][1] <= 1


@pytest.mark.parametrize(
    ("rules", "seats", "players", "options"),
    [
        (SlowPig, 3, ["hold", "easy"], SHORT),
        (PassingGame, 4, ["easy", "medium"], {"partners": True, "target": 5}),
        (PassingGame, 3, ["easy", "random"], {"target": 5}),
        (TicTacToe, 2, ["random", "random"], {}),
        (Kuhn, 2, ["random", "random"], {}),
        (AtOnce, 2, ["random", "random"], {}),
    ],
)
def test_any_game_with_any_number_of_seats(rules, seats, players, options):
    found = tournaments.run(rules, players, 6, seats=seats, options=options)
    assert found.finished
    assert found.pairings[0].tally.matches == 6


def test_the_value_of_luck_taken_out_is_near_the_share():
    found = tournaments.run(SlowPig, ["hold:20", "hold:25"], 60, options={"target": 30}).pairings[0]
    share, (low, high) = found.adjusted
    assert low < 0.5 < high or low < found.share < high
    assert high - low < (found.interval.high - found.interval.low) / 2
    assert abs(share - 0.5) < 0.1
    assert tournaments.run(Kuhn, ["random", "random"], 6).pairings[0].adjusted is None


@pytest.mark.parametrize("kind", ["raises:crash", "wrong:illegal", "exits:crash"])
def test_a_player_that_fails_loses_by_rule_and_is_counted(kind):
    player, _colon, failure = kind.partition(":")
    found = tournaments.run(SlowPig, ["hold", player], 10)
    assert found.pairings[0].share == 1
    assert found.players[1].failures[failure] == 10
    assert found.finished
    assert not found.repeatable


def test_who_oversteps_its_time_loses():
    found = tournaments.run(SlowPig, ["hold", "sleeps@0.1ms"], 4)
    assert found.players[1].failures["overtime"] == 4
    found = tournaments.run(SlowPig, ["hold", "sleeps@0.1ms"], 4, options=SHORT, limits=Limits(margin=1_000.0))
    assert found.players[1].failures["overtime"] == 0


@pytest.mark.skipif(not hasattr(__import__("signal"), "setitimer"), reason="the system has no alarm")
def test_who_gives_no_answer_loses():
    found = tournaments.run(SlowPig, ["hold", "hangs"], 2, limits=Limits(match=0.05))
    assert found.players[1].failures["stall"] == 2


def test_a_player_that_can_not_be_made_loses(monkeypatch):
    monkeypatch.setattr(SlowPig, "made", 0)
    found = tournaments.run(SlowPig, ["hold", "unmade"], 4)
    assert found.players[1].failures["crash"] > 0


def test_rules_that_fail_end_it():
    class Broken(SlowPig):
        def scores(self, state):
            return {}["points"]

    with pytest.raises(TournamentFailed, match=r"hold against easy, pair 1: .*KeyError: 'points'"):
        tournaments.run(Broken, ["hold", "easy"], 4, options=SHORT)


def test_teams_share_a_side():
    found = tournaments.run(
        PassingGame, ["easy+medium", "random+random"], 4, seats=4, options={"partners": True, "target": 5}
    )
    assert [player.player for player in found.players] == ["easy+medium", "random+random"]


def test_each_format_ends_and_says_who_met():
    for form, meetings in [("round-robin", 6), ("gauntlet", 3), ("swiss", 4), ("knockout", 3)]:
        found = tournaments.run("pig", ["hold:20", "hold:18", "easy", "rolls"], 20, options=SHORT, form=form)
        assert len(found.pairings) == meetings
        assert found.finished
    byes = [
        next_round("knockout", 5, rounds)
        for rounds in ([], [{(3, 4): 0.2}], [{(3, 4): 0.2}, {(0, 4): 1.0, (1, 2): 0.0}])
    ]
    assert byes == [[(3, 4)], [(0, 4), (1, 2)], [(0, 2)]]
    first = next_round("swiss", 5, [])
    second = next_round("swiss", 5, [dict.fromkeys(first, 1.0)])
    assert not set(first) & set(second)


def test_a_rule_stops_it():
    found = tournaments.run(SlowPig, ["hold:20", "hold:3"], 100_000, options=SHORT, until=0.08)
    low, high = found.pairings[0].interval
    assert found.pairings[0].decided
    assert (high - low) / 2 <= 0.08
    found = tournaments.run(SlowPig, ["hold:20", "hold:3"], 100_000, options=SHORT, sprt=(0.5, 0.6))
    assert found.pairings[0].decided
    assert found.to_json()["pairings"][0]["sprt"]["verdict"] == "second"


def test_games_by_id():
    assert tournaments.game("pig", target=50).options.target == 50
    with pytest.raises(ValueError, match="target"):
        tournaments.game("pig", target=-1)


def test_a_tally_survives_json():
    tally = Sums(pairs=2, won=1.1, adjusted=2, skill=0.3)
    tally.scores[1 / 3] += 2
    tally.spread[0][1200] += 1
    tally.failures[1]["stall"] += 4
    again = Sums.from_json(json.loads(json.dumps(tally.to_json())))
    assert again == tally
    again.add(tally)
    assert (again.pairs, again.scores[1 / 3], again.failures[1]["stall"]) == (4, 4, 8)


# The command


@pytest.fixture
def tabletop(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tabletop.tournament.bench._rules", of_origin)

    def call(*arguments):
        code = run(["tournament", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


FEW = ("pig", "--set", "target=20", "--players", "hold:20,hold:10,easy", "--matches", "40", "--seed", "3")


def document(tabletop, *arguments):
    code, _out, err = tabletop(*arguments, "--json", "found.json")
    assert (code, err) == (0, "")
    return plain(json.loads(Path("found.json").read_text("utf-8")))


def test_the_tables(tabletop):
    code, out, err = tabletop(*FEW)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == (
        "Pig, 2 seats, round-robin, seed 3: 120 matches, in pairs with the same luck and changed sides."
    )
    assert lines[2].split()[0] == "player"
    assert {line.split()[0] for line in lines[3:6]} == {"hold:20", "hold:10", "easy"}
    assert lines[7] == "The share of the first player of each pairing:"
    assert "margin 0 s" in out


def test_the_document_is_the_one_that_is_described(tabletop):
    found = document(tabletop, *FEW)
    golden = DATA / "tournament-1.json"
    assert found == json.loads(golden.read_text("utf-8"))
    pairing = found["pairings"][0]
    assert pairing["players"] == ["hold:20", "hold:10"]
    assert 0 <= pairing["share"] <= 1
    described = (Path(__file__).parent.parent / "docs/reference/tournament.md").read_text("utf-8")
    for name in {*found, *pairing, *found["players"][0]}:
        assert f"`{name}`" in described, name


def test_the_table_for_programs(tabletop):
    code, _out, _err = tabletop(*FEW, "--csv", "found.csv")
    assert code == 0
    text = Path("found.csv").read_text("utf-8")
    assert text == (DATA / "tournament-1.csv").read_text("utf-8")
    assert [row["player"] for row in csv.DictReader(text.splitlines())] == ["hold:20", "hold:20", "hold:10"]


def test_the_picture(tabletop):
    assert tabletop(*FEW, "--plot", "found.svg")[0] == 0
    root = ElementTree.parse("found.svg").getroot()
    assert tabletop(*FEW, "--plot", "found.png")[0] == 0
    assert Path("found.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    said = {element.text for element in root.iter() if element.text}
    assert {"hold:20", "hold:10", "easy", "Pig"} <= said
    assert tabletop(*FEW, "--plot", "found.gif")[0] == 2


def test_the_same_whatever_the_jobs(tabletop):
    few = ("pig", "--set", "target=20", "--seats", "3", "--players", "hold:20,hold:10", "--matches", "30")
    assert document(tabletop, *few, "--jobs", "2") == document(tabletop, *few)


def test_what_is_kept_survives_a_kill(tabletop):
    whole = document(tabletop, *FEW, "--results", "kept.jsonl")
    kept = Path("kept.jsonl").read_bytes()
    assert json.loads(kept.split(b"\n")[0])["format"] == "tabletop-tournament-results"
    for cut in range(len(kept) // 7, len(kept), len(kept) // 7):
        Path("kept.jsonl").write_bytes(kept[:cut])
        assert document(tabletop, *FEW, "--results", "kept.jsonl") == whole
        assert len(Path("kept.jsonl").read_bytes().splitlines()) == len(kept.splitlines())


def test_changed_options_are_refused_by_name(tabletop):
    document(tabletop, *FEW, "--results", "kept.jsonl")
    for changed, name in [(("--seed", "4"), "--seed"), (("--until", "1%"), "--until"), (("--seats", "3"), "--seats")]:
        code, _out, err = tabletop(*FEW, *changed, "--results", "kept.jsonl")
        assert code == 2
        assert f"what differs: {name}" in err
    Path("other.jsonl").write_text("{}\n")
    code, _out, err = tabletop(*FEW, "--results", "other.jsonl")
    assert (code, "doesn't hold the results" in err) == (2, True)


class Impatient(Pig):
    """Somebody presses Ctrl-C in the end."""

    left = 400

    def together(self, _first, _second):
        return None

    def start(self):
        Impatient.left -= 1
        if Impatient.left == 0:
            raise KeyboardInterrupt
        return super().start()


def test_interrupted_it_prints_the_command_that_goes_on(tabletop, monkeypatch):
    monkeypatch.setattr("tabletop.tournament.bench._rules", lambda *_arguments: Impatient)
    whole = document(tabletop, *FEW)
    monkeypatch.setattr(Impatient, "left", 50)
    code, out, err = tabletop(*FEW, "--json", "part.json")
    assert code == 130
    assert "Traceback" not in err
    assert not json.loads(Path("part.json").read_text())["finished"]
    command = shlex.split(err.splitlines()[-1])
    assert command[:3] == ["tabletop", "tournament", "pig"]
    assert json.loads(Path("part.json").read_text())["matches"] > 0, out
    monkeypatch.setattr(Impatient, "left", 10**6)
    code, _out, err = tabletop(*command[2:])
    assert (code, err) == (0, "")
    assert plain(json.loads(Path("part.json").read_text("utf-8"))) == whole


def test_records_can_be_replayed(tabletop):
    code, _out, err = tabletop(
        "passing-game", "--set", "target=5", "--players", "easy,medium", "--matches", "2", "--records", "kept"
    )
    assert (code, err) == (0, "")
    names = sorted(path.name for path in Path("kept").iterdir())
    assert names == [f"1-1-2-000001{one}.{kind}" for one in "ab" for kind in ("json", "moves.jsonl")]
    found = record.read(Path("kept/1-1-2-000001a.json"))
    assert found.result is not None
    assert [seat.level for seat in found.seats] == ["easy", "medium"]
    lines = [json.loads(line) for line in Path("kept/1-1-2-000001a.moves.jsonl").read_text().splitlines()]
    assert all(line["seconds"] >= 0 for line in lines)
    assert len(lines) == sum(not event.startswith("*") for event in found.events)


def test_positions_to_begin_from(tabletop):
    Path("starts.jsonl").write_text('# two\n["1 roll", "* 6", "1 hold"]\n{"events": ["1 roll", "* 1"]}\n')
    code, _out, err = tabletop(*FEW, "--starts", "starts.jsonl", "--json", "found.json")
    assert (code, err) == (0, "")
    for text, why in [
        ("", "should hold 1 to 100000 beginnings"),
        ("[1]", "line 1: write a list of events"),
        ('["1 hold"]', "You can't hold yet"),
    ]:
        Path("starts.jsonl").write_text(text)
        code, _out, err = tabletop(*FEW, "--starts", "starts.jsonl")
        assert (code, why in err) == (2, True), err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("pig", "--players", "hold"), "A tournament needs two players"),
        (("pig",), "Say who plays"),
        (("pig", "--players", "hold,nobody"), "There is no CPU player “nobody”"),
        (("pig", "--players", "hold,hard@"), "write a time or a number of iterations"),
        (("pig", "--players", "hold,hold:20@100"), "counts no iterations"),
        (("pig", "--players", "hold,rolls", "--seats", "9"), "This game is for 2 to 8 seats, not 9."),
        (("pig", "--players", "hold,rolls", "--until", "x"), "should be a share"),
        (("pig", "--players", "hold,rolls", "--sprt", "52%,50%"), "the lower one first"),
        (("pig", "--players", "hold,rolls", "--format", "ladder"), "Invalid value for '--format'"),
        (("nowhere", "--players", "hold,rolls"), "“nowhere”"),
    ],
)
def test_what_can_not_be_is_one_sentence(tabletop, arguments, why):
    code, out, err = tabletop(*arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_levels_by_iterations_repeat_themselves(tabletop):
    few = ("pig", "--set", "target=10", "--players", "hard@20,easy@10", "--matches", "4")
    assert document(tabletop, *few) == document(tabletop, *few)


def test_exit_codes_of_the_sequential_test(tabletop):
    few = ("pig", "--set", "target=20", "--sprt", "50%,60%")
    assert tabletop(*few, "--players", "hold:20,hold:2", "--matches", "4000")[0] == 0
    assert tabletop(*few, "--players", "hold:2,hold:20", "--matches", "4000")[0] == 10
    code, out, _err = tabletop(*few, "--players", "hold:2,hold:20", "--matches", "4")
    assert code == 11
    assert "accepted: undecided" in out


class Ending(Slow, Pig):
    """Has a player that ends its process, now and then."""

    def strategies(self):
        return {**super().strategies(), "ends": lambda: Late(lambda _moves: os._exit(3)), "at-times": At}


class At:
    def choose(self, view, moves, rng):
        if len(moves) > 1 and rng.random() < 0.02:
            os.kill(os.getpid(), signal.SIGKILL)
        return moves[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="one job forks on Linux only")
def test_who_ends_the_process_loses_that_match(tabletop, monkeypatch):
    monkeypatch.setattr("tabletop.tournament.bench._rules", lambda *_arguments: Ending)
    found = document(tabletop, "pig", "--players", "hold,ends", "--matches", "60")
    assert (found["pairings"][0]["share"], found["finished"], found["repeatable"]) == (1, True, False)
    assert found["pairings"][0]["failures"][1]["crash"] == 60
    few = ("pig", "--set", "target=20", "--players", "hold:20,at-times", "--matches", "60")
    found = document(tabletop, *few)
    assert 0 < found["pairings"][0]["failures"][1]["crash"] < 60
    assert found["pairings"][0]["matches"] == 60
    assert document(tabletop, *few) == found


EXIT_GAME = """
import os
from tabletop_pig.games import Pig
class ExitPig(Pig):
    def together(self, first, second):
        return None
    def strategies(self):
        return {**super().strategies(), "ends": Ends}
class Ends:
    def choose(self, view, moves, rng):
        return moves[0] if len(moves) == 1 else os._exit(3)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each death takes a new process")
@pytest.mark.slow
def test_with_two_jobs_too(tmp_path, monkeypatch):
    (tmp_path / "exit_game.py").write_text(EXIT_GAME)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    from exit_game import ExitPig

    found = tournaments.run(ExitPig, ["hold", "ends"], 40, jobs=2)
    assert found.players[1].failures["crash"] == 40
    assert found.pairings[0].share == 1


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_a_game_in_a_folder(tabletop, monkeypatch, jobs):
    monkeypatch.setattr("tabletop.tournament.bench._rules", rules_of_bench)
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = Path(__file__).parent.parent / "docs/examples/short_pig"
    few = ("--plugin", folder, "--players", "hard,random", "--matches", "10", "--jobs", jobs)
    found = document(tabletop, *few)
    assert found["game"].endswith("short-pig")
    assert found["pairings"][0]["share"] > 0.5
    code, _out, err = tabletop("--players", "hard,random")
    assert (code, "GAME" in err) == (2, True)
