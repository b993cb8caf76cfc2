"""What goes wrong with plugins, as errors whose text is a sentence for a person."""

import os
import traceback
from collections.abc import Mapping

from tabletop.complaints import printable
from tabletop.guard.watchdog import Terminated
from tabletop.i18n import Texts

_ = Texts(__file__)


class PluginError(Exception):
    """A plugin, or a game, that can't be used; the text says which and why, in one sentence."""


class PluginFailure(PluginError):
    """A plugin did what no plugin may: its author would want to know. ``__cause__`` is what it raised, if it did."""

    def __init__(self, plugin: str, what: str, why: str) -> None:
        """``what``: which call, such as ``legal_moves``; ``why``: what it raised, or what is wrong with its answer."""
        text = _("The plugin {plugin} failed in {what}: {why}.")
        super().__init__(text.format(plugin=plugin, what=what, why=why.rstrip(".")))
        self.plugin = plugin
        self.what = what
        self.why = why
        self.match: str | None = None
        """the id of the match in which it happened"""


class WrongAnswer(ValueError):
    """What a plugin answered isn't what the contract says; the text says why. For whoever thinks beside the guard."""


class TooSlow(PluginFailure):
    """A plugin's answer came, and came too late."""


def error_text(error: BaseException) -> str:
    """The kind of an error and what it says. An error of a plugin may fail even at that."""
    try:
        text = printable(" ".join(str(error).split()), 200)
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def lacks_memory(error: BaseException | None) -> bool:
    """Whether the system had no room for a compiled module: that is nobody's failure."""
    return isinstance(error, ImportError) and "failed to map segment" in str(error)


def blame(error: BaseException, suspects: Mapping[str, str]) -> PluginFailure | None:
    """The failure of the plugin in whose code ``error`` was raised, or None if no plugin had a part in it.

    ``suspects``: the names of plugins by the folders of their packages.
    """
    if isinstance(error, PluginFailure):
        return error
    if isinstance(error, KeyboardInterrupt | Terminated):
        return None
    folders = {os.path.realpath(folder) + os.sep: plugin for folder, plugin in suspects.items()}
    frames = [
        (frame.f_code.co_filename, frame.f_code.co_name) for frame, _line in traceback.walk_tb(error.__traceback__)
    ]
    for file, function in reversed(frames):
        real = os.path.realpath(file)
        for folder, plugin in folders.items():
            if real.startswith(folder):
                failure = PluginFailure(plugin, function, error_text(error))
                failure.__cause__ = error
                return failure
    return None
