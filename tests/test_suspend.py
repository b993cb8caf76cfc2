"""Ctrl-Z in a shell with jobs: at a prompt, in a page, in plain mode and while a player thinks; fg shows it again."""

import os
import shlex
import shutil

import pytest

if os.name == "nt" or not shutil.which("bash"):
    pytest.skip("there is no shell with jobs", allow_module_level=True)

from processes import PATIENT
from terminal import Terminal

PIG = [*PATIENT, "play", "pig", "--seed", "1", "--seats"]


@pytest.fixture
def job(home):
    """Starts a command line in a shell."""
    shell = Terminal(command=["bash", "--norc", "-i"], PS1="SHELL> ")
    shell.wait("SHELL> ")

    def start(*arguments):
        shell.keys("clear; " + shlex.join([*PIG, *arguments]) + "\r")
        return shell

    yield start
    shell.close()


def suspend(shell, shown):
    """Stops what runs there and goes on with it; reads until it has shown this again."""
    stopped = shell.text.count("Stopped")
    shell.keys("\x1a").wait("Stopped", stopped + 1)
    shell.until(lambda: "SHELL>" in shell.text.rpartition("Stopped")[2], "SHELL>").keys("fg\r")
    return shell.until(lambda: shown in shell.text.rpartition("SHELL> fg")[2], shown)


def test_at_a_prompt_and_in_a_page(job):
    shell = job("you,Bo").wait("You> ").keys("ro").wait("You> ro")
    suspend(shell, "You> ro").keys("ll\r").wait("3 turn points").keys("rules\r").wait("q to stop:")
    suspend(shell, "q to stop:").keys("q").wait("You> ").keys("quit\r").wait("The match is kept")


def test_in_plain_mode(job):
    shell = job("you,Bo", "--plain").wait("You> ").keys("ro").wait("You> ro")
    suspend(shell, "You> ro").keys("ll\r").wait("You roll 3")
    shell.keys("quit\r").wait("The match is kept")


def test_while_players_play(job):
    shell = job("cpu,cpu", "--speed", "fast", "--set", "target=10000").wait("this turn")
    suspend(shell, "this turn").keys("\x03").wait("paused> ").keys("quit\r").wait("The match is kept")
