"""Several processes play, list, rename, delete, restore and rebuild in one home at the same time."""

import os
import subprocess
import sys
from pathlib import Path

from campaign import LONG
from world import derived, recounted, settled

PROCESSES, ROUNDS = (8, 150) if LONG else (2, 4)
HERE = Path(__file__).parent


def test_no_list_is_empty_and_no_statistic_wrong(tmp_path):
    settled(tmp_path)
    path = os.pathsep.join(str(folder) for folder in (HERE, HERE.parent / "helpers"))
    crowd = [
        subprocess.Popen(
            [sys.executable, HERE / "crowd.py", tmp_path, str(seed), str(ROUNDS)],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in range(PROCESSES)
    ]
    said = [process.communicate()[1] for process in crowd]
    assert [error for process, error in zip(crowd, said, strict=True) if process.returncode] == []
    listed, rows = derived(tmp_path)
    assert len(listed) > 3
    assert (listed, rows) == recounted(tmp_path)
