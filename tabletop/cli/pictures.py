"""Pictures as files: SVG as it is drawn, or PNG, which the resvg renderer makes of it."""

from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tabletop.i18n import Texts

_ = Texts(__file__)

_ZOOM: Final = 2
"""A PNG has twice as many points as the picture is wide and high, for sharp letters."""


def check_picture(file: Path | None) -> None:
    """Raises ValueError for a name that means another kind of picture, and for PNG where it can't be made."""
    if file is None or file.suffix.lower() == ".svg":
        return
    if file.suffix.lower() != ".png":
        raise ValueError(_("Pictures are SVG or PNG: {file} should end with .svg or .png.").format(file=file))
    _renderer()


def write_picture(file: Path, svg: str) -> None:
    """Writes a picture. Raises ValueError where it can't be written."""
    if file.suffix.lower() == ".png":
        write_file(file, bytes(_renderer().svg_to_bytes(svg_string=svg, zoom=_ZOOM, background="white")))
    else:
        write_file(file, svg.encode())


def write_file(file: Path, data: bytes) -> None:
    """Raises ValueError where it can't be written."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise ValueError(_("{file} can't be written: {why}.").format(file=file, why=error.strerror)) from None


def _renderer() -> Any:
    try:
        return import_module("resvg_py")
    except ImportError:
        raise ValueError(
            _("PNG needs resvg-py: pip install “tabletop-host[plots]” brings it. SVG needs nothing.")
        ) from None
