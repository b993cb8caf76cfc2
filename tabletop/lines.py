"""Lines of text for a screen or a pipe: what can be written there, and how it is broken."""

import re
import shutil
import sys
import unicodedata
from typing import Final, TextIO

CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal would act on, or can't be written; line ends aren't among it."""


_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Cs", "Mn", "Me", "Zl", "Zp", "Zs"})
_WORDS: Final = re.compile(r"(\s*)(\S+)")
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


_NARROW: Final = re.compile("[ -~\xa1-\xac\xae-\u02ff\u2010-\u2027\u2500-\u257f]*")
"""Letters of Latin, dashes, quotation marks and lines: each takes one column, and no library is needed to say so."""


def width(text: str) -> int:
    """How many columns a text takes, where a character may take two, or none.

    >>> width("6-4"), width("囲碁")
    (3, 4)
    """
    if _NARROW.fullmatch(text):
        return len(text)
    from wcwidth import wcwidth

    return sum([max(0, wcwidth(sign)) for sign in text])


def hanging(head: str, text: str, columns: int) -> str:
    """``head`` and ``text``, wrapped so that further lines stand under the text's first word."""
    return "\n".join(_wrapped(head + text.replace("\n", " "), max(columns, 40), " " * width(head), len(head)))


def fitted(text: str, columns: int, hanging: str = "") -> str:
    """A text with its lines broken between words, in one only where it takes more than that, where they take more than
    so many columns; pictures stay. Further lines begin as the first, and with ``hanging``.

    >>> print(fitted("  one two three", 10))
      one two
      three
    >>> print(fitted("囲碁 囲碁囲碁囲碁", 8))
    囲碁 囲
    碁囲碁囲
    碁
    """
    lines = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        too_long = len(line) > columns or (not line.isascii() and width(line) > columns)
        lines += _wrapped(line, columns, " " * len(indent) + hanging, len(indent)) if too_long else [line]
    return "\n".join(lines)


def _wrapped(line: str, columns: int, begin: str, head: int) -> list[str]:
    """A line in several that take so many columns; later ones begin with ``begin``. ``head``: so many characters at its
    beginning stay together.
    """
    rows, row, used = [], line[:head], width(line[:head])
    room = max(1, columns - width(begin))
    is_bare = False
    for gap, whole in _WORDS.findall(line[head:]):
        word, wide = whole, width(whole)
        if wide <= room and used + len(gap) + wide > columns:
            rows.append(row)
            row, used, is_bare = begin, width(begin), True
        if not is_bare:
            row, used = row + gap, used + len(gap)
        while used + wide > columns:
            part = _first_columns(word, columns - used) if used < columns else ""
            rows.append((row + part).rstrip())
            word = word[len(part) :]
            row, used, wide = begin, width(begin), width(word)
        row, used, is_bare = row + word, used + wide, False
    return [*rows, row] if row.strip() or not rows else rows


def _first_columns(word: str, columns: int) -> str:
    """As much of a word as takes so many columns, and at least one character."""
    end, used = 0, 0
    while end < len(word) and (not end or used + width(word[end]) <= columns):
        used += width(word[end])
        end += 1
    return word[:end]


def show_line(text: str) -> None:
    """Prints a line of a list: on a terminal broken between words, else in one piece, for other programs."""
    print(fitted(text, shutil.get_terminal_size().columns) if sys.stdout.isatty() else text, flush=True)
