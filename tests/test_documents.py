"""What the documents say and what the project does."""

import io
import re
from pathlib import Path

import pytest
from tabletop_pig.games import Pig

from tabletop.match import Match, bind
from tabletop.record import MAX_BYTES, MAX_EVENTS, Record, check_result, read

ROOT = Path(__file__).parent.parent


def test_the_record_in_the_reference_is_a_record():
    page = (ROOT / "docs" / "reference" / "record.md").read_text("utf-8")
    record = read(io.BytesIO(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1].encode()))
    match = Match(bind(Pig, record), record.events)
    check_result(record, match)
    assert list(match.game.scores(match.state)) == [9, 0]
    for key in Record.model_fields:
        assert f"`{key}`" in page
    assert f"{MAX_BYTES // 2**20} MiB" in page
    assert f"{MAX_EVENTS:,} events" in page


@pytest.mark.skipif(not (ROOT / ".ci" / "run").exists(), reason="not a checkout")
def test_the_readme_has_one_test_command():
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert [line for line in lines if "requirements-dev.txt && " in line] == [
        "python3 -m venv .venv && .venv/bin/pip install -r requirements-dev.txt && .venv/bin/pytest"
    ]


def test_the_snippets_of_the_lessons_page_run():
    page = (ROOT / "docs" / "lessons.md").read_text("utf-8")
    snippets = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(snippets) == 3
    exec("\n".join(snippets), {"__file__": str(ROOT / "docs" / "lessons.md")})
