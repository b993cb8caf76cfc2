"""Runs the tests with the lowest versions of what the host and its games need, or with the newest.

python tools/every_version.py lowest                         the whole default suite
python tools/every_version.py newest tests/test_record.py    what follows goes to pytest

Each has an environment of its own in .venvs, made anew; the network is needed. The lowest are those that each
``pyproject.toml`` names; pip itself is the environment's.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
TOOLS: Final = ("babel", "dominoes", "hatchling", "hypothesis", "pexpect", "pyte", "pytest", "pytest-xdist")
"""What the tests need besides; those that look at the source aren't among it."""
BELOW: Final = {"pip"}
"""Not held at their lowest."""


def lowest() -> Iterator[str]:
    """What all projects together need at least, as constraints."""
    least: dict[str, str] = {}
    for project in (ROOT, *sorted((ROOT / "plugins").iterdir())):
        needs = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"].get("dependencies", [])
        for need in needs:
            found = re.fullmatch(r"([\w.-]+)>=([\w.]+)(?:,.*)?", need)
            if found and found[1] not in BELOW and not found[1].startswith("tabletop"):
                least[found[1]] = max(least.get(found[1], "0"), found[2], key=_numbers)
    yield from (f"{name}=={version}" for name, version in least.items())


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def main(arguments: list[str]) -> int:
    """Makes the environment and runs the tests; the exit code."""
    which, *more = arguments or [""]
    if which not in ("lowest", "newest"):
        print(__doc__)
        return 2
    folder = ROOT / ".venvs" / which
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(lowest() if which == "lowest" else ()) + "\n", "utf-8")
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade", "-c", str(constraints)]
    subprocess.run([str(scripts / "python"), *install, "-r", "requirements.txt", *TOOLS], cwd=ROOT, check=True)
    return subprocess.run([str(scripts / "pytest"), *more], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
