"""Several lines that are pasted at once at a prompt: the first is as typed, the others come one after the other."""

from collections import deque

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys


class Pasted:
    """What is left of a paste."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        """without the first; the last one had no Enter after it, and may be empty"""
        self.bindings = KeyBindings()
        """for a prompt: they take a paste"""
        self.bindings.add(Keys.BracketedPaste)(self._take)

    def _take(self, event: KeyPressEvent) -> None:
        first, *others = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        event.current_buffer.insert_text(first)
        if others:
            self._lines.extend(others)
            event.current_buffer.validate_and_handle()

    @property
    def left(self) -> int:
        """How many whole lines are left."""
        return max(0, len(self._lines) - 1)

    def next_line(self) -> str | None:
        """The next whole line; None if there is none."""
        return self._lines.popleft() if self.left else None

    def begun_line(self) -> str:
        """What stood behind the last whole line: it can be typed on."""
        return self._lines.popleft() if self._lines else ""

    def forget(self) -> int:
        """How many lines with something in them were left, of which there are none now."""
        lost = len([line for line in self._lines if line.strip()])
        self._lines.clear()
        return lost
