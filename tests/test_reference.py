"""The reference for authors is what the docstrings say, and leaves out no hook, no public name and no check."""

import importlib.util
import re
from pathlib import Path

import pytest

import tabletop
from tabletop import hooks
from tabletop.plugins.find.manifest import GameEntry, Manifest
from tabletop.testing.checks import CHECKS

DOCS = Path(__file__).parent.parent / "docs"


def load_generator():
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = load_generator().pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_page_is_up_to_date(path):
    assert path.read_text("utf-8") == PAGES[path], "run: python docs/generate.py"


def headings(name):
    return set(re.findall(r"^#+ (\S+)$", (DOCS / "reference" / name).read_text("utf-8"), re.MULTILINE))


def test_every_public_name_is_in_the_contract():
    public = {name for name in dir(tabletop) if not name.startswith("_") and name in tabletop._PLACES}
    assert public
    assert public - headings("contract.md") == set()


def test_every_hook_is_documented():
    specified = {name for name in vars(hooks) if name.startswith("tabletop_")}
    assert specified
    assert specified - headings("hooks.md") == set()


def test_every_field_of_the_manifest_is_documented():
    text = (DOCS / "reference/manifest.md").read_text("utf-8")
    assert all(f"`{name}: " in text for model in (Manifest, GameEntry) for name in model.model_fields)


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.name)
def test_every_check_says_what_is_promised_and_where_to_read_more(check):
    assert check.look.__doc__.strip().endswith(".")
    path, _comma, about = check.more.partition(", ")
    assert (DOCS.parent / path).is_file()
    assert about in headings(Path(path).name)
    assert f"- `{check.name}`: " in (DOCS / "reference/checks.md").read_text("utf-8")
