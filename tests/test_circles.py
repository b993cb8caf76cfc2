"""No circle of files: late imports, and those that only a type checker sees, count like any other.

An import of a module is one of its file alone, not of the packages around it, which Python runs before.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = [
    ROOT / "tabletop",
    ROOT / "plugins" / "pig" / "tabletop_pig",
    ROOT / "plugins" / "bigpig" / "tabletop_bigpig",
    ROOT / "plugins" / "dominoes_passing" / "tabletop_dominoes_passing",
]


def module_of(file: Path, package: Path) -> str:
    parts = (package.name, *file.relative_to(package).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def named(node: ast.AST, around: str) -> Iterator[tuple[str, ...]]:
    """What an import statement names, each as the modules that it may mean; ``around`` is its module's package."""
    if isinstance(node, ast.Import):
        yield from ((alias.name,) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = around.split(".")[: -node.level + 1 or None] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from ((f"{base}.{alias.name}", base) for alias in node.names)


def imports_of(package: Path) -> dict[str, set[str]]:
    """For each module of a package the modules of the package that it imports, wherever in the file."""
    files = {module_of(file, package): file for file in sorted(package.rglob("*.py"))}
    found: dict[str, set[str]] = {}
    for module, file in files.items():
        around = module if file.name == "__init__.py" else module.rpartition(".")[0]
        meant = (
            next((name for name in names if name in files), None)
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            for names in named(node, around)
        )
        found[module] = {name for name in meant if name and name != module}
    return found


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The sets of modules that import each other, each sorted."""
    reached = {module: reachable(imports, module) for module in imports}
    found = {frozenset(other for other in reached[module] if module in reached[other]) for module in imports}
    return sorted(sorted(circle) for circle in found if circle)


def reachable(imports: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(imports[start])
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports[module]
    return found


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_files_of_a_package_import_each_other_in_a_circle(package):
    imports = imports_of(package)
    assert len(imports) > 2
    assert circles(imports) == []


def seen_by_the_type_checker_alone(file: Path) -> list[str]:
    """What a file of the host imports from the host, and only where a type checker reads it."""
    blocks = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.If)]
    typing = [node for block in blocks if "TYPE_CHECKING" in ast.unparse(block.test) for node in block.body]
    return [ast.unparse(node) for node in typing if isinstance(node, ast.ImportFrom) and is_host(node.module)]


def is_host(module: str | None) -> bool:
    return (module or "tabletop").partition(".")[0] == "tabletop"


def test_only_the_public_names_are_imported_for_a_type_checker_alone():
    """There they are looked up when they are first used. Others can take what they need of a type from a low file."""
    files = {file.relative_to(ROOT): file for file in (ROOT / "tabletop").rglob("*.py")}
    found = {str(name) for name, file in files.items() if seen_by_the_type_checker_alone(file)}
    assert found == {"tabletop/__init__.py", "tabletop/saves/__init__.py", "tabletop/testing/__init__.py"}


@pytest.mark.parametrize(
    "back",
    [
        "import box.one",
        "from box import one",
        "from box.one import f",
        "from . import one",
        "from .one import f",
        "def late():\n    from box.one import f",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from box.one import f",
    ],
)
def test_every_way_to_write_an_import_closes_a_circle(tmp_path, back):
    package = tmp_path / "box"
    (package / "inner").mkdir(parents=True)
    for name, text in {
        "__init__": "from box import top",
        "top": "from box import one, below",
        "one": "from .inner.deep import x",
        "inner/__init__": "",
        "inner/deep": "from .. import two",
        "two": back,
        "below": "import os.path",
    }.items():
        (package / f"{name}.py").write_text(text)
    assert circles(imports_of(package)) == [["box.inner.deep", "box.one", "box.two"]]
