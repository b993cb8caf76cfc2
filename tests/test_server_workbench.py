"""An author's table: all seats side by side, jumps, steps, and what goes wrong with its traceback; for nobody else."""

import asyncio
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from scripted import ScriptedConsole, host_in
from sockets import requested

from tabletop.cli import tabletop
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.plugins.find.folder import plugin_in
from tabletop.server.workbench import Workbench
from tabletop.server.workbench_page import workbench_application

EXAMPLES = Path(__file__).parent.parent / "docs/examples"
KEY = "the-key"


class Bench:
    """A workbench and its page."""

    def __init__(self, tmp_path, game="rock-paper-scissors", folder=EXAMPLES / "rock_paper_scissors"):
        here = host_in(tmp_path, ScriptedConsole())
        if folder is not None:
            here.use_catalogue(Catalogue([plugin_in(folder)]))
        self.bench = Workbench(here, here.catalogue.find(game), {}, 2, 1)
        self.app = workbench_application(self.bench, KEY)

    def ask(self, method, path, body=b"", **headers):
        sent = urlencode(body).encode() if isinstance(body, dict) else body
        return asyncio.run(requested(self.app, method, path, sent, {"host": "127.0.0.1:8765", **headers}))

    def do(self, **form):
        status, headers, _text = self.ask("POST", f"/debug/{KEY}", form)
        assert (status, headers["location"]) == (303, f"/debug/{KEY}")
        return self.page()

    def page(self, query=""):
        status, headers, text = self.ask("GET", f"/debug/{KEY}{query}")
        assert status == 200
        assert "script" not in headers["content-security-policy"]
        return text

    def json(self, query=""):
        status, _headers, text = self.ask("GET", f"/debug/{KEY}/state.json{query}")
        return status, json.loads(text)


def test_all_seats_are_side_by_side_and_events_as_each_reads_them(tmp_path):
    bench = Bench(tmp_path, "passing-game", None)
    for _time in range(3):
        page = bench.do(do="step", level="random")
    assert re.findall("<h2>(.*?)</h2>", page) == ["Seat 1", "Seat 2", "Bystander", "Events, as each reads them"]
    status, found = bench.json()
    assert status == 200
    deal, one, two, other = found["readings"][0]
    assert len({deal, one, two, other}) == 4
    assert [seat["names"] for seat in found["seats"]] == [["Seat 1", "Seat 2"]] * 2
    assert found["events"] == 3
    assert found["state"]


def test_moves_are_made_for_any_seat_and_those_that_cant_be_are_refused_with_a_sentence(tmp_path):
    bench = Bench(tmp_path)
    bench.do(do="play", seat="1", text="rock")
    page = bench.do(do="play", seat="2", text="paper")
    assert "After 2 of 2 events" in page
    assert 'class="wrong"' in bench.do(do="play", seat="1", text="well")
    assert 'class="wrong"' in bench.do(do="play", seat="x", text="rock")
    assert 'class="wrong"' in bench.do(do="step", level="klingon")
    assert 'class="wrong"' in bench.do(do="format")
    assert 'class="wrong"' not in bench.page()
    assert bench.bench.events == 2


def test_one_looks_back_goes_on_from_there_and_begins_anew(tmp_path):
    bench = Bench(tmp_path)
    for seat, text in (("1", "rock"), ("2", "paper"), ("1", "rock"), ("2", "rock")):
        bench.do(do="play", seat=seat, text=text)
    assert "Go on from here" in bench.page("?at=2")
    assert bench.json("?at=2")[1]["at"] == 2
    for query in ("?at=5", "?at=-1", "?at=x"):
        assert "There are 4 events" in bench.page(query)
        assert bench.json(query)[0] == 422
    assert "After 2 of 2 events" in bench.do(do="jump", at="2")
    assert "After 0 of 0 events; seed 7" in bench.do(do="new", seed="7")


def test_a_match_is_stepped_to_its_end(tmp_path):
    bench = Bench(tmp_path)
    for _time in range(200):
        bench.bench.step("random")
    assert bench.bench.table.ending is not None


def test_what_a_game_raises_is_shown_with_its_traceback(tmp_path, monkeypatch):
    def broken(_rules, _state, _move):
        raise RuntimeError("<b>odd</b>")

    bench = Bench(tmp_path)
    monkeypatch.setattr(load(bench.bench.listing), "play", broken)
    bench.do(do="play", seat="1", text="rock")
    page = bench.do(do="play", seat="2", text="rock")
    assert "Traceback" in page
    assert "in broken" in page
    assert "&lt;b&gt;odd" in page
    assert "<b>" not in page


def test_nobody_else_sees_anything(tmp_path):
    bench = Bench(tmp_path)
    for method, path in (("GET", "/debug/x"), ("POST", "/debug/x"), ("GET", "/debug/x/state.json")):
        assert bench.ask(method, path)[0] == 404
    assert bench.ask("GET", "/")[0] == 200
    assert KEY not in bench.ask("GET", "/")[2]
    assert bench.ask("GET", f"/debug/{KEY}", host="evil.example")[0] == 421
    assert bench.ask("POST", f"/debug/{KEY}", {"do": "step"}, origin="https://evil.example")[0] == 421
    assert bench.ask("POST", f"/debug/{KEY}", b"x" * 20_000)[0] == 413
    assert bench.bench.events == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("--plugin", str(EXAMPLES / "rock_paper_scissors")),
        ("--debug", "--host", "0.0.0.0", "pig"),
        ("--debug", "--behind-proxy", "--public-url", "https://play.example", "pig"),
        ("--debug",),
    ],
)
def test_it_is_for_an_author_at_this_computer_alone(tmp_path, monkeypatch, arguments):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    assert CliRunner().invoke(tabletop, ["serve", *arguments]).exit_code == 2
