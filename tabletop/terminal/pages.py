"""Pages of text: rules, house rules in force."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from tabletop.i18n import Texts, language
from tabletop.lines import fitted
from tabletop.plugins.find.catalogue import GameListing
from tabletop.setup import AnyGame, header_options, without_customs
from tabletop.style import Style
from tabletop.terminal.pictures import drawn, told
from tabletop.values import shown_value

_ = Texts(__file__)


def rules_page(listing: GameListing, style: Style, game: AnyGame | None = None, *, plain: bool = False) -> str:
    """The rules of a game, with its pictures, and the house rules in force where a match is given.

    ``plain``: without pictures and lines below headings, each paragraph in one piece.
    """
    path = _rules_file(listing)
    text = path.read_text(encoding="utf-8") if path else f"# {listing.title}\n\n{listing.summary}\n"
    page = "\n".join(_unwrapped(text) if plain else _wrapped(text, style))
    if game is not None:
        page += "\n\n" + _("House rules in this match") + "\n\n" + options_text(game, style.width, plain=plain)
    return page.rstrip()


def _rules_file(listing: GameListing) -> Path | None:
    folder = listing.plugin.folder / "rules"
    for path in (folder / language() / f"{listing.id}.md", folder / f"{listing.id}.md"):
        if path.is_file():
            return path
    return None


def options_text(game: AnyGame, width: int = 80, *, plain: bool = False) -> str:
    """Every option with its value; a star, or in plain mode a word, marks those that differ from the usual rules."""
    options, lines = game.options, []
    changed = without_customs(game.__class__, header_options(game), game.seats)
    for name, field in type(options).model_fields.items():
        value = shown_value(options, name)
        star = "*" if name in changed else " "
        title = game.texts(field.title or name)
        if plain:
            said = _("{option} (differs from the usual rules)") if name in changed else "{option}"
            lines.append(said.format(option=f"{title}: {value}"))
        else:
            lines.append(f"{star} {title}: {value}")
    if plain:
        return "\n".join(lines)
    if any(line.startswith("*") for line in lines):
        lines.append(_("(* differs from the usual rules)"))
    return "\n".join(fitted(line, width) for line in lines)


def _wrapped(markdown: str, style: Style) -> Iterator[str]:
    """The little Markdown that rules pages use: headings, paragraphs, lists, and pictures, which stand indented."""
    for block in re.split(r"\n\s*\n", markdown.strip("\n")):
        lines = block.split("\n")
        if block.startswith("    "):
            yield from (drawn(line[2:], style) for line in lines)
        elif block.startswith("#"):
            heading = _bare(block.lstrip("# "))
            yield heading.upper() if block.startswith("# ") else heading
            yield ("=" if block.startswith("# ") else "-") * len(heading)
        else:
            for item in re.split(r"\n(?=- )", block):
                hanging = "  " if item.startswith("- ") else ""
                text = " ".join(_bare(item).split())
                yield from textwrap.wrap(text, style.width, subsequent_indent=hanging, break_on_hyphens=False)
        yield ""


def _unwrapped(markdown: str) -> Iterator[str]:
    """The same for who listens: of pictures the captions."""
    for block in re.split(r"\n\s*\n", markdown.strip("\n")):
        if block.startswith("    "):
            yield from (text for line in block.split("\n") if (text := told(line)))
        elif block.startswith("#"):
            yield _bare(block.lstrip("# "))
        else:
            for item in re.split(r"\n(?=- )", block):
                yield " ".join(_bare(item.removeprefix("- ")).split())


def _bare(text: str) -> str:
    """Text without the marks for emphasis and code."""
    return re.sub(r"\*\*|`|(?<!\w)_|_(?!\w)", "", text)
