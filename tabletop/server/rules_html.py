"""Rules pages as HTML: from Markdown without raw HTML, with nothing in it that loads anything."""

from typing import Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from tabletop.pieces.in_pages import drawn, told
from tabletop.style import Style

_READER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_COLUMNS: Final = 72


def html(markdown: str) -> str:
    """The page as HTML. Markup that stands in it is text; links keep their addresses; of images the words are left."""
    tokens = [_without_images(_with_pieces(token)) for token in _READER.parse(markdown)]
    return str(_READER.renderer.render(tokens, _READER.options, {}))


def _with_pieces(token: Token) -> Token:
    """In a block that stands indented pieces are drawn, with what they show beside them."""
    if token.type not in ("code_block", "fence"):
        return token
    lines = token.content.rstrip("\n").split("\n")
    drawings = [drawn(line, Style(_COLUMNS)) for line in lines]
    if drawings == lines:
        return token
    text, words = escapeHtml("\n".join(drawings)), escapeHtml("; ".join(map(told, lines)))
    return Token("html_block", "", 0, content=f'<pre aria-label="{words}">{text}</pre>\n')


def _without_images(token: Token) -> Token:
    if token.children is not None:
        token.children = [
            Token("text", "", 0, content=child.content) if child.type == "image" else child for child in token.children
        ]
    return token
