"""The catalogues of translations, of the host and of each plugin here: see docs/translate.md.

python tools/catalogues.py update [LANGUAGE...]   brings every .po file up to date with the sources
python tools/catalogues.py compile                makes the .mo files, as building a package does
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tabletop.cli import tabletop

ROOT: Final = Path(__file__).parent.parent
LANGUAGES: Final = ("da", "de", "it")
KEYWORDS: Final = {
    "_": None,
    "N_": None,
    "plural": (1, 2),
    "NP_": (1, 2),
    "context": ((1, "c"), 2),
    "NC_": ((1, "c"), 2),
}
TWO_FORMS: Final = ("Plural-Forms", "nplurals=2; plural=(n != 1);")
"""What is used in Italian: CLDR has a third form there, for millions."""
HEADER: Final = "# Translations of PROJECT. See docs/translate.md in the project's repository."


class Text(NamedTuple):
    """A text to translate: its file, itself (a pair with its plural), its context."""

    file: str
    id: str | tuple[str, ...]
    context: str | None = None


def packages() -> list[Path]:
    """The host's package and those of the plugins here."""
    return [ROOT / "tabletop", *sorted(manifest.parent for manifest in ROOT.glob("plugins/*/*/tabletop.toml"))]


def texts(package: Path) -> Iterator[Text]:
    """Everything in a package that is translated, in the order of its files."""
    for file in sorted(package.rglob("*.py")):
        name = file.relative_to(package.parent).as_posix()
        with file.open("rb") as source:
            for _line, found, _comments, context in extract("python", source, KEYWORDS):
                yield Text(name, found, context)
    manifest = package / "tabletop.toml"
    if manifest.is_file():
        yield from (Text(f"{package.name}/tabletop.toml", text) for text in _manifest_texts(manifest))
    if package.name == "tabletop":
        yield from (Text("tabletop/cli", text) for text in _help_texts(tabletop))


def _manifest_texts(manifest: Path) -> Iterator[str]:
    for game in tomllib.loads(manifest.read_text(encoding="utf-8"))["games"]:
        yield from (game["title"], game["summary"], *game.get("tags", ()))


def _help_texts(command: click.Command) -> Iterator[str]:
    """What the docstrings of the commands say."""
    yield command.help or ""
    if isinstance(command, click.Group):
        for member in command.commands.values():
            yield from _help_texts(member)


def template(package: Path) -> Catalog:
    """The catalogue of a package without translations."""
    catalogue = Catalog(project=package.name, header_comment=HEADER, fuzzy=False)
    for text in texts(package):
        catalogue.add(text.id, locations=[(text.file, 0)], context=text.context)
    return catalogue


def po_file(package: Path, language: str) -> Path:
    """Where the translations of a package into a language are."""
    return package / "locale" / language / "LC_MESSAGES" / f"{package.name}.po"


def read(file: Path) -> Catalog:
    """The catalogue in a .po file."""
    with file.open("rb") as source:
        return read_po(source, locale=file.parts[-3])


def updated(package: Path, language: str) -> str:
    """The .po file as it should be: every text of the sources, with the translations there are."""
    file = po_file(package, language)
    known = read(file) if file.is_file() else None
    catalogue = template(package)
    catalogue.locale = language
    if language == "it":
        catalogue.mime_headers = [TWO_FORMS]
    for message in catalogue:
        before = known.get(message.id, message.context) if known and message.id else None
        if before is not None:
            message.string = before.string
        elif message.pluralizable:
            message.string = ("",) * catalogue.num_plurals
    written = BytesIO()
    write_po(written, catalogue, width=110, include_lineno=False, sort_by_file=True, omit_header=True)
    return _head(catalogue) + written.getvalue().decode()


def _head(catalogue: Catalog) -> str:
    """The header without names and with a date that stays, so that files only change when their texts do."""
    plurals = dict(catalogue.mime_headers)["Plural-Forms"]
    values = {
        "Project-Id-Version": catalogue.project,
        "POT-Creation-Date": "2026-01-01 00:00+0000",
        "Language": catalogue.locale_identifier,
        "Plural-Forms": plurals,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in values.items())
    return f'{catalogue.header_comment}\nmsgid ""\nmsgstr ""\n{lines}\n'


def update(languages: Iterable[str]) -> None:
    """Writes the .po files; texts that are gone are dropped, new ones are empty."""
    for package in packages():
        for language in languages:
            file = po_file(package, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(updated(package, language), encoding="utf-8")


def compiled(catalogue: Catalog) -> bytes:
    """The .mo file of a catalogue."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def compile_all() -> None:
    """Writes a .mo file beside every .po file."""
    for package in packages():
        for file in package.glob("locale/*/LC_MESSAGES/*.po"):
            file.with_suffix(".mo").write_bytes(compiled(read(file)))


def main(arguments: list[str]) -> int:
    """Runs one of the commands that the module's text names."""
    if arguments[:1] == ["update"]:
        update(arguments[1:] or LANGUAGES)
    elif arguments == ["compile"]:
        compile_all()
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
