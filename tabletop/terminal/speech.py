"""A program beside this one that speaks: each text is its last argument, and no shell reads it."""

import queue
import subprocess
from collections.abc import Callable, Sequence
from threading import Thread


class Speech:
    """Speaks one text after the other, in a thread of its own; what is typed silences what is left."""

    def __init__(self, program: Sequence[str], complain: Callable[[OSError], None]) -> None:
        """``complain`` is told once where the program can't be run."""
        self._program = tuple(program)
        self._complain = complain
        self._texts: queue.Queue[str] = queue.Queue()
        self._speaking: subprocess.Popen[bytes] | None = None
        Thread(target=self._run, daemon=True).start()

    def say(self, text: str) -> None:
        """Speaks a text when those before it are spoken."""
        if text.strip():
            self._texts.put(text.strip())

    def silence(self) -> None:
        """Drops what isn't spoken yet."""
        while not self._texts.empty():
            try:
                self._texts.get_nowait()
            except queue.Empty:
                break
            self._texts.task_done()
        if self._speaking is not None and self._speaking.poll() is None:
            self._speaking.terminate()

    def finish(self) -> None:
        """Waits until all is spoken."""
        self._texts.join()

    def _run(self) -> None:
        while True:
            text = self._texts.get()
            try:
                self._speak(text)
            finally:
                self._texts.task_done()

    def _speak(self, text: str) -> None:
        if not self._program:
            return
        argument = f" {text}" if text.startswith("-") else text  # no option of the program
        try:
            self._speaking = subprocess.Popen(
                [*self._program, argument],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as why:
            self._program = ()
            self._complain(why)
            return
        self._speaking.wait()
