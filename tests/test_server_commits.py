"""What rooms play is on the disk before anybody is told, whatever the disk does and whenever the server is killed."""

import asyncio
import errno
import os
import shutil
from threading import Event, Thread

import pytest
from sockets import Server, Visitor, copied, played

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches
from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError
from tabletop.saves.group import LOG, Group


class OddDisk(Disk):
    """A disk whose syncs of the server's log wait, or fail."""

    def __init__(self):
        super().__init__()
        self.may = Event()
        self.may.set()
        self.fails = False
        self.logs = set()

    def open(self, path, flags):
        found = super().open(path, flags)
        if path.name == LOG:
            self.logs.add(found)
        return found

    def sync(self, descriptor):
        if descriptor in self.logs:
            self.may.wait()
            if self.fails:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().sync(descriptor)


def told(visitor):
    return [message["reading"] for message in visitor.got if message["type"] == "told" and message["kind"] == "event"]


@played
async def test_nobody_is_told_before_it_is_on_the_disk(home):
    disk = OddDisk()
    async with Server(home, disk=disk) as server:
        (ada,), looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one, Visitor(server) as spectator:
            await one.hello(ada)
            await spectator.hello(looking)
            asked = await one.next("asked")
            disk.may.clear()
            await one.say(type="answer", id=1, seat=0, text="roll", serial=asked["serial"])
            await one.say(type="ping", id=2)
            await one.next("pong")
            assert (told(one), told(spectator)) == ([], [])
            assert not any(message.get("id") == 1 for message in one.got)
            disk.may.set()
            await one.next(lambda m: m.get("id") == 1)
            assert told(one)[0] == "1 roll"


@played
async def test_a_step_that_cant_be_saved_hasnt_happened_and_can_be_tried_again(home):
    disk = OddDisk()
    async with Server(home, disk=disk) as server:
        (ada,), looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one, Visitor(server) as spectator:
            await one.hello(ada)
            await spectator.hello(looking)
            asked = await one.next("asked")
            disk.fails = True
            await one.say(type="answer", id=1, seat=0, text="roll", serial=asked["serial"])
            for visitor in (one, spectator):
                assert "again" in (await visitor.next("unsaved"))["text"]
            assert (told(one), told(spectator)) == ([], [])
            disk.fails = False
            assert (await one.answer("roll"))["type"] == "done"
            await spectator.next(lambda m: m.get("reading") == "1 roll")
    (match,) = Matches(Home(home)).list()
    assert match.status == "in progress"


@played
async def test_what_was_told_is_there_after_a_kill_at_any_byte_of_the_match_file(home):
    saved = home.with_name("killed")
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            begun = {path: path.read_bytes() for path in (home / "matches").glob("*.jsonl")}
            await one.answer("roll")
            await one.next("asked")
            copied(home, saved)
            shown = told(one)
    (path,) = begun
    whole = (saved / "matches" / path.name).read_bytes()
    for length in range(len(begun[path]), len(whole) + 1):
        torn = home.with_name(f"torn{length}")
        shutil.copytree(saved, torn, ignore=shutil.ignore_patterns("*.lock"))
        (torn / "matches" / path.name).write_bytes(whole[:length])
        with Matches(Home(torn)).open(path.stem) as match:
            assert [str(event) for event in match.events][: len(shown)] == shown
        shutil.rmtree(torn)


def test_a_last_batch_that_is_torn_was_never_acknowledged_and_is_left_out(tmp_path):
    home = Home(tmp_path)
    group = Group(home)
    group.close()
    (tmp_path / LOG).write_bytes(b'{"writes":[["pig-1.jsonl",0,"x')
    Group(home).close()
    assert (tmp_path / LOG).read_bytes() == b""


def grouped(home):
    """A match whose lines go through a group, and the group."""
    disk = OddDisk()
    group = Group(Home(home), disk)
    matches = Matches(Home(home))
    matches.group = group
    return disk, group, matches.create(Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo"))))


def closing(match):
    """Closes a match in a thread of its own."""
    thread = Thread(target=match.close)
    thread.start()
    return thread


def test_what_is_closed_while_a_batch_is_under_way_comes_after_it(tmp_path):
    _disk, group, match = grouped(tmp_path)
    match.append("1 roll")
    batch = group.take()
    match.append("* 3")
    thread = closing(match)
    group.commit(batch)
    thread.join()
    group.close()
    assert [str(event) for event in Matches(Home(tmp_path)).look(match.id).events] == ["1 roll", "* 3"]


def test_a_batch_that_is_under_way_when_its_match_is_closed_is_in_the_file(tmp_path):
    _disk, group, match = grouped(tmp_path)
    match.append("1 roll")
    batch = group.take()
    thread = closing(match)
    group.commit(batch)
    thread.join()
    group.close()
    assert [str(event) for event in Matches(Home(tmp_path)).look(match.id).events] == ["1 roll"]


def test_nothing_is_laid_behind_a_batch_that_failed(tmp_path):
    disk, group, match = grouped(tmp_path)
    match.append("1 roll")
    batch = group.take()
    match.append("* 3")
    disk.fails = True
    with pytest.raises(OSError, match="space"):
        group.commit(batch)
    disk.fails = False
    with pytest.raises(SaveError):
        match.close()
    group.close()
    (listed,) = Matches(Home(tmp_path)).list()
    assert (listed.status, listed.events) == ("in progress", 0)


def test_a_home_is_served_by_one_server_at_a_time(tmp_path):
    group = Group(Home(tmp_path))
    with pytest.raises(SaveError, match="serves"):
        Group(Home(tmp_path))
    group.close()
    Group(Home(tmp_path)).close()


def test_a_match_of_a_living_server_is_left_to_it(tmp_path):
    async def trial():
        async with Server(tmp_path) as server:
            (ada,), _looking = await server.room("pig", "open", "cpu:easy")
            async with Visitor(server) as one:
                await one.hello(ada)
                await one.answer("roll")
                (match,) = server.host.matches.list()
                with pytest.raises(SaveError, match="open in another process"):
                    Matches(Home(tmp_path)).open(match.id)
                assert (await one.answer("roll"))["type"] in ("done", "refused")

    asyncio.run(trial())
