"""Ctrl-C at a line that code other than Python's reads."""

import os
import select
import signal
import threading
from contextlib import suppress

import pytest
from processes import LAST_RESORT

from tabletop.terminal.ctrl_c import heard


@pytest.fixture
def nobody_types():
    """Something to wait for that never comes; after a while the test fails instead."""
    reading, writing = os.pipe()
    yield lambda: select.select([reading], [], [], LAST_RESORT)
    os.close(reading)
    os.close(writing)


def swallowed(nobody_types):
    """A Ctrl-C that is lost, then waiting."""
    with heard():
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        nobody_types()


def test_a_ctrl_c_that_nobody_looked_at_is_heard(nobody_types):
    with pytest.raises(KeyboardInterrupt):
        swallowed(nobody_types)


def test_it_is_heard_once(nobody_types):
    before, threads = signal.getsignal(signal.SIGINT), threading.active_count()
    for _again in range(20):
        with pytest.raises(KeyboardInterrupt):
            swallowed(nobody_types)
        assert signal.getsignal(signal.SIGINT) is before
    assert threading.active_count() == threads
    assert signal.set_wakeup_fd(-1) == -1


def test_without_one_nothing_happens():
    with heard():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_signal_is_no_ctrl_c():
    def nothing(_number, _frame):
        return None

    before = signal.signal(signal.SIGUSR1, nothing)
    try:
        with heard():
            signal.raise_signal(signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
