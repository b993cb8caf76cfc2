"""Plugins where the host's own environment must not, or can not, be changed; and where it is changed by others."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import tiny_plugins

import tabletop

LIBRARY = Path("lib") / f"python{sys.version_info.major}.{sys.version_info.minor}"
BASE_LIBRARY = Path(sys.base_prefix) / LIBRARY
CHECKOUT = Path(__file__).parent.parent


def run(command: Sequence[str | Path], extra: Mapping[str, str], typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return subprocess.run(
        [str(part) for part in command],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**environment, **extra},
        check=False,
    )


@pytest.mark.skipif(not (BASE_LIBRARY / "os.py").exists(), reason="needs the usual layout of a Unix prefix")
def test_an_externally_managed_host_that_nobody_may_write_to(tmp_path: Path) -> None:
    links = tmp_path / "links"
    wheel = tiny_plugins.write_plugin(links, "alpha")
    prefix = managed_prefix(tmp_path / "prefix")
    extra = {"PYTHONHOME": str(prefix), "TABLETOP_HOME": str(tmp_path / "home")}
    python = getattr(sys, "_base_executable", sys.executable)
    try:
        refused = run([python, "-m", "pip", "install", "--no-index", wheel], extra)
        assert "externally-managed-environment" in refused.stdout
        before = sorted(prefix.rglob("*"))
        tabletop_command = [python, "-m", "tabletop"]
        options = ["--offline", "--find-links", links, "--yes"]
        installed = run([*tabletop_command, "plugins", "install", "tabletop-alpha", *options], extra)
        assert installed.returncode == 0, installed.stdout
        assert sorted(prefix.rglob("*")) == before
        assert "Ada wins" in play(tabletop_command, extra)
    finally:
        for folder in (prefix / LIBRARY, prefix / LIBRARY / "site-packages"):
            folder.chmod(0o755)


def managed_prefix(prefix: Path) -> Path:
    """A prefix of Python that is not a virtual environment, read-only and marked, and sees the packages of this one."""
    library = prefix / LIBRARY
    site_packages = library / "site-packages"
    site_packages.mkdir(parents=True)
    for entry in BASE_LIBRARY.iterdir():
        if entry.name not in ("site-packages", "EXTERNALLY-MANAGED"):
            (library / entry.name).symlink_to(entry)
    (library / "EXTERNALLY-MANAGED").write_text("[externally-managed]\nError=Ask the system.\n")
    here = sysconfig.get_path("purelib")
    (site_packages / "host.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    site_packages.chmod(0o555)
    library.chmod(0o555)
    return prefix


def play(command: Sequence[str | Path], extra: Mapping[str, str]) -> str:
    return run([*command, "play", "alpha", "--seats", "Ada,Bo", "--plain"], extra, "take\n").stdout


@pytest.fixture(scope="module")
def host_wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The host of this checkout as a wheel, and a next version of it."""
    folder = tmp_path_factory.mktemp("host")
    copy = folder / "next"
    shutil.copytree(CHECKOUT / "tabletop", copy / "tabletop")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(CHECKOUT / name, copy)
    init = copy / "tabletop" / "__init__.py"
    init.write_text(init.read_text().replace(f'"{tabletop.__version__}"', '"0.1.99"'))
    for source in (CHECKOUT, copy):
        built = run([sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, source], {})
        assert built.returncode == 0, built.stdout
    now, later = sorted(folder.glob("*.whl"))
    return now, later


@pytest.mark.slow
def test_plugins_survive_what_pipx_does_to_the_host(tmp_path: Path, host_wheels: tuple[Path, Path]) -> None:
    pytest.importorskip("pipx")
    now, later = host_wheels
    links = tmp_path / "links"
    tiny_plugins.write_plugin(links, "alpha")
    bin_folder = tmp_path / "bin"
    extra = {
        "TABLETOP_HOME": str(tmp_path / "home"),
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(bin_folder),
    }
    pipx, command = [sys.executable, "-m", "pipx"], [bin_folder / "tabletop"]

    def done(*arguments: str | Path) -> None:
        result = run([*pipx, *arguments], extra)
        assert result.returncode == 0, result.stdout

    done("install", "--python", sys.executable, now)
    options = ["--offline", "--find-links", links, "--yes"]
    installed = run([*command, "plugins", "install", "tabletop-alpha", *options], extra)
    assert installed.returncode == 0, installed.stdout
    assert "Ada wins" in play(command, extra)
    done("reinstall", "--python", sys.executable, "tabletop-host")
    assert "Ada wins" in play(command, extra)
    done("install", "--force", "--python", sys.executable, later)
    assert "0.1.99" in run([*command, "--version"], extra).stdout
    assert "Ada wins" in play(command, extra)
    assert run([*command, "plugins", "uninstall", "tabletop-alpha"], extra).returncode == 0


@pytest.mark.slow
def test_plugins_survive_what_uv_does_to_the_host(tmp_path: Path, host_wheels: tuple[Path, Path]) -> None:
    uv = [pytest.importorskip("uv").find_uv_bin()]
    now, later = host_wheels
    links = tmp_path / "links"
    tiny_plugins.write_plugin(links, "alpha")
    bin_folder = tmp_path / "bin"
    extra = {
        "TABLETOP_HOME": str(tmp_path / "home"),
        "UV_TOOL_DIR": str(tmp_path / "uv"),
        "UV_TOOL_BIN_DIR": str(bin_folder),
    }
    command = [bin_folder / "tabletop"]

    def done(*arguments: str | Path) -> None:
        result = run([*uv, "tool", *arguments], extra)
        assert result.returncode == 0, result.stdout

    done("install", "--python", sys.executable, now)
    options = ["--offline", "--find-links", links, "--yes"]
    installed = run([*command, "plugins", "install", "tabletop-alpha", *options], extra)
    assert installed.returncode == 0, installed.stdout
    assert "Ada wins" in play(command, extra)
    done("upgrade", "--reinstall", "tabletop-host")
    assert "Ada wins" in play(command, extra)
    done("install", "--force", "--python", sys.executable, later)
    assert "0.1.99" in run([*command, "--version"], extra).stdout
    assert "Ada wins" in play(command, extra)
    other = other_python()
    if other is not None:
        done("install", "--force", "--python", other, later)
        assert "tabletop plugins restore" in run([*command, "plugins", "list"], extra).stdout
        assert run([*command, "plugins", "restore", "--offline"], extra).returncode == 0
        assert "Ada wins" in play(command, extra)


def other_python() -> str | None:
    """Another version of Python on this machine, if there is one that runs and that the host supports."""
    for minor in (12, 13, 14, 11):
        python = shutil.which(f"python3.{minor}")
        if python and minor != sys.version_info.minor and run([python, "-c", ""], {}).returncode == 0:
            return python
    return None
