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
    print(console.text[-900:]); print(f"{calls.total} {calls.without_comprehensions} calls in {len(calls.by_file())} files: {calls.by_file().most_common()}"); print(*calls.made.most_common(70), sep="\n")
    assert 50 < calls.total <= MOST
