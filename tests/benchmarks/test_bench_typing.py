"""From key to echo at a table with 300 moves and 10,000 typed lines, and a paste, beside a bare prompt."""

import os
import sys
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import pytest

if os.name == "nt":
    pytest.skip("pseudo-terminals are not to be had on Windows", allow_module_level=True)

from terminal import Terminal

LINES = 10_000
KEYS = 300
PASTED = 200
WORD = "bid 12x3"


@pytest.fixture
def opened(tmp_path):
    """The two prompts, with the same lines in their history."""
    lines = [f"bid {number % 50 + 1}x{number % 6 + 1} {number}" for number in range(LINES)]
    (tmp_path / "typed.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    (tmp_path / "bare").write_text("".join(f"\n# then\n+{line}\n" for line in lines), "utf-8")
    script = Path(__file__).with_name("typing_at.py")
    found = {
        kind: Terminal(kind, str(tmp_path), command=[sys.executable, str(script)], TABLETOP_HOME=str(tmp_path))
        for kind in ("bare", "table")
    }
    for terminal in found.values():
        terminal.process.delaybeforesend = None
        terminal.wait("Ada> ")
    yield found
    for terminal in found.values():
        terminal.close()


def echoes(terminal, keys):
    """Seconds from each key to what is shown of it."""
    found = []
    for number in range(keys):
        begin, place = perf_counter(), terminal.screen.cursor.x
        terminal.keys(WORD[number % len(WORD)])
        terminal.until(lambda place=place: terminal.screen.cursor.x == place + 1, "the letter")
        found.append(perf_counter() - begin)
        if number % len(WORD) == len(WORD) - 1:
            terminal.keys("\x15")
            terminal.until(lambda: terminal.screen.cursor.x == len("Ada> "), "an empty line")
    return found


def pasted(terminal, text, times):
    """Seconds until so many lines have been answered, and the next prompt is there."""
    before, begin = terminal.raw.count(b"2004h"), perf_counter()
    terminal.keys(text)
    terminal.until(lambda: terminal.raw.count(b"2004h") >= before + times, "the prompt after them")
    return perf_counter() - begin


def test_from_key_to_echo(benchmark, opened):
    for terminal in opened.values():
        echoes(terminal, 40)
    found = {kind: [] for kind in opened}
    for _round in range(5):
        for kind, terminal in opened.items():
            found[kind] += echoes(terminal, KEYS // 5)
    late = {kind: quantiles(times, n=20)[-1] for kind, times in found.items()}
    ratio = late["table"] / late["bare"]
    benchmark.pedantic(lambda: echoes(opened["table"], 8), rounds=3)
    benchmark.extra_info["95th percentile, table / bare"] = round(ratio, 2)
    print({kind: f"{1000 * seconds:.2f} ms" for kind, seconds in late.items()}, f"{ratio:.2f}")
    assert ratio <= 3


def test_a_paste(benchmark, opened):
    lines = "".join(f"{WORD}\r" for _line in range(PASTED))
    bare = pasted(opened["bare"], lines, PASTED)
    ours = pasted(opened["table"], f"\x1b[200~{lines}\x1b[201~", 1)
    benchmark.pedantic(lambda: pasted(opened["table"], f"\x1b[200~{WORD}\r\x1b[201~", 1), rounds=3)
    benchmark.extra_info["a paste, table / bare"] = round(ours / bare, 2)
    print(f"{bare:.2f} s, {ours:.2f} s, {ours / bare:.2f}")
    assert ours / bare <= 10
