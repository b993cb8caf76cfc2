"""What one line typed at a table costs, in calls into the host: counted, not timed."""

import pytest
from counted import Calls
from sittings import sit_down

from tabletop.i18n import speaking

MOST = 510
"""half of what a roll cost when the screen drove the match"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_one_roll_at_pig_costs_few_calls(tmp_path, language):
    calls = Calls()

    def roll():
        calls.count()
        return "r" if language == "en" else "w"

    def quit_now():
        calls.rest()
        return "quit"

    calls.watch()
    try:
        with speaking(language):
            console, _here, _ending = sit_down(tmp_path, ["roll", roll, quit_now], seats="Ada,Bo")
    finally:
        calls.unwatch()
    assert "Ada" in console.text
    files = calls.by_file()
    print(f"{calls.total} calls in {len(files)} files: {files.most_common()}")
    assert 50 < calls.total <= MOST
