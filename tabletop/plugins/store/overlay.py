"""The overlay: a folder of installed packages that the host puts behind its own on the path.

The ledger names the folder in use. A change unpacks all packages into a new folder beside it and then replaces the
ledger, which is one step for the system: until then the old folder plays, from then on the new one does.
"""

import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tabletop.i18n import Texts
from tabletop.plugins.store import ledger as ledgers
from tabletop.plugins.store.ledger import Ledger, LedgerError, Package
from tabletop.saves.disk import Disk
from tabletop.saves.home import Home

_ = Texts(__file__)

FOLDER_PREFIX: Final = "packages-"
WORK_PREFIX: Final = "work-"


@dataclass(frozen=True)
class Overlay:
    """The store of installed plugins in the folder ``root``."""

    root: Path

    @property
    def ledger_path(self) -> Path:
        """The file that says what is installed and which folder is in use, for the Python that installed first."""
        return self.root / "ledger.json"

    @property
    def own_ledger_path(self) -> Path:
        """The same for this Python, where that is another one: two of them don't take the store from each other."""
        return self.root / f"ledger-{ledgers.PYTHON}.json"

    @property
    def wheels(self) -> Path:
        """The folder of the wheels that were installed, kept to make the overlay anew."""
        return self.root / "wheels"

    def ledger(self) -> Ledger:
        """What is installed. Raises LedgerError."""
        return ledgers.read(self.own_ledger_path if self.own_ledger_path.is_file() else self.ledger_path)

    def ledgers(self) -> Sequence[Ledger]:
        """Those of every Python. Raises LedgerError if one can't be read."""
        return [ledgers.read(path) for path in sorted(self.root.glob("ledger*.json"))]

    def take_into_use(self, ledger: Ledger, disk: Disk) -> None:
        """Writes a ledger of this Python. Raises OSError, and LedgerError, with the old one in use."""
        first = ledgers.read(self.ledger_path)
        others = self.own_ledger_path.is_file() or (first.folder is not None and first.python != ledgers.PYTHON)
        ledgers.write(disk, self.own_ledger_path if others else self.ledger_path, ledger)

    def folder(self, ledger: Ledger) -> Path | None:
        """The folder in use, whether it is there or not."""
        return self.root / ledger.folder if ledger.folder else None

    def wheel(self, package: Package) -> Path:
        """Where the wheel of a package is kept. Two wheels of one name lie apart."""
        return self.wheels / package.sha256[:16] / package.wheel

    def trouble(self, ledger: Ledger) -> str:
        """Why the packages can't be used as they are, in a sentence; empty when they can."""
        folder = self.folder(ledger)
        if folder is None:
            return ""
        if ledger.python != ledgers.PYTHON:
            return _(
                "The installed plugins were made for {old} and this is {new}: “tabletop plugins restore” renews them."
            ).format(old=ledger.python, new=ledgers.PYTHON)
        if not folder.is_dir():
            return _("The folder of the installed plugins is gone: “tabletop plugins restore” brings it back.")
        return ""


def store_folder(environ: Mapping[str, str]) -> Path:
    """The folder of the store in the home that ``environ`` names. Touches no disk."""
    return Home.find(environ).plugins


def hidden(root: Path, folders: Mapping[str, Path]) -> list[str]:
    """Which of the plugins lie elsewhere and in the store in ``root`` too, where nothing of them is used.

    ``folders``: of the plugins that were found, by canonical names.
    """
    try:
        there = Overlay(root).ledger().by_name
    except LedgerError:
        return []
    return [name for name, folder in folders.items() if name in there and not is_inside(folder, root)]


def activate(root: Path) -> str:
    """Puts the folder in use behind everything else on ``sys.path``, so that its plugins are found.

    Returns a sentence that says why there are none, if something is wrong. A folder that was in use before, in this
    process, leaves the path.
    """
    overlay = Overlay(root)
    folder, trouble = None, ""
    try:
        ledger = overlay.ledger()
        trouble = overlay.trouble(ledger)
        folder = None if trouble else overlay.folder(ledger)
    except LedgerError as why:
        trouble = str(why)
    wanted = [str(folder)] if folder else []
    present = [entry for entry in sys.path if is_inside(Path(entry), root)]
    if present != wanted:
        sys.path[:] = [entry for entry in sys.path if entry not in present] + wanted
        importlib.invalidate_caches()
    return trouble


def forget_modules(root: Path) -> None:
    """Has the modules of the store's folders that are no longer in use imported anew when they are needed again.

    A package with compiled code stays: not every one can be imported twice.
    """
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    gone = {name: file for name, file in files.items() if file and _is_left(Path(file), root)}
    compiled = {name.partition(".")[0] for name, file in gone.items() if not file.endswith(".py")}
    for name in gone:
        if name.partition(".")[0] not in compiled:
            del sys.modules[name]


def _is_left(path: Path, root: Path) -> bool:
    return is_inside(path, root) and not any(path.is_relative_to(entry) for entry in sys.path if entry)


def is_inside(path: Path, root: Path) -> bool:
    """Whether ``path`` is a folder of packages of the store in ``root``, or lies in one."""
    if not path.is_relative_to(root):
        return False
    parts = path.relative_to(root).parts
    return bool(parts) and parts[0].startswith(FOLDER_PREFIX)
