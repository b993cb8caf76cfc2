"""pip, run as a program: it finds out what has to be installed, fetches or builds wheels, and unpacks them.

pip is never let loose on an environment: it resolves with ``--dry-run`` and unpacks with ``--target``. That leaves the
host's packages alone whatever happens, and both work where the host's environment can't be written to or is marked as
externally managed (PEP 668 leaves these two out).
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from tabletop.i18n import Texts
from tabletop.plugins.install import launch
from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.store.ledger import Kind, Source

_ = Texts(__file__)


class Supply(NamedTuple):
    """Where packages may come from: with ``offline`` from the folders ``find_links`` alone."""

    offline: bool = False
    find_links: tuple[Path, ...] = ()

    def options(self) -> list[str]:
        """The same for pip."""
        links = [option for folder in self.find_links for option in ("--find-links", os.path.abspath(folder))]
        return ["--no-index", *links] if self.offline else links


class Found(NamedTuple):
    """A package that is to be installed, as pip's report describes it (``--report``, version 1)."""

    name: str
    version: str
    url: str
    sha256: str | None
    direct: bool
    """whether a person named the very file, folder or repository"""
    commit: str | None
    is_folder: bool

    @property
    def fetch(self) -> str:
        """What to ask pip for to get exactly this."""
        if self.commit:
            return f"git+{self.url}@{self.commit}"
        return f"{self.url}#sha256={self.sha256}" if self.sha256 else self.url

    @property
    def is_wheel(self) -> bool:
        """Whether it needs no building."""
        return not self.is_folder and self.url.endswith(".whl")

    @property
    def source(self) -> Source:
        """Where it comes from."""
        return Source(kind=self._kind(), url=self.url, commit=self.commit)

    def _kind(self) -> Kind:
        if self.commit:
            return "repository"
        if self.is_folder:
            return "folder"
        if not self.direct:
            return "index"
        return "wheel" if self.is_wheel else "archive"


class PipFailed(Exception):
    """pip ended with an error; ``log`` is all it said."""

    def __init__(self, log: str) -> None:
        super().__init__(log)
        self.log = log


class Pip:
    """pip, seeing the host's environment and ``overlay`` behind it as installed."""

    def __init__(self, overlay: Path | None, work: Path, supply: Supply, progress: Callable[[str], None]) -> None:
        """``work`` is a folder for files of its own; ``progress`` is told each line that pip says.

        Raises InstallError where there is no pip.
        """
        if find_spec("pip") is None:
            message = _("pip is missing in {prefix}: install it there to install plugins.")
            raise InstallError(message.format(prefix=sys.prefix))
        self._overlay = overlay
        self._work = work
        self._supply = supply
        self._progress = progress

    def resolve(
        self,
        requirements: Iterable[str],
        constraints: str,
        *,
        build: Collection[str] = (),
        upgrade: bool = False,
    ) -> list[Found]:
        """What has to be installed so that ``requirements`` are met under ``constraints``, and changes nothing.

        Only wheels are considered, but for direct targets and the packages named in ``build``. Raises PipFailed, whose
        log names the sources that were passed over.
        """
        report, limits = self._work / "report.json", self._work / "constraints.txt"
        limits.write_text(constraints, encoding="utf-8")
        options = ["--dry-run", "--report", str(report), "--constraint", str(limits), "--only-binary", ":all:"]
        options += [option for name in build for option in ("--no-binary", name)]
        options += ["--upgrade"] * upgrade
        self._run("install", "-vv", "--no-user", *options, *self._supply.options(), *requirements)
        document = json.loads(report.read_text(encoding="utf-8"))
        return [_found(item) for item in document["install"]]

    def fetch(self, specs: Sequence[str], folder: Path) -> None:
        """Downloads the wheels of ``specs`` into ``folder``; builds those of direct sources. Raises PipFailed."""
        options = ["--no-deps", "--only-binary", ":all:", "--wheel-dir", str(folder)]
        self._run("wheel", *options, *self._supply.options(), *specs)

    def unpack(self, wheels: Sequence[Path], folder: Path) -> None:
        """Installs wheels into an empty folder. Raises PipFailed."""
        self._run("install", "--no-user", "--no-deps", "--no-index", "--target", str(folder), *map(str, wheels))

    def _run(self, *arguments: str) -> None:
        behind = json.dumps([str(self._overlay)] if self._overlay else [])
        command = [sys.executable, "-P", launch.__file__, behind, *arguments]
        command += ["--no-input", "--disable-pip-version-check", "--progress-bar", "off", "--no-color"]
        log = []
        with subprocess.Popen(
            command,
            cwd=self._work,
            env=_environment(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                log.append(line)
                self._progress(line.rstrip("\n"))
        if process.returncode:
            raise PipFailed("".join(log))


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in environ.items() if not name.startswith("PIP_") or name in launch.SETTINGS}
    return kept | {"PIP_REQUIRE_VIRTUALENV": "0", "PYTHONUTF8": "1"}


def _found(item: Mapping[str, Any]) -> Found:
    info = item["download_info"]
    return Found(
        item["metadata"]["name"],
        item["metadata"]["version"],
        info["url"],
        info.get("archive_info", {}).get("hashes", {}).get("sha256"),
        item["is_direct"],
        info.get("vcs_info", {}).get("commit_id"),
        "dir_info" in info,
    )
