"""What is written to a connection is what the protocol of WebSockets says."""

import pytest
from websockets.frames import Frame, Opcode

from tabletop.server.corked import frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_as_a_library_writes_it(length):
    data = "é".encode() * (length // 2) + b"x" * (length % 2)
    assert frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)
