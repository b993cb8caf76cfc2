"""A page that is done step by step: files are written, methods put in their place, commands run, and outputs compared.

Blocks of the page, by what stands after the three backticks:

- ``toml file=PATH`` (any language): the whole file;
- ``python in=PATH``: classes, methods and functions that take the place of those of the same name, or are added;
- ``console``: commands after ``$``; a line like ``Ada> 3`` is typed at that prompt; all other lines must come out in
  this order, where ``...`` stands for any number of lines, or for the rest of one.

Every path is named in the text before its block, since nobody sees what stands after the backticks.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^```([a-z]+)(?: (file|in)=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"\w+> (.+)")


class Block(NamedTuple):
    """One block of the page."""

    language: str
    how: str
    path: str
    text: str
    before: str
    """the text between this block and the one before it"""


class Command(NamedTuple):
    """A command, what is typed while it runs, and what must come out."""

    words: str
    typed: str
    shown: list[str]


def blocks(page: str) -> Iterator[Block]:
    """All blocks of a page, in order."""
    end = 0
    for found in _FENCE.finditer(page):
        language, how, path, text = found.groups()
        yield Block(language, how or "", path or "", text, page[end : found.start()])
        end = found.end()


def commands(text: str) -> Iterator[Command]:
    """The commands of a block."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        words, *lines = part.splitlines()
        typed = "".join(found[1] + "\n" for line in lines if (found := _TYPED.fullmatch(line)))
        yield Command(words, typed, lines)


def missing(shown: list[str], out: str) -> str:
    """The first of the lines that doesn't come out after those before it; empty if all do."""
    lines = iter(line.rstrip() for line in out.splitlines())
    for wanted in shown:
        start, dots, _rest = wanted.partition("...")
        if start and not any(line.startswith(start) if dots else line == wanted.rstrip() for line in lines):
            return wanted
    return ""


def write(block: Block, folder: Path) -> None:
    """Does what a block says about a file."""
    path = folder / block.path
    assert path.name in block.before, f"{path.name} isn't named in the text before its block"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text if block.how == "file" else merged(path.read_text("utf-8"), block.text), "utf-8")


def merged(old: str, new: str) -> str:
    """A module with the definitions of another text in the place of its own, or added to them.

    What is added stands before what follows it in that text, else at the end; imports stand with the others.
    """
    nodes = ast.parse(new).body
    for number, node in enumerate(nodes):
        here = {_name(other): other for other in ast.parse(old).body}
        following = next((here[_name(other)] for other in nodes[number + 1 :] if _name(other) in here), None)
        if _name(node) in here or following is None or isinstance(node, ast.Import | ast.ImportFrom):
            old = _put(old, new, node, list(here.values()))
        else:
            old = _replaced(old, _first(following), _first(following) - 1, _source(new, node) + "\n\n")
    return old


def _put(old: str, new: str, node: ast.stmt, siblings: list[ast.stmt]) -> str:
    found = next((other for other in siblings if _name(other) == _name(node)), None)
    if isinstance(node, ast.ClassDef) and isinstance(found, ast.ClassDef) and not _is_whole(node):
        if _head(new, node) != _head(old, found):
            old = _replaced(old, found.lineno, found.lineno, _head(new, node))
        for member in node.body:
            (cls,) = [other for other in ast.parse(old).body if _name(other) == _name(node)]
            assert isinstance(cls, ast.ClassDef)
            old = _put(old, new, member, cls.body)
        return old
    text = _source(new, node)
    if found is not None:
        return _replaced(old, _first(found), found.end_lineno or 0, text)
    if isinstance(node, ast.Import | ast.ImportFrom):
        last = max(other.end_lineno or 0 for other in siblings if isinstance(other, ast.Import | ast.ImportFrom))
        return _replaced(old, last + 1, last, text)
    last = max(other.end_lineno or 0 for other in siblings)
    gap = "\n" if node.col_offset else "\n\n"
    return _replaced(old, last + 1, last, gap + text)


def _name(node: ast.stmt) -> str:
    """What a statement defines: equal names take each other's place."""
    if isinstance(node, ast.ImportFrom):
        return f"from {node.module}"
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target)
    return getattr(node, "name", "") or ast.unparse(node)


def _is_whole(node: ast.ClassDef) -> bool:
    """Whether a class is given whole: its docstring is there."""
    return ast.get_docstring(node) is not None


def _head(source: str, node: ast.stmt) -> str:
    return source.splitlines()[node.lineno - 1] + "\n"


def _first(node: ast.stmt) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])


def _source(source: str, node: ast.stmt) -> str:
    return "".join(line + "\n" for line in source.splitlines()[_first(node) - 1 : node.end_lineno])


def _replaced(source: str, first: int, last: int, text: str) -> str:
    lines = source.splitlines(keepends=True)
    return "".join([*lines[: first - 1], text, *lines[last:]])
