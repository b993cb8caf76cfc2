"""Pages in Markdown as lines of text: for the eye, and for who listens. Loaded when a page is opened."""

from collections.abc import Iterator, Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from tabletop.pieces.cells import padded, width, wrapped
from tabletop.pieces.in_pages import drawn, told
from tabletop.style import Style

_READER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_LEAST: Final = 8
"""So many columns are left for a text, however deep it stands."""
_GAP: Final = "  "
_QUOTED: Final = "  | "


def written(markdown: str, style: Style) -> list[str]:
    """The lines for a screen: a block that stands indented holds pictures."""
    return _Drawn(style.width, style).blocks(_parsed(markdown))


def listened(markdown: str) -> list[str]:
    """The same for who listens: each paragraph in one piece, tables row by row, of pictures the captions."""
    return list(_aloud(_parsed(markdown)))


def _parsed(markdown: str) -> Sequence[SyntaxTreeNode]:
    return SyntaxTreeNode(_READER.parse(markdown)).children


class _Drawn:
    """Text in so many columns, or a few more where that would be too narrow to read."""

    def __init__(self, columns: int, style: Style) -> None:
        self.width = max(columns, _LEAST)
        self.style = style

    def blocks(self, nodes: Sequence[SyntaxTreeNode], *, tight: bool = False) -> list[str]:
        """The lines of blocks; ``tight``: without blank ones between."""
        lines: list[str] = []
        for node in nodes:
            lines += [""] * (bool(lines) and not tight) + self._block(node)
        return lines

    def _block(self, node: SyntaxTreeNode) -> list[str]:
        match node.type:
            case "heading":
                lines = self._heading(node)
            case "bullet_list" | "ordered_list":
                lines = self._list(node)
            case "blockquote":
                inner = _Drawn(self.width - len(_QUOTED), self.style).blocks(node.children)
                lines = [(_QUOTED + line).rstrip() for line in inner]
            case "table":
                lines = self._table(node)
            case "code_block" | "fence":
                lines = [drawn(f"  {line}".rstrip(), self.style) for line in node.content.rstrip("\n").split("\n")]
            case "hr":
                lines = ["-" * self.width]
            case _:
                lines = self._paragraph(_text(node))
        return lines

    def _heading(self, node: SyntaxTreeNode) -> list[str]:
        is_title = node.tag == "h1"
        rows = self._filled(_text(node).upper() if is_title else _text(node))
        return [*rows, ("=" if is_title else "-") * max(map(width, rows), default=0)]

    def _paragraph(self, text: str) -> list[str]:
        picture = drawn(text, self.style)
        return self._filled(text) if picture == text else picture.split("\n")

    def _filled(self, text: str, indent: int = 0) -> list[str]:
        return [row for line in text.split("\n") for row in wrapped(line.split(), self.width, indent)]

    def _list(self, node: SyntaxTreeNode) -> list[str]:
        marks = _marks(node)
        indent = max(map(len, marks)) + 1
        inner, tight = _Drawn(self.width - indent, self.style), _is_tight(node)
        lines: list[str] = []
        for mark, item in zip(marks, node.children, strict=True):
            lines += [""] * (bool(lines) and not tight)
            rows = inner.blocks(item.children, tight=tight) or [""]
            lines += [(f"{begin:<{indent}}{row}").rstrip() for begin, row in _first(mark, rows)]
        return lines

    def _table(self, node: SyntaxTreeNode) -> list[str]:
        """In columns where they fit, else each row as a list of what its cells are."""
        rows = _rows(node)
        widths = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))]
        if sum(widths) + len(_GAP) * (len(widths) - 1) > self.width:
            return [line for row in _row_texts(rows) for line in self._filled(f"- {row}", 2)]
        rights = [_is_right(cell) for cell in node.children[0].children[0].children]
        return [
            _GAP.join(_cells(row, widths, rights)).rstrip() for row in (rows[0], ["-" * n for n in widths], *rows[1:])
        ]


def _cells(row: Sequence[str], widths: Sequence[int], rights: Sequence[bool]) -> Iterator[str]:
    for text, columns, right in zip(row, widths, rights, strict=True):
        yield padded(text, columns, right=right)


def _first(mark: str, rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    for number, row in enumerate(rows):
        yield "" if number else mark, row


def _is_right(cell: SyntaxTreeNode) -> bool:
    return cell.attrs.get("style") == "text-align:right"


def _marks(node: SyntaxTreeNode) -> list[str]:
    """What stands before the items of a list."""
    if node.type == "bullet_list":
        return ["-"] * len(node.children)
    first = int(node.attrs.get("start", 1))
    return [f"{number}." for number, _item in enumerate(node.children, first)]


def _is_tight(node: SyntaxTreeNode) -> bool:
    """Whether no blank lines stand between the items of a list."""
    return all(child.hidden for item in node.children for child in item.children if child.type == "paragraph")


def _rows(table: SyntaxTreeNode) -> list[list[str]]:
    return [[_text(cell) for cell in row.children] for part in table.children for row in part.children]


def _row_texts(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Each row of a table below the first, with what the columns are called."""
    titles = rows[0]
    for row in rows[1:]:
        cells = zip(titles, row, strict=True)
        yield "; ".join(f"{title}: {cell}" if title else cell for title, cell in cells if cell)


def _aloud(nodes: Sequence[SyntaxTreeNode], mark: str = "") -> Iterator[str]:
    """``mark``: what is said before the first line, such as the number of an item."""
    for node in nodes:
        for line in _said(node):
            yield mark + line
            mark = ""


def _said(node: SyntaxTreeNode) -> Iterator[str]:
    if node.type in ("bullet_list", "ordered_list"):
        for mark, item in zip(_marks(node), node.children, strict=True):
            yield from _aloud(item.children, "" if mark == "-" else f"{mark} ")
    elif node.type == "blockquote":
        yield from _aloud(node.children)
    elif node.type == "table":
        yield from _row_texts(_rows(node))
    elif node.type in ("code_block", "fence"):
        yield from (said for line in node.content.split("\n") if (said := told(line)))
    elif text := " ".join(_text(node).split()):
        yield told(text)


def _text(node: SyntaxTreeNode) -> str:
    """A text without marks of emphasis and code; of a link its words, and where it leads on the net;
    of an image what stands for it.
    """
    if node.type in ("text", "code_inline", "html_inline", "image"):
        return node.content
    if node.type == "softbreak":
        return " "
    if node.type == "hardbreak":
        return "\n"
    words = "".join(map(_text, node.children))
    if node.type == "link" and (address := str(node.attrs["href"])).startswith("http") and address != words:
        return f"{words} ({address})"
    return words
