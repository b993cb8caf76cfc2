"""The plugins page of the menu: what is installed, and changing it, in the words of the command line."""

import os
from collections.abc import Callable, Mapping
from typing import Final

from tabletop.guard.failures import PluginError
from tabletop.i18n import Texts
from tabletop.plugins.install import inventory as listing
from tabletop.plugins.install import switching
from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.install.installing import Installer
from tabletop.plugins.store.ledger import LedgerError
from tabletop.saves import SaveError
from tabletop.terminal.console import Console, Role
from tabletop.terminal.matches_page import agreed
from tabletop.terminal.numbered import numbered
from tabletop.terminal.session import Session

_ = Texts(__file__)

_BACK: Final = "back"


class PluginsPage:
    """The list, and what can be done about it. The games on offer follow each change at once."""

    def __init__(self, here: Session) -> None:
        """The page of one host."""
        self._host = here
        self._console = here.console
        self._installer = Installer(here.store, _ConsoleTalk(here.console))
        self._changes: Mapping[str, Callable[[], None]] = {
            "install": self._install,
            "uninstall": self._uninstall,
            "enable": self._enable,
            "disable": self._disable,
        }

    def run(self) -> None:
        """Shows the list and asks what to do, until the person goes back."""
        choices = [
            ("install", _("Install a plugin")),
            ("uninstall", _("Uninstall a plugin; its saved matches stay")),
            ("enable", _("Enable a plugin that is disabled")),
            ("disable", _("Disable a plugin; its saved matches stay")),
            (_BACK, _("Back")),
        ]
        self._show()
        while (chosen := numbered(self._console, "", choices, _("plugins> "), _BACK)) != _BACK:
            try:
                self._changes[chosen]()
            except (InstallError, LedgerError, PluginError, SaveError) as why:
                self._console.say(str(why), Role.PROBLEM)
            finally:
                self._host.renew_catalogue()
            self._show()

    def _list(self) -> listing.Inventory:
        return listing.list_plugins(self._host.catalogue, self._host.store)

    def _show(self) -> None:
        self._console.say()
        self._console.say(_("Plugins"), Role.TITLE)
        for line in listing.lines(self._list()):
            self._console.say(line)
        if self._host.catalogue.trouble:
            self._console.say(self._host.catalogue.trouble, Role.PROBLEM)
        self._console.say()

    def _install(self) -> None:
        target = self._console.ask(_("Name, wheel, folder or git URL (Enter: none)> "))
        if target:
            self._installer.install([os.path.expanduser(target)])

    def install(self, targets: list[str]) -> None:
        """Installs plugins after the usual questions; says why where it can't be done."""
        try:
            self._installer.install(targets)
        except (InstallError, LedgerError) as why:
            self._console.say(str(why), Role.PROBLEM)
        finally:
            self._host.renew_catalogue()

    def _uninstall(self) -> None:
        name = self._choose(lambda row: row.source.environment == listing.STORE)
        if name:
            self._installer.uninstall([name])

    def _enable(self) -> None:
        name = self._choose(lambda row: row.state == "disabled")
        if name:
            self._console.say(switching.enable(self._host.catalogue.plugins, self._host.home, name))

    def _disable(self) -> None:
        name = self._choose(lambda row: row.state not in ("disabled", "not restored"))
        if name:
            self._console.say(switching.disable(self._host.catalogue.plugins, self._host.home, name))

    def _choose(self, fits: Callable[[listing.PluginRow], bool]) -> str:
        """The name of one of the plugins for which this can be done; empty for none."""
        choices = [(row.name, f"{row.name} {row.version}") for row in self._list().plugins if fits(row)]
        if not choices:
            self._console.say(_("There is no plugin for which that can be done."), Role.NOTE)
            return ""
        chosen = numbered(self._console, "", [*choices, (_BACK, _("Back"))], _("plugin> "), _BACK)
        return "" if chosen == _BACK else chosen


class _ConsoleTalk:
    """Tells and asks at the console."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def say(self, text: str) -> None:
        self._console.say(text)

    def ask(self, question: str) -> bool:
        """The end of input is a no."""
        return agreed(self._console, _("{question} Type yes to do so: ").format(question=question))

    def detail(self, line: str) -> None:
        """What pip says is shown only when it fails, as one sentence."""
