"""The command in a process of its own."""

import os
import subprocess
import sys

COMMAND = [sys.executable, "-m", "tabletop"]
LAST_RESORT = 600
"""Seconds after which a test gives up on what hangs: no test may pass or fail by how fast a machine is."""


def process(*arguments, typed=b"", **environ):
    """Runs a command line to its end; what it wrote are bytes."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, **environ},
        timeout=LAST_RESORT,
        check=False,
    )
