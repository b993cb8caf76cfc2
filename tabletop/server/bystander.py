"""A plugin's notifications in a process of their own, which knows what a bystander sees of matches and nothing else.

Lines of JSON come in: which plugin, then notifications. For each of those a line goes out, with what failed if anything
did. What a plugin prints goes to standard error, and when nothing comes in any more the process ends.
"""

import json
import os
import signal
from contextlib import suppress
from typing import Any, TextIO

from tabletop.guard.failures import PluginError
from tabletop.plugins.find.discovery import read_plugin
from tabletop.plugins.find.extras import Extras
from tabletop.rooms.replica import own_pipes
from tabletop.sitting import Sitting


def sitting_of(found: dict[str, Any]) -> Sitting:
    """A sitting as JSON held it."""
    fields: dict[str, Any] = {name: tuple(its) if isinstance(its, list) else its for name, its in found.items()}
    return Sitting(**fields)


def main() -> None:
    """Passes notifications on until none comes in any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard, said = own_pipes()
    with suppress(BrokenPipeError):
        _listen(heard, said)
    os._exit(0)


def _listen(heard: TextIO, said: TextIO) -> None:
    plugin = read_plugin(*json.loads(heard.readline() or '["", "", ""]'))
    failed: list[PluginError] = []
    extras = Extras(lambda: [plugin], failed.append)
    for line in heard:
        told = json.loads(line)
        arguments = [lambda text=text: text for text in told["arguments"]]
        extras.notify(told["hook"], lambda told=told: sitting_of(told["sitting"]), *arguments)  # type: ignore[misc]
        said.write(json.dumps({"failed": [str(why) for why in failed]}) + "\n")
        said.flush()
        failed.clear()
