"""Lines of text for a screen or a pipe: what can be written there, and how it is broken."""

import re
import shutil
import sys
import textwrap
import unicodedata
from typing import Final, TextIO

CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal would act on, or can't be written; line ends aren't among it."""


_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Cs", "Mn", "Me", "Zl", "Zp", "Zs"})
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters of fonts in which nothing is drawn."""


def composed(text: str) -> str:
    """A text in the one spelling that all its ways to be typed have (NFC).

    >>> composed("Zoe\u0301") == "Zo\u00e9"
    True
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def seen(text: str) -> str:
    """What is to be seen of a text; empty where that is nothing."""
    if text.isascii():
        return text.strip()
    drawn = "".join(letter for letter in composed(text) if unicodedata.category(letter) != "Cf").strip()
    letters = (letter for letter in drawn if unicodedata.category(letter) not in _UNSEEN and letter not in _BLANK)
    return drawn if any(letters) else ""


def can_encode(stream: TextIO) -> bool:
    """Whether box drawing can be written to ``stream``."""
    try:
        "╭●".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def harmless(text: str) -> str:
    """A text without anything that a terminal would act on: typed lines and names may hold escape codes.

    >>> harmless("a\\x1b[2Jb")
    'a?[2Jb'
    """
    return CONTROL.sub("?", text)


def hanging(head: str, text: str, width: int) -> str:
    """``head`` and ``text``, wrapped so that further lines stand under the text's first word."""
    return textwrap.fill(
        text, max(width, 40), initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )


def fitted(text: str, width: int, hanging: str = "") -> str:
    """A text with its lines broken between words, never in one, where they are longer than ``width``; pictures stay.
    Further lines begin as the first, and with ``hanging``.

    >>> print(fitted("  one two three", 10))
      one two
      three
    """
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()))
        too_long = len(line) > width
        begin = indent + hanging
        lines += textwrap.wrap(line, width, subsequent_indent=begin, break_on_hyphens=False) if too_long else [line]
    return "\n".join(lines)


def show_line(text: str) -> None:
    """Prints a line of a list: on a terminal broken between words, else in one piece, for other programs."""
    print(fitted(text, shutil.get_terminal_size().columns) if sys.stdout.isatty() else text, flush=True)
