"""The program in a pseudo-terminal, and what stands on its screen. Nothing sleeps: tests wait for a text."""

import os
import sys

import pexpect
import pyte

TIMEOUT = 30
COMMAND = [sys.executable, "-m", "tabletop"]


class Terminal:
    """A screen with the program on it."""

    def __init__(self, *arguments, columns=80, rows=24, **environ):
        self.raw = b""
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self._stream = pyte.ByteStream(self.screen)
        env = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **environ}
        env.pop("COLUMNS", None)
        env.pop("LINES", None)
        self.process = pexpect.spawn(
            COMMAND[0], [*COMMAND[1:], *arguments], env=env, dimensions=(rows, columns), timeout=TIMEOUT
        )

    @property
    def lines(self):
        """The lines that were ever shown, without the empty ones at the end."""
        above = ["".join(row[x].data for x in range(self.screen.columns)) for row in self.screen.history.top]
        return [line.rstrip() for line in [*above, *self.screen.display]]

    @property
    def text(self):
        return "\n".join(self.lines).rstrip()

    def wait(self, text, times=1):
        """Reads until ``text`` was shown so many times."""
        while self.text.count(text) < times:
            try:
                self._feed(self.process.read_nonblocking(65_536, TIMEOUT))
            except (pexpect.EOF, pexpect.TIMEOUT):
                raise AssertionError(f"waited in vain for {text!r}; on the screen:\n{self.text}") from None
        return self

    def type(self, line):
        """A line and Enter."""
        self.process.send(line + "\r")
        return self

    def key(self, letter):
        """Ctrl and a letter."""
        self.process.sendcontrol(letter)
        return self

    def keys(self, text):
        """Text without Enter."""
        self.process.send(text)
        return self

    def resize(self, columns, rows):
        self.process.setwinsize(rows, columns)
        self.screen.resize(rows, columns)
        return self

    def end(self):
        """Reads to the end of the program; its exit code."""
        try:
            while True:
                self._feed(self.process.read_nonblocking(65_536, TIMEOUT))
        except pexpect.EOF:
            self.process.close()
        return self.process.exitstatus

    def _feed(self, data):
        self.raw += data
        self._stream.feed(data)
