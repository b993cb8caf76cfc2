"""Installing, upgrading, removing and restoring of plugins: all or nothing, and one at a time."""

import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import Distribution
from pathlib import Path

from packaging.utils import canonicalize_name, parse_wheel_filename

from tabletop.i18n import Texts
from tabletop.plugins.install import refusals, trust
from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.install.host_packages import constraints, host_packages, unmet
from tabletop.plugins.install.pip_program import Found, Pip, PipFailed, Supply
from tabletop.plugins.install.targets import Target, parse_target
from tabletop.plugins.install.wheel import read_wheel
from tabletop.plugins.install.workshop import Talk, Workshop, remove_leftovers
from tabletop.plugins.store.ledger import Ledger, Package
from tabletop.plugins.store.overlay import WORK_PREFIX, Overlay, activate
from tabletop.saves.disk import Disk
from tabletop.saves.errors import explain
from tabletop.saves.locks import locked

_ = Texts(__file__)


@dataclass(frozen=True)
class _Change:
    """What one change starts from, and its tools."""

    ledger: Ledger
    trouble: str
    host: Mapping[str, Distribution]
    pip: Pip
    workshop: Workshop


class Installer:
    """Changes the store of plugins in the folder ``root``.

    Whatever fails raises InstallError (SaveError for the disk, LedgerError for a ledger that can't be read) with one
    sentence, and the store is as it was.
    """

    def __init__(
        self,
        root: Path,
        talk: Talk,
        supply: Supply | None = None,
        *,
        start: Path | None = None,
        disk: Disk | None = None,
        patience: float = 10,
    ) -> None:
        """``start``: where relative paths begin. ``patience``: seconds to wait while another process changes it."""
        self._overlay = Overlay(root)
        self._talk = talk
        self._supply = supply or Supply()
        self._start = start or Path.cwd()
        self._disk = disk or Disk()
        self._patience = patience

    # What can be done

    def install(self, texts: Sequence[str]) -> None:
        """Installs what ``texts`` name, with what it needs."""
        targets = [parse_target(text, self._start) for text in texts]
        with self._changing() as change:
            if change.trouble:
                raise InstallError(change.trouble)
            asked = {target.name for target in targets}
            there = [package for package in change.ledger.packages if package.requested and package.key not in asked]
            self._add(change, targets, [package.name for package in there], upgrade=False)

    def upgrade(self, names: Sequence[str]) -> None:
        """Brings plugins (all, if none is named) to the newest version that goes with the host and the others."""
        with self._changing() as change:
            if change.trouble:
                raise InstallError(change.trouble)
            chosen = _named(change.ledger, names) or {
                package.key: package for package in change.ledger.packages if package.requested
            }
            targets = [self._again(package) for package in chosen.values()]
            held = [
                f"{package.name}=={package.version}"
                for package in change.ledger.packages
                if package.requested and package.key not in chosen
            ]
            if targets:
                self._add(change, targets, held, upgrade=True)
            else:
                self._talk.say(_("No plugins are installed in the store."))

    def uninstall(self, names: Sequence[str]) -> None:
        """Removes plugins, without running anything of them, and what nothing needs any more."""
        with self._changing() as change:
            gone = _named(change.ledger, names)
            left = {key: package for key, package in change.ledger.by_name.items() if key not in gone}
            new = change.ledger.with_packages(left.values())
            for lack in unmet(new.by_name, change.host):
                if canonicalize_name(lack.requirement.name) in gone:
                    message = _("{package} needs {name}: uninstall both.")
                    raise InstallError(message.format(package=lack.package, name=lack.requirement.name))
            self._make(change, change.ledger.with_packages(change.workshop.complete(new.packages)))
            for package in change.ledger.packages:
                if package.key not in new.by_name:
                    self._talk.say(_("Removed: {package}").format(package=package))

    def restore(self) -> None:
        """Makes the overlay anew from the ledger and the kept wheels."""
        with self._changing() as change:
            if not change.ledger.packages:
                self._talk.say(_("No plugins are installed in the store."))
                return
            new = change.ledger.with_packages(change.workshop.complete(change.ledger.packages))
            for lack in unmet(new.by_name, change.host):
                self._talk.say(refusals.unmet_sentence(lack, change.host))
            made = self._make(change, new)
            for result in change.workshop.check(made, self._plugins(change, new.packages)):
                self._talk.say("\n".join(f"{result.plugin}: {line}" for line in result.lines))
            for package in new.packages:
                self._talk.say(_("Restored: {package}").format(package=package))

    # How

    @contextmanager
    def _changing(self) -> Iterator[_Change]:
        """Holds the lock and a folder to work in; turns what goes wrong into a sentence."""
        root = self._overlay.root
        try:
            self._disk.make_folder(root)
            with locked(self._overlay.ledger_path, patience=self._patience):
                ledger = self._overlay.ledger()
                remove_leftovers(self._overlay)
                work = Path(tempfile.mkdtemp(prefix=WORK_PREFIX, dir=root))
                host = host_packages(root)
                try:
                    yield self._change(ledger, host, work)
                except BaseException as error:
                    remove_leftovers(self._overlay)
                    if isinstance(error, PipFailed):
                        raise InstallError(refusals.sentence(error.log, host)) from None
                    raise
                finally:
                    shutil.rmtree(work, ignore_errors=True)
                    activate(root)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise explain(error, root) from error

    def _change(self, ledger: Ledger, host: Mapping[str, Distribution], work: Path) -> _Change:
        trouble = self._overlay.trouble(ledger)
        seen = None if trouble else self._overlay.folder(ledger)
        pip = Pip(seen, work, self._supply, self._talk.detail)
        return _Change(ledger, trouble, host, pip, Workshop(self._overlay, work, pip, self._talk, self._disk))

    def _again(self, package: Package) -> Target:
        """What an installed package was asked for as, without the version that was asked for then."""
        if package.source.kind in ("index", "wheel"):
            return Target("index", package.name, name=package.key)
        return parse_target(str(package.requested), self._start)

    def _add(self, change: _Change, targets: Sequence[Target], others: Sequence[str], *, upgrade: bool) -> None:
        change.workshop.consent_to_build([target.requirement for target in targets if target.from_source])
        found = self._resolve(change, targets, others, upgrade=upgrade)
        found += _changed_wheels(change.ledger, targets)
        asked = _asked(targets, found, change.ledger)
        for name in asked:
            if name in change.host:
                message = _("{name} is part of the host's own environment: change it there.")
                raise InstallError(message.format(name=change.host[name].name))
        there = change.ledger.by_name
        if not found and all(there[name].requested for name in asked):
            installed = ", ".join(str(there[name]) for name in sorted(asked))
            self._talk.say(_("There is nothing to do: {packages} is installed.").format(packages=installed))
            return
        if found:
            for line in trust.plan(found, asked, there):
                self._talk.say(line)
            if not self._talk.ask(trust.question()):
                raise InstallError(_("Nothing was installed."))
        self._take(change, change.workshop.collect(found, asked), asked)

    def _resolve(
        self, change: _Change, targets: Sequence[Target], others: Sequence[str], *, upgrade: bool
    ) -> list[Found]:
        """What pip finds; where there is no wheel of a package but a source, after asking, from source."""
        requirements = [*(target.requirement for target in targets), *others]
        build: list[str] = []
        while True:
            try:
                return change.pip.resolve(requirements, constraints(change.host), build=build, upgrade=upgrade)
            except PipFailed as failed:
                name = refusals.only_source(failed.log)
                if name is None or name in build:
                    raise
                change.workshop.consent_to_build([name])
                build.append(name)

    def _take(self, change: _Change, packages: Sequence[Package], asked: Mapping[str, str]) -> None:
        all_packages = {**change.ledger.by_name} | {package.key: package for package in packages}
        for name, text in asked.items():
            all_packages[name] = all_packages[name].model_copy(update={"requested": text})
            if not change.workshop.is_plugin(all_packages[name]):
                message = _("{package} is not a plugin of Tabletop: nothing was installed.")
                raise InstallError(message.format(package=all_packages[name]))
        new = change.ledger.with_packages(all_packages.values())
        for lack in unmet(new.by_name, change.host):
            raise InstallError(refusals.unmet_sentence(lack, change.host))
        new = new.with_packages(change.workshop.complete(new.packages))
        self._make(change, new, check=self._plugins(change, packages))

    def _plugins(self, change: _Change, packages: Sequence[Package]) -> list[str]:
        return [package.key for package in packages if change.workshop.is_plugin(package)]

    def _make(self, change: _Change, new: Ledger, check: Collection[str] = ()) -> Ledger:
        """Unpacks, checks and takes into use. A plugin that fails its check is not installed."""
        made = change.workshop.unpack(new)
        results = change.workshop.check(made, check)
        for result in results:
            if result.failed:
                message = _("{plugin} failed its check, and nothing was installed: {why}.")
                raise InstallError(message.format(plugin=result.plugin, why="; ".join(result.lines).rstrip(".")))
        change.workshop.take_into_use(made)
        for result in results:
            self._talk.say(_("Installed: {package}").format(package=result.plugin))
            for line in result.lines:
                self._talk.say(f"  {line}")
        return made


def _named(ledger: Ledger, names: Sequence[str]) -> dict[str, Package]:
    """The packages of these names. Raises InstallError for a name that isn't there."""
    found = {}
    for name in names:
        package = ledger.by_name.get(canonicalize_name(name))
        if package is None:
            message = _("There is no plugin “{name}” in the store: “tabletop plugins list” shows what is installed.")
            raise InstallError(message.format(name=name))
        found[package.key] = package
    return found


def _changed_wheels(ledger: Ledger, targets: Sequence[Target]) -> Iterator[Found]:
    """Wheels of a version that is installed, but with other content: pip takes them for what is there."""
    for target in targets:
        path = Path(target.requirement)
        if target.kind == "wheel" and path.is_file():
            wheel = read_wheel(path)
            there = ledger.by_name.get(canonicalize_name(wheel.name))
            if there is not None and there.version == wheel.version and there.sha256 != wheel.sha256:
                yield Found(wheel.name, wheel.version, target.url, wheel.sha256, True, None, False)


def _asked(targets: Sequence[Target], found: Sequence[Found], ledger: Ledger) -> dict[str, str]:
    """What the person typed, by canonical name of the package that it means."""
    asked: dict[str, str] = {}
    for target in targets:
        if target.kind == "index":
            names = [target.name]
        elif target.kind == "wheel":
            names = [parse_wheel_filename(target.file_name)[0]]
        else:
            names = [canonicalize_name(item.name) for item in found if item.url == target.url]
            names = names or [package.key for package in ledger.packages if package.source.url == target.url]
        if not names:
            raise InstallError(_("pip does not say which package {target} is.").format(target=target.requirement))
        asked |= dict.fromkeys(names, target.requirement)
    return asked
