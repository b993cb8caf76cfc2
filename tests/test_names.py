"""A name means one thing: no two classes share one, and no file stands beside a folder of its name."""

import ast
from collections import defaultdict
from pathlib import Path

HOST = Path(__file__).parent.parent / "tabletop"


def places_of_classes():
    """Where each class is defined, by its name."""
    found = defaultdict(list)
    for path in sorted(HOST.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(f"{path.relative_to(HOST)}:{node.lineno}")
    return found


def test_no_two_classes_have_one_name():
    found = places_of_classes()
    assert len(found) > 100
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_no_file_stands_beside_a_folder_of_its_name():
    assert [str(path) for path in HOST.rglob("*.py") if path.with_suffix("").is_dir()] == []


def test_no_public_name_is_that_of_a_module_beside_it():
    """Importing a module puts it into its package under its name, whatever stood there."""
    import tabletop

    modules = {path.stem for path in HOST.iterdir()}
    assert [name for name, place in tabletop._PLACES.items() if name in modules and not place.endswith(":")] == []
