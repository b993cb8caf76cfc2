"""The services at a screen, for commands that may name a plugin in a folder."""

import os
import shlex
from pathlib import Path

from tabletop.cli.folders import catalogue_with
from tabletop.terminal.session import Session


def session_with(folder: Path | None, *, plain: bool, private: bool = False) -> Session:
    """The services, with the plugin in ``folder`` beside the installed ones, and before them."""
    here = Session.at_screen(os.environ, plain=plain, private=private)
    if folder is not None:
        here.use_catalogue(catalogue_with(folder))
        here.resume_options = f" --plugin {shlex.quote(str(folder))}"
    return here
