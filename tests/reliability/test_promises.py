"""What docs/reliability.md names is there."""

import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
PAGE = TESTS.parent / "docs" / "reliability.md"


def test_every_test_that_the_page_names_is_there():
    file = ""
    found = re.findall(r"`((?:reliability/)?test_\w+\.py)?(?:::(test_\w+))?`", PAGE.read_text("utf-8"))
    for named, test in found:
        file = named or file
        if not named and not test:
            continue
        path = next(place for place in (TESTS / file, TESTS / "reliability" / file) if place.is_file())
        assert not test or f"def {test}(" in path.read_text("utf-8"), (file, test)
    assert sum(bool(test) for _named, test in found) > 40
