"""What is written to a connection is what the protocol of WebSockets says."""

import asyncio
import json

import pytest
from websockets.frames import Frame, Opcode

from tabletop.server.client import Client, written
from tabletop.server.corked import MOST_READ, Corked, frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_as_a_library_writes_it(length):
    data = "é".encode() * (length // 2) + b"x" * (length % 2)
    assert frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)


class Transport:
    """A transport that knows whether it reads, on a loop that a test turns."""

    def __init__(self):
        self.reads, self.written, self.waiting, self.closed = True, [], [], False

    def pause_reading(self):
        self.reads = False

    def resume_reading(self):
        self.reads = True

    def is_reading(self):
        return self.reads

    def is_closing(self):
        return self.closed

    def close(self):
        self.closed = True

    def write(self, data):
        self.written.append(data)

    def call_soon(self, act):
        self.waiting.append(act)

    def call_later(self, _seconds, act):
        self.waiting.append(act)

    def turn(self):
        waiting, self.waiting = self.waiting, []
        for act in waiting:
            act()


def test_what_is_written_in_one_step_leaves_in_one_write():
    transport = Transport()
    corked = Corked(transport, transport)
    corked.write(b"a")
    corked.write(b"b")
    transport.turn()
    corked.write(b"c")
    corked.close()
    assert (transport.written, transport.closed) == ([b"ab", b"c"], True)


def test_while_it_is_held_nobody_reads_on_and_then_whoever_wanted_to():
    transport = Transport()
    corked = Corked(transport, transport)
    corked.hold(5.0)
    corked.resume_reading()
    assert not transport.reads
    transport.turn()
    assert transport.reads
    corked.hold(5.0)
    corked.pause_reading()
    transport.turn()
    assert not transport.reads


def test_little_is_read_at_a_time():
    transport = Transport()
    transport.max_size = 2**18
    Corked(transport, transport)
    assert transport.max_size == MOST_READ


def test_reading_is_stopped_only_where_more_comes_than_is_wanted():
    transport = Transport()
    corked = Corked(transport, transport)
    corked.pause_reading()
    assert transport.reads
    corked.resume_reading()
    corked.pause_reading()
    assert not corked.wanted
    corked.stop()  # as more has come
    assert not transport.reads
    corked.resume_reading()
    assert transport.reads


def test_what_cannot_be_sent_at_once_is_sent_in_order():
    took, open_now, gate = [], [True], asyncio.Event()

    async def send(text):
        await gate.wait()
        took.append(text)

    def tell(data):
        if open_now[0]:
            took.append(data.decode())
        return open_now[0]

    async def shut(code, why):
        took.append(code)

    async def trial():
        client = Client(send, shut, lambda: 0.0, tell)
        writing = asyncio.create_task(client.write())
        client.put({"n": 1})
        open_now[0] = False
        client.put({"n": 2})
        await asyncio.sleep(0)
        open_now[0] = True
        client.put({"n": 3})
        gate.set()
        client.close(1000, "")
        await writing

    asyncio.run(trial())
    assert took == ['{"n":1}', '{"n":2}', '{"n":3}', 1000]


@pytest.mark.parametrize("text", ["é", "\u2028", "\x01", '"\\', "\ud800"])
def test_messages_are_json_in_utf_8_whatever_their_texts(text):
    assert json.loads(written({"text": text, "seats": (1, 2), "none": None})) == {
        "text": text if text != "\ud800" else "?",
        "seats": [1, 2],
        "none": None,
    }
