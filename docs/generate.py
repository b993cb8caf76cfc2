"""Writes the reference for authors from the docstrings: ``python docs/generate.py``.

The sources are read, not imported, so that what stands there is what an author reads in the code. The pages on the
games are those of the plugins, with the host's pictures in them.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from tabletop.pieces.in_pages import drawn
from tabletop.style import Style

ROOT: Final = Path(__file__).parent.parent
FIND = "tabletop/plugins/find"
REFERENCE: Final = ROOT / "docs" / "reference"
RULES: Final = ROOT / "docs" / "rules"
DO_NOT_EDIT: Final = "<!-- Written by docs/generate.py from the docstrings; edit those. -->"
DO_NOT_EDIT_RULES: Final = "<!-- Written by docs/generate.py from the page in the game's plugin; edit that. -->"

Documented = ast.ClassDef | ast.FunctionDef | ast.AnnAssign | ast.Assign
Body = list[ast.stmt]


def pages() -> dict[Path, str]:
    """Every page of the reference that is generated, with its text."""
    return {
        REFERENCE / "contract.md": _page("The contract", CONTRACT, _contract()),
        REFERENCE / "hooks.md": _page("Hooks", HOOKS, _module("tabletop/hooks.py", "", only={"functions"})),
        REFERENCE / "manifest.md": _page("The manifest", MANIFEST, _module(f"{FIND}/manifest.py", "", MODELS)),
        REFERENCE / "checks.md": _page("Checks of the conformance kit", CHECKS, chain(_checks(), [UNKNOWN])),
        **dict(_rules()),
    }


CONTRACT = """What a game answers, and what the host offers to it: everything that `from tabletop import ...` gives.
[Writing a game](../write-a-game.md) and [A game in detail](../game-in-detail.md) show how it goes together."""

HOOKS = """Functions that a plugin's package may define, marked with `@hookimpl` from `tabletop`. Its name counts."""

MANIFEST = """`tabletop.toml`, in the plugin's package. All that menu, lists and completion read; no code runs for them.

```toml
api = ">=1.0,<2"

[[games]]
id = "race"
title = "Race"
summary = "Throw a die; first to twenty."
seats = [2, 4]
tags = ["dice"]
```

An unknown name is an error, so that a slip of the pen is noticed."""

CHECKS = """What `tabletop plugins check` and `tabletop.testing.check_game` look at. Each name can be given to `--only`.
The names stay: a report says `FAILED name`, or `UNFINISHED name` with how far a check came before its time was up (two
minutes, five with `--thorough`; `--seconds` sets another). Neither passes.

A game is played at random from a seed (`--seed`), so that a report repeats itself. `draws` finds fault with a game that
is right once in a million runs at most, all positions and all outcomes together. It finds a single die of which one
face comes a twentieth too often; a smaller lie only with `--thorough`."""

UNKNOWN = """## What no general check can know

- **Whether the rules are the right ones.** Known matches (`golden`) are the cure: write down what you are sure of.
- **Whether what is imagined is as likely as it should be.** `imagine` must give states that fit a view, and several of
  them. That a hand is twice as likely after what its owner has done, or not, is for your own tests.
- **Whether a view shows too little**, as long as a match can be played with it, and whether what all may see was meant
  to be seen: what every view holds is public by what you wrote.
- **What lies hidden where `imagine` never changes it.** Leaks are found by exchanging what a seat can't know; what is
  always imagined as it is, nobody exchanges.
- **Sources of chance that aren't Python's**, such as numpy's or a library's in C, as long as the same source gives the
  same draw; and what depends on the machine, the time of day or files in ways that a few runs don't show.
- **Whether CPU players and analysts are good.** They are legal, in time, and from the second level on no worse than
  chance; values are probabilities in their order, not the right ones.
- **Whether an old event means what it meant**, for which records of the old version are needed, **whether texts are
  true**, clear, translated well, and whether a picture shows what its words say.
- **Rare states** that no match at random reaches. `--thorough`, other seeds and known matches go further."""

GAME: Final = ("tabletop.game", "tabletop.appearance", "tabletop.skill")
PARTS: Final = {"Appearance": "Game", "Skill": "Game"}
"""Classes that a game is made of: what they have is the game's."""
MODELS: Final = {"Manifest", "GameEntry", "GameId", "Line"}


def _page(title: str, about: str, parts: Iterable[str]) -> str:
    return "\n\n".join([f"# {title}", DO_NOT_EDIT, about, *parts]) + "\n"


# The contract: every public name, in the order in which the modules are read


def _contract() -> Iterator[str]:
    places = _places()
    for module in dict.fromkeys(places.values()):
        path = f"{module.rstrip(':').replace('.', '/')}.py"
        if module.endswith(":"):
            name = next(name for name, place in places.items() if place == module)
            yield f"## {name}\n\n{_text(ast.get_docstring(_tree(path)))}"
            yield from _module(path, f"{name}.", level=3)
        else:
            yield from _module(path, "", {name for name, place in places.items() if place == module})


def _places() -> dict[str, str]:
    """Where each public name lives, as ``tabletop/__init__.py`` says; what a game answers comes first."""
    for node in _tree("tabletop/__init__.py").body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_PLACES":
            places: dict[str, str] = ast.literal_eval(node.value)
            return dict(sorted(places.items(), key=lambda item: _order(item[1])))
    raise LookupError("_PLACES")


def _order(place: str) -> tuple[int, bool]:
    return (GAME.index(place) if place in GAME else len(GAME), place.endswith(":"))


def _tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def _module(path: str, prefix: str, only: set[str] | None = None, level: int = 2) -> Iterator[str]:
    """The public things of a module: all, those named, or only its ``functions``."""
    for node, text in _documented(_tree(path).body):
        name = _name(node)
        functions = only == {"functions"}
        if name.startswith("_") or (functions and not isinstance(node, ast.FunctionDef)):
            continue
        if only is None or functions or name in only:
            yield from _entry(node, text, f"{prefix}{name}", level)


def _documented(body: Body) -> Iterator[tuple[Documented, str]]:
    """The things that are defined, with their docstrings; that of a value is the string after it."""
    for node, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node, _text(ast.get_docstring(node))
        elif isinstance(node, (ast.AnnAssign, ast.Assign)):
            said = following.value if isinstance(following, ast.Expr) else None
            text = said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
            yield node, _text(text)


def _entry(node: Documented, text: str, name: str, level: int) -> Iterator[str]:
    heading = "#" * level
    if isinstance(node, ast.ClassDef):
        yield "\n\n".join([f"{heading} {name}", f"```python\n{_class_line(node)}\n```", text])
        fields = [_field(member, said) for member, said in _documented(node.body) if _is_field(member)]
        if fields:
            yield "\n".join(fields)
        for member, said in _documented(node.body):
            if isinstance(member, ast.FunctionDef) and _is_public(member):
                yield from _entry(member, said, f"{PARTS.get(name, name)}.{_name(member)}", level + 1)
    elif isinstance(node, ast.FunctionDef):
        yield "\n\n".join([f"{heading} {name}", f"```python\n{_signature(node)}\n```", text])
    elif text:
        yield f"{heading} {name}\n\n{text}"


def _is_field(node: Documented) -> bool:
    return isinstance(node, (ast.AnnAssign, ast.Assign)) and not _name(node).startswith(("_", "model_config"))


def _is_public(node: ast.FunctionDef) -> bool:
    return not node.name.startswith("_") or (node.name == "__init__" and ast.get_docstring(node) is not None)


def _field(node: Documented, text: str) -> str:
    assert isinstance(node, (ast.AnnAssign, ast.Assign))
    kind = f": {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else ""
    value = f" = {ast.unparse(node.value)}" if node.value is not None else ""
    return f"- `{_name(node)}{kind}{value}`" + (f" - {text}" if text else "")


def _name(node: Documented) -> str:
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return node.name
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


def _class_line(node: ast.ClassDef) -> str:
    bases = ", ".join(map(ast.unparse, node.bases))
    return f"class {node.name}({bases})" if bases else f"class {node.name}"


def _signature(node: ast.FunctionDef) -> str:
    marks = [
        f"@{ast.unparse(mark)}\n" for mark in node.decorator_list if ast.unparse(mark) in {"abstractmethod", "property"}
    ]
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{''.join(marks)}def {node.name}({ast.unparse(node.args)}){result}"


def _text(docstring: str | None) -> str:
    """A docstring as Markdown: code in single backticks, examples in a block of their own."""
    lines = (docstring or "").replace("``", "`").split("\n")
    shown: list[str] = []
    example = False
    for line in lines:
        if example and not line.strip():
            shown.append("```")
            example = False
        if line.startswith(">>>") and not example:
            shown.append("```pycon")
            example = True
        shown.append(line)
    return "\n".join([*shown, "```"] if example else shown)


# The checks of the conformance kit, by file


def _checks() -> Iterator[str]:
    for path in sorted((ROOT / "tabletop/testing/checks").glob("[!_]*.py")):
        tree = _tree(str(path.relative_to(ROOT)))
        rows = [
            f"- `{name}`: {_text(ast.get_docstring(node))} (`{about}`)"
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
            for name, about in _registered(node)
        ]
        yield f"## {(ast.get_docstring(tree) or '').rstrip('.')}\n\n" + "\n".join(rows)


def _registered(node: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "check":
            name, about = map(ast.literal_eval, mark.args)
            yield name, about


# The rules of the games, in each language


def _rules() -> Iterator[tuple[Path, str]]:
    for folder in sorted(ROOT.glob("plugins/*/*/rules")):
        for page in sorted(folder.rglob("*.md")):
            lines = page.read_text(encoding="utf-8").split("\n")
            text = "\n".join(drawn(line, Style(width=100)) for line in lines)
            yield RULES / page.relative_to(folder), f"{DO_NOT_EDIT_RULES}\n\n{text}"


def main() -> int:
    """Writes the pages."""
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
