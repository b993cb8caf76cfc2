"""Lines of code: neither empty, nor comment, nor docstring."""

import ast
import io
import tokenize
from pathlib import Path

NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(folder: Path) -> int:
    """How many the Python below a folder has."""
    return sum(len(_lines(file.read_text("utf-8"))) for file in folder.rglob("*.py"))


def _lines(source: str) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    held = {line for token in tokens if token.type not in NO_CODE for line in range(token.start[0], token.end[0] + 1)}
    return held - {line for node in ast.walk(ast.parse(source)) for line in _docstring(node)}


def _docstring(node: ast.AST) -> range:
    """The lines of a text that stands alone."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(0)
