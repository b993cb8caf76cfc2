"""What goes wrong when plugins are installed or removed."""

from tabletop.guard.failures import PluginError


class InstallError(PluginError):
    """Something can't be installed or removed, and nothing has changed; the text says why, in one sentence."""
