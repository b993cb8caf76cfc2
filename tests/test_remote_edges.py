"""Links that lead nowhere, servers that say strange things, texts that would act on a terminal: one sentence each."""

import socket
from queue import SimpleQueue

import pytest
from far import LINK, WELCOME, Far, Recorded
from scripted import ScriptedConsole, host_in

from tabletop.remote import incoming, remote_line
from tabletop.remote.caller import Caller, HungUp, LineLost
from tabletop.remote.conversation import Unreachable
from tabletop.remote.links import read_link
from tabletop.remote.remote_line import RemoteLine
from tabletop.remote.unpacking import cleaned
from tabletop.server import protocol
from tabletop.table.reader import Reader
from tabletop.terminal.joining import join


def joined(tmp_path, *messages, code=1006, lines=()):
    """What somebody sees who joins such a server."""
    console = ScriptedConsole(lines, plain=True)
    pool = [Recorded(*messages, code=code)]

    def knock(_link):
        if not pool:
            raise Unreachable("Nobody answers.")
        return pool.pop()

    here = host_in(tmp_path, console)
    join(here, [read_link(LINK)], ["Ada"], knock=knock, wait=lambda _seconds: None)
    return console.text


def test_the_version_is_that_of_the_server():
    assert incoming.VERSION == protocol.VERSION
    assert (remote_line.RATE, remote_line.BURST) < (20, 60)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://192.168.1.5:8765/#abc", "ws://192.168.1.5:8765/table"),
        ("https://play.example/#abc", "wss://play.example/table"),
        ("https://play.example/games/#abc", "wss://play.example/games/table"),
        ("https://play.example/games#abc", "wss://play.example/games/table"),
        ("http://[::1]:80/#abc", "ws://[::1]:80/table"),
    ],
)
def test_links_lead_to_the_table_of_their_server(text, url):
    assert (read_link(text).url, read_link(text).token) == (url, "abc")


@pytest.mark.parametrize("text", ["", "pig", "ftp://x/#a", "http://#a", "http://x:port/#a", "http://[/#a", "#a"])
def test_what_is_no_link_is_one_sentence_without_the_secret(tabletop, text):
    code, out, err = tabletop("join", text + ("" if "#" in text else "#secret"))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "is no link to a table" in err
    assert "secret" not in err


def test_a_link_without_its_end_is_one_sentence(tabletop):
    code, _out, err = tabletop("join", "http://127.0.0.1:8765/")
    assert (code, err.count("\n")) == (2, 1)
    assert "has lost its end" in err


@pytest.mark.parametrize(
    "links", [[LINK, LINK], [LINK, "http://other/#b"], [LINK, LINK + "d", LINK + "e"]], ids=["twice", "two", "three"]
)
def test_links_that_do_not_go_together_are_refused(tabletop, links):
    code, _out, err = tabletop("join", *links)
    assert (code, err.count("\n")) == (2, 1)
    assert "two seats of one table at most" in err


def test_nobody_there_is_one_sentence(tabletop):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code, _out, err = tabletop("join", f"http://127.0.0.1:{port}/#abc", "--name", "Ada")
    assert (code, err) == (2, f"tabletop: Nobody answers at http://127.0.0.1:{port}: Connection refused.\n")


def test_a_player_that_is_not_registered_is_one_sentence(tabletop):
    code, _out, err = tabletop("join", LINK, "--as", "nobody")
    assert (code, err.count("\n")) == (2, 1)
    assert "There is no player “nobody” here" in err


def test_a_foreign_token_is_one_sentence(tmp_path):
    with Far(tmp_path / "far") as far, pytest.raises(ValueError, match=r"^This link isn't valid any more"):
        join(host_in(tmp_path, ScriptedConsole()), [far.link("nonsense")], ["Ada"], knock=far.knock)


@pytest.mark.parametrize("message", ["no JSON", "[]", {"type": 7}, {"type": "told"}, "{}", "null"])
def test_who_is_no_table_of_this_program_is_one_sentence(tmp_path, message):
    with pytest.raises(ValueError, match=r"^What answers at http://127\.0\.0\.1:8765 is no table of this program\.$"):
        joined(tmp_path, message)


def test_a_server_of_another_version_says_so(tmp_path):
    reason = "This server speaks version 2 of the protocol, not 1: update the older of the two."
    with pytest.raises(ValueError, match=f"^{reason}$"):
        joined(tmp_path, {"type": "refused", "id": 0, "kind": "refused", "reason": reason}, code=4400)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "told"},
        {"type": "told", "n": "x"},
        {"type": "asked", "serial": 1, "kind": "dance", "seats": [0], "seat": 0, "yours": True},
        {"type": "roster", "seats": 7},
        {"type": "missed", "n": None, "told": 3},
        {"type": "over"},
        {"type": "done", "id": "x"},
    ],
)
def test_messages_that_break_the_protocol_end_the_evening_with_a_sentence(tmp_path, message):
    assert "The server says something that this program doesn't understand" in joined(tmp_path, WELCOME, message)


def test_a_server_that_is_older_and_cannot_describe_its_game_is_done_without(tmp_path):
    roster = {"type": "roster", "seats": [{"name": "Ada", "here": True}], "host": 0, "begun": True}
    refusal = {"type": "refused", "id": 0, "kind": "refused", "reason": "what: none of these"}
    seen = joined(tmp_path, WELCOME, roster, refusal, {"type": "notice", "text": "Hello!"}, code=4001)
    assert "Hello!" in seen
    assert "none of these" not in seen


def test_messages_of_a_later_kind_are_left_aside(tmp_path):
    seen = joined(tmp_path, WELCOME, {"type": "fireworks"}, {"type": "notice", "text": "Hello!"}, code=4001)
    assert "Hello!" in seen
    assert "You sit at this table in another place now" in seen


def test_nothing_that_comes_acts_on_a_terminal(tmp_path):
    chat = {"type": "chat", "seat": 1, "name": "Bo\x1b[2J\nAda", "text": "hi\x07\n\u202eCPU wins."}
    seen = joined(tmp_path, WELCOME, chat, code=1000)
    assert "Bo?[2J Ada says: hi? ?CPU wins." in seen
    assert cleaned({"a": ["\x1b]0;x\x07", {"b\x9b": 1}]}) == {"a": ["?]0;x?", {"b?": 1}]}


def test_attempts_to_come_back_are_further_and_further_apart():
    pauses, came = [], SimpleQueue()
    pool = [Recorded(WELCOME)]

    def knock(_link):
        if pool:
            return pool.pop()
        if len(pauses) < 9:
            raise Unreachable("Nobody answers.")
        return Recorded(WELCOME, code=1000)

    caller = Caller(read_link(LINK), dict, came.put, knock, pauses.append)
    caller._run()
    got = [came.get_nowait() for _number in range(came.qsize())]
    assert [type(item) for item in got] == [dict, LineLost, dict, HungUp]
    assert len(pauses) == 9
    assert all(
        0.75 * most <= pause <= 1.25 * most
        for pause, most in zip(pauses, (0.5, 1, 2, 4, 8, 15, 30, 30, 30), strict=True)
    )


def test_no_more_is_sent_than_a_server_takes():
    waited = [0.0]
    line = RemoteLine([(read_link(LINK), "Ada")], Reader(), clock=lambda: sum(waited))
    line._pump = waited.append
    for _number in range(100):
        line._wait_for_turn()
    assert 3.9 < sum(waited) < 4.2
