"""What is wrong with a text, as a terminal or a record would see it."""

import ast
import gettext
import re
import unicodedata
from pathlib import Path

from tabletop.match import PLAIN_TEXT
from tabletop.who import MARKS

_PLAIN = re.compile(PLAIN_TEXT)
_WHO = re.compile("{0}([0-9]+){1}([^{1}{2}]*){1}([^{1}{2}]*){1}([^{1}{2}]*){2}".format(*MARKS))
"""A sentence about a seat: the seat, and three forms."""


def sentence_fault(text: object, most: int) -> str:
    """Why ``text``, which may hold sentences made by ``who``, is no printable line of 1 to ``most`` characters."""
    if not isinstance(text, str):
        return f"{type(text).__name__}, which is no text"
    if not _WHO.search(text):
        return _line_fault(text, most)
    return next(filter(None, (_line_fault(read, most) for read in _readings(text))), "")


def _readings(text: str) -> list[str]:
    """A text as those read it whom its sentences are about, others, and others where a name stands for several."""
    return [_WHO.sub(rf"\{form}", text).replace("{name}", "Ada") for form in (2, 3, 4)]


def _line_fault(text: str, most: int) -> str:
    if not text.strip():
        return "an empty text"
    if not _PLAIN.match(text):
        return f"{text[:200]!r}, which has line ends or characters that a terminal would act on"
    if len(text) > most:
        return f"{len(text)} characters, more than {most}: {text[:60]}…"
    return ""


def canonical_fault(text: object, most: int) -> str:
    """``sentence_fault``, and for spaces around the text or twice in it."""
    fault = _line_fault(text, most) if isinstance(text, str) else sentence_fault(text, most)
    if not fault and isinstance(text, str) and text != " ".join(text.split()):
        fault = f"{text!r}, which has spaces around it or twice"
    return fault


def columns(line: str) -> int:
    """How many columns of a terminal a line takes: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(letter) in {"W", "F"} for letter in line)
    return len(line) + wide - sum(bool(unicodedata.combining(letter)) for letter in line)


def catalogues(folder: Path) -> dict[str, set[str]]:
    """The texts that each language's catalogue in ``folder`` knows, compiled (``.mo``) or not (``.po``)."""
    found: dict[str, set[str]] = {}
    for file in sorted(folder.glob("*/LC_MESSAGES/*.[mp]o")):
        found.setdefault(file.parent.parent.name, set()).update(
            _compiled(file) if file.suffix == ".mo" else _source(file)
        )
    return found


def _compiled(file: Path) -> set[str]:
    with file.open("rb") as stream:
        messages: dict[object, str] = gettext.GNUTranslations(stream)._catalog  # type: ignore[attr-defined]
    return {key if isinstance(key, str) else str(key[0]) for key in messages if isinstance(key, (str, tuple))}


def _source(file: Path) -> set[str]:
    """The ``msgid`` texts: one or several quoted strings on lines of their own."""
    text = file.read_text(encoding="utf-8")
    blocks = re.findall(r'^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)', text, re.MULTILINE)
    return {"".join(ast.literal_eval(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', block)) for block in blocks}
