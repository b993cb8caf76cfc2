"""Rooms whose dice can be proven: who promises what when, who is told what, and what nobody can do."""

import asyncio
import json
import re
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from passing_time import Time
from sockets import Server, Visitor, copied, played, visiting
from witnesses import Sworn, played_out

from tabletop.cli import run
from tabletop.fair import Fair, Witness, nonce_hash, promise
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.folder import plugin_in
from tabletop.server.ceremony import PATIENCE
from tabletop.server.rows import NAME, Rooms
from tabletop.unsaved import SaveError

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests/data/table-protocol-1-fair.jsonl"


@asynccontextmanager
async def sworn(server, *tokens, **how):
    """Several who do their part, and have said hello one after another."""
    async with AsyncExitStack() as stack:
        visitors = [await stack.enter_async_context(Sworn(server, **how)) for _token in tokens]
        for visitor, token in zip(visitors, tokens, strict=True):
            await visitor.hello(token)
        yield visitors


def phase(name):
    return lambda message: message["type"] == "fair" and message["phase"] == name


def kept_row(home):
    rooms = Rooms(home / NAME)
    (row,) = rooms.all()
    rooms.close()
    return row


def the_match(server):
    (match,) = server.host.matches.list()
    return server.host.matches.look(match.id)


def the_table(server):
    (parlour,) = server.house.parlours
    return parlour._sitting.room.table


async def ask(visitor, what, to=70):
    await visitor.say(type="ask", id=to, what=what)
    return await visitor.next(lambda m: m.get("id") == to)


async def order(visitor, what, to=80, **more):
    await visitor.say(type="command", id=to, what=what, **more)
    return await visitor.next(lambda m: m.get("id") == to)


# From the promise to the proof


@played
async def test_a_match_is_proven_by_the_record_that_the_server_gives_at_its_end(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open", "cpu:easy", options={"target": 15}, fair=True)
        async with sworn(server, ada) as (one,), visiting(server, bo, looking) as (two, spectator):
            assert (await ask(one, "record"))["type"] == "refused"
            playing = await one.next(phase("play"))
            assert "can be proven" in (await spectator.next("notice"))["text"]
            await asyncio.gather(played_out(one, 0), played_out(two, 1))
            opened = await one.next(phase("open"))
            record = (await ask(two, "record", 71))["value"]
            assert one.witness.doubt == ""
            assert opened["hash"] == playing["hash"] == promise(opened["secret"])
            assert [share["by"] for share in opened["seats"]] == ["seat", "server", "server"]
            assert json.loads(record)["fair"] == {key: opened[key] for key in ("rule", "hash", "secret", "seats")}
            assert not any(message["type"] == "fair" for message in two.got + spectator.got)
    path = home / "record.json"
    path.write_text(record, "utf-8")
    assert run(["record", "check", "--fair", str(path)]) == 0


@played
async def test_nothing_of_the_secret_is_sent_before_the_end_and_no_nonce_before_all_hashes(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open", options={"target": 10}, fair=True)
        async with sworn(server, looking, ada, bo) as (spectator, one, two):
            await asyncio.gather(played_out(one, 0), played_out(two, 1))
            for visitor in (one, two, spectator):
                opened = await visitor.next(phase("open"))
                kinds = [message.get("phase") or message["type"] for message in visitor.got]
                first = {kind: kinds.index(kind) for kind in ("commit", "reveal", "play", "over", "open")}
                assert list(first.values()) == sorted(first.values())
                assert opened["secret"] not in "\n".join(visitor.raw[: first["open"]])
                for share in opened["seats"]:
                    assert share["by"] == "seat"
                    assert share["nonce"] not in "\n".join(visitor.raw[: first["play"]])
                assert None not in visitor.got[first["reveal"]]["seats"]


@played
async def test_the_secret_is_on_the_disk_before_its_hash_is_told_and_in_the_match_before_the_first_draw(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada, bo, gives=False) as (one, _two):
            promised = await one.next(phase("commit"))
            copied(home, home / "copy")
            assert kept_row(home / "copy").pledge.hash == promised["hash"]
            assert list(server.host.matches.list()) == []
    async with Server(home) as server, sworn(server, ada, bo) as (one, _two):
        assert (await one.next(phase("play")))["hash"] == promised["hash"]
        first = the_match(server).history.entries[0]
        assert (first.kind, first.data["hash"]) == ("fair", promised["hash"])
        assert kept_row(home).pledge is None


@played
async def test_who_comes_later_is_told_what_was_promised(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada, bo) as (one, _two):
            promised = (await one.next(phase("play")))["hash"]
            async with sworn(server, looking) as (spectator,):
                assert (await spectator.next(phase("play")))["hash"] == promised
                assert promised in (await spectator.next("notice"))["text"]


# Who doesn't do their part


@played
async def test_a_nonce_that_isnt_shown_is_waited_for_and_then_its_hash_stands_for_it(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", options={"target": 10}, fair=True)
        async with sworn(server, ada) as (one,), sworn(server, bo, shows=False) as (two,):
            await two.next(phase("reveal"))
            await one.next(phase("reveal"))
            while kept_row(home).pledge.seats[0].nonce is None:
                await asyncio.sleep(0)
            assert list(server.host.matches.list()) == []
            time.go_on(PATIENCE)
            shares = (await one.next(phase("play")))["seats"]
            assert [share["nonce"] is None for share in shares] == [False, True]
            await asyncio.gather(played_out(one, 0), played_out(two, 1))
            record = (await ask(one, "record"))["value"]
    path = home / "record.json"
    path.write_text(record, "utf-8")
    assert run(["record", "check", "--fair", str(path)]) == 0


@played
async def test_who_gives_no_hash_in_time_gets_a_nonce_from_the_server(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada) as (one,), sworn(server, bo, gives=False) as (two,):
            await two.next(phase("commit"))
            while kept_row(home).pledge.seats[0] is None:
                await asyncio.sleep(0)
            time.go_on(PATIENCE)
            assert [share["by"] for share in (await one.next(phase("play")))["seats"]] == ["seat", "server"]


@played
async def test_clients_that_know_nothing_of_it_play_at_once(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open", fair=True)
        async with visiting(server, *tokens) as (one, _two):
            assert (await one.answer("roll"))["type"] == "done"
            assert not any(message["type"] == "fair" for message in one.got)
    assert [share.by for share in the_match(server).history.fair.seats] == ["server", "server"]


@played
async def test_who_takes_a_seat_that_came_free_meanwhile_gets_a_new_promise(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada) as (one,), sworn(server, bo, gives=False) as (two,):
            first = await one.next(phase("commit"))
            await two.next(phase("commit"))
            assert (await order(one, "kick", seat=1))["type"] == "done"
            async with sworn(server, bo) as (_back,):
                second = await one.next(phase("commit"))
                assert (await one.next(phase("play")))["hash"] == second["hash"] != first["hash"]
                assert one.witness.doubt == ""


BAD = [
    {"hash": "A" * 64},
    {"hash": "0" * 63},
    {"hash": "0" * 64 + "\n"},
    {"hash": "٠" * 64},
    {"hash": 0},
    {"hash": ["0" * 64]},
    {"nonce": "0" * 64},
    {"nonce": None},
    {"nonce": "x" * 15_000},
    {},
]


@played
async def test_what_is_no_hash_and_no_nonce_is_refused_and_changes_nothing(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada, bo, gives=False, shows=False) as (one, two), sworn(server, looking) as (other,):
            promised = (await one.next(phase("commit")))["hash"]
            before = kept_row(home)
            for number, said in enumerate(BAD):
                await one.say(type="fair", id=number, **said)
                assert (await one.next("refused"))["reason"]
            await other.say(type="fair", id=1, hash="0" * 64)
            assert (await other.next("refused"))["kind"] == "denied"
            assert kept_row(home) == before
            await one.say(type="fair", id=50, hash="1" * 64)
            await one.say(type="fair", id=51, hash=nonce_hash(promised, 0, "1" * 64))
            await two.say(type="fair", id=50, hash=nonce_hash(promised, 1, "2" * 64))
            await one.next(phase("reveal"))
            shown = kept_row(home)
            for number, said in enumerate([*BAD, {"hash": "3" * 64}, {"nonce": "2" * 64}], 60):
                if said.get("nonce") != "0" * 64 or number < 60:
                    await one.say(type="fair", id=number, **said)
                    assert (await one.next("refused"))["reason"]
            assert kept_row(home) == shown
            for visitor, nonce in ((one, "1"), (two, "2")):
                for _time in range(2):
                    await visitor.say(type="fair", id=90, nonce=nonce * 64)
            assert [share["nonce"][0] for share in (await one.next(phase("play")))["seats"]] == ["1", "2"]
            await one.say(type="fair", id=91, hash="1" * 64)
            assert (await one.next(lambda m: m.get("id") == 91))["type"] == "refused"


@pytest.mark.parametrize("change", ["hash", "nonce"])
def test_a_witness_of_a_server_that_exchanges_something_shows_it(change):
    witness = Witness(lambda: "1" * 64)
    given = witness.take({"phase": "commit", "hash": "2" * 64, "seats": [None]}, 0)
    share = {"hash": given["hash"], "nonce": "1" * 64, "by": "seat", change: "3" * 64}
    witness.take({"phase": "play", "hash": "2" * 64, "seats": [share]}, 0)
    assert witness.doubt


# Over restarts, take-backs and rematches


@played
async def test_a_server_that_is_killed_before_the_match_begins_goes_on_with_its_promise(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada) as (one,), sworn(server, bo, shows=False) as (two,):
            promised = (await two.next(phase("reveal")))["hash"]
            await one.next(phase("reveal"))
            while kept_row(home).pledge.seats[0].nonce is None:
                await asyncio.sleep(0)
            copied(home, home / "killed")
    async with (
        Server(home / "killed", timing=time.timing) as server,
        Sworn(server, witness=one.witness) as back,
        Sworn(server, witness=two.witness) as other,
    ):
        await back.hello(ada)
        await other.hello(bo)
        playing = await back.next(phase("play"))
        assert playing["hash"] == promised
        assert [share["by"] for share in playing["seats"]] == ["seat", "seat"]
        assert all(share["nonce"] for share in playing["seats"])


@played
async def test_a_server_that_is_killed_in_the_match_draws_what_it_would_have_drawn(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, *tokens) as (one, _two):
            await one.answer("roll")
            await one.next(lambda m: m["type"] == "told" and m["seat"] is None)
            copied(home, home / "killed")
    async with Server(home / "killed") as again, sworn(again, *tokens) as (one, two):
        saved = the_match(again)
        first = str(saved.events[-1])
        asked = await (one if first != "* 1" else two).answer("roll")
        assert asked["type"] == "done"
        await one.next(lambda m: m["type"] == "told" and m["seat"] is None)
        drawn = the_match(again)
        table = the_table(again)
        for number in (1, 3):
            due = Fair(saved.history.fair).outcome(table.game, table.match.state_after(number), number)
            assert table.match.events[number] == f"* {due}"
        assert drawn.history.fair == saved.history.fair


@played
async def test_what_is_taken_back_comes_again_as_it_was(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open", take_back="free", fair=True)
        async with sworn(server, *tokens) as (one, two):
            await one.next("asked")
            drawn = []
            for number in range(3):
                serial = the_table(server).serial
                await one.say(type="answer", id=number, seat=0, text="roll", serial=serial)
                drawn.append((await one.next(lambda m: m["type"] == "told" and m["seat"] is None))["reading"])
                await order(one, "undo", 80 + number)
                await order(two, "grant", 90 + number)
                await one.next(lambda m: m.get("kind") == "back")
            assert len(set(drawn)) == 1


@played
async def test_a_rematch_has_a_secret_of_its_own(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, *tokens) as (one, two):
            first = (await one.next(phase("play")))["hash"]
            await one.answer("roll")
            await order(one, "end", 81)
            await order(two, "grant", 82)
            assert (await one.next(phase("open")))["hash"] == first
            await order(one, "rematch", 83)
            await order(two, "grant", 84)
            second = (await one.next(phase("play")))["hash"]
            assert second != first
            assert (one.witness.doubt, two.witness.doubt) == ("", "")


# Whether a room wants it


@played
async def test_the_host_decides_before_a_match_whether_its_dice_can_be_proven(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with sworn(server, ada) as (one,):
            assert (await order(one, "fair", 1))["type"] == "done"
            assert (await order(one, "fair", 2, text="off"))["type"] == "done"
            assert (await order(one, "fair", 3))["type"] == "done"
            async with sworn(server, bo) as (two,):
                await one.next(phase("play"))
                assert (await order(two, "fair", 4))["kind"] == "denied"
                assert "begun" in (await order(one, "fair", 5, text="off"))["reason"]


@played
async def test_who_wants_no_proof_any_more_waits_for_it_no_longer(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada, bo, gives=False) as (one, two):
            first = (await two.next(phase("commit")))["hash"]
            assert (await order(one, "fair", 1))["type"] == "done"
            assert (await two.next(phase("commit")))["hash"] != first
            assert (await order(one, "fair", 2, text="off"))["type"] == "done"
            await two.next("asked")
    assert the_match(server).history.fair is None


@played
async def test_a_promise_that_cant_be_saved_is_told_to_nobody_and_tried_again(home):
    time, full = Time(), [True]
    async with Server(home, timing=time.timing) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", fair=True)
        async with sworn(server, ada) as (one,), Sworn(server) as two:
            (room,) = server.house.parlours
            keep = room._keep

            def failing(row):
                if row.pledge is not None and full[0]:
                    raise SaveError("The disk is full.")
                keep(row)

            room._keep = failing
            await two.hello(bo)
            assert (await one.next("refused"))["kind"] == "unsaved"
            assert not any(message["type"] == "fair" for message in one.got + two.got)
            full[0] = False
            await two.__aexit__()
            async with sworn(server, bo) as (back,):
                await back.next(phase("play"))


@pytest.mark.parametrize(("given", "fair"), [([], False), (["--fair"], True)])
def test_serve_says_whether_the_first_room_wants_it(monkeypatch, tmp_path, given, fair):
    rooms = []
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    monkeypatch.setattr("tabletop.server.serving.serve", lambda *a, **_named: rooms.extend(a[3:]))
    assert run(["serve", "pig", *given]) == 0
    assert [room.fair for room in rooms] == [fair]


# The conversation, as released


async def conversation(home):
    """What two players say and hear of it, one of whom plays by a client that knows nothing of it."""
    lines, names = [], {}
    catalogue = Catalogue([plugin_in(ROOT / "docs/examples/rock_paper_scissors")])

    def noted(who, way, message):
        text = json.dumps(message, ensure_ascii=False)
        text = re.sub(r"[0-9a-f]{64}", lambda found: names.setdefault(found[0], f"HEX-{len(names) + 1}"), text)
        lines.append(f'{{"who": "{who}", "{way}": {text}}}')

    async with Server(home, catalogue) as server:
        (ada, bo), _looking = await server.room(
            "rock-paper-scissors", "open", "open", options={"best_of": 1}, fair=True
        )
        async with Sworn(server) as one, Visitor(server) as two:
            await one.hello(ada, "Ada")
            await two.hello(bo, "Bo")
            for visitor, text in ((one, "paper"), (two, "rock")):
                await visitor.answer(text)
            await one.next(phase("open"))
            sent = iter([{"type": "fair", "hash": None}, {"type": "fair", "nonce": None}])
            for message in one.got:
                if message["type"] in ("fair", "notice", "over"):
                    noted("Ada", "hears", message)
                if message["type"] == "fair" and message["phase"] in ("commit", "reveal"):
                    said = next(sent)
                    nonce = one.witness._own[0]
                    said.update({"hash": nonce_hash(message["hash"], 0, nonce)} if "hash" in said else {"nonce": nonce})
                    noted("Ada", "says", said)
            for message in two.got:
                if message["type"] in ("notice", "over"):
                    noted("Bo", "hears", message)
    return "\n".join(lines) + "\n"


def test_the_conversation_about_dice_is_the_released_one(tmp_path):
    assert asyncio.run(conversation(tmp_path)) == GOLDEN.read_text("utf-8")
