"""The services at a screen, for commands that may name a plugin in a folder."""

import os
import shlex
from pathlib import Path

from tabletop.cli.folders import catalogue_with
from tabletop.terminal.console import Console
from tabletop.terminal.session import Session


def session_with(folder: Path | None, *, plain: bool, private: bool = False, console: Console | None = None) -> Session:
    """The services, with the plugin in ``folder`` beside the installed ones, and before them; see ``at_screen``."""
    here = Session.at_screen(os.environ, plain=plain, private=private, console=console)
    if folder is not None:
        here.use_catalogue(catalogue_with(folder))
        here.resume_options = f" --plugin {shlex.quote(str(folder))}"
    return here
