"""The program in a pseudo-terminal, and what stands on its screen. Nothing sleeps: tests wait for a text."""

import os
import signal

import pexpect
import pyte
from processes import LAST_RESORT, PATIENT

PROMPT_ENDS, PROMPT_BEGINS = b"\x1b[?2004l", b"\x1b[?2004h"
"""Bracketed paste is on while the program reads a line."""


class Terminal:
    """A screen with the program on it."""

    def __init__(self, *arguments, columns=80, rows=24, command=PATIENT, **environ):
        self.raw = b""
        self._mark = 0
        self._answered = -1
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self._stream = pyte.ByteStream(self.screen)
        env = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **environ}
        env.pop("COLUMNS", None)
        env.pop("LINES", None)
        self.process = pexpect.spawn(
            command[0], [*command[1:], *arguments], env=env, dimensions=(rows, columns), timeout=LAST_RESORT
        )

    @property
    def text(self):
        """All that was ever shown, without spaces at the ends of the lines."""
        return "\n".join(line.rstrip() for line in self._padded.split("\n")).rstrip()

    @property
    def _padded(self):
        above = ["".join(row[x].data for x in range(self.screen.columns)) for row in self.screen.history.top]
        return "\n".join([*above, *self.screen.display])

    def wait(self, text, times=1):
        """Reads until ``text`` was shown so many times."""
        return self.until(lambda: self._padded.count(text) >= times, text)

    def until(self, condition, wanted):
        """Reads until ``condition`` holds."""
        while not condition():
            try:
                self._feed(self.process.read_nonblocking(65_536, LAST_RESORT))
            except (pexpect.EOF, pexpect.TIMEOUT):
                raise AssertionError(f"waited in vain for {wanted!r}; on the screen:\n{self.text}") from None
        return self

    @property
    def sent(self):
        """What the program has written since the last key."""
        return self.raw[self._mark :]

    def ready(self):
        """Reads until the prompt that got the last input has ended and the next one reads."""

        def reads_again():
            ended = self.raw.find(PROMPT_ENDS, self._mark)
            return ended >= 0 and PROMPT_BEGINS in self.raw[ended:]

        return self.until(reads_again, "a prompt")

    def type(self, line):
        """A line and Enter, at a prompt that hasn't been answered."""
        self._answer()
        self.process.send(line + "\r")
        return self

    def key(self, letter):
        """Ctrl and a letter: C at any time, D at a prompt that hasn't been answered."""
        self._answer(at_once=letter == "c")
        self.process.sendcontrol(letter)
        return self

    def interrupt(self):
        """Ctrl-C where nothing is read; reads until a prompt reads."""
        self.key("c")
        return self.until(lambda: PROMPT_BEGINS in self.sent, "a prompt")

    def _answer(self, at_once=False):
        """Waits for the next prompt, of programs that have shown one: between two prompts keys mean something else."""
        if not at_once and PROMPT_BEGINS in self.raw:
            self.until(lambda: self.raw.rfind(PROMPT_BEGINS) > self._answered, "a prompt")
        self._answered = self.raw.rfind(PROMPT_BEGINS)
        self._mark = len(self.raw)

    def keys(self, text):
        """Text without Enter."""
        self.process.send(text)
        return self

    def resize(self, columns, rows):
        self._mark = len(self.raw)
        self.process.setwinsize(rows, columns)
        self.screen.resize(rows, columns)
        return self

    def end(self):
        """Reads to the end of the program; its exit code."""
        try:
            while True:
                self._feed(self.process.read_nonblocking(65_536, LAST_RESORT))
        except pexpect.EOF:
            self._reap()
        return self.process.exitstatus

    def close(self):
        """Kills the program unless it has ended."""
        if not self.process.closed:
            self.process.kill(signal.SIGKILL)
            self._reap()

    def _reap(self):
        """Waits for the end; pexpect alone would leave it some tenths of a second."""
        if self.process.isalive():
            self.process.wait()
        self.process.close()

    def _feed(self, data):
        self.raw += data
        self._stream.feed(data)
