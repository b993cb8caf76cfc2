"""The page on writing a player, done step by step as it says."""

import shlex
from pathlib import Path

import tutorial

PAGE = (Path(__file__).parent.parent / "docs/write-a-player.md").read_text("utf-8")
BLOCKS = list(tutorial.blocks(PAGE))


def test_every_step_of_the_page_works(tabletop, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for block in BLOCKS:
        if block.how:
            tutorial.write(block, tmp_path)
        elif block.language == "console":
            for command in tutorial.commands(block.text):
                program, *words = shlex.split(command.words)
                code, out, err = tabletop(*words, typed=command.typed)
                assert (program, code, err) == ("tabletop", 0, ""), err
                assert tutorial.missing(command.shown, out) == "", out
    assert (tmp_path / "said/mine-1.txt").read_text("utf-8").startswith('> {"type":"hello"')


def test_every_block_is_one_that_is_tried():
    assert [block.text for block in BLOCKS if block.language not in ("console", "text") and not block.how] == []
    assert len([block for block in BLOCKS if block.how]) == 2
