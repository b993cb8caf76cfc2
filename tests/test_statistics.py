"""Statistics against an independent recount; what counts and what doesn't; kept and rebuilt are the same."""

import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest
from campaign import LONG
from quiet_disk import QuietDisk

from tabletop.counting import Counting
from tabletop.match import Header, Match, Seat, bind
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Matches, Status
from tabletop.saves.index_making import Making
from tabletop.saves.statistics import noted_tally
from tabletop.saves.tallies import chosen, written
from tabletop.tally_note import TALLY, tally_of

CATALOGUE = Catalogue.installed()
MATCHES = 1_000 if LONG else 300
RULES = {game: load(CATALOGUE.find(game)) for game in ("pig", "pig-two-dice", "passing-game")}


class Desk:
    """Matches in a home of their own."""

    def __init__(self, folder, day=0):
        seconds = count()
        start = datetime(2026, 11, 30, 12, tzinfo=UTC) + timedelta(days=day)
        self.home, self.told = Home(folder), []
        self.matches = Matches(
            self.home,
            clock=lambda: start + timedelta(seconds=next(seconds)),
            rng=Random(11),
            disk=QuietDisk(),
            warn=self.told.append,
        )
        self.counting = Counting(CATALOGUE, self.matches, self.told.append, self.told.append)

    def start(self, *players, game="pig", seed=None, **options):
        seats = tuple(
            Seat(name=f"CPU {number}", player="cpu", level=player[4:])
            if player.startswith("cpu:")
            else Seat(name=player)
            for number, player in enumerate(players, 1)
        )
        return self.matches.create(Header(game=game, options=options, seats=seats), seed=seed)

    def play(self, rng, *players, game="pig", notes=(), finish=True, seed=None, noted=True, **options):
        """A match at random to its end; returns its id. Earlier programs have not ``noted`` what it is worth."""
        with self.start(*players, game=game, seed=seed, **options) as save:
            match = Match(bind(RULES[game], save.header))
            for kind in notes:
                save.note(kind, {"seat": 2, "name": "Bo"} if kind == "player" else {})
            while match.to_act is not None:
                save.append(step(match, rng))
            if finish:
                end(save, match, noted=noted)
            return save.id

    @property
    def rows(self):
        return self.matches.played()

    @property
    def ids(self):
        return list(dict.fromkeys(seat.id for seat in self.rows))

    def healed(self):
        """The ids of the matches that count as a reader gets them, once all is settled."""
        self.counting.settle()
        return self.ids

    def tallies(self, game=None, person=None):
        return [written(found) for found in chosen(self.matches.statistics().tallies, game, person)]


def end(save, match, *, noted=True):
    """A match is over as a table ends it."""
    scores, ranks = match.game.scores(match.state), match.result.ranks
    tally = tally_of(match, save.history.first_seats, ranks)
    finished = ("finished", {"scores": list(scores), "ranks": list(ranks)})
    save.append(finished, *([(TALLY, tally.data)] if noted and not save.uncounted else []))


def step(match, rng):
    if match.to_act == -1:
        return match.let_chance(rng)
    return match.play(rng.choice(list(match.legal_moves())))


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


# The recount: from the lines of the match files alone, by the rules of Pig with one die


def recounted(folder):
    """Sums by person, rules and opponents, from the files, with nothing of the host."""
    sums = defaultdict(lambda: defaultdict(float))
    for file in folder.glob("*.jsonl"):
        header, *lines = map(json.loads, file.read_text("utf-8").splitlines())
        kinds = {line.get("note") for line in lines}
        people = [seat for seat in header["seats"] if seat["player"] == "human"]
        if "finished" not in kinds or kinds & {"hint", "player", "uncounted", "take_back"} or not people:
            continue
        seats = play_by_hand([line["event"] for line in lines if "event" in line], len(header["seats"]))
        best = max(seat["points"] for seat in seats)
        leaders = sum(seat["points"] == best for seat in seats)
        for number, seat in enumerate(header["seats"]):
            if seat["player"] != "human":
                continue
            others = header["seats"][:number] + header["seats"][number + 1 :]
            levels = {other["level"] or "people" for other in others}
            rules = "usual" if header["options"] in ({}, {"target": 100}) else "house"
            found, own = sums[seat["name"], rules, tuple(sorted(levels))], seats[number]
            wins = own["points"] == best
            found["played"] += 1
            found["won"] += wins and leaders == 1
            found["shared"] += wins and leaders > 1
            found["share"] += wins / leaders
            found["by_chance"] += 1 / len(seats)
            for name in ("points", "turns", "busts"):
                found[name] += own[name]
            found["wins"] += wins
            found["turns_of_wins"] += wins * own["turns"]
    return sums


def play_by_hand(events, seats):
    found = [{"points": 0, "turns": 0, "busts": 0} for _seat in range(seats)]
    seat, points = 0, 0
    for event in events:
        who, what = event.split()
        if who != "*":
            seat = int(who) - 1
        if what == "hold":
            found[seat]["points"] += points
        elif what == "1":
            found[seat]["busts"] += 1
        if what in ("hold", "1"):
            found[seat]["turns"] += 1
            points = 0
        elif who == "*":
            points += int(what)
    return found


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Hundreds of matches in one home, half of them by an earlier program, with the statistics as they were kept."""
    rng, whole = Random(2026), Desk(tmp_path_factory.mktemp("many"))
    for number in range(MATCHES):
        play_any(whole, rng, long=number % 25 == 0)
    whole.counting.settle()
    assert len(whole.told) == 1
    whole.told.clear()
    assert len(list(whole.home.matches.glob("*.jsonl"))) == MATCHES
    return whole


def play_any(desk, rng, *, long):
    """Two or three seats, people and CPU players; some matches are helped, some not finished."""
    players = rng.sample(("Ada", "Bo", "cpu:easy", "cpu:hard"), rng.choice((2, 2, 3)))
    short = ({"target": 5}, {"target": 9}, {"target": 12, "ending": "complete_round"})
    options = rng.choice(({}, {"target": 100})) if long else rng.choice(short)
    notes = (rng.choice(("hint", "uncounted", "player")),) if rng.random() < 0.1 else ()
    finish, noted = rng.random() < 0.95, rng.random() < 0.5
    desk.play(rng, *players, notes=notes, finish=finish, noted=noted, **options)


def test_statistics_equal_an_independent_recount(many):
    sums = recounted(many.home.matches)
    tallies = many.tallies()
    assert len(sums) == len(tallies)
    assert {one["rules"] for one in tallies} == {"usual", "house"}
    assert sum(one["shared"] for one in tallies) > 0
    assert sum(one["played"] for one in tallies) > 0.9 * MATCHES
    for one in tallies:
        found = sums[one["person"], one["rules"], tuple(one["opponents"])]
        played = found["played"]
        assert (one["played"], one["won"], one["shared"]) == (played, found["won"], found["shared"])
        assert one["share"] == pytest.approx(found["share"] / played)
        assert one["by_chance"] == pytest.approx(found["by_chance"] / played)
        assert one["points"] == pytest.approx(found["points"] / played)
        assert one["measures"]["points_per_turn"] == pytest.approx(found["points"] / found["turns"])
        assert one["measures"]["bust_rate"] == pytest.approx(found["busts"] / found["turns"])
        if found["wins"]:
            assert one["measures"]["turns_to_win"] == pytest.approx(found["turns_of_wins"] / found["wins"])
        else:
            assert "turns_to_win" not in one["measures"]


def test_rebuilt_statistics_equal_those_kept(many):
    kept = many.rows
    many.home.index.unlink()
    assert many.counting.rebuild() == len(many.ids)
    assert many.rows == kept
    assert many.counting.rebuild() == len(many.ids)
    assert many.rows == kept
    assert many.told == []


def test_matches_are_counted_in_other_processes_as_in_this_one(tmp_path, monkeypatch):
    alone, together = Desk(tmp_path / "alone"), Desk(tmp_path / "together")
    for desk in (alone, together):
        for number in range(40):
            desk.play(Random(number), "Ada", "Bo", target=10, noted=False)
    monkeypatch.setattr("tabletop.cores.ENOUGH", 2)
    monkeypatch.setattr("tabletop.cores.cores", lambda: 2)
    together.counting.settle()
    monkeypatch.setattr("tabletop.cores.cores", lambda: 1)
    alone.counting.settle()
    assert together.rows == alone.rows
    assert len(together.ids) == 40
    assert together.told == alone.told


def test_no_game_is_asked_again_once_all_matches_are_noted(many):
    kept = many.rows
    many.home.index.unlink()
    without = Counting(Catalogue([]), many.matches, many.told.append, print)
    assert without.rebuild() == len(many.ids)
    assert many.rows == kept
    assert many.told == []


# What doesn't count


@pytest.mark.parametrize("kind", ["hint", "player", "uncounted"])
def test_help_practice_and_a_seat_that_changed_hands_leave_statistics_as_they_are(desk, kind):
    desk.play(Random(1), "Ada", "cpu:hard", target=20)
    before = desk.rows
    desk.play(Random(2), "Ada", "cpu:hard", target=20, notes=(kind,))
    assert len(before) == 1
    assert desk.rows == before
    assert [(some.why, some.matches) for some in desk.matches.statistics().left_out] == [(kind, 1)]


def test_a_match_that_was_started_with_a_seed_leaves_statistics_as_they_are(desk):
    desk.play(Random(1), "Ada", "cpu:hard", target=20)
    before = desk.rows
    match_id = desk.play(Random(2), "Ada", "cpu:hard", target=20, seed=5)
    assert desk.rows == before
    assert desk.counting.rebuild() == 1
    assert desk.rows == before
    assert desk.matches.look(match_id).uncounted == "seed"


def test_unfinished_abandoned_and_matches_without_people_do_not_count(desk):
    desk.play(Random(1), "cpu:easy", "cpu:hard", target=20)
    desk.play(Random(2), "Ada", "cpu:hard", target=20, finish=False)
    with desk.start("Ada", "Bo") as save:
        save.append("1 roll")
        save.finish("abandoned", [0, 0])
    assert desk.rows == []


def test_dice_taken_back_do_not_count_and_a_decision_taken_back_does(desk):
    rng = Random(4)
    for taken, counted in ((1, 0), (2, 1)):
        with desk.start("Ada", "Bo", target=10) as save:
            match = Match(bind(RULES["pig"], save.header))
            events = ["1 roll", "* 5", "1 hold"] if taken == 2 else ["1 roll", "* 5"]
            for event in events:
                save.append(match.apply(event))
            save.take_back(1)
            match.take_back(1)
            while match.to_act is not None:
                save.append(step(match, rng))
            end(save, match)
        assert len(desk.rows) == 2 * counted


def test_who_resigns_has_lost_whatever_the_points(desk):
    with desk.start("Ada", "Bo", target=10) as save:
        for event in ("1 roll", "* 5", "1 hold"):
            save.append(event)
        save.note("resigned", {"side": 1})
        save.finish("finished", [5, 0], [2, 1])
    assert len(desk.healed()) == 1
    ada, bo = desk.tallies()
    assert (ada["share"], ada["points"], ada["measures"]) == (0, 5, {})
    assert (bo["share"], bo["won"]) == (1, 1)


def test_who_resigned_is_last_although_a_cpu_player_won_and_such_a_match_counts_only_without_help(desk):
    events = ("1 roll", "* 5", "1 hold")
    resigned = ("resigned", {"side": 1, "plays_on": True})
    for taken in ([], [("player", {"seat": 1, "name": "CPU 1", "player": "cpu", "level": "medium"})]):
        with desk.start("Ada", "Bo", "Cleo", target=5) as save:
            save.append(resigned, *taken, *events)
            save.finish("finished", [5, 0, 0], [3, 1, 1])
        if taken:
            assert (len(desk.healed()), save.uncounted) == (1, "player")
        else:
            desk.healed()
            assert [seat.share for seat in desk.rows] == [0, 0.5, 0.5]


def test_a_match_that_goes_on_after_its_end_counts_no_more(desk):
    match_id = desk.play(Random(5), "Ada", "Bo", target=10)
    assert len(desk.rows) == 2
    with desk.matches.open(match_id) as save:
        save.take_back(1)
    assert desk.matches.look(match_id).status is Status.IN_PROGRESS
    assert desk.rows == []


def test_a_deleted_match_does_not_count_until_it_is_restored(desk):
    match_id = desk.play(Random(6), "Ada", "Bo", target=10)
    before = desk.rows
    desk.matches.delete(match_id)
    assert desk.rows == []
    desk.matches.restore(match_id)
    assert desk.rows == before


def test_a_name_changes_nothing(desk):
    match_id = desk.play(Random(7), "Ada", "Bo", target=10)
    before = desk.rows
    desk.matches.rename(match_id, "Long")
    assert desk.rows == before


# Classes, measures, accuracy


def test_options_as_they_are_anyway_are_the_usual_rules(desk):
    desk.play(Random(8), "Ada", "cpu:easy", target=100, roll_limit=None)
    desk.play(Random(9), "Ada", "cpu:easy")
    desk.play(Random(9), "Ada", "cpu:easy", target=99)
    assert [(one["rules"], one["played"]) for one in desk.tallies()] == [("usual", 2), ("house", 1)]


def test_one_game_and_one_person(desk):
    desk.play(Random(8), "Ada", "Bo", target=10)
    desk.play(Random(8), "Ada", "cpu:easy", game="pig-two-dice", target=20)
    assert [one["person"] for one in desk.tallies(game="pig")] == ["Ada", "Bo"]
    assert [one["game"] for one in desk.tallies(person="ADA")] == ["pig", "pig-two-dice"]


def test_partners_are_no_opponents_and_share_a_side(desk):
    options = {"partners": True, "target": 20}
    desk.play(Random(3), "Ada", "cpu:easy", "cpu:medium", "cpu:hard", game="passing-game", **options)
    (row,) = desk.rows
    (one,) = desk.tallies()
    assert one["opponents"] == ["easy", "hard"]
    assert one["by_chance"] == 0.5
    assert row.sides == 2
    assert desk.matches.look(row.id).summary.scores[0] == row.points == one["points"]


def test_what_the_passing_game_measures(desk):
    """Recounted from the events: each deal begins a round; its points are what a side's score grew by."""
    match_id = desk.play(Random(3), "Ada", "Bo", "Cy", game="passing-game", target=60)
    saved = desk.matches.look(match_id)
    rounds = sum(event.startswith("* deal") for event in saved.events)
    match, won, former = Match(bind(RULES["passing-game"], saved.header)), [0, 0, 0], (0, 0, 0)
    for event in saved.events:
        match.apply(event)
        scores = match.game.scores(match.state)
        won = [number + (now > then) for number, now, then in zip(won, scores, former, strict=True)]
        former = scores
    assert rounds > 1
    for seat, one in enumerate(desk.tallies()):
        assert one["measures"] == pytest.approx(
            {
                "rounds": rounds,
                "points_per_round": former[seat] / rounds,
                "rounds_won": won[seat] / rounds,
                "draws": saved.events.count(f"{seat + 1} draw") / rounds,
                "passes": saved.events.count(f"{seat + 1} pass") / rounds,
            }
        )


def test_accuracy_is_taken_from_the_review_that_was_noted(desk):
    ids = [desk.play(Random(seed), "Ada", "cpu:easy", target=10) for seed in (1, 2)]
    assert desk.tallies()[0]["accuracy"] is None
    with desk.matches.open(ids[0]) as save:
        save.note("accuracy", {"seats": [80.5, None]})
    (one,) = desk.tallies()
    assert (one["accuracy"], one["reviewed"], one["played"]) == (80.5, 1, 2)
    kept = desk.rows
    desk.counting.rebuild()
    assert desk.rows == kept


@pytest.mark.parametrize("data", [{}, {"seats": [1.0]}, {"seats": ["x", "y"]}, {"seats": 5}])
def test_an_accuracy_that_cannot_be_read_is_none(desk, data):
    match_id = desk.play(Random(1), "Ada", "cpu:easy", target=10)
    with desk.matches.open(match_id) as save:
        save.note("accuracy", data)
    assert desk.tallies()[0]["accuracy"] is None


def test_accuracy_is_worked_out_once(desk):
    match_id = desk.play(Random(1), "Ada", "cpu:easy", target=10)
    assert desk.counting.note_accuracy(match_id)
    assert not desk.counting.note_accuracy(match_id)
    (one,) = desk.tallies()
    assert 0 < one["accuracy"] <= 100


# Matches of earlier programs


def old_row(desk, match_id):
    """As an earlier program counted a match."""
    desk.counting.settle()
    saved = desk.matches.look(match_id)
    note = noted_tally(saved)
    seats = []
    for seat, side, measures in zip(saved.history.first_seats, note.sides, note.measures, strict=True):
        own = {"side": side - 1, "rank": note.ranks[side - 1], "points": note.points[side - 1], "measures": measures}
        seats.append({**seat.model_dump(), **own, "share": 1.0, "accuracy": None})
    return {"id": match_id, "game": "pig", "rules": note.rules, "finished": "2026-11-30T12:00:00Z", "seats": seats}


def write_old(home, library, statistics):
    for path, form, rows in ((home.library, "library", library), (home.statistics, "statistics", statistics)):
        tables = {"matches": {str(number): row for number, row in enumerate(rows, 1)}}
        path.write_text(json.dumps({"format": f"tabletop-{form}", "version": 1, "tables": tables}))


@pytest.fixture
def old_home(tmp_path):
    """A home of an earlier program with two finished matches and one in progress; what was counted of it."""
    made, old = Desk(tmp_path / "made"), Desk(tmp_path / "old")
    for desk in (made, old):
        ids = [desk.play(Random(number), "Ada", "Bo", target=10, noted=False, finish=number < 2) for number in range(3)]
    rows = [old_row(made, match_id) for match_id in ids[:2]]
    library = [
        {**match.model_dump(mode="json"), "length": (old.home.matches / f"{match.id}.jsonl").stat().st_size}
        for match in old.matches.list()
    ]
    old.home.index.unlink()
    write_old(old.home, library, rows)
    return old, made.rows


def test_what_earlier_programs_kept_is_read_once_and_put_aside_with_a_sentence(old_home):
    desk, rows = old_home
    kept = desk.home.library.read_bytes(), desk.home.statistics.read_bytes()
    for _time in range(2):
        desk.matches.adopt(desk.counting.is_here)
        assert desk.told == [
            "What earlier programs kept of the matches is in the index now; "
            "it was put aside as library.json.old-1, statistics.json.old-1."
        ]
    aside = [desk.home.path / f"{name}.json.old-1" for name in ("library", "statistics")]
    assert tuple(path.read_bytes() for path in aside) == kept
    assert len(desk.matches.list()) == 3
    assert desk.healed() == list(dict.fromkeys(row.id for row in rows))
    assert len(desk.told) == 1
    assert desk.rows == rows


def test_old_rows_of_games_that_are_not_installed_stay_and_are_in_the_match_files_from_then_on(old_home):
    desk, rows = old_home
    without = Counting(Catalogue([]), desk.matches, desk.told.append, print)
    desk.matches.adopt(without.is_here)
    for _time in range(2):
        assert desk.rows == rows
        desk.home.index.unlink()
    assert without.rebuild() == 2
    assert len(desk.told) == 1


def test_an_old_row_counts_where_the_game_fails_later(old_home):
    desk, rows = old_home
    desk.matches.adopt(desk.counting.is_here)
    without = Counting(Catalogue([]), desk.matches, desk.told.append, print)
    without.settle()
    assert desk.rows == rows
    assert len(desk.told) == 1


def test_what_old_rows_say_of_a_game_that_is_here_is_worked_out_anew(old_home):
    desk, rows = old_home
    wrong = desk.home.statistics.read_text().replace('"points": ', '"points": 7')
    desk.home.statistics.write_text(wrong)
    desk.matches.adopt(desk.counting.is_here)
    desk.counting.settle()
    assert desk.rows == rows


def test_matches_that_cannot_be_counted_are_told_in_one_sentence_and_once(desk):
    ids = [desk.play(Random(number), "Ada", "Bo", target=10, noted=False) for number in range(3)]
    without = Counting(Catalogue([]), desk.matches, desk.told.append, print)
    for _time in range(2):
        without.settle()
        assert desk.rows == []
    (sentence,) = desk.told
    assert sentence.startswith(f"3 matches can't be counted; the last of them is {ids[-1]}: ")


def test_a_match_that_is_open_elsewhere_is_counted_and_noted_later(desk):
    match_id = desk.play(Random(1), "Ada", "Bo", target=10, noted=False)
    with Desk(desk.home.path).matches.open(match_id):
        assert desk.healed() == [match_id]
        assert noted_tally(desk.matches.look(match_id)) is None


# Put right by themselves


def test_a_match_that_a_kill_left_out_is_counted_at_the_next_start(desk):
    killed = desk.matches.open(desk.play(Random(1), "Ada", "Bo", target=10, finish=False))
    end(killed, Match(bind(RULES["pig"], killed.header), killed.events))
    again = Desk(desk.home.path)
    assert again.healed() == [killed.id]
    assert again.told == []
    killed.take_back()
    assert again.healed() == []


def test_what_is_put_away_and_comes_back_behind_the_index_counts_as_it_lies(desk):
    match_id = desk.play(Random(1), "Ada", "Bo", target=10)
    file, rows = desk.home.matches / f"{match_id}.jsonl", desk.rows
    aside = file.rename(desk.home.path / file.name)
    assert (desk.rows, desk.matches.list()) == ([], [])
    aside.rename(file)
    assert desk.rows == rows


def test_what_changes_while_the_index_is_made_again_stays_changed(desk, monkeypatch):
    """Other processes finish, delete, and go on with matches after their files were read."""
    kept, deleted, taken_back, running = (
        desk.play(Random(number), "Ada", "Bo", target=10, finish=number != 3) for number in range(4)
    )
    late, made = Desk(desk.home.path, day=1), []
    build = Making._build

    def slow(making, known):
        build(making, known)
        late.matches.delete(deleted)
        with late.matches.open(taken_back) as save:
            save.take_back(1)
        with late.matches.open(running) as save:
            end(save, Match(bind(RULES["pig"], save.header), save.events))
        made.append(late.play(Random(9), "Ada", "Bo", target=10))

    monkeypatch.setattr(Making, "_build", slow)
    assert desk.counting.rebuild() == 3
    assert set(desk.ids) == {kept, running, *made}
    assert {match.id for match in desk.matches.list()} == {kept, running, taken_back, *made}
    assert [match.id for match in desk.matches.trashed()] == [deleted]
    assert desk.told == late.told == []


def test_a_match_whose_file_is_damaged_later_keeps_its_row(desk):
    match_id = desk.play(Random(1), "Ada", "Bo", target=10)
    path = desk.home.matches / f"{match_id}.jsonl"
    path.write_bytes(path.read_bytes()[:200] + b"?" + path.read_bytes()[201:])
    assert desk.counting.rebuild() == 1
    assert desk.matches.list()[0].status is Status.DAMAGED
    assert desk.healed() == [match_id]
    assert desk.counting.rebuild() == 1
