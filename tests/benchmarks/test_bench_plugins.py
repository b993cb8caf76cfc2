"""What plugins cost at the start: fifty more of them against none."""

import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

from distributions import write_plugin
from processes import LAST_RESORT

ROUNDS = 15
PLUGINS = 50
COMMAND = [sys.executable, "-m", "tabletop", "games"]


def seconds(environment):
    """Of processor time, which other programs disturb less than the clock; and how many games were listed."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True, timeout=LAST_RESORT)
    after = getrusage(RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return used, len(done.stdout.splitlines())


def test_start_with_fifty_more_plugins(benchmark, tmp_path):
    """The list of games: the shortest of rounds in which both took their turn."""
    for number in range(PLUGINS):
        write_plugin(tmp_path / "site", f"bench{number}", code="raise SystemExit('imported')")
    (tmp_path / "none").mkdir()
    few = {**os.environ, "TABLETOP_HOME": str(tmp_path / "home"), "PYTHONPATH": str(tmp_path / "none")}
    many = {**few, "PYTHONPATH": str(tmp_path / "site")}
    assert seconds(many)[1] - seconds(few)[1] == PLUGINS
    pairs = [(seconds(many)[0], seconds(few)[0]) for _round in range(ROUNDS)]
    slow, fast = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    benchmark.pedantic(lambda: seconds(many), rounds=3)
    benchmark.extra_info["50 more plugins / none"] = round(slow / fast, 3)
    benchmark.extra_info["milliseconds more"] = round(1000 * (slow - fast), 1)
    print(f"\n50 more plugins / none: {slow / fast:.3f}, {1000 * (slow - fast):.1f} ms more")
    assert slow / fast <= 1.3
