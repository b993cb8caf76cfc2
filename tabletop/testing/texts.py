"""What is wrong with a text, as a terminal or a record would see it."""

import ast
import gettext
import re
import unicodedata
from pathlib import Path

from tabletop.lines import fitted
from tabletop.match import PLAIN_TEXT
from tabletop.naming import MARK, resolve

_PLAIN = re.compile(PLAIN_TEXT)


def sentence_fault(text: object, most: int) -> str:
    """Why ``text``, which may hold sentences made by ``who``, is no printable line of 1 to ``most`` characters."""
    if not isinstance(text, str):
        return f"{type(text).__name__}, which is no text"
    if MARK not in text:
        return _line_fault(text, most)
    return next(filter(None, (_line_fault(read, most) for read in _readings(text))), "")


def _readings(text: str) -> list[str]:
    """A text as those read it whom its sentences are about, others, and others where two share a side."""
    names, pairs = ["Ada", "Bo"] * 50, [seat // 2 for seat in range(100)]
    return [resolve(text, range(100), names), resolve(text, (), names), resolve(text, (), names, pairs)]


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


def named(text: str, seats: int, width: int | None = None) -> str:
    """A text as it is read where players have usual names, folded to ``width`` as the host folds a picture."""
    if MARK not in text:
        return text
    found = resolve(text, (), [f"Player {number}" for number in range(1, seats + 1)])
    return found if width is None else fitted(found, width, "  ")


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
