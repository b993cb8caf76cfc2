"""What it costs that a player is a program: beside a bare pipe with the same lines, and beside the game itself."""

import subprocess
import sys
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from processes import LAST_RESORT

from tabletop.cpu.engines.bounds import Bounds
from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.situations import Chronicle
from tabletop.cpu.engines.trials import Trial
from tabletop.game import CHANCE
from tabletop.plugins.find.catalogue import Catalogue, load

ROOT = Path(__file__).parent.parent.parent
PLAYER = [sys.executable, "-I", "-S", str(ROOT / "docs/examples/players/hold.py")]
AT_ONCE = """
import sys
for line in sys.stdin:
    if line.startswith('{"type":"choose"'):
        number, moves = line.index('"n":') + 4, line.index('"moves":["') + 10
        n, move = line[number:line.index(",", number)], line[moves:line.index('"', moves)]
        print(f'{{"type":"answer","n":{n},"move":"{move}"}}', flush=True)
    elif line.startswith('{"type":"hello"'):
        print('{"type":"hello","protocol":1,"name":"At once"}', flush=True)
    elif line.startswith('{"type":"ready"'):
        print('{"type":"ready"}', flush=True)
"""
"""A player that takes the first move, without reading more of the question than it needs: it answers at once."""
ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
ROUNDS = 60
MOVES = 300
"""so few that others on the machine leave some rounds alone"""
MATCHES = 20
"""of a round"""


class Lines:
    """Keeps the lines that a program is told, as traffic does."""

    def __init__(self):
        self.kept = []

    def said(self, data):
        self.kept += [line + b"\n" for line in data.splitlines() if b'"choose"' in line]

    def heard(self, line):
        pass


def trial(command=PLAYER, **more):
    rules = load(Catalogue.installed().find("pig"))
    bounds = Bounds(LAST_RESORT, LAST_RESORT, LAST_RESORT)
    return Trial(Engine("tried", command, bounds=bounds, **more), rules, "pig")


def asked(tried, situations):
    """Seconds for so many questions and answers."""
    tried.engine.open(tried.new())
    start = perf_counter()
    for situation in situations:
        tried.engine.choose(situation)
    return perf_counter() - start


def echoed(echo, lines):
    """Seconds for the same lines to a process that only sends them back."""
    start = perf_counter()
    for line in lines:
        echo.stdin.write(line)
        echo.stdin.flush()
        echo.stdout.readline()
    return perf_counter() - start


def test_moves_a_second_beside_a_bare_echo(benchmark):
    command = [sys.executable, "-I", "-S", "-c", AT_ONCE]
    tried = trial(command)
    found = [situation for seed in range(60) for situation in tried.situations(seed)]
    situations = (found * (MOVES // len(found) + 1))[:MOVES]
    kept = Lines()
    listening = trial(command, traffic=kept)
    asked(listening, situations)
    listening.engine.close()
    tried.engine.begin()
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", ECHO], stdin=-1, stdout=-1) as echo:
        pairs = [(asked(tried, situations), echoed(echo, kept.kept)) for _round in range(ROUNDS)]
        echo.stdin.close()
    ratio = min(theirs for _ours, theirs in pairs) / min(ours for ours, _theirs in pairs)
    benchmark.pedantic(lambda: asked(tried, situations), rounds=1)
    tried.engine.close()
    benchmark.extra_info["moves a second / a bare echo"] = round(ratio, 3)
    each_second = MOVES / min(ours for ours, _theirs in pairs)
    print(f"\nmoves a second / a bare echo: {ratio:.3f}; {each_second:.0f} moves a second")
    assert ratio >= 0.4


def alone(game, seeds, choose):
    """Processor seconds for the same matches without any program: the game, its view by name and its texts."""
    start = process_time()
    for seed in seeds:
        rng, thought, hearing, state = Random(seed), Random(f"{seed}/other"), Chronicle(game, 0), game.start()
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                choice = game.draw(state, rng)
                hearing.hear(state, actor, choice)
                state = game.resolve(state, choice)
                continue
            moves = game.legal_moves(state)
            if actor == 0:
                choice = choose(hearing.situation(state, moves), moves)
            else:
                choice = moves[thought.randrange(len(moves))]
            hearing.hear(state, actor, choice)
            state = game.play(state, choice)
    return process_time() - start


def holds(at, moves):
    """What the program plays."""
    points = at.view["turn_points"]
    enough = points >= 20 or at.view["banked"][0] + points >= 40
    return "hold" if enough and "hold" in at.moves else at.moves[0]


def test_our_own_cost_of_a_match(benchmark):
    """The process is kept between matches."""
    tried = trial()
    tried.game = tried.other_game({"target": 40}, 2)
    tried.engine.begin()

    def play():
        start = process_time()
        for seed in range(MATCHES):
            tried.play(seed)
        return process_time() - start

    ours = min(play() for _round in range(ROUNDS))
    theirs = min(alone(tried.game, range(MATCHES), holds) for _round in range(ROUNDS))
    cost = (ours - theirs) * 1000 / (MATCHES)
    benchmark.pedantic(play, rounds=1)
    tried.engine.close()
    benchmark.extra_info["milliseconds a match"] = round(cost, 3)
    print(f"\nour own cost of a match, in milliseconds of processor time: {cost:.3f}")
    assert cost <= 1.0
