"""A sample of the texts of a language, drawn by a seed, for somebody to read who speaks it well.

    python tools/sampled.py de --number 200 --seed 1

Each is printed with its number, its package, what stands before it in English, and the translation.
"""

import argparse
from random import Random

import catalogues


def texts(code: str) -> list[tuple[str, str, str]]:
    """The package, the English text and the translation of every text; plural forms with ``|`` between."""
    found = []
    for package in catalogues.packages():
        for message in catalogues.read(catalogues.po_file(package, code)):
            if message.id:
                found.append((package.name, _joined(message.id), _joined(message.string)))
    return found


def _joined(text: str | tuple[str, ...] | list[str]) -> str:
    return text if isinstance(text, str) else " | ".join(text)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="Draws texts of a language to read.")
    parser.add_argument("language", choices=catalogues.LANGUAGES)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    every = sorted(texts(chosen.language))
    drawn = Random(chosen.seed).sample(every, min(chosen.number, len(every)))
    print(f"{len(drawn)} of {len(every)} texts, seed {chosen.seed}")
    for number, (package, english, text) in enumerate(drawn, 1):
        print(f"{number}. [{package}] {english}\n   {text}")


if __name__ == "__main__":
    main()
