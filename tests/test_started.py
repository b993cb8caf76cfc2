"""The way back names the program as it was started."""

import sys
from pathlib import Path

from tabletop.started import started_as


def program(folder):
    folder.mkdir()
    file = folder / "tabletop"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


def test_on_the_path_a_name_is_enough(tmp_path, monkeypatch):
    file = program(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(file.parent))
    assert started_as(str(file)) == "tabletop"


def test_elsewhere_it_takes_the_place(tmp_path, monkeypatch):
    file = program(tmp_path / "my programs")
    monkeypatch.setenv("PATH", "/nowhere")
    assert started_as(str(file)) == f"'{file}'"
    monkeypatch.setenv("PATH", str(program(tmp_path / "other").parent))
    assert started_as(str(file)) == f"'{file}'"


def test_as_a_module_it_takes_the_interpreter(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert started_as("/src/tabletop/__main__.py") == f"{Path(sys.executable).absolute()} -m tabletop"


def test_other_programs_have_no_say():
    assert started_as("/usr/bin/pytest") == "tabletop"
