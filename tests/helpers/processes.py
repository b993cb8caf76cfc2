"""The command in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

LAST_RESORT = int(os.environ.get("TABLETOP_LAST_RESORT", "600"))
"""Seconds after which a test gives up on what hangs: no test may pass or fail by how fast a machine is."""
COMMAND = [sys.executable, "-m", "tabletop"]
PATIENT = [sys.executable, str(Path(__file__).with_name("patient.py"))]
"""The command, except that it never says how long a plugin takes."""


def process(*arguments, typed=b"", **environ):
    """Runs a command line to its end; what it wrote are bytes."""
    return subprocess.run(
        [*PATIENT, *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, **environ},
        timeout=LAST_RESORT,
        check=False,
    )
