"""What docs/reliability.md, docs/network.md and docs/shell.md name is there."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
DOCS = TESTS.parent / "docs"


@pytest.mark.parametrize(("page", "least"), [("reliability.md", 40), ("network.md", 40), ("shell.md", 40)])
def test_every_test_that_the_page_names_is_there(page, least):
    file = ""
    found = re.findall(r"`((?:reliability/)?test_\w+\.py)?(?:::(test_\w+))?`", (DOCS / page).read_text("utf-8"))
    for named, test in found:
        file = named or file
        if not named and not test:
            continue
        path = next(place for place in (TESTS / file, TESTS / "reliability" / file) if place.is_file())
        assert not test or f"def {test}(" in path.read_text("utf-8"), (file, test)
    assert sum(bool(test) for _named, test in found) >= least
