"""Whoever means no good at a real server: nothing leaks, nothing dies, and the others play on.

The long form sends a million hostile messages; docs/network.md has its figures.
"""

import asyncio
import json
import socket
from contextlib import suppress
from random import Random

import pytest
from campaign import LONG
from hostile_messages import REAL, hostile
from server_load import Player, Served
from sockets import Server, visiting

MESSAGES = 1_000_000 if LONG else 2_000
HALF_OPEN = 1_000 if LONG else 100
WAIT = 60.0


def test_hostile_messages_of_a_player_end_no_room_but_its_own(tmp_path):
    """Of seat 2, which isn't the host; what it may do it does, so its own match may end. The next room plays on."""

    async def trial():
        rng = Random(11)
        async with Server(tmp_path) as server:
            (ada, bo), _looking = await server.room("pig", "open", "open")
            others, _looking = await server.room("pig", "open", "open")
            async with visiting(server, *others) as (one, _two), visiting(server, ada, bo) as (_ada, eve):
                for number in range(MESSAGES):
                    server.time += 1
                    await eve.say(hostile(rng, REAL))
                    if number % 20 == 0:
                        await eve.say(type="ping", id=number)
                        await eve.next(lambda its, wanted=number: its["type"] == "pong" and its["id"] == wanted)
                        for visitor in (eve, _ada):
                            visitor._unread.clear()
                            visitor.got.clear()
                            visitor.raw.clear()
                assert (await one.answer("roll"))["type"] == "done"
                assert not any(token in json.dumps(eve.raw) for token in (ada, *others))

    asyncio.run(trial())


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Served("ours", tmp_path_factory.mktemp("attacked"), 3) as server:
        yield server


def connected(served, *said):
    """A connection that has opened a socket and said something."""
    found = socket.create_connection(("127.0.0.1", served.port), WAIT)
    found.sendall(Player.GREETING)
    head = b""
    while b"\r\n\r\n" not in head:
        head += found.recv(1)
    for text in said:
        found.sendall(framed(text.encode()))
    return found


def framed(data, opcode=1, length=None):
    length = len(data) if length is None else length
    if length < 126:
        head = bytes((0x80 | opcode, 0x80 | length))
    elif length < 65_536:
        head = bytes((0x80 | opcode, 0xFE)) + length.to_bytes(2)
    else:
        head = bytes((0x80 | opcode, 0xFF)) + length.to_bytes(8)
    return head + b"\0\0\0\0" + data


def hello(token):
    return json.dumps({"type": "hello", "version": 1, "token": token, "name": ""})


def plays(served, room):
    """Whether a room is there for its players."""
    with (
        connected(served, hello(served.tokens[room][0])) as one,
        connected(served, hello(served.tokens[room][1])) as two,
    ):
        heard = b""
        while b'"type":"asked"' not in heard:
            heard += two.recv(65_536)
        one.sendall(b"")
    return True


def drained(connection):
    """What comes until it is closed; also where it is cut off."""
    heard = b""
    with suppress(OSError):
        while data := connection.recv(65_536):
            heard += data
    return heard


@pytest.mark.parametrize("first", [None, "hello"])
def test_a_frame_of_ten_megabytes_is_refused_before_it_is_read(served, first):
    before = served.used()["bytes"]
    said = [hello(served.looking)] if first else []
    with connected(served, *said) as connection:
        with suppress(OSError):
            connection.sendall(framed(b"x" * 10_000_000))
        drained(connection)
    assert served.used()["bytes"] - before < 5_000_000
    assert plays(served, 0)


def test_many_small_parts_of_one_message_are_refused_too(served):
    with connected(served, hello(served.looking)) as connection, suppress(OSError):
        connection.sendall(bytes((0x01, 0x81)) + b"\0\0\0\0x")
        for _part in range(20_000):
            connection.sendall(bytes((0x00, 0x81)) + b"\0\0\0\0x")
    assert plays(served, 0)


@pytest.mark.parametrize(
    "frame", [framed(b"", 9), framed(b"x" * 125, 10), framed(b"\xff\xfe"), framed(b"{}", 2), b"\xff" * 64]
)
def test_frames_that_are_no_messages_end_nothing_but_their_own_connection(served, frame):
    with connected(served, hello(served.looking)) as connection, suppress(OSError):
        for _time in range(200):
            connection.sendall(frame)
    assert plays(served, 0)


def test_connections_that_say_nothing_keep_nobody_out(served):
    silent = [socket.create_connection(("127.0.0.1", served.port), WAIT) for _number in range(HALF_OPEN)]
    half = [socket.create_connection(("127.0.0.1", served.port), WAIT) for _number in range(HALF_OPEN)]
    for connection in half:
        connection.sendall(b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgr")
    assert plays(served, 1)
    if LONG:
        assert all(drained(connection) == b"" for connection in silent)
    for connection in (*silent, *half):
        connection.close()


@pytest.mark.parametrize(
    "path",
    [
        "/page/../../pyproject.toml",
        "/page/%2e%2e/%2e%2e/server/tokens.py",
        "/page/..%2f..%2ftokens.py",
        "/page//etc/passwd",
        "/page/main.js%00.css",
        "/page/texts/../../../tokens.py.json",
        "/../../../../etc/passwd",
        "/page/.hidden",
        "/page/index.html",
    ],
)
def test_no_path_leads_out_of_the_page(served, path):
    with socket.create_connection(("127.0.0.1", served.port), WAIT) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = drained(connection)
    assert answer.split(b" ", 2)[1] in (b"404", b"400")
    assert b"import" not in answer
    assert b"root:" not in answer


@pytest.mark.parametrize("header", ["Host: evil.example", "Host: 127.0.0.1\r\nOrigin: https://evil.example"])
def test_who_comes_by_another_name_or_from_another_page_is_turned_away(served, header):
    with socket.create_connection(("127.0.0.1", served.port), WAIT) as connection:
        connection.sendall(Player.GREETING.replace(b"Host: 127.0.0.1", header.encode()))
        assert b" 101 " not in drained(connection)
