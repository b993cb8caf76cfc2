"""Compiles the translations when the package is built, for an editable installation too."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Makes a ``.mo`` file of each ``.po`` file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Is called before the wheel is put together."""
        for source in Path(self.root).glob("tabletop*/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po, locale=source.parts[-3]))
