"""Nothing but installing, and serving and joining, touches a network: with all sockets refused the rest works."""

import sys

import pytest

COMMANDS = [
    ("games",),
    ("play", "pig", "--seats", "cpu:easy,cpu:easy", "--set", "target=10", "--plain", "--speed", "off"),
    ("resume",),
    ("matches",),
    ("matches", "--find", "pig"),
    ("matches", "--trash"),
    ("stats", "--rebuild"),
    ("stats", "--json"),
    ("review",),
    ("rules", "pig"),
    ("learn", "pig", "--list"),
    ("settings",),
    ("doctor",),
    ("plugins", "list"),
    ("solve", "pig", "--set", "target=10", "--json"),
    ("plugins", "duel", "pig", "--players", "easy,random", "--matches", "2"),
    (),
]
REACHING = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto")


@pytest.fixture(scope="module")
def reached():
    """What has reached for the network."""
    seen, on = [], [True]
    sys.addaudithook(lambda event, given: seen.append((event, given)) if on[0] and event in REACHING else None)
    yield seen
    on[0] = False


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_reaches_for_the_network(tmp_path, monkeypatch, tabletop, reached, command):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    reached.clear()
    code, _out, err = tabletop(*command, typed="quit\n")
    assert "Traceback" not in err
    assert code == 0 or "There is no" in err
    assert reached == []
