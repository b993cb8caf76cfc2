"""Tests repeat themselves exactly; ``HYPOTHESIS_PROFILE=search`` looks for new examples instead."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
collect_ignore = [
    "docs/examples/players",
    "plugins/dominoes_passing/training",
    "tests/helpers/hostile.py",
    "tests/reliability/guided.py",
]
"""Programs that read from their standard input, and one that needs ``requirements-slow.txt``."""

settings.register_profile("repeatable", untimed, derandomize=True)
settings.register_profile("search", untimed, derandomize=False, max_examples=1_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Most tests that take long start the program again and again: it is compiled once."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # a shell has what it runs in the background ignore Ctrl-C, and so would the programs that the tests interrupt
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def english() -> Iterator[None]:
    """The tests read what the program says in English, whatever the system's language is."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "C.UTF-8")
        yield


@pytest.fixture(autouse=True)
def english_again() -> None:
    """Each test begins in English, whatever language the one before has left in use."""
    from tabletop.i18n import use_language

    use_language("en")


@pytest.fixture(scope="session", autouse=True)
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever runs the tests may have plugins and matches of their own: the tests don't see them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOP_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="session", autouse=True)
def hasty() -> Iterator[None]:
    """The index of the matches forces nothing to the medium: the power stays."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tabletop.saves.index_file.SYNCHRONOUS", "OFF")
        yield


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """The tests never find a plugin slow, however loaded the machine is."""
    from tabletop.guard.watchdog import WATCH

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WATCH, "clock", lambda: 0.0)
        yield
