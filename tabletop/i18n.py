"""Translation: one gettext domain for each package, looked up when a text is shown."""

import gettext
from functools import lru_cache
from pathlib import Path

_language = ["en"]


def use_language(code: str) -> None:
    """Show every text in a language (such as ``de``) from now on, where a package has it, else in English."""
    _language[0] = code


def language() -> str:
    """The language in use, such as ``en``."""
    return _language[0]


def N_(text: str) -> str:
    """Marks a text for translation that is translated later, when it is shown."""
    return text


@lru_cache(maxsize=64)
def _catalogue(folder: Path, domain: str, language: str) -> gettext.NullTranslations:
    return gettext.translation(domain, folder, [language], fallback=True)


class Texts:
    """The texts of one package: ``_ = Texts(__file__)``, then ``_("Hello")`` and ``_.plural("{n} point", ...)``."""

    def __init__(self, file: str | Path) -> None:
        """The catalogues lie in ``locale`` beside ``file``; the domain is the name of that folder's package."""
        package = Path(file).resolve().parent
        while (package.parent / "__init__.py").exists():
            package = package.parent
        self._domain = package.name
        self._folder = package / "locale"

    def __call__(self, message: str) -> str:
        """The message in the language in use."""
        return _catalogue(self._folder, self._domain, language()).gettext(message) if message else ""

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form of the message for ``n``, with ``{n}`` and the other values filled in."""
        return _catalogue(self._folder, self._domain, language()).ngettext(one, many, n).format(n=n, **values)
