"""Texts of the catalogues drawn by a seed, for a native reader to judge: see docs/translate.md.

python tools/drawn.py LANGUAGE [COUNT [SEED]]   prints COUNT (200) of all texts of the host and the plugins here
"""

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

from catalogues import packages, po_file, read


class Translated(NamedTuple):
    """A text and its translation, each with its plural if it has one; the package and the context it belongs to."""

    package: str
    context: str
    english: tuple[str, ...]
    translation: tuple[str, ...]

    def __str__(self) -> str:
        where = f"{self.package}, {self.context}" if self.context else self.package
        return "\n".join([f"({where})", *(f"  en: {text}" for text in self.english), *self.translation])


def translated(language: str) -> Iterator[Translated]:
    """Every text of all catalogues of a language."""
    for package in packages():
        for message in read(po_file(package, language)):
            if message.id:
                yield Translated(package.name, message.context or "", _forms(message.id), _forms(message.string))


def _forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def drawn(language: str, count: int, seed: int) -> list[Translated]:
    """So many texts by a seed; in which order the catalogues have them makes no difference."""
    texts = sorted(translated(language))
    return random.Random(seed).sample(texts, min(count, len(texts)))


def main(language: str, count: str = "200", seed: str = "1") -> None:
    """Prints the texts with a number each."""
    for number, text in enumerate(drawn(language, int(count), int(seed)), start=1):
        print(f"{number}. {text}")


if __name__ == "__main__":
    main(*sys.argv[1:])
