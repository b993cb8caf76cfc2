"""A language that nobody speaks: every text between marks, with accents, a third longer, so that gaps are seen."""

import gettext
import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CODE = "qx"
OPEN, CLOSE = "⟦", "⟧"
_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_WORD = r"[^\W\d_][\w-]*"
_PLACEHOLDER = re.compile(r"(\{[^{}]*\}|\n)")


def load_catalogues():
    """The module ``tools/catalogues.py``."""
    spec = importlib.util.spec_from_file_location("tools_catalogues", ROOT / "tools" / "catalogues.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pseudo(text: str) -> str:
    """A text in this language; its placeholders stay."""
    parts = _PLACEHOLDER.split(text)
    accented = "".join(part.translate(_ACCENTS) if number % 2 == 0 else part for number, part in enumerate(parts))
    return f"{OPEN}{accented}{'~' * (len(text) // 3)}{CLOSE}"


def write(folder: Path) -> None:
    """The compiled catalogues of all packages, each with the texts that translators are given and no others."""
    catalogues = load_catalogues()
    for package in catalogues.packages():
        catalogue = catalogues.template(package)
        catalogue.locale = "de"
        for message in catalogue:
            if not message.id or message.context == "number":
                continue
            if message.pluralizable:
                message.string = tuple(map(pseudo, message.id))
            else:
                message.string = pseudo(message.id)
        file = folder / CODE / "LC_MESSAGES" / f"{package.name}.mo"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(catalogues.compiled(catalogue))


def catalogue_in(folder: Path):
    """What looks up catalogues there instead of in the packages."""
    return lambda _folder, domain, language: gettext.translation(domain, folder, [language], fallback=True)


def untranslated(text: str) -> set[str]:
    """The words that stand outside the marks, or inside with a vowel that has no accent: filled in untranslated."""
    vowel = re.compile("[aeiouAEIOU]")
    inside = {word for word in re.findall(_WORD, text) if vowel.search(word)}
    return inside | set(re.findall(_WORD, outside(text)))


def outside(text: str) -> str:
    """What stands outside the marks. Raises ValueError where a mark is cut off."""
    depth, rest = 0, []
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        if depth < 0:
            raise ValueError(f"cut: {text}")
        if depth == 0 and letter != CLOSE:
            rest.append(letter)
    if depth:
        raise ValueError(f"cut: {text}")
    return "".join(rest)
