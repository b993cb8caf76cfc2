"""Another process of this Python, which imports from where this one does."""

import json
import sys

_LAUNCH = "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); from {module} import main; main()"


def command(module: str, *arguments: str) -> list[str]:
    """Runs ``main`` of a module. With -P nothing is imported from the current directory, nor is it on the path."""
    path = [entry for entry in sys.path if entry]
    return [sys.executable, "-P", "-c", _LAUNCH.format(module=module), json.dumps(path), *arguments]
