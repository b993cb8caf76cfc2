"""A quick check of freshly installed plugins, in a process of its own, before they are taken into use."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tabletop.i18n import Texts

_ = Texts(__file__)

PATIENCE: Final = 120
"""Seconds that a check may take."""
SILENCE = 3.0
"""Seconds after which a check that takes longer is spoken of."""
_PROGRAM: Final = "tabletop.checking"
"""Knows the conformance kit, which knows the plugins: so it is run, and not imported."""


class Checked(NamedTuple):
    """What the check of one plugin found: ``lines`` on what went well, or the reason of the failure."""

    plugin: str
    failed: bool
    lines: tuple[str, ...]


def check(
    folder: Path, names: Collection[str], work: Path, say: Callable[[str], None], *, patience: float = PATIENCE
) -> list[Checked]:
    """Checks the plugins of these canonical names that are unpacked in ``folder``, in a process of its own.

    ``work`` is a folder for files; ``say`` is told when it takes long. A check that ends badly, or not within
    ``patience`` seconds, fails them all.
    """
    result = work / "checked.json"
    command = [sys.executable, "-P", "-m", _PROGRAM, str(folder), str(result), *sorted(names)]
    slow = _("The check of {plugins} takes long: it is stopped after {seconds} seconds.")
    sentence = slow.format(plugins=", ".join(sorted(names)), seconds=int(patience))
    try:
        code, error = _run(command, work, lambda: say(sentence), patience)
    except subprocess.TimeoutExpired:
        why = _("its check did not end within {seconds} seconds").format(seconds=int(patience))
    else:
        if result.is_file():
            return [Checked(name, failed, tuple(lines)) for name, failed, lines in json.loads(result.read_bytes())]
        said = error.decode(errors="replace").strip().splitlines()
        why = _("its check broke off: {why}").format(why=said[-1] if said else code)
    return [Checked(name, True, (why,)) for name in sorted(names)]


def _run(command: Sequence[str], work: Path, slow: Callable[[], None], patience: float) -> tuple[int, bytes]:
    """Exit code and errors of a program. ``slow`` is called once when it takes long. Raises TimeoutExpired."""
    with subprocess.Popen(
        command,
        cwd=work,
        env={**os.environ, "TABLETOP_HOME": str(work / "home")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            try:
                _out, error = process.communicate(timeout=SILENCE)
            except subprocess.TimeoutExpired:
                slow()
                _out, error = process.communicate(timeout=patience - SILENCE)
        finally:
            process.kill()
    return process.returncode, error
