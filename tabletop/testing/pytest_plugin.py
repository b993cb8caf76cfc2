"""The kit in pytest: a fixture for those who ask for it, and nothing else.

    def test_my_game(tabletop_check):
        tabletop_check("tabletop_my_game")

It takes a game's class, a plugin's package by name, or its folder as a path.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def tabletop_check() -> Callable[..., None]:
    """Puts a game or a plugin through the conformance kit; what it finds wrong fails the test.

    Keyword arguments are those of ``tabletop.testing.check_game``, ``check_package`` or ``check_folder``.
    """
    from tabletop import testing

    def check(target: Any, **how: Any) -> None:
        if isinstance(target, str):
            reports = testing.check_package(target, **how)
        elif isinstance(target, Path):
            reports = testing.check_folder(target, **how)
        else:
            reports = [testing.check_game(target, **how)]
        if not all(report.ok for report in reports):
            pytest.fail("\n\n".join(str(report) for report in reports if not report.ok), pytrace=False)

    return check
