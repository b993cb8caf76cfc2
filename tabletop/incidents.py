"""What a person reads when a plugin has failed, and the report that is written about it."""

import platform
import shlex
import sys
import traceback
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from tabletop import __version__
from tabletop.complaints import printable
from tabletop.guard import lapses
from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.loading import opened
from tabletop.plugins.store.overlay import store_folder
from tabletop.saves import Home, Reports, SaveError

_ = Texts(__file__)

_PLACES_TO_REPORT = (
    "issues",
    "issue tracker",
    "bug tracker",
    "tracker",
    "bug reports",
    "repository",
    "source",
    "homepage",
)


def account(failure: PluginFailure, home: Home) -> list[str]:
    """Writes the report; the sentence on what failed, and lines on what to do about it."""
    plugin = _plugin(failure.plugin)
    report = _reported(failure, plugin, home)
    if not plugin.entry_point:
        return [str(failure), report]
    return [
        str(failure),
        _("To disable it: {command}").format(command=f"tabletop plugins disable {plugin.distribution}"),
        _("To remove it: {command}").format(command=removal(plugin, home)),
        report,
    ]


def lapse(failure: PluginFailure, home: Home) -> list[str]:
    """The same where the match goes on without what failed."""
    return [lapses.sentence(failure), _reported(failure, _plugin(failure.plugin), home)]


def _reported(failure: PluginFailure, plugin: Plugin, home: Home) -> str:
    """Writes the report; what to do with it."""
    try:
        file = Reports(home).write(plugin.distribution, report_text(failure))
    except SaveError as why:
        return _("No report could be written: {why}").format(why=why)
    return _("To report it, send the file {file} to {whom}.").format(file=file, whom=author(plugin))


def _plugin(name: str) -> Plugin:
    """The plugin of that name and version, as it was opened."""
    distribution, _space, version = name.rpartition(" ")
    unknown = Plugin(distribution, version, "", Path())
    return next((plugin for plugin in opened.values() if str(plugin) == name), unknown)


def removal(plugin: Plugin, home: Home) -> str:
    """The command that removes a plugin: from the store by the program, from the host's environment by its pip."""
    store = store_folder({"TABLETOP_HOME": str(home.path)}).resolve()
    if plugin.folder.resolve().is_relative_to(store):
        return f"tabletop plugins uninstall {plugin.distribution}"
    return shlex.join([sys.executable, "-m", "pip", "uninstall", plugin.distribution])


def author(plugin: Plugin) -> str:
    """Where the plugin's metadata say that its faults are to be reported."""
    try:
        found = metadata(plugin.distribution)
    except (PackageNotFoundError, ValueError):
        return _("its author")
    links = [entry.partition(",") for entry in found.get_all("Project-URL") or []]
    urls = {label.strip().lower(): url.strip() for label, _comma, url in links}
    place = next((urls[label] for label in _PLACES_TO_REPORT if label in urls), None)
    names = [*(found.get_all("Author-email") or []), *(found.get_all("Author") or [])]
    return printable(place or next(iter(names), _("its author")), 200)


def report_text(failure: PluginFailure) -> str:
    """All that an author needs: what failed, in which versions, in which match, and the traceback."""
    plugin = _plugin(failure.plugin)
    lines = [
        str(failure),
        "",
        f"plugin:   {plugin.distribution} {plugin.version}, package {plugin.package}",
        f"failed:   {failure.what}",
        f"why:      {failure.why}",
        f"match:    {failure.match or '-'}",
        f"tabletop: {__version__}",
        f"python:   {platform.python_version()} ({platform.python_implementation()})",
        f"system:   {platform.platform()}",
    ]
    if failure.match:
        lines += ["", f"The match can be sent along: tabletop record export {failure.match} -o match.json"]
    error = failure.__cause__ or failure
    lines += ["", *(line.rstrip("\n") for line in _traceback(error))]
    return "\n".join(lines) + "\n"


def _traceback(error: BaseException) -> list[str]:
    """The traceback; only its frames where the error itself can't even be printed."""
    try:
        return traceback.format_exception(error)
    except Exception:
        return [*traceback.format_tb(error.__traceback__), type(error).__name__]
