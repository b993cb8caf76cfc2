"""Translation: one gettext domain for each package, looked up when a text is shown; numbers as the language has them.

The catalogues are compiled when a package is built. Where there is none, a text is shown in English.
"""

import gettext
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Final

_language: ContextVar[str] = ContextVar("language", default="en")


def use_language(code: str) -> None:
    """Show every text in a language (such as ``de``) from now on, where a package has it, else in English.

    The language belongs to the context: another thread speaks it if it runs in a copy of this one's context.
    """
    _language.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Shows every text in a language while the block runs, for one reader among others."""
    before = _language.set(code)
    try:
        yield
    finally:
        _language.reset(before)


language: Final = _language.get
"""Tells the language in use, such as ``en``."""


def languages() -> list[str]:
    """The languages that the host speaks, by their codes."""
    folders = (path.parent.parent.name for path in (Path(__file__).parent / "locale").glob("*/LC_MESSAGES/*.[mp]o"))
    return sorted({"en", *folders})


def find_language(text: str) -> str:
    """The language that ``text`` names: ``de``, or what a system calls it, ``de-AT``, ``de_DE.UTF-8``.

    Raises ValueError, with a sentence that lists the languages there are.
    """
    code = _code(text)
    if code not in languages():
        raise ValueError(_("There is no language “{text}”; there are {codes}.").format(text=text, codes=_listed()))
    return code


BEFORE: Final = "TABLETOP_LANGUAGE_BEFORE"
"""The variable that says what ``LANGUAGE`` was before a run set it for what it doesn't translate itself."""


def windows_language() -> str:
    """What Windows calls the language in which it is shown, such as ``de_DE``; empty elsewhere."""
    if os.name != "nt":
        return ""
    import ctypes
    import locale

    number = getattr(ctypes, "windll").kernel32.GetUserDefaultUILanguage()  # noqa: B009 - it isn't there elsewhere
    return locale.windows_locale.get(number, "")


def system_language(environ: Mapping[str, str], windows: Callable[[], str] = windows_language) -> str:
    """The language that the system's settings ask for, or English where the host doesn't speak it.

    As gettext has it: the first of LANGUAGE, unless the locale is ``C``, else that of the locale; on Windows, where
    nobody sets these, its own.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    listed = environ.get(BEFORE, environ.get("LANGUAGE", ""))
    wanted = [locale] if locale in ("C", "POSIX") else [*listed.split(":"), locale or (windows() if not listed else "")]
    spoken = languages()
    return next((code for text in wanted if (code := _code(text)) in spoken), "en")


def _code(text: str) -> str:
    return text.strip().lower().replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0]


def _listed() -> str:
    return ", ".join(languages())


def N_(text: str) -> str:
    """Marks a text for translation that is translated later, when it is shown."""
    return text


def NC_(context: str, text: str) -> str:  # noqa: ARG001 - for those who extract texts
    """The same for a text with a context, such as ``NC_("command", "roll")`` for a word that people type."""
    return text


def NP_(one: str, many: str) -> tuple[str, str]:
    """The same for the two forms of a plural."""
    return (one, many)


@lru_cache(maxsize=64)
def _catalogue(folder: Path, domain: str, language: str) -> gettext.NullTranslations:
    return gettext.translation(domain, folder, [language], fallback=True)


_ALIKE: Final = {str, int}
"""The types of values that every language writes alike."""


class Message(str):
    """A text to show. Its ``format`` writes numbers with a fraction, and percentages, as the language in use does."""

    def format(self, *args: object, **values: object) -> str:
        """As of every text."""
        if _ALIKE.issuperset(map(type, args)) and _ALIKE.issuperset(map(type, values.values())):
            return super().format(*args, **values)
        return _LOCAL.vformat(self, args, values)


class _LocalFormatter(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        return write_number(value, format_spec) if isinstance(value, float) else str(format(value, format_spec))


_LOCAL: Final = _LocalFormatter()


class Texts:
    """The texts of one package: ``_ = Texts(__file__)``, then ``_("Hello")`` and ``_.plural("{n} point", ...)``."""

    def __init__(self, file: str | Path) -> None:
        """The catalogues lie in ``locale`` beside ``file``; the domain is the name of that folder's package."""
        package = Path(file).resolve().parent
        while (package.parent / "__init__.py").exists():
            package = package.parent
        self._domain = package.name
        self.folder = package / "locale"
        """where the catalogues lie"""

    def __call__(self, message: str) -> str:
        """The message in the language in use."""
        return Message(_catalogue(self.folder, self._domain, _language.get()).gettext(message)) if message else ""

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form of the message for ``n``, with ``{n}`` and the other values filled in."""
        found = _catalogue(self.folder, self._domain, _language.get())
        return Message(found.ngettext(one, many, int(n))).format(n=n, **values)

    def context(self, context: str, message: str) -> str:
        """The message as it is translated in a context; with the context ``command``, a word that people type."""
        return Message(_catalogue(self.folder, self._domain, _language.get()).pgettext(context, message))


_ = Texts(__file__)


def write_number(value: float, spec: str) -> str:
    """A number as ``format`` writes it with ``spec``, with the decimal point and percentages of the language in use.

    >>> write_number(0.613, ".1%"), write_number(2.5, ".1f")
    ('61.3%', '2.5')
    """
    text = format(value, spec).replace(".", _.context("number", "."))
    if not spec.endswith("%"):
        return text
    written = _.context("number", "{number}%").format(number=text.strip()[:-1])
    return written.rjust(len(text))
