"""``tabletop plugins``: what is installed, and changing it."""

import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import click
from packaging.utils import canonicalize_name

from tabletop.cli import plugin_state
from tabletop.cli.arguments import json_option
from tabletop.cli.authoring import check, new
from tabletop.cli.duels import duel
from tabletop.complaints import printable
from tabletop.i18n import N_, Texts
from tabletop.keyboard import throw_away
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.install.installing import Installer
from tabletop.plugins.install.pip_program import Supply
from tabletop.plugins.store.overlay import is_inside, store_folder

_ = Texts(__file__)


@click.group()
def plugins() -> None:
    """Games from elsewhere: see docs/plugins.md."""


class _Terminal:
    """Tells and asks on the command line."""

    def __init__(self, *, yes: bool) -> None:
        """With ``yes`` nothing is asked."""
        self._yes = yes

    def say(self, text: str) -> None:
        """Shows lines, without anything that a terminal would act on."""
        try:
            for line in text.splitlines():
                print(printable(line, 1_000), flush=True)
        except BrokenPipeError:
            raise
        except OSError as error:  # which an installation would take for one of its own
            raise InstallError(_("The output can't be written: {why}.").format(why=error.strerror)) from None

    def ask(self, question: str) -> bool:
        """Asks, or raises InstallError where nobody sits at the keyboard."""
        if self._yes:
            return True
        if not sys.stdin.isatty():
            raise InstallError(_("Can't ask here; add --yes to go ahead."))
        throw_away(sys.stdin)
        return click.confirm(question)

    def detail(self, line: str) -> None:
        """What pip says is shown only when it fails, as one sentence."""


_yes = click.option("--yes", is_flag=True, help=N_("Don't ask."))
_offline = click.option("--offline", is_flag=True, help=N_("Use no network: take packages from --find-links only."))
_find_links = click.option(
    "--find-links",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=N_("A folder with wheels."),
)


def _installer(yes: bool, offline: bool = False, find_links: tuple[Path, ...] = ()) -> Installer:
    return Installer(store_folder(os.environ), _Terminal(yes=yes), Supply(offline, find_links))


def _packages(names: Sequence[str]) -> Sequence[str]:
    """What is meant by names that may be ids of games of the store. Nothing is imported for that."""
    root, found = store_folder(os.environ), Catalogue.installed(os.environ).plugins
    packages, games = {plugin.key for plugin in found}, defaultdict[str, list[str]](list)
    for plugin in found:
        if plugin.manifest is not None and is_inside(plugin.folder, root):
            for game in plugin.manifest.games:
                games[game.id].append(plugin.distribution)
    return [
        games[name][0] if len(games[name]) == 1 and canonicalize_name(name) not in packages else name for name in names
    ]


@plugins.command()
@click.argument("targets", nargs=-1, required=True, metavar="NAME|WHEEL|FOLDER|GIT-URL...")
@_yes
@_offline
@_find_links
def install(targets: tuple[str, ...], yes: bool, offline: bool, find_links: tuple[Path, ...]) -> None:
    """Install plugins, with what they need. Nothing of the host's own is changed."""
    _installer(yes, offline, find_links).install(targets)


@plugins.command()
@click.argument("names", nargs=-1)
@_yes
@_offline
@_find_links
def upgrade(names: tuple[str, ...], yes: bool, offline: bool, find_links: tuple[Path, ...]) -> None:
    """Bring plugins to their newest version: those named, or all."""
    _installer(yes, offline, find_links).upgrade(_packages(names))


@plugins.command()
@click.argument("names", nargs=-1, required=True)
@_yes
@_offline
@_find_links
def uninstall(names: tuple[str, ...], yes: bool, offline: bool, find_links: tuple[Path, ...]) -> None:
    """Remove plugins, broken ones too. Their saved matches stay."""
    _installer(yes, offline, find_links).uninstall(_packages(names))


@plugins.command()
@_yes
@_offline
@_find_links
def restore(yes: bool, offline: bool, find_links: tuple[Path, ...]) -> None:
    """Install all plugins of the store anew, from their kept wheels: after a new version of Python, say."""
    _installer(yes, offline, find_links).restore()


@plugins.command("list")
@json_option(N_("One JSON document."))
def list_plugins(json_to: TextIO | None) -> None:
    """List the plugins, where each comes from and whether it can be used."""
    from tabletop.lines import show_line
    from tabletop.plugins.install import inventory as listing

    catalogue = Catalogue.installed(os.environ)
    found = listing.list_plugins(catalogue, store_folder(os.environ))
    if json_to:
        print(found.model_dump_json(indent=1), file=json_to)
        return
    for line in listing.lines(found):
        show_line(printable(line, 1_000))
    for sentence in filter(None, (catalogue.trouble, *catalogue.doubles())):
        print(sentence, file=sys.stderr)


plugins.add_command(check)
plugins.add_command(duel)
plugins.add_command(plugin_state.disable)
plugins.add_command(plugin_state.enable)
plugins.add_command(new)
