"""Games in which the fewest points win: resigning, cut playouts, statistics and the result go by the standing."""

from random import Random

import pytest
from sittings import table_of
from strokes import ShortStrokes, Strokes

from tabletop import GameOptions
from tabletop.counting import worth
from tabletop.cpu import players
from tabletop.cpu.playout import final, guess, play_out
from tabletop.game import Result
from tabletop.guard.failures import PluginFailure
from tabletop.guard.proxies import guarded
from tabletop.match import Match
from tabletop.plugins.find.discovery import Plugin
from tabletop.saves.indexed import played
from tabletop.saves.statistics import counted, noted_tally
from tabletop.saves.tallies import chosen, tally

OPTIONS = GameOptions()


def resigned(folder, lines):
    """A match of three people after one has resigned: as it is saved, and what was shown."""
    table = table_of(folder, Strokes(OPTIONS, 3), "Ada,Bo,Cleo", [*lines, "resign", "yes", ""])
    with table.save:
        table.run()
        return table.save, table


def test_who_resigns_is_last_and_the_fewest_points_lead_the_others(tmp_path):
    save, table = resigned(tmp_path, ["drive", "putt"])
    assert (save.summary.scores, save.summary.ranks) == ((3, 1, 0), (2, 1, 3))
    assert "Bo wins." in table.console.text


def test_those_who_stand_equal_share_a_rank(tmp_path):
    save, _table = resigned(tmp_path, ["drive", "drive"])
    assert save.summary.ranks == (1, 1, 3)


def test_statistics_of_a_resigned_match_go_by_the_standing(tmp_path):
    save, table = resigned(tmp_path, ["drive", "putt"])
    assert noted_tally(save) == worth(save, table.match)
    assert noted_tally(save).ranks == (2, 1, 3)
    assert [seat.share for seat in counted(save).seats] == [0, 1, 0]


def test_statistics_mend_the_ranks_that_an_older_version_noted(tmp_path):
    table = table_of(tmp_path, Strokes(OPTIONS, 3), "Ada,Bo,Cleo")
    with table.save as save:
        for event in ("1 drive", "2 putt"):
            save.append(table.match.apply(event))
        save.note("resigned", {"side": 3})
        save.finish("finished", (3, 1, 0), (1, 2, 3))
        assert worth(save, table.match).ranks == (2, 1, 3)


class TwoRounds(Strokes):
    """Two turns for each of three."""

    turns = 6


def test_ada_resigns_with_the_fewest_points_and_the_others_rank_by_theirs(tmp_path):
    lines = ["putt", "drive", "putt", "score", "resign", "yes", "end", "score", ""]
    table = table_of(tmp_path, TwoRounds(OPTIONS, 3), "Ada,Bo,Cleo", lines)
    with table.save as save:
        table.run()
        assert (save.summary.scores, save.summary.ranks) == ((1, 3, 1), (3, 2, 1))
        assert noted_tally(save).ranks == (3, 2, 1)
    shown = table.console.text
    assert "Ada resigns." in shown
    assert "Cleo wins." in shown
    for score in shown.split("> score\n")[1:]:
        assert score.index("Ada") < score.index("Bo") < score.index("Cleo")


def test_who_resigned_and_is_played_on_for_is_last_whatever_is_scored_for_her(tmp_path):
    lines = ["putt", "drive", "drive", "resign", "yes", "continue", "drive", "drive", ""]
    table = table_of(tmp_path, TwoRounds(OPTIONS, 3), "Ada,Bo,Cleo", lines)
    with table.save as save:
        table.run()
        scores, ranks = save.summary.scores, save.summary.ranks
        assert scores[0] < scores[1] == scores[2] == 6
        assert ranks == (3, 1, 1)
        assert (noted_tally(save), worth(save, table.match).ranks) == (None, (3, 1, 1))
    assert "Bo, Cleo share the first place." in table.console.text


def test_statistics_average_the_points_and_count_the_fewest_as_won(tmp_path):
    rows = []
    for number, moves in enumerate((["drive", "putt"], ["putt", "drive"], ["putt", "putt"])):
        table = table_of(tmp_path / str(number), ShortStrokes(OPTIONS, 2), "Ada,Bo", [*moves, ""])
        with table.save as save:
            table.run()
            rows += played(counted(save))
    (ada,) = chosen(tally(rows), None, "Ada")
    assert (ada.played, ada.won, ada.shared, ada.points) == (3, 1, 1, pytest.approx(5 / 3))
    assert ada.shares == (0, 1, 0.5)


@pytest.mark.parametrize("level", ["hard", "medium"])
def test_a_cpu_player_prefers_fewer_points_though_playouts_are_cut(level):
    game = Strokes(OPTIONS, 2)
    state = game.start()
    move = players.find(game, level).choose(game.view(state, 0), game.legal_moves(state), Random(1))
    assert move == "putt"


def test_a_cut_playout_is_worth_more_with_fewer_points():
    game = Strokes(OPTIONS, 3)
    worth = guess(game, (3, 1, 1))
    assert worth.shares == pytest.approx([1 / 6, 5 / 12, 5 / 12])
    assert worth.leads == pytest.approx([-2 / 3, 0, 0])
    assert play_out(game, (3, 1, 1), Random(1)).shares == worth.shares


def test_the_lead_of_a_finished_match_counts_the_right_way_round():
    worth = final(ShortStrokes(OPTIONS, 2), (3, 1))
    assert worth.shares == (0.0, 1.0)
    assert worth.leads == pytest.approx([-2 / 3, 2 / 3])


def test_the_result_is_the_standing_unless_the_game_says_otherwise():
    match = Match(ShortStrokes(OPTIONS, 2), ["1 drive", "2 putt"])
    assert match.result == Result((2, 1))


@pytest.mark.parametrize("answer", [(1,), (2, 2), (0, 1), ("1", "2"), None, (1.0, 2.0)])
def test_a_standing_is_a_rank_for_each_side(tmp_path, answer):
    class Faulty(Strokes):
        def standing(self, state):
            return answer

    game = guarded(Faulty(OPTIONS, 2), Plugin("strokes", "1.0", "strokes", tmp_path))
    with pytest.raises(PluginFailure, match="failed in standing"):
        game.standing(game.start())
