"""Runs pip, as a program of its own: with a person's settings of where packages come from, and no other.

What else stands in a ``pip.conf`` (``target``, ``prefix``, ``user``, ``dry-run`` and so on) is meant for that person's
own installing, and would change what is asked of pip here. It imports nothing of the host.
"""

import json
import os
import runpy
import sys
from contextlib import suppress
from typing import Final

SETTINGS: Final = frozenset(
    (
        "PIP_BUILD_CONSTRAINT",
        "PIP_CACHE_DIR",
        "PIP_CERT",
        "PIP_CLIENT_CERT",
        "PIP_CONFIG_FILE",
        "PIP_CONFIG_SETTINGS",
        "PIP_CONSTRAINT",
        "PIP_DEFAULT_TIMEOUT",
        "PIP_EXISTS_ACTION",
        "PIP_EXTRA_INDEX_URL",
        "PIP_FIND_LINKS",
        "PIP_INDEX_URL",
        "PIP_KEYRING_PROVIDER",
        "PIP_NO_BINARY",
        "PIP_NO_BUILD_ISOLATION",
        "PIP_NO_CACHE_DIR",
        "PIP_NO_INDEX",
        "PIP_ONLY_BINARY",
        "PIP_PRE",
        "PIP_PREFER_BINARY",
        "PIP_PROXY",
        "PIP_RESUME_RETRIES",
        "PIP_RETRIES",
        "PIP_TIMEOUT",
        "PIP_TRUSTED_HOST",
        "PIP_USE_DEPRECATED",
        "PIP_USE_FEATURE",
    )
)
"""What a person may have set, as variables of the environment: how packages are found and fetched."""


def main() -> None:
    """Runs ``pip`` with the arguments that follow the first: a JSON list of folders to be looked into last."""
    sys.path += json.loads(sys.argv.pop(1))
    with suppress(Exception):  # what pip can't read it refuses itself, in its own words
        os.environ.update(_settings(sys.argv[1]))
        os.environ["PIP_CONFIG_FILE"] = os.devnull
    sys.argv[0] = "pip"
    runpy.run_module("pip", run_name="__main__", alter_sys=True)


def _settings(command: str) -> dict[str, str]:
    """The variables that say what the files say, for one of pip's commands. What is a variable already wins."""
    from pip._internal.configuration import Configuration
    from pip._internal.exceptions import ConfigurationError

    files = Configuration(isolated=True)
    files.load()
    found = {}
    for section in ("global", command):
        for variable in SETTINGS - os.environ.keys():
            name = variable.removeprefix("PIP_").lower().replace("_", "-")
            with suppress(ConfigurationError):
                found[variable] = str(files.get_value(f"{section}.{name}"))
    return found


if __name__ == "__main__":
    main()
