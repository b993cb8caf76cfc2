"""What is said between the host and a program, kept in files."""

import logging
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from tabletop.i18n import Texts

_ = Texts(__file__)

SAID: Final = b"> "
"""Before what was said to the program."""
HEARD: Final = b"< "
"""Before what it answered."""


class Traffic:
    """One file: a line for each that was said, both ways, as it was, in its order."""

    def __init__(self, folder: Path, name: str) -> None:
        """A new file ``NAME-1.txt``, or the next number, in ``folder``, which is made. Raises ValueError."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = _new(folder, name)
        except OSError as error:
            text = _("What is said can't be kept in {folder}: {why}.")
            raise ValueError(text.format(folder=folder, why=error.strerror)) from None
        self._fails = False

    def said(self, data: bytes) -> None:
        """Lines to the program."""
        self._write(b"".join(SAID + line + b"\n" for line in data.split(b"\n") if line))

    def heard(self, line: bytes) -> None:
        """A line of the program's."""
        self._write(HEARD + line + b"\n")

    def _write(self, data: bytes) -> None:
        """Where it can't be kept any more, that is told once: nobody stops playing for it."""
        try:
            self._file.write(data)
        except (OSError, ValueError) as error:
            if not self._fails:
                logging.getLogger(__name__).warning("%s: %s", self._file.name, error)
            self._fails = True

    def close(self) -> None:
        """Nothing more is kept."""
        self._file.close()

    def __enter__(self) -> "Traffic":
        return self

    def __exit__(self, _kind: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None) -> None:
        self.close()


def _new(folder: Path, name: str) -> BinaryIO:
    for number in count(1):
        try:
            return (folder / f"{name}-{number}.txt").open("xb", buffering=0)
        except FileExistsError:
            continue
    raise AssertionError
