"""Plugins beside the games see of matches what a bystander sees, in processes of their own; nobody waits for them."""

import asyncio
import importlib
import json
import os
import sys

import pytest
from distributions import forget_plugins, write_plugin
from sockets import Server, Visitor, settled, visiting

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.discovery import Plugin
from tabletop.server import onlookers
from tabletop.server.bystander import sitting_of
from tabletop.server.onlookers import Onlooker

CODE = """
import json, os

from tabletop import Command, hookimpl

def say(*what):
    with open(os.environ["HEARD"], "a") as heard:
        print(json.dumps([os.getpid(), *what]), file=heard)

@hookimpl
def tabletop_match_started(sitting):
    print("this goes nowhere")
    say("started", sitting._asdict())

@hookimpl
def tabletop_match_event(sitting, event):
    say(event, sitting._asdict())
    raise ValueError("odd")

@hookimpl
def tabletop_match_finished(sitting):
    say("finished", sitting._asdict())

@hookimpl
def tabletop_commands():
    return {"peek": Command("sees all", lambda sitting, argument: "seen")}
"""
MANIFEST = 'api = ">=1.0,<2"\nprovides = ["notifications", "commands"]\n'

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs commands of Unix")


@pytest.fixture
def listener(tmp_path, monkeypatch):
    """An installed plugin that keeps what it is told; the file."""
    folder = tmp_path / "site"
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    write_plugin(folder, "listener", code=CODE, manifest=MANIFEST)
    monkeypatch.setenv("HEARD", str(tmp_path / "heard"))
    importlib.invalidate_caches()
    yield tmp_path / "heard"
    forget_plugins()


def test_a_plugin_is_told_what_a_bystander_sees_in_another_process(tmp_path, listener, caplog, monkeypatch):
    monkeypatch.setattr(onlookers, "GRACE", 60.0)

    async def trial():
        async with Server(tmp_path / "home", Catalogue.installed()) as server:
            tokens, _looking = await server.room("passing-game", "open", "open", options={"target": 20})
            async with visiting(server, *tokens) as (one, two):
                asked = await one.next("asked")
                mover = one if asked["yours"] else two
                await mover.say(type="ask", id=8, what="look")
                move = (await mover.next(lambda m: m.get("id") == 8))["value"]["moves"][0]["text"]
                await mover.say(type="answer", id=9, seat=asked["seat"], text=move, serial=asked["serial"])
                await mover.next(lambda m: m.get("id") == 9)
                await mover.say(type="command", id=10, what="abort")
                await mover.next("over")
                await one.say(type="command", id=11, what="peek")
                assert (await one.next(lambda m: m["type"] == "refused"))["kind"] == "refused"
            assert "plugin_listener" not in sys.modules
            (match,) = server.host.matches.list()
            return match.id, server.host.matches.look(match.id)

    match, saved = asyncio.run(trial())
    heard = [json.loads(line) for line in listener.read_text().splitlines()]
    assert {pid for pid, *_what in heard} != {os.getpid()}
    started, event, *_more, finished = [(what, sitting) for _pid, what, sitting in heard]
    assert started[0] == "started"
    assert started[1]["match"] == match
    assert started[1]["seats"] == ["Player A", "Player B"]
    deal = str(saved.events[0])
    assert event[0].startswith("* deal")
    assert event[0] != deal
    assert finished[0] == "finished"
    everything = json.dumps([sitting for _what, sitting in (started, event, finished)])
    assert deal not in everything
    assert "odd" in caplog.text
    assert len([what for _pid, what, _sitting in heard]) == 3


def plugin(name="listener"):
    return Plugin(name, "1.0", f"plugin_{name}", None)


@pytest.mark.parametrize("command", [["true"], ["sleep", "1000"], ["yes"], ["no-such-command-here"]], ids=" ".join)
def test_a_plugin_whose_process_is_odd_is_left_out_after_a_while(caplog, command):
    onlooker = Onlooker(plugin(), command, patience=0.01)
    for _time in range(5):
        onlooker.tell({"hook": "tabletop_match_started", "sitting": {}, "arguments": []})
    onlooker.close()
    onlooker.thread.join()
    assert caplog.text.count("its process failed") == 3
    assert caplog.text.count("left out from now on") == 1


def test_a_plugin_that_hangs_costs_rooms_nothing_and_misses_what_is_too_much(caplog, monkeypatch):
    monkeypatch.setattr(onlookers, "MOST_WAITING", 3)
    monkeypatch.setattr(onlookers, "GRACE", 0.0)
    onlooker = Onlooker(plugin(), ["sleep", "1000"], patience=1_000)
    for _time in range(50):
        onlooker.tell({"hook": "tabletop_match_started", "sitting": {}, "arguments": []})
    assert caplog.text.count("is slow") == 1
    onlooker.close()
    onlooker.thread.join()


def test_without_such_plugins_nothing_is_begun(tmp_path):
    async def trial():
        async with Server(tmp_path) as server:
            assert not server.house._onlookers
            (ada,), _looking = await server.room("pig", "open", "cpu:easy")
            async with Visitor(server) as one:
                await one.hello(ada)
                await one.next("asked")
                await settled()

    asyncio.run(trial())


def test_a_sitting_comes_back_as_it_was():
    fields = {"match": "m", "game": "g", "plugin": "p", "title": "t", "seats": ["A"], "log": ["1 roll"], "words": []}
    sitting = sitting_of({**fields, "to_act": 0, "scores": [3], "ranks": None})
    assert (sitting.seats, sitting.log, sitting.scores, sitting.ranks) == (("A",), ("1 roll",), (3,), None)
