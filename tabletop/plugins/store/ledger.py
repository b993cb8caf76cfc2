"""The ledger of the store: what was installed, from where, at which version. See docs/reference/ledger.md."""

import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from tabletop.complaints import explain
from tabletop.i18n import Texts
from tabletop.saves.disk import Disk, write_atomically

_ = Texts(__file__)

PYTHON: Final = str(sys.implementation.cache_tag)
"""The kind of Python that runs, such as ``cpython-311``: packages unpacked for another may not run."""

Kind = Literal["index", "wheel", "folder", "archive", "repository"]
FROM_SOURCE: Final[Collection[Kind]] = ("folder", "archive", "repository")
Text = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
FileName = Annotated[str, StringConstraints(pattern=r"^[\w.+!-]+$", max_length=255)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class LedgerError(ValueError):
    """A ledger that can't be read; the text says why, in one sentence."""


class Source(BaseModel):
    """Where a package came from. ``commit`` is that of a repository."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    kind: Kind
    url: Text
    commit: Text | None = None


class Package(BaseModel):
    """An installed package. ``requested`` is what the person typed; None for what another package brought along."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    name: Text
    version: Text
    requested: Text | None = None
    source: Source
    wheel: FileName
    sha256: Digest
    requires: tuple[Text, ...] = ()

    @property
    def key(self) -> str:
        """The name as packages are compared by."""
        from packaging.utils import canonicalize_name

        return canonicalize_name(self.name)

    @property
    def built(self) -> bool:
        """Whether its wheel was built from source."""
        return self.source.kind in FROM_SOURCE or not self.source.url.endswith(".whl")

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Ledger(BaseModel):
    """All packages of the store, by name, and the folder into which they are unpacked; None when there are none."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["tabletop-plugins"] = "tabletop-plugins"
    version: Literal[1] = 1
    python: Text = PYTHON
    folder: Annotated[str, StringConstraints(pattern=r"^packages-\w+$")] | None = None
    packages: tuple[Package, ...] = Field(default=(), max_length=10_000)

    @property
    def by_name(self) -> Mapping[str, Package]:
        """The packages by their canonical names."""
        return {package.key: package for package in self.packages}

    def with_packages(self, packages: Iterable[Package]) -> "Ledger":
        """The same with other packages, without those that nobody asked for and no other needs any more."""
        kept = needed({package.key: package for package in packages})
        return self.model_copy(update={"packages": tuple(sorted(kept, key=lambda package: package.key))})


def needed(packages: Mapping[str, Package]) -> list[Package]:
    """The packages that were asked for, and those they require."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, Package] = {}
    waiting = [package for package in packages.values() if package.requested is not None]
    while waiting:
        package = waiting.pop()
        if package.key not in found:
            found[package.key] = package
            names = {canonicalize_name(Requirement(text).name) for text in package.requires}
            waiting += [packages[name] for name in names if name in packages]
    return list(found.values())


def read(path: Path) -> Ledger:
    """The ledger, empty if there is none yet. Raises LedgerError with one clear sentence."""
    try:
        return Ledger.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Ledger()
    except OSError as error:
        raise LedgerError(_("{file} can't be read: {why}.").format(file=path, why=error.strerror)) from None
    except ValidationError as error:
        raise LedgerError(_("{file} is not a ledger of plugins: {why}").format(file=path, why=explain(error))) from None


def write(disk: Disk, path: Path, ledger: Ledger) -> None:
    """Takes a ledger into use, in one step. Raises OSError."""
    write_atomically(disk, path, (ledger.model_dump_json(indent=1) + "\n").encode())
