"""Plugins from real wheels, installed, played, changed and removed, without a network."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import tiny_plugins
from store_bench import Bench, Listener

from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.install.installing import Installer
from tabletop.plugins.install.wheel import digest
from tabletop.saves import SaveError
from tabletop.saves.locks import locked


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("links")
    tiny_plugins.write_plugin(folder, "alpha", "1.0")
    tiny_plugins.write_plugin(folder, "alpha", "2.0", points="2")
    tiny_plugins.write_library(folder, "points-lib")
    tiny_plugins.write_plugin(
        folder,
        "beta",
        imports="from points_lib import POINTS\nfrom tabletop_alpha import State as AlphaState\n",
        points="POINTS",
        requires=["tabletop-alpha>=1", "points-lib"],
    )
    tiny_plugins.write_plugin(folder, "modern", requires=["pydantic<2"])
    tiny_plugins.write_plugin(folder, "purist", requires=["tabletop-alpha<2"])
    tiny_plugins.write_plugin(folder, "orphan", requires=["nowhere-to-be-found"])
    tiny_plugins.write_plugin(folder, "faulty", imports='raise RuntimeError("no dice")')
    tiny_plugins.write_archive(folder, "raw")
    return folder


@pytest.fixture(scope="module")
def with_alpha(tmp_path_factory: pytest.TempPathFactory, links: Path) -> Path:
    """A home with alpha 2.0 installed, to be copied."""
    home = tmp_path_factory.mktemp("with-alpha")
    path = list(sys.path)
    Bench(home, links).installer().install(["tabletop-alpha"])
    sys.path[:] = path
    return home


@pytest.fixture
def alpha(bench: Bench, with_alpha: Path) -> Bench:
    shutil.copytree(with_alpha, bench.home)
    return bench


@pytest.fixture
def bench(tmp_path: Path, links: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    before = host_files()
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield Bench(tmp_path / "home", links)
    assert host_files() == before, "the host's environment has changed"


def host_files() -> list[str]:
    return sorted(path.name for path in Path(sysconfig.get_path("purelib")).iterdir())


def test_a_plugin_that_needs_a_plugin_and_a_library_is_installed_played_and_removed(bench: Bench) -> None:
    listener = Listener()
    bench.installer(listener).install(["tabletop-beta"])
    assert bench.names() == ["points-lib 1.0", "tabletop-alpha 2.0", "tabletop-beta 1.0"]
    assert len(listener.questions) == 1
    asked, along = listener.text.split("Brought along:")
    assert "tabletop-beta 1.0" in asked
    assert (bench.links / "tabletop_beta-1.0-py3-none-any.whl").as_uri() in asked
    assert "points-lib 1.0" in along
    assert "runs with your rights" in along
    assert "beta: a random match of 1 event was played" in listener.text
    assert "Ada: 7" in bench.play_to_the_end("beta")

    with pytest.raises(InstallError, match=r"tabletop-beta 1.0 needs tabletop-alpha"):
        bench.installer().uninstall(["tabletop-alpha"])
    bench.installer(gone := Listener()).uninstall(["tabletop-beta"])
    assert bench.names() == []
    assert gone.said == ["Removed: points-lib 1.0", "Removed: tabletop-alpha 2.0", "Removed: tabletop-beta 1.0"]
    assert "beta" not in bench.command("games")[1]


def test_upgrade_and_downgrade_are_told_and_asked(alpha: Bench) -> None:
    with pytest.raises(InstallError, match="Nothing was installed"):
        alpha.installer(down := Listener([False])).install(["tabletop-alpha==1.0"])
    assert "(BACK from 2.0)" in down.text
    assert alpha.names() == ["tabletop-alpha 2.0"]
    alpha.installer().install(["./tabletop_alpha-1.0-py3-none-any.whl"])
    assert alpha.ledger.packages[0].source.kind == "wheel"
    assert "Ada: 1" in alpha.play_to_the_end("alpha")
    alpha.installer(up := Listener()).upgrade([])
    assert "(instead of 1.0)" in up.text
    assert alpha.names() == ["tabletop-alpha 2.0"]
    alpha.installer(still := Listener()).upgrade(["tabletop-alpha"])
    assert still.said == ["There is nothing to do: tabletop-alpha 2.0 is installed."]


def test_saved_matches_outlive_their_plugin(alpha: Bench) -> None:
    alpha.play("play", "alpha", "--seats", "Ada,Bo")
    alpha.installer().uninstall(["tabletop-alpha"])
    assert "needs plugin tabletop-alpha" in alpha.command("matches")[1]
    code, _out, err = alpha.command("resume")
    assert code == 2
    assert "tabletop plugins install tabletop-alpha" in err
    alpha.installer().install(["tabletop-alpha"])
    assert "needs plugin" not in alpha.command("matches")[1]
    assert "Ada wins" in alpha.play("resume", typed="take\n")


def test_restore_needs_neither_the_folder_nor_the_network(alpha: Bench) -> None:
    folder = alpha.overlay.folder(alpha.ledger)
    assert folder is not None
    folder.rename(folder.with_name("elsewhere"))
    assert "tabletop plugins restore" in alpha.command("games")[2]
    listed = alpha.command("plugins", "list")[1]
    assert "tabletop-alpha 2.0" in listed
    assert "not restored" in listed
    with pytest.raises(InstallError, match="tabletop plugins restore"):
        alpha.installer().install(["tabletop-beta"])
    empty = Bench(alpha.home, alpha.home)
    empty.installer(listener := Listener()).restore()
    assert listener.said[-1] == "Restored: tabletop-alpha 2.0"
    assert "Ada: 2" in alpha.play_to_the_end("alpha")


def test_restore_for_another_python_and_with_a_damaged_wheel(alpha: Bench) -> None:
    text = alpha.overlay.ledger_path.read_text()
    alpha.overlay.ledger_path.write_text(text.replace(alpha.ledger.python, "cpython-27"))
    assert "made for cpython-27" in alpha.command("games")[2]
    wheel = alpha.overlay.wheel(alpha.ledger.packages[0])
    wheel.write_bytes(wheel.read_bytes()[:100])
    alpha.installer().restore()
    assert alpha.overlay.trouble(alpha.ledger) == ""
    assert "Ada: 2" in alpha.play_to_the_end("alpha")


REFUSED = [
    (
        "tabletop-modern",
        r"tabletop-modern 1.0 needs pydantic<2, but this host has pydantic .*tabletop-host .*pydantic>=",
    ),
    ("tabletop-orphan", r"No wheel can be found for nowhere-to-be-found, which tabletop-orphan needs"),
    ("tabletop-nonesuch", r"No wheel can be found for tabletop-nonesuch"),
    ("points-lib", r"points-lib 1.0 is not a plugin of Tabletop"),
    ("./gone.whl", r"gone.whl isn't there"),
    ("git+file:///nowhere/at/all.git", r"pip failed: .*/nowhere/at/all.git. does not"),
    ("two words", r"“two words” is neither a package's name nor"),
    ("tabletop-pig", r"tabletop-pig is part of the host's own environment"),
    ("tabletop-faulty", r"tabletop-faulty 1.0 failed its check.*no dice"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[text for text, _why in REFUSED])
def test_what_cannot_be_installed_is_refused_in_a_sentence_and_leaves_nothing(
    bench: Bench, text: str, why: str
) -> None:
    with pytest.raises(InstallError, match=why):
        bench.installer().install([text])
    left = [path for path in bench.overlay.root.rglob("*") if path.is_file()] if bench.overlay.root.exists() else []
    assert left in ([], [bench.overlay.root / "ledger.json.lock"])


def test_two_plugins_in_conflict_are_named_both(alpha: Bench) -> None:
    with pytest.raises(InstallError, match=r"tabletop-purist 1.0 needs tabletop-alpha<2.*tabletop-alpha(==| is )2"):
        alpha.installer().install(["tabletop-purist", "tabletop-alpha==2.0"])
    assert alpha.names() == ["tabletop-alpha 2.0"]


def test_source_is_built_only_after_a_yes(bench: Bench, tmp_path: Path) -> None:
    project = tiny_plugins.write_source_folder(tmp_path, "folded")
    with pytest.raises(InstallError, match="Nothing was built"):
        bench.installer(Listener([False])).install([str(project)])
    with pytest.raises(InstallError, match="Nothing was built"):
        bench.installer(listener := Listener([False])).install(["tabletop-raw"])
    assert "building it runs its author's code" in listener.text
    assert not (project / "built.txt").exists()
    bench.installer(listener := Listener([True, True])).install([str(project)])
    assert listener.questions == ["Build from source?", "Install?"]
    assert (project / "built.txt").exists()
    assert "Ada: 1" in bench.play_to_the_end("folded")


def test_an_archive_and_a_repository_are_built_in_one_go(bench: Bench, tmp_path: Path) -> None:
    project = tiny_plugins.write_source_folder(tmp_path, "versioned")
    git = ["git", "-C", str(project), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    try:
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "First"]):
            subprocess.run([*git, *command], check=True)
    except OSError:
        pytest.skip("there is no git")
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    bench.installer(listener := Listener()).install(["tabletop-raw", f"git+{project.as_uri()}"])
    assert len(listener.questions) == 3
    raw, versioned = bench.ledger.packages
    assert (raw.source.kind, raw.built) == ("index", True)
    assert (versioned.source.kind, versioned.source.commit) == ("repository", head)


def test_a_rebuilt_wheel_of_the_same_version_replaces_the_old(alpha: Bench, tmp_path: Path) -> None:
    wheel = tiny_plugins.write_plugin(tmp_path, "alpha", "2.0", points="4")
    alpha.installer(listener := Listener()).install([str(wheel)])
    assert "(again)" in listener.text
    assert "Ada: 4" in alpha.play_to_the_end("alpha")


@pytest.fixture
def index(links: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package index on this machine with alpha 2.0."""
    folder = tmp_path / "index" / "tabletop-alpha"
    folder.mkdir(parents=True)
    wheel = Path(shutil.copy(links / "tabletop_alpha-2.0-py3-none-any.whl", folder))
    (folder / "index.html").write_text(f'<a href="{wheel.name}#sha256={digest(wheel)}">{wheel.name}</a>')
    handler = partial(SilentHandler, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}/"
        monkeypatch.setenv("PIP_INDEX_URL", url)
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        yield url
        server.shutdown()
        thread.join()


class SilentHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


def test_a_wheel_is_fetched_from_an_index_and_kept(bench: Bench, index: str) -> None:
    Installer(bench.overlay.root, Listener()).install(["tabletop-alpha"])
    (alpha,) = bench.ledger.packages
    assert alpha.source.url == f"{index}tabletop-alpha/tabletop_alpha-2.0-py3-none-any.whl"
    assert digest(bench.overlay.wheel(alpha)) == alpha.sha256


def test_a_plugin_is_uninstalled_by_the_id_of_its_game_too(alpha: Bench) -> None:
    refused = alpha.command("plugins", "uninstall", "pig")
    assert refused[0] == 2
    assert "no plugin “pig” in the store" in refused[2]
    removed = alpha.command("plugins", "uninstall", "alpha", "--yes")
    assert removed == (0, "Removed: tabletop-alpha 2.0\n", "")
    assert alpha.names() == []


def test_a_broken_plugin_is_uninstalled_without_being_imported(alpha: Bench) -> None:
    folder = alpha.overlay.folder(alpha.ledger)
    assert folder is not None
    (folder / "tabletop_alpha" / "__init__.py").write_text("raise SystemExit(9)")
    removed = alpha.command("plugins", "uninstall", "tabletop-alpha")
    assert removed == (0, "Removed: tabletop-alpha 2.0\n", "")


def test_nobody_to_ask_and_nobody_to_wait_for(bench: Bench) -> None:
    install = ("plugins", "install", "tabletop-alpha", "--offline", "--find-links", str(bench.links))
    code, shown, err = bench.command(*install)
    assert code == 2
    assert "tabletop-alpha 2.0" in shown
    assert "--yes" in err
    assert bench.names() == []
    with locked(bench.overlay.ledger_path), pytest.raises(SaveError, match="in use by another process"):
        bench.installer().install(["tabletop-alpha"])
    assert bench.command(*install, "--yes")[0] == 0
    assert bench.names() == ["tabletop-alpha 2.0"]
    assert "alpha" in bench.command("games")[1], "it is on offer at once"


def test_an_unreadable_ledger_is_left_as_it_is(bench: Bench) -> None:
    bench.overlay.root.mkdir(parents=True)
    bench.overlay.ledger_path.write_text('{"format": "tabletop-plugins", "version": 2}')
    code, _out, err = bench.command("plugins", "install", "tabletop-alpha", "--yes")
    assert code == 2
    assert "is not a ledger of plugins" in err
    assert bench.overlay.ledger_path.read_text() == '{"format": "tabletop-plugins", "version": 2}'
    _code, out, err = bench.command("games")
    assert "pig" in out
    assert "is not a ledger of plugins" in err


def test_a_home_with_a_line_break_in_its_name_takes_plugins_too(tmp_path: Path, bench: Bench) -> None:
    odd = Bench(tmp_path / "ho\nme", bench.links)
    odd.installer().install(["tabletop-alpha"])
    assert odd.names() == ["tabletop-alpha 2.0"]
    assert "tabletop-alpha" in odd.command("plugins", "list")[1]
    assert "Ada" in odd.play_to_the_end("alpha")
