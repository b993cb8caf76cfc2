"""Counts the calls into the host while a block runs, in every thread."""

import sys
import threading
from collections import Counter
from pathlib import Path

HOST = str(Path(__file__).resolve().parents[2] / "tabletop") + "/"


class Calls:
    """The Python calls into functions of ``tabletop/``, by file and function. Threads that are there count too."""

    def __init__(self):
        self.made = Counter()
        self._counts = False

    def watch(self):
        """From now on, this thread and those that it starts can be counted."""
        threading.setprofile(self._look)
        sys.setprofile(self._look)

    def unwatch(self):
        sys.setprofile(None)
        threading.setprofile(None)

    def count(self):
        """Counts from here."""
        self._counts = True

    def rest(self):
        """Counts no more."""
        self._counts = False

    def _look(self, frame, event, _argument):
        if self._counts and event == "call":
            code = frame.f_code
            if code.co_filename.startswith(HOST):
                self.made[code.co_filename.removeprefix(HOST), code.co_qualname] += 1

    @property
    def total(self):
        return self.made.total()

    @property
    def without_comprehensions(self):
        """As of Python 3.12 most of them are no calls any more."""
        return sum(n for (_f, name), n in self.made.items() if not name.endswith(("comp>", "expr>")))

    def by_file(self):
        found = Counter()
        for (file, _function), number in self.made.items():
            found[file] += number
        return found
