"""``tabletop plugins list``, targets, and the ledger: what needs no pip."""

import json
import sys
import zipfile
from pathlib import Path

import pytest
import tiny_plugins
from store_bench import Bench

from tabletop.plugins.install.errors import InstallError
from tabletop.plugins.install.targets import parse_target
from tabletop.plugins.install.wheel import read_wheel
from tabletop.plugins.store import ledger as ledgers
from tabletop.plugins.store.ledger import Ledger, LedgerError, Package, Source
from tabletop.saves.disk import Disk


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(sys, "path", list(sys.path))
    return Bench(tmp_path / "home", tmp_path / "links")


def put(bench: Bench, *wheels: Path) -> None:
    """Installs wheels as pip would, but quickly."""
    folder = bench.overlay.root / "packages-test"
    packages = []
    for path in wheels:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        wheel = read_wheel(path)
        source = Source(kind="wheel", url=path.as_uri())
        packages.append(package(wheel.name, wheel.version, source=source, requires=wheel.requires))
    ledgers.write(Disk(), bench.overlay.ledger_path, Ledger(folder="packages-test", packages=tuple(packages)))


def package(
    name: str,
    version: str = "1.0",
    *,
    requested: str | None = "typed",
    requires: tuple[str, ...] = (),
    source: Source | None = None,
) -> Package:
    return Package(
        name=name,
        version=version,
        requested=requested,
        source=source or Source(kind="index", url=f"https://example.org/{name}.whl"),
        wheel=f"{name}-{version}-py3-none-any.whl",
        sha256="0" * 64,
        requires=requires,
    )


def test_the_list_says_all_without_importing_any_plugin(bench: Bench) -> None:
    poison = {"imports": "raise SystemExit('imported')"}
    good = tiny_plugins.write_plugin(bench.links, "alpha", **poison)
    put(
        bench,
        good,
        tiny_plugins.write_plugin(bench.links, "future", api=">=7", **poison),
        tiny_plugins.write_plugin(bench.links, "needy", requires=["pydantic<2", "tabletop-alpha>=3"], **poison),
        tiny_plugins.write_wheel(bench.links, "tabletop-hollow", "1.0", {}, entry_point="tabletop_hollow"),
    )
    code, out, err = bench.command("plugins", "list", "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert (document["format"], document["version"], document["api"]) == ("tabletop-plugins-list", 1, "1.1")
    rows = {row["name"]: row for row in document["plugins"]}
    assert list(rows) == sorted(rows)
    assert rows["tabletop-alpha"] == {
        "name": "tabletop-alpha",
        "version": "1.0",
        "games": ["alpha"],
        "provides": ["games"],
        "api": ">=1.0,<2",
        "source": {
            "environment": "store",
            "path": str(bench.overlay.root / "packages-test"),
            "kind": "wheel",
            "url": good.as_uri(),
            "commit": None,
            "editable": False,
        },
        "state": "enabled",
        "reason": None,
    }
    assert (rows["tabletop-future"]["state"], rows["tabletop-future"]["api"]) == ("incompatible", ">=7")
    assert "version >=7 of the plugin API" in rows["tabletop-future"]["reason"]
    assert rows["tabletop-needy"]["state"] == "incompatible"
    assert "tabletop-needy 1.0 needs" in rows["tabletop-needy"]["reason"]
    assert rows["tabletop-hollow"]["state"] == "broken"
    assert "is not there" in rows["tabletop-hollow"]["reason"]
    pig = rows["tabletop-pig"]
    assert pig["source"]["environment"] == "host"
    assert pig["games"] == ["pig", "pig-two-dice", "pig-doubles"]

    assert rows["tabletop-hollow"]["provides"] == []

    _code, out, _err = bench.command("plugins", "list")
    assert "tabletop-alpha 1.0: alpha\n  from the store, wheel file:" in out
    assert not any(name.startswith(("tabletop_alpha", "tabletop_future", "tabletop_needy")) for name in sys.modules)


def test_the_list_says_what_a_plugin_brings_beside_games(bench: Bench) -> None:
    manifest = 'api = ">=1.0,<2"\nprovides = ["commands", "strategies"]\n'
    files = {"tabletop_helper/__init__.py": "raise SystemExit", "tabletop_helper/tabletop.toml": manifest}
    put(bench, tiny_plugins.write_wheel(bench.links, "tabletop-helper", "1.0", files, entry_point="tabletop_helper"))
    (row,) = [
        row
        for row in json.loads(bench.command("plugins", "list", "--json")[1])["plugins"]
        if row["name"] == "tabletop-helper"
    ]
    assert (row["games"], row["provides"]) == ([], ["commands", "strategies"])
    assert "tabletop-helper 1.0: no games\n" in bench.command("plugins", "list")[1]
    assert "  provides commands, strategies\n" in bench.command("plugins", "list")[1]


def test_the_host_comes_first(bench: Bench) -> None:
    put(bench, tiny_plugins.write_plugin(bench.links, "pig", "9.9"))
    _code, out, _err = bench.command("plugins", "list", "--json")
    (pig,) = [row for row in json.loads(out)["plugins"] if row["name"] == "tabletop-pig"]
    assert pig["source"]["environment"] == "host"
    assert pig["version"] != "9.9"


def test_a_new_folder_takes_the_place_of_the_old_on_the_path(bench: Bench) -> None:
    put(bench, tiny_plugins.write_plugin(bench.links, "alpha"))
    assert "alpha" in bench.command("games")[1]
    (bench.overlay.root / "packages-test").rename(bench.overlay.root / "packages-next")
    ledger = bench.ledger.model_copy(update={"folder": "packages-next"})
    ledgers.write(Disk(), bench.overlay.ledger_path, ledger)
    assert "alpha" in bench.command("games")[1]
    of_this_home = [entry for entry in sys.path if entry.startswith(str(bench.overlay.root / "packages-"))]
    assert of_this_home == [str(bench.overlay.root / "packages-next")]


def test_a_ledger_keeps_what_is_needed_and_reads_what_it_wrote(tmp_path: Path) -> None:
    packages = [
        package("wanted", requires=("Needed-Thing>=1", "also-there; python_version > '3'")),
        package("needed-thing", requested=None, requires=("deeper",)),
        package("deeper", requested=None),
        package("also-there", requested=None),
        package("orphan", requested=None),
    ]
    ledger = Ledger(folder="packages-x").with_packages(packages)
    assert [kept.name for kept in ledger.packages] == ["also-there", "deeper", "needed-thing", "wanted"]
    ledgers.write(Disk(), tmp_path / "ledger.json", ledger)
    assert ledgers.read(tmp_path / "ledger.json") == ledger
    assert ledgers.read(tmp_path / "none.json") == Ledger()


@pytest.mark.parametrize(
    "text",
    ["", "{}x", '{"format": "other"}', '{"version": 2}', '{"folder": "../elsewhere"}', '{"packages": [{"name": "x"}]}'],
)
def test_what_is_no_ledger_is_said_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(text)
    with pytest.raises(LedgerError, match=r"is not a ledger of plugins: .+\."):
        ledgers.read(path)


def test_what_a_person_may_name(tmp_path: Path) -> None:
    folder, wheel = tmp_path / "my game", tmp_path / "a-1.0-py3-none-any.whl"
    folder.mkdir()
    wheel.touch()
    found = {
        text: (target.kind, target.requirement, target.url, target.name)
        for text in (
            "Tabletop_Alpha>=1",
            "./my game",
            str(wheel),
            "https://example.org/a-1.0-py3-none-any.whl#sha256=00",
            "https://example.org/a-1.0.tar.gz",
            "git+https://ada@example.org/ada/game@release/2#egg=game",
            "https://example.org/ada/game.git",
            "game @ git+https://example.org/ada/game",
        )
        for target in [parse_target(text, tmp_path)]
    }
    assert list(found.values()) == [
        ("index", "Tabletop_Alpha>=1", "", "tabletop-alpha"),
        ("folder", str(folder), folder.as_uri(), ""),
        ("wheel", str(wheel), wheel.as_uri(), ""),
        (
            "wheel",
            "https://example.org/a-1.0-py3-none-any.whl#sha256=00",
            "https://example.org/a-1.0-py3-none-any.whl",
            "",
        ),
        ("archive", "https://example.org/a-1.0.tar.gz", "https://example.org/a-1.0.tar.gz", ""),
        (
            "repository",
            "git+https://ada@example.org/ada/game@release/2#egg=game",
            "https://ada@example.org/ada/game",
            "",
        ),
        ("repository", "git+https://example.org/ada/game.git", "https://example.org/ada/game.git", ""),
        ("repository", "git+https://example.org/ada/game", "https://example.org/ada/game", ""),
    ]
    for text in ("", "a b", "./nowhere", "https://example.org/page.html", "x.tar.gz"):
        with pytest.raises(InstallError, match=r"\.$"):
            parse_target(text, tmp_path)


def test_what_is_no_wheel_is_refused(tmp_path: Path) -> None:
    torn = tiny_plugins.write_plugin(tmp_path, "torn")
    torn.write_bytes(torn.read_bytes()[:-40])
    nameless = tmp_path / "nameless.whl"
    nameless.write_bytes(b"")
    listless = tiny_plugins.write_wheel(tmp_path, "listless", "1.0", {})
    with zipfile.ZipFile(listless) as whole:
        members = {name: whole.read(name) for name in whole.namelist() if not name.endswith("RECORD")}
    with zipfile.ZipFile(listless, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    with pytest.raises(InstallError, match="is not a wheel: it has no list of its files, RECORD"):
        read_wheel(listless)
    for path in (torn, nameless, tmp_path / "gone-1.0-py3-none-any.whl"):
        with pytest.raises(InstallError, match="is not a wheel"):
            read_wheel(path)
