"""The tests that take long, in named parts: see docs/testing.md.

python tools/long.py                   lists the parts
python tools/long.py kit mutants       runs some of them
python tools/long.py all               runs all
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PYTEST: Final = [sys.executable, "-m", "pytest"]
PLUGINS: Final = ("tabletop-pig", "tabletop-bigpig", "tabletop-dominoes-passing")
PARTS: Final = {
    "slow": "the host installed by pipx and uv; needs the network and requirements-slow.txt",
    "benchmarks": "times as ratios, beside peers; needs requirements-bench.txt and an idle machine",
    "kit": "the conformance kit over our own games, thoroughly",
    "mutants": "games that lie, each to be caught by the check that is meant for it",
    "campaigns": "new examples for every property, and processes killed at any moment",
    "reliability": "every operation killed and starved at every call, every damage, a crowd, a million odd inputs",
    "versions": "the default suite with the lowest and the newest versions of what is needed; needs the network",
    "pythons": "the default suite on every Python that is here",
}

MORE: Final = {
    "mutants": {"TABLETOP_CAMPAIGN": "1"},
    "campaigns": {"HYPOTHESIS_PROFILE": "search", "TABLETOP_CAMPAIGN": "1"},
    "reliability": {"TABLETOP_CAMPAIGN": "1"},
}
"""Variables of the environment for a part."""


def commands(part: str) -> Iterator[list[str]]:
    """What a part runs."""
    if part == "slow":
        yield [*PYTEST, "-m", "slow"]
    elif part == "benchmarks":
        yield [*PYTEST, "-n", "0", "tests/benchmarks"]
    elif part == "kit":
        yield from ([sys.executable, "-m", "tabletop", "plugins", "check", name, "--thorough"] for name in PLUGINS)
    elif part == "mutants":
        yield [*PYTEST, "-m", "slow or not slow", "tests/test_testing_mutants.py", "tests/test_mutation_tool.py"]
    elif part == "campaigns":
        yield [*PYTEST, *properties(), "tests/test_saves_kill.py", "tests/test_overlay_kill.py"]
    elif part == "reliability":
        kills = ["tests/test_saves_kill.py", "tests/test_overlay_kill.py"]
        yield [*PYTEST, "tests/reliability", *kills, "tests/test_edge.py"]
    elif part == "versions":
        yield from ([sys.executable, "tools/every_version.py", which] for which in ("lowest", "newest"))
    else:
        yield [sys.executable, "tools/every_python.py"]


def properties() -> list[str]:
    """The files with properties that hypothesis tries."""
    files = sorted([*ROOT.glob("tests/test_*.py"), *ROOT.glob("plugins/*/tests/test_*.py")])
    return [str(file.relative_to(ROOT)) for file in files if "from hypothesis import" in file.read_text("utf-8")]


def run(part: str) -> bool:
    """Whether all of a part passed."""
    environment = {**os.environ, **MORE.get(part, {})}
    begun = time.monotonic()
    passed = True
    for command in commands(part):
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if code:
            passed = False
            print(f"exit code {code}: {' '.join(command)}", flush=True)
    print(f"{part}: {'passed' if passed else 'FAILED'} in {time.monotonic() - begun:.0f} s", flush=True)
    return passed


def main(names: list[str]) -> int:
    """Runs the parts one after another; the exit code."""
    chosen = list(PARTS) if names == ["all"] else names
    unknown = [name for name in chosen if name not in PARTS]
    if unknown or not chosen:
        print("\n".join(f"{name:<12}{what}" for name, what in PARTS.items()))
        return 2 if unknown else 0
    outcomes = [run(part) for part in chosen]
    return int(not all(outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
