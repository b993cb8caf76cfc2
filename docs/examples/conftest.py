"""The tests of the examples run beside those of the host; each example is found in its own folder."""

import sys
from pathlib import Path

sys.path += [str(folder) for folder in sorted(Path(__file__).parent.iterdir()) if (folder / "pyproject.toml").is_file()]
