"""What is wrong with a text, as a terminal or a record would see it."""

import re
import unicodedata

from tabletop.match import PLAIN_TEXT

_PLAIN = re.compile(PLAIN_TEXT)


def sentence_fault(text: object, most: int) -> str:
    """Why ``text`` is no printable line of 1 to ``most`` characters; empty when it is one."""
    if not isinstance(text, str):
        return f"{text!r}, which is no text"
    if not text.strip():
        return "an empty text"
    if not _PLAIN.match(text):
        return f"{text!r}, which has line ends or characters that a terminal would act on"
    if len(text) > most:
        return f"{len(text)} characters, more than {most}: {text[:60]}…"
    return ""


def canonical_fault(text: object, most: int) -> str:
    """``sentence_fault``, and for spaces around the text or twice in it."""
    fault = sentence_fault(text, most)
    if not fault and isinstance(text, str) and text != " ".join(text.split()):
        fault = f"{text!r}, which has spaces around it or twice"
    return fault


def columns(line: str) -> int:
    """How many columns of a terminal a line takes: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(letter) in {"W", "F"} for letter in line)
    return len(line) + wide - sum(bool(unicodedata.combining(letter)) for letter in line)
