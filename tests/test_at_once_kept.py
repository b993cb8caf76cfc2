"""Choices at once as they are kept: sealed on the disk, after a crash, on a full disk, by another version."""

import pytest
from chosen_at_once import BO, BYSTANDER, GOLDEN, Failing, answer, at_once, everything, header, table_of
from rock_paper import AtOnce, Bidding

from tabletop.chance import Seeded
from tabletop.match import OldEvent
from tabletop.saves import Home, Matches, SaveError
from tabletop.saves.format import entry_body, header_body, parse, seal
from tabletop.table import Memory, Reader, Table, telling

# Killed, full, torn


def test_who_is_killed_between_keeps_what_was_chosen(tmp_path):
    matches = Matches(Home(tmp_path))
    with matches.create(header()) as save:
        answer(Table(at_once(), save, Seeded(1)), 1, "rock")
        match_id = save.id
    with matches.open(match_id) as save:
        table = Table(at_once(), save, Seeded(1))
        assert table.question == (0, "move", (0,))
        assert table.advance() == []
        answer(table, 0, "paper")
        assert list(save.events) == ["1 paper", "2 rock"]


def test_nothing_has_changed_where_a_step_cannot_be_saved():
    table = table_of(journal=Failing(header()))
    table.journal.full = True
    with pytest.raises(SaveError):
        answer(table, 0, "rock")
    assert table.question == (0, "move", (0, 1))
    table.journal.full = False
    answer(table, 0, "rock")
    table.journal.full = True
    with pytest.raises(SaveError):
        answer(table, 1, "paper")
    assert (table.match.events, table.question, table.n) == ([], (0, "move", (1,)), 1)
    with pytest.raises(SaveError):
        table.undo((0,))
    assert table.question == (0, "move", (1,))
    table.journal.full = False
    assert len(answer(table, 1, "paper")) == 2


def test_what_is_on_the_disk_of_some_only_is_sealed_again():
    events = ["1 rock", "2 rock", ("sealed", {"seat": 2, "move": "paper"}), "1 scissors"]
    table = table_of(events, journal=Memory(header()))
    assert table.match.events == ["1 rock", "2 rock"]
    assert table.question is None
    assert "scissors" not in everything(table, BO)
    happened = table.advance()
    assert [one.kind for one in happened] == ["back", "sealed", "sealed"]
    assert table.question is None
    assert [one.kind for one in table.advance()] == ["event", "event"]
    assert table.match.events == list(table.journal.history.events) == ["1 rock", "2 rock", "1 scissors", "2 paper"]


def test_what_was_recorded_of_some_only_is_asked_of_the_others():
    table = table_of(["1 2"], rules=Bidding, seats=3)
    table.advance()
    assert table.question.seats == (1, 2)
    assert "(2" not in everything(table, BO)
    answer(table, 2, "3")
    answer(table, 1, "1")
    assert table.match.events == ["1 2", "2 1", "3 3"]
    assert Table(table.game, table.journal, Seeded(1)).match.events == table.match.events


def test_a_lesson_may_say_what_others_have_chosen():
    table = table_of(["1 rock"], prescribed=True)
    assert table.question == (1, "move", (1,))
    table.replay("2 paper")
    assert table.match.events == ["1 rock", "2 paper"]


ASKED = [
    (0, 1, 2),  # the terms
    (0, 2),  # 2 chooses
    (0,),  # 3 chooses,
    (0, 2),  # chooses anew
    (0,),  # and again
    (0, 1, 2),  # a crash after the first of three lines, of which two were sealed: all are revealed
    (0, 1, 2),
    (0, 1, 2),
    (1, 2),
    (0, 1, 2),  # the first round is taken back
    (0, 1),
    (1,),
    (1, 2),  # another person sits in seat 3
    (1, 2),  # 1 chooses otherwise
    (1,),
    (1,),  # a crash after the first of three lines, of which this one and the last are known
    (0, 1, 2),
    (0, 1, 2),
    (0, 2),
    (0, 2),  # everybody has left
]


@pytest.mark.parametrize("kept", range(1, len(ASKED) + 1))
def test_the_golden_file_is_gone_on_with_wherever_it_ends(tmp_path, kept):
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    matches = Matches(Home(tmp_path))
    with matches.create(header()) as save:
        file = tmp_path / "matches" / f"{save.id}.jsonl"
        match_id = save.id
    file.write_bytes(b"".join(lines[: kept + 1]))
    with matches.open(match_id) as save:
        assert save.damage is None
        table = Table(at_once(Bidding, 3), save, Seeded(1))
        while table.advance():
            pass
        assert table.question.seats == ASKED[kept - 1]
        for reader in (BYSTANDER, Reader(seats=frozenset({1}))):
            told = [telling.told(table, happening, reader).reading for happening in table.since(0)]
            assert [reading for reading in told if reading] == table.match.events
        assert len(table.match.events) % 3 == 0


def test_the_golden_file_is_written_as_it_is_read():
    contents = parse(GOLDEN.read_bytes())
    line, crc = seal(header_body(contents.header), 0)
    written = [line]
    for number, entry in enumerate(contents.entries, 1):
        line, crc = seal(entry_body(number, entry), crc)
        written.append(line)
    assert b"".join(written) == GOLDEN.read_bytes()


class Renamed(AtOnce):
    """In which a rock was once called a stone."""

    def old_event(self, event, state, version):
        assert (version, len(state.moves)) == ("1.0", 1)
        return event.replace("stone", "rock")


def under(version, *lines):
    """What an earlier version has written."""
    journal = Memory(header().model_copy(update={"plugin_version": version}))
    journal.append(*lines)
    return journal


def test_what_an_earlier_version_sealed_is_sealed_as_this_one_writes_it():
    journal = under("1.0", ("sealed", {"seat": 2, "move": "stone"}))
    table = table_of(rules=Renamed, journal=journal, version="1.2", sealed_by={1: "1.0"})
    assert table.question is None
    assert [one.kind for one in table.advance()] == ["sealed"]
    assert [entry.kind for entry in journal.history.entries] == ["sealed", "plugin", "sealed"]
    assert (journal.history.sealed, journal.history.sealed_versions[1]) == ({1: "rock"}, "1.2")
    assert table.question.seats == (0,)
    answer(table, 0, "paper")
    assert table.match.events == ["1 paper", "2 rock"]
    assert [entry.kind for entry in journal.history.notes].count("plugin") == 1


def test_the_version_that_seals_is_noted_too():
    journal = under("1.0")
    answer(table_of(rules=Renamed, journal=journal, version="1.2"), 1, "rock")
    assert [entry.kind for entry in journal.history.entries] == ["plugin", "sealed"]
    assert journal.history.sealed_versions == {1: "1.2"}


def test_what_an_earlier_version_left_of_some_only_is_sealed_by_this_one():
    journal = under("1.0", "1 rock")
    table = table_of(journal=journal, version="1.2")
    table.advance()
    assert [getattr(entry, "kind", "event") for entry in journal.history.entries] == [
        "event",
        "plugin",
        "take_back",
        "sealed",
    ]


def test_a_seal_of_old_that_cannot_be_read_is_refused_and_tells_nothing():
    journal = under("1.0", "1 rock", "2 rock", ("sealed", {"seat": 2, "move": "stone"}))
    with pytest.raises(OldEvent) as caught:
        table_of(journal=journal, version="1.2", sealed_by={1: "1.0"})
    assert (caught.value.number, caught.value.version) == (3, "1.0")
    assert "stone" not in str(caught.value)
    assert len(journal.history.entries) == 3
