"""What a match file says of its terms, of who sits where, and of what chance gave before it was taken back."""

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, Terms

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))


@pytest.fixture
def matches(tmp_path):
    return Matches(Home(tmp_path))


@pytest.mark.parametrize(
    ("terms", "uncounted"),
    [
        (Terms(), []),
        (Terms(take_back="off"), []),
        (Terms(take_back="free"), ["practice"]),
        (Terms(dice="mine"), ["dice"]),
        (Terms(take_back="free", dice="mine"), ["practice"]),
    ],
)
def test_terms_are_kept_and_say_whether_the_match_counts(matches, terms, uncounted):
    with matches.create(HEADER) as match:
        assert match.terms == Terms()
        match.set_terms(terms)
    found = matches.look(match.id)
    assert found.terms == terms
    assert [note.data["why"] for note in found.notes if note.kind == "uncounted"] == uncounted


def test_a_seat_changes_hands(matches):
    with matches.create(HEADER) as match:
        match.seat(1, Seat(name="CPU 2", player="cpu", level="hard"))
        match.seat(0, Seat(name="Cleo"))
    found = matches.look(match.id)
    assert found.seats == matches.list()[0].seats == (Seat(name="Cleo"), Seat(name="CPU 2", player="cpu", level="hard"))
    assert found.header == HEADER


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("player", {"seat": 3, "name": "Cleo"}),
        ("player", {"seat": "1", "name": "Cleo"}),
        ("player", {"seat": 1}),
        ("player", {"seat": 1, "name": "\x1b[2J"}),
        ("table", {"take_back": "sometimes"}),
        ("table", {"dice": "loaded"}),
    ],
)
def test_notes_that_cannot_be_are_refused(matches, kind, data):
    with matches.create(HEADER) as match:
        with pytest.raises(ValueError, match=r"."):
            match.note(kind, data)
        assert (match.seats, match.terms, list(match.notes)) == (HEADER.seats, Terms(), [])


def test_what_chance_gave_first_is_known_after_it_was_taken_back(matches):
    with matches.create(HEADER) as match:
        for event in ("1 roll", "* 3", "1 roll", "* 4"):
            match.append(event)
        match.take_back(3)
        assert dict(match.given) == {1: "* 3", 3: "* 4"}
        match.append("* 5")
        match.take_back(1)
    assert dict(matches.look(match.id).given) == {1: "* 3", 3: "* 4"}


def test_a_match_may_begin_with_events_and_notes(matches):
    with matches.create(HEADER, events=["1 roll", "* 3"], notes=[("name", {"name": "Lunch"})]) as match:
        match.append("1 hold")
    found = matches.look(match.id)
    assert (list(found.events), found.name, found.damage) == (["1 roll", "* 3", "1 hold"], "Lunch", None)
