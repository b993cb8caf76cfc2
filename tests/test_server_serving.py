"""``tabletop serve`` as a process, and from the menu."""

import json
import os
import signal
import socket
import stat
import subprocess
import urllib.error
import urllib.request

import pytest
from scripted import ScriptedConsole, host_in

from tabletop.elsewhere import command
from tabletop.server.serving import TOKEN
from tabletop.terminal.menu import Menu


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.mark.skipif(os.name == "nt", reason="what ends it is a signal")
def test_it_goes_on_without_standard_input_and_keeps_its_token_in_a_private_file(tmp_path):
    run = command("tabletop.__main__", "serve", "--port", str(free_port()))
    with subprocess.Popen(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *run],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TABLETOP_HOME": str(tmp_path), "LANGUAGE": "en"},
    ) as server:
        try:
            address = server.stdout.readline().split()[4].rstrip(";")
            file = server.stdout.readline().split()[-1].rstrip(".")
            assert file == str(tmp_path / TOKEN)
            assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
            token = (tmp_path / TOKEN).read_text().strip()
            body = json.dumps({"game": "pig", "seats": ["open", "cpu"]}).encode()
            wish = urllib.request.Request(f"{address}/api/rooms", body, {"Authorization": f"Bearer {token}"})
            while True:
                try:
                    with urllib.request.urlopen(wish) as answer:
                        assert json.load(answer)["seats"][0]["link"].startswith(f"{address}/#")
                    break
                except urllib.error.URLError as why:  # it doesn't listen yet
                    assert isinstance(why.reason, ConnectionRefusedError)  # noqa: PT017
        finally:
            server.send_signal(signal.SIGTERM)
    assert server.returncode in (0, 128 + signal.SIGTERM, -signal.SIGTERM)
    assert not (tmp_path / TOKEN).exists()


def test_the_menu_serves_a_game_as_it_was_played_last(tmp_path):
    served = []
    console = ScriptedConsole(["friends", "pig", "here", "friends", "pig", "", "friends", "back", "quit"])
    here = host_in(tmp_path, console)
    listing = here.catalogue.find("pig")
    seats = [{"name": "@me", "player": "human"}, {"name": "CPU 2", "player": "cpu", "level": "easy"}]
    here.profiles.remember("pig", seats, {"target": 50})
    Menu(here, lambda game, options, home: served.append((game, dict(options), home))).run()
    assert served == [(listing, {"target": 50}, False), (listing, {"target": 50}, True)]
    assert console.left == 0


def test_the_menu_serves_with_dice_that_can_be_proven(tmp_path):
    served = []
    console = ScriptedConsole(["friends", "pig", "fair", "here", "friends", "pig", "fair", "fair", "here", "quit"])
    Menu(host_in(tmp_path, console), lambda *_what, **wishes: served.append(wishes)).run()
    assert served == [{"fair": True}, {}]
    assert "so that everybody can prove them" in console.text


def test_a_menu_that_cant_serve_doesnt_offer_it(tmp_path):
    console = ScriptedConsole(["friends", "quit"])
    Menu(host_in(tmp_path, console)).run()
    assert console.problems
