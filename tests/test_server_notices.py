"""Who isn't here when it is their turn is called, whatever the command or the address does."""

import asyncio
import json
import os
import socket
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from click.testing import CliRunner
from passing_time import Time
from sockets import Server, Visitor, played, settled, visiting

from tabletop.cli import tabletop
from tabletop.server import notices
from tabletop.server.timekeeping import AWAY

TOLD = {
    "version": 1,
    "what": "turn",
    "room": "r",
    "match": "m",
    "game": "pig",
    "seat": 2,
    "name": "Bo",
    "text": "It's Bo.",
}


class Told(list):
    """Notices that were passed on."""

    def __call__(self, told):
        self.append(told)
        return ""


async def passed(told, number):
    while len(told) < number:
        await asyncio.sleep(0)
    await settled()
    assert len(told) == number


@played
async def test_who_isnt_here_on_their_turn_is_called_once_and_without_secrets(home):
    time, told = Time(), Told()
    async with Server(home, timing=time.timing, callers=[told]) as server:
        (ada, bo), looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo) as (one, two):
            await one.next("asked")
            await one.__aexit__()
            time.go_on(AWAY - 1)
            await settled()
            assert told == []
            time.go_on(1)
            await passed(told, 1)
            (notice,) = told
            (room,) = server.house.parlours
            assert notice == {
                "version": 1,
                "what": "turn",
                "room": room.row.id,
                "match": room.row.match,
                "game": "tabletop-pig:pig",
                "seat": 1,
                "name": "Player A",
                "text": "Pig: it's Player A's turn.",
            }
            assert not any(secret in json.dumps(notice) for secret in (ada, bo, looking))
            await two.__aexit__()
            time.go_on(10 * AWAY)
            await settled()
            assert len(told) == 1


@played
async def test_who_comes_back_in_time_isnt_called_and_who_goes_again_is(home):
    time, told = Time(), Told()
    async with Server(home, timing=time.timing, callers=[told]) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        for _time in range(2):
            async with Visitor(server) as one:
                await one.hello(ada)
                await one.next("asked")
                time.go_on(AWAY)
                await settled()
        assert told == []
        time.go_on(AWAY)
        await passed(told, 1)


@played
async def test_who_isnt_here_is_called_when_little_time_is_left(home):
    time, told = Time(), Told()
    async with Server(home, timing=time.timing, callers=[told]) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy", clock={"move": 86_400})
        async with Visitor(server) as one:
            await one.hello(ada)
            await one.next("asked")
        time.go_on(86_400)
        await passed(told, 2)
        assert [notice["what"] for notice in told] == ["turn", "warning"]


# Commands


def shell(script, patience=10.0):
    """What becomes of a notice that a script is given."""
    return notices.by_command(["/bin/sh", "-c", script, "sh"], patience)(TOLD)


needs_shell = pytest.mark.skipif(os.name == "nt", reason="needs /bin/sh")


@needs_shell
def test_a_command_is_given_the_text_and_all_of_it_as_json(tmp_path):
    assert shell(f'printf "%s\\n" "$1" > {tmp_path}/text; cat > {tmp_path}/json') == ""
    assert (tmp_path / "text").read_text() == "It's Bo.\n"
    assert json.loads((tmp_path / "json").read_text()) == TOLD


@needs_shell
@pytest.mark.parametrize("name", ["$(touch {}/x)", "; touch {}/x", "`touch {}/x`", "-rf", "\x1b[2J\n\0"])
def test_nothing_that_somebody_is_called_is_done(tmp_path, name):
    row = type("Row", (), {"chairs": [type("Chair", (), {"name": name.format(tmp_path)})]})
    row.id, row.match, row.game = "r", "m", "pig"
    told = notices.notice(row, "Pig", 0, "turn")
    assert told["text"].startswith("Pig: ")
    assert told["text"].isprintable()
    assert notices.by_command(["true"])(told) == ""
    assert not (tmp_path / "x").exists()


@needs_shell
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 3", "exit code 3"),
        ("kill -9 $$", "exit code -9"),
        ("exec <&-; head -c 3000000 /dev/zero", ""),
        ("head -c 300000 /dev/zero >&2", ""),
    ],
)
def test_what_a_command_does_is_its_own_affair(script, said):
    assert shell(script) == said


@needs_shell
def test_a_command_that_never_ends_is_ended_with_all_that_it_began(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert "longer" in shell(f"exec > {pipe}; trap '' TERM; sleep 1000 & sleep 1000", 0.1)
        assert os.read(heard, 1) == b""
    finally:
        os.close(heard)


def test_what_fails_keeps_nobody_from_the_next_and_too_many_are_left_out(caplog):
    told, may = [], Event()

    def passing(notice):
        may.wait()
        told.append(notice["seat"])
        if len(told) == 1:
            raise OSError("no")
        return ""

    async def trial():
        crier = notices.Crier(passing)
        crier.tell({"room": "r", "seat": 0})
        await settled()
        for number in range(1, notices.MOST_WAITING + 3):
            crier.tell({"room": "r", "seat": number})
        may.set()
        while len(told) <= notices.MOST_WAITING:
            await asyncio.sleep(0)
        crier.close()

    asyncio.run(trial())
    assert told == list(range(notices.MOST_WAITING + 1))
    assert caplog.text.count("too many wait") == 2
    assert "OSError" in caplog.text


# Addresses on the web


@contextmanager
def answering(act):
    """A server here that does something with each connection; its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def run():
            while True:
                try:
                    connection, _where = listening.accept()
                except OSError:
                    return
                with connection:
                    act(connection)

        thread = Thread(target=run, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/there?x=1"
        listening.shutdown(socket.SHUT_RDWR)
    thread.join()


def test_an_address_is_sent_all_of_it(tmp_path):
    came = []

    def act(connection):
        data = b""
        while b"}" not in data:
            data += connection.recv(65_536)
        came.append(data.decode())
        connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    with answering(act) as url:
        assert notices.by_web(url)(TOLD) == ""
    head, _blank, body = came[0].partition("\r\n\r\n")
    assert head.startswith("POST /there?x=1 HTTP/1.1")
    assert json.loads(body) == TOLD


def test_redirections_arent_followed_and_a_refusal_is_told():
    for status in (302, 500):
        answer = f"HTTP/1.1 {status} x\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n".encode()
        with answering(lambda connection, answer=answer: (connection.recv(65_536), connection.sendall(answer))) as url:
            assert notices.by_web(url)(TOLD) == f"status {status}"


def drips(connection):
    """Never comes to the end of its answer."""
    try:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while connection.recv(65_536):
            connection.sendall(b"X: y\r\n")
    except OSError:
        pass


@pytest.mark.parametrize(
    "act",
    [
        lambda connection: connection.close(),
        lambda connection: connection.sendall(b"\0" * 100_000),
        lambda connection: connection.recv(65_536) and connection.recv(1),
    ],
    ids=["closes", "garbage", "silent"],
)
def test_a_dead_address_costs_its_time_and_nothing_else(act):
    with answering(act) as url:
        assert notices.by_web(url, 0.1)(TOLD)


def test_an_answer_without_end_is_cut_off():
    with answering(drips) as url:
        notices.by_web(url, 0.1)(TOLD)


def test_where_nobody_listens():
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        assert "refused" in notices.by_web(f"http://127.0.0.1:{nobody.getsockname()[1]}/")(TOLD)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--notify", ""),
        ("--notify", "no-such-command-here"),
        ("--notify", "'"),
        ("--webhook", "file:///etc/passwd"),
        ("--webhook", "example.com"),
        ("--webhook", "http://"),
        ("--webhook", "http://me:secret@example.com/"),
        ("--webhook", "http://example.com:99999/"),
    ],
)
def test_what_cant_be_called_is_refused_at_once(tmp_path, monkeypatch, arguments):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    result = CliRunner().invoke(tabletop, ["serve", "--port", "1", *arguments])
    assert isinstance(result.exception, ValueError)
    assert arguments[0] in str(result.exception)
