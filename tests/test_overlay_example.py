"""A whole third-party game through all of it: installed, saved, upgraded, removed, put back, resumed and restored."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from store_bench import Bench, Listener

SOURCE = Path(__file__).parent.parent / "docs/examples/pass_the_pigs"
NAME = "tabletop-pass-the-pigs"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(sys, "path", list(sys.path))
    links = tmp_path / "links"
    sources = [tmp_path / "now", tmp_path / "later"]
    for source in sources:
        shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("__pycache__", "dist", "tests"))
    project = sources[1] / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace('version = "1.0.0"', 'version = "1.0.1"'), "utf-8")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps"]
    for source in sources:
        built = subprocess.run([*pip, "-w", links, source], capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stderr
    return Bench(tmp_path / "home", links)


def test_pass_the_pigs_goes_through_all_of_it(bench: Bench) -> None:
    bench.installer(listener := Listener()).install([f"{NAME}==1.0.0"])
    assert "10 checks of the conformance kit passed" in listener.text
    assert "failed" not in listener.text
    begun = bench.play("play", "pass-the-pigs", "--seats", "Ada,cpu:easy", "--seed", "5", typed="throw\n")
    assert "Ada: throws the pigs" in begun
    bench.installer().upgrade([])
    assert bench.names() == [f"{NAME} 1.0.1"]
    bench.installer().uninstall([NAME])
    assert f"needs plugin {NAME}" in bench.command("matches")[1]
    bench.installer().install([NAME])
    folder = bench.overlay.folder(bench.ledger)
    assert folder is not None
    shutil.rmtree(folder)
    shutil.rmtree(bench.links)
    bench.installer().restore()
    assert " wins." in bench.play("resume", typed="throw\npass\n" * 200)
