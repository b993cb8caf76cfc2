"""Runs the tests on every Python that the program supports and that is on this machine.

python tools/every_python.py                         the whole default suite on each
python tools/every_python.py tests/test_record.py    what follows goes to pytest

Looks for python3.11 and later on PATH, among pyenv's versions, and with Windows's py. Each gets an environment of its
own in .venvs, which is kept. Says which versions were not there; ends with 1 if a run failed or there was none.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
MINORS: Final = (11, 12, 13, 14)


def candidates(minor: int) -> Iterator[list[str]]:
    """Commands that may start Python 3.``minor``; a shim may be there without what it stands for."""
    name = f"python3.{minor}"
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which(name, path=folder)
        if found:
            yield [found]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from ([str(found)] for found in sorted(pyenv.glob(f"versions/3.{minor}.*/bin/{name}"), reverse=True))
    if shutil.which("py"):
        yield ["py", f"-3.{minor}"]


def find(minor: int) -> list[str] | None:
    """The first command that does start that Python."""
    question = ["-c", "import sys; print(sys.version_info[:2])"]
    for command in candidates(minor):
        done = subprocess.run([*command, *question], capture_output=True, text=True, check=False)
        if done.stdout.strip() == str((3, minor)):
            return command
    return None


def test(command: list[str], minor: int, arguments: list[str]) -> bool:
    """Whether the tests pass on one Python, in its environment."""
    folder = ROOT / ".venvs" / f"3.{minor}"
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    if not scripts.exists():
        subprocess.run([*command, "-m", "venv", str(folder)], check=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements-dev.txt"]
    subprocess.run([str(scripts / "python"), *install], cwd=ROOT, check=True)
    return subprocess.run([str(scripts / "pytest"), *arguments], cwd=ROOT, check=False).returncode == 0


def main(arguments: list[str]) -> int:
    """Runs them one after another; the exit code."""
    outcomes: dict[int, str] = {}
    for minor in MINORS:
        command = find(minor)
        if command is None:
            outcomes[minor] = "not there"
            continue
        print(f"Python 3.{minor}: {' '.join(command)}", flush=True)
        outcomes[minor] = "passed" if test(command, minor, arguments) else "FAILED"
    for minor, outcome in outcomes.items():
        print(f"Python 3.{minor}: {outcome}")
    return int("passed" not in outcomes.values() or "FAILED" in outcomes.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
