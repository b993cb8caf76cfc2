"""Makes a new overlay beside the old one and takes it into use."""

import shutil
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from packaging.utils import canonicalize_name

from tabletop.i18n import Texts
from tabletop.plugins.install import trust
from tabletop.plugins.install.checked import Checked, check
from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.install.pip_program import Found, Pip
from tabletop.plugins.install.wheel import Wheel, digest, fits, read_wheel
from tabletop.plugins.store import ledger as ledgers
from tabletop.plugins.store.ledger import Ledger, Package, Source
from tabletop.plugins.store.overlay import FOLDER_PREFIX, WORK_PREFIX, Overlay
from tabletop.saves.disk import Disk, write_atomically

_ = Texts(__file__)


class Talk(Protocol):
    """How a person is told and asked."""

    def say(self, text: str) -> None:
        """Shows a line."""
        ...

    def ask(self, question: str) -> bool:
        """Asks a question that is answered with yes or no. Raises InstallError where nobody can be asked."""
        ...

    def detail(self, line: str) -> None:
        """Is told each line that pip says."""
        ...


class Workshop:
    """The place where one new overlay is made, for one change of the ledger."""

    def __init__(self, overlay: Overlay, work: Path, pip: Pip, talk: Talk, disk: Disk) -> None:
        """``work`` is a folder that is thrown away afterwards."""
        self._overlay = overlay
        self._work = work
        self._pip = pip
        self._talk = talk
        self._disk = disk

    def consent_to_build(self, names: Collection[str]) -> None:
        """Says what building from source means, and asks. Raises InstallError when the answer is no."""
        if names:
            self._talk.say(trust.build_notice(names))
            if not self._talk.ask(trust.build_question()):
                raise InstallError(_("Nothing was built, and nothing has changed."))

    def collect(self, found: Iterable[Found], asked: Mapping[str, str]) -> list[Package]:
        """Fetches or builds the wheels of what pip found, and keeps them. Raises InstallError, PipFailed."""
        items = {canonicalize_name(item.name): item for item in found}
        wheels = self._fetch({name: (item.fetch, item.is_wheel, item.url) for name, item in items.items()})
        packages = []
        for name, item in items.items():
            if item.is_wheel and item.sha256 and wheels[name].sha256 != item.sha256:
                raise _differs(item.name)
            packages.append(self._keep(wheels[name], item.source, asked.get(name)))
        return packages

    def complete(self, packages: Iterable[Package]) -> list[Package]:
        """The packages with wheels that are there, whole, and fit this Python: fetched again where they aren't."""
        packages = list(packages)
        lacking = {package.key: package for package in packages if not self._has_wheel(package)}
        self.consent_to_build([str(package) for package in lacking.values() if package.built])
        wheels = self._fetch({name: _again(package) for name, package in lacking.items()})
        for name, package in lacking.items():
            if package.wheel == wheels[name].path.name and package.sha256 != wheels[name].sha256 and not package.built:
                raise _differs(package.name)
        return [
            self._keep(wheels[package.key], package.source, package.requested) if package.key in wheels else package
            for package in packages
        ]

    def _has_wheel(self, package: Package) -> bool:
        path = self._overlay.wheel(package)
        return path.is_file() and fits(package.wheel) and digest(path) == package.sha256

    def _fetch(self, wanted: Mapping[str, tuple[str, bool, str]]) -> dict[str, Wheel]:
        """The wheels by canonical name; ``wanted`` says what to ask pip for, whether it is a wheel, and its URL."""
        folder = Path(tempfile.mkdtemp(prefix="wheels-", dir=self._work))
        specs = []
        for spec, is_wheel, url in wanted.values():
            local = _local_file(url) if is_wheel else None
            if local is not None and local.is_file():
                shutil.copyfile(local, folder / local.name)
            else:
                specs.append(spec)
        if specs:
            self._pip.fetch(specs, folder)
        fetched = map(read_wheel, sorted(folder.glob("*.whl")))
        wheels: dict[str, Wheel] = {canonicalize_name(wheel.name): wheel for wheel in fetched}
        for name in wanted:
            if name not in wheels:
                raise InstallError(_("The download for {name} is a different package.").format(name=name))
        return wheels

    def _keep(self, wheel: Wheel, source: Source, requested: str | None) -> Package:
        package = Package(
            name=wheel.name,
            version=wheel.version,
            requested=requested,
            source=source,
            wheel=wheel.path.name,
            sha256=wheel.sha256,
            requires=wheel.requires,
        )
        kept = self._overlay.wheel(package)
        self._disk.make_folder(kept.parent)
        write_atomically(self._disk, kept, wheel.path.read_bytes())
        return package

    def is_plugin(self, package: Package) -> bool:
        """Whether a package of the store is a plugin, by its wheel."""
        return read_wheel(self._overlay.wheel(package)).is_plugin

    def unpack(self, ledger: Ledger) -> Ledger:
        """Unpacks all packages of a ledger into a new folder; returns the ledger that names it. Raises PipFailed."""
        if not ledger.packages:
            return ledger.model_copy(update={"folder": None, "python": ledgers.PYTHON})
        folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=self._overlay.root))
        self._pip.unpack([self._overlay.wheel(package) for package in ledger.packages], folder)
        return ledger.model_copy(update={"folder": folder.name, "python": ledgers.PYTHON})

    def check(self, ledger: Ledger, names: Collection[str]) -> list[Checked]:
        """Checks plugins of an unpacked ledger, by canonical names."""
        folder = self._overlay.folder(ledger)
        return check(folder, names, self._work, self._talk.say) if folder and names else []

    def take_into_use(self, ledger: Ledger) -> None:
        """From here on, the new overlay plays. Raises OSError, with the old one in use."""
        self._overlay.take_into_use(ledger, self._disk)


def remove_leftovers(overlay: Overlay) -> Sequence[Path]:
    """Removes what an earlier change has left: folders and wheels that no ledger names. Says what is gone now.

    Raises LedgerError, with all in place, where a ledger can't be read.
    """
    all_ledgers = overlay.ledgers()
    wheels = {package.sha256[:16] for ledger in all_ledgers for package in ledger.packages}
    folders = {ledger.folder for ledger in all_ledgers}
    left = [
        path
        for path in overlay.root.iterdir()
        if path.name.startswith((FOLDER_PREFIX, WORK_PREFIX)) and path.name not in folders
    ]
    left += [path for path in (overlay.wheels.iterdir() if overlay.wheels.is_dir() else ()) if path.name not in wheels]
    for path in left:
        shutil.rmtree(path, ignore_errors=True)
    return [path for path in left if not path.exists()]


def _again(package: Package) -> tuple[str, bool, str]:
    """How to get the wheel of a package once more."""
    source = package.source
    if source.kind == "index" and not package.built:
        return f"{package.name}=={package.version}", fits(package.wheel), source.url
    return (f"git+{source.url}@{source.commit}" if source.commit else source.url), not package.built, source.url


def _differs(name: str) -> InstallError:
    return InstallError(
        _("What was fetched for {name} is not what was to be installed: its hash differs.").format(name=name)
    )


def _local_file(url: str) -> Path | None:
    parts = urlsplit(url)
    return Path(url2pathname(parts.path)) if parts.scheme == "file" else None
