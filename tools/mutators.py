"""The small faults that mutation.py puts into a source, found by its syntax tree: see docs/mutation.md."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

Proposal = tuple[str, ast.AST, ast.AST, str]
"""a mutator's name, the node where it is, the node that is replaced, and by what"""

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
}
_TEXTS: Final = {"_", "N_", "plural", "NP_", "context", "NC_"}
_LOGS: Final = {"log", "logger", "logging"}
_TYPES: Final = {"annotation", "returns", "decorator_list"}
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOSE: Final = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Raise, ast.Delete)


@dataclass(frozen=True)
class Mutant:
    """One fault in one place."""

    id: str
    """``file:line:column:mutator``"""
    diff: str
    """what stands there, and what stands there instead"""
    file: str
    place: slice
    """which bytes of the source"""
    text: str
    lines: range
    """the lines whose tests are its tests"""
    imported: bool
    """whether it runs when the module is imported"""
    names: tuple[str, ...]
    """by which names what runs at import is used"""

    def applied(self, source: bytes) -> bytes:
        """The source with the fault."""
        return source[: self.place.start] + self.text.encode() + source[self.place.stop :]


def mutants(file: str, source: bytes) -> list[Mutant]:
    """All mutants of a source, by line."""
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    return finder.found


class _Finder:
    def __init__(self, file: str, source: bytes) -> None:
        self.found: list[Mutant] = []
        self._file = file
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._scopes: list[Any] = []
        self._statement: Any = None

    def visit(self, node: ast.AST) -> None:
        if _left_out(node):
            return
        before, scope = self._statement, isinstance(node, (ast.ClassDef, *_FUNCTIONS))
        if isinstance(node, ast.stmt):
            self._statement = node
        if scope:
            self._scopes.append(node)
        for propose in _PROPOSALS.get(type(node), ()):
            for proposal in propose(node):
                self._keep(*proposal)
        if isinstance(node, _LOOSE) or (isinstance(node, ast.Expr) and _calls(node.value)):
            self._keep_removal(node)
        for child in _children(node):
            self.visit(child)
        if scope:
            self._scopes.pop()
        self._statement = before

    def _keep_removal(self, node: Any) -> None:
        told = isinstance(node, ast.AnnAssign) and node.value is None
        if self._function() and not told and not any(isinstance(part, ast.Yield) for part in ast.walk(node)):
            self._keep("remove", node, node, "pass")

    def _function(self) -> Any:
        return next((scope for scope in reversed(self._scopes) if isinstance(scope, _FUNCTIONS)), None)

    def _keep(self, mutator: str, at: Any, old: Any, new: str) -> None:
        function = self._function()
        lines, names = range(0), ()
        if mutator == "default" and function and old in ast.walk(function.args):
            lines = range(function.lineno, function.end_lineno + 1)
        elif function:
            lines = _header(self._statement)
        else:
            targets = [part.id for part in ast.walk(self._statement) if isinstance(part, ast.Name) and _stored(part)]
            names = (*targets, *(scope.name for scope in self._scopes))
            if self._scopes:
                lines = range(self._scopes[0].lineno, self._scopes[0].end_lineno + 1)
        start = self._starts[old.lineno - 1] + old.col_offset
        stop = self._starts[old.end_lineno - 1] + old.end_col_offset
        diff = f"{_short(ast.unparse(old))} -> {_short(new)}"
        name = f"{self._file}:{at.lineno}:{at.col_offset + 1}:{mutator}"
        text = new if isinstance(old, ast.stmt) else f"({new})"
        self.found.append(Mutant(name, diff, self._file, slice(start, stop), text, lines, not function, names))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else line[:99] + "…"


def _stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _header(statement: Any) -> range:
    """A statement without those inside it."""
    body = getattr(statement, "body", None)
    last = max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno
    return range(statement.lineno, last + 1)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.arguments):
        return
    for name, value in ast.iter_fields(node):
        if name not in _TYPES:
            yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST))


def _called(node: ast.AST) -> str:
    """The name that is called, or that of what has the method; of ``a.b.c()`` it is ``a``."""
    while isinstance(node, (ast.Call, ast.Attribute)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _calls(node: ast.AST) -> bool:
    return isinstance(node.value if isinstance(node, ast.Await) else node, ast.Call)


def _left_out(node: Any) -> bool:
    """What no mutant is made of."""
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.keyword(arg="strict"):
            return True
        case ast.FunctionDef(name="__repr__"):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _TEXTS
        case ast.Expr(value=ast.Call() as call):
            return _called(call) in _LOGS
        case ast.If(test=test):
            return ast.unparse(test).startswith(("TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ =="))
    return False


def _comparison(node: ast.Compare) -> Iterator[Proposal]:
    for number, operator in enumerate(node.ops):
        other = copy.deepcopy(node)
        other.ops[number] = _COMPARISONS[type(operator)]()
        yield "compare", node.comparators[number], node, ast.unparse(other)
    for number, operand in enumerate([node.left, *node.comparators]):
        within = number and isinstance(node.ops[number - 1], (ast.In, ast.NotIn))
        parts = operand.elts if isinstance(operand, (ast.Tuple, ast.Set, ast.List)) else [] if within else [operand]
        for part in parts:
            yield from _string(part)


def _string(node: ast.AST) -> Iterator[Proposal]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield "constant", node, node, repr(node.value + "?")


def _case(node: ast.MatchValue) -> Iterator[Proposal]:
    yield from _string(node.value)


def _negation(node: ast.UnaryOp) -> Iterator[Proposal]:
    if isinstance(node.op, ast.Not):
        yield "not", node, node, ast.unparse(node.operand)


def _and_or(node: ast.BoolOp) -> Iterator[Proposal]:
    other = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    yield "and-or", node.values[1], node, ast.unparse(other)


def _arithmetic(node: ast.BinOp) -> Iterator[Proposal]:
    if type(node.op) in _ARITHMETIC:
        other = ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
        yield "arithmetic", node.right, node, ast.unparse(other)


def _augmented(node: ast.AugAssign) -> Iterator[Proposal]:
    if type(node.op) in _ARITHMETIC:
        other = ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)
        yield "arithmetic", node.value, node, ast.unparse(other)


def _constant(node: ast.Constant) -> Iterator[Proposal]:
    if isinstance(node.value, bool):
        yield "constant", node, node, repr(not node.value)
    elif isinstance(node.value, int | float):
        yield "constant", node, node, repr(node.value + 1)


def _returned(node: ast.Return) -> Iterator[Proposal]:
    if node.value is not None and ast.unparse(node.value) != "None":
        yield "return", node, node, "return None"


def _break(node: ast.stmt) -> Iterator[Proposal]:
    yield "loop", node, node, "continue" if isinstance(node, ast.Break) else "break"


def _condition(node: ast.If | ast.IfExp) -> Iterator[Proposal]:
    yield "if-true", node.test, node.test, "True"
    yield "if-false", node.test, node.test, "False"


def _while(node: ast.While) -> Iterator[Proposal]:
    if not isinstance(node.test, ast.Constant):
        yield "if-false", node.test, node.test, "False"


def _filter(node: ast.comprehension) -> Iterator[Proposal]:
    for test in node.ifs:
        yield "if-true", test, test, "True"
        yield "if-false", test, test, "False"


def _defaults(node: ast.arguments) -> Iterator[Proposal]:
    for default in (*node.defaults, *node.kw_defaults):
        if isinstance(default, ast.Constant):
            value = default.value
            other = "True" if value is None else repr(value + "?") if isinstance(value, str) else ""
            new = other or next((text for *_rest, text in _constant(default)), "None")
            yield "default", default, default, new
        elif default is not None:
            yield "default", default, default, "None"


_PROPOSALS: Final[dict[type[ast.AST], tuple[Callable[[Any], Iterator[Proposal]], ...]]] = {
    ast.Compare: (_comparison,),
    ast.MatchValue: (_case,),
    ast.UnaryOp: (_negation,),
    ast.BoolOp: (_and_or,),
    ast.BinOp: (_arithmetic,),
    ast.AugAssign: (_augmented,),
    ast.Constant: (_constant,),
    ast.Return: (_returned,),
    ast.Break: (_break,),
    ast.Continue: (_break,),
    ast.If: (_condition,),
    ast.IfExp: (_condition,),
    ast.While: (_while,),
    ast.comprehension: (_filter,),
    ast.arguments: (_defaults,),
}
