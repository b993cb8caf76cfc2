"""Tests repeat themselves exactly; ``HYPOTHESIS_PROFILE=search`` looks for new examples instead."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", derandomize=False, deadline=None, max_examples=1_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(scope="session", autouse=True)
def english() -> Iterator[None]:
    """The tests read what the program says in English, whatever the system's language is."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "C.UTF-8")
        yield


@pytest.fixture(scope="session", autouse=True)
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever runs the tests may have plugins and matches of their own: the tests don't see them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOP_HOME", str(tmp_path_factory.mktemp("home")))
        yield
