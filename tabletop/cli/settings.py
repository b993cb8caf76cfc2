"""``tabletop settings``: what is set once for all games."""

import os

import click

from tabletop import setup
from tabletop.i18n import Texts, find_language
from tabletop.lines import show_line
from tabletop.saves import Home, Settings, SettingsFile
from tabletop.values import allowed_text, value_text

_ = Texts(__file__)


@click.command()
@click.argument("values", nargs=-1, metavar="[NAME=VALUE]...")
def settings(values: tuple[str, ...]) -> None:
    """Show the settings, or change some: tabletop settings speed=fast colour=none."""
    file = SettingsFile(Home.find(os.environ))
    found = file.load()
    if values:
        found = setup.with_changes(found, values)
        if found.language:
            find_language(found.language)
        file.save(found)
    for name, field in Settings.model_fields.items():
        now = value_text(getattr(found, name))
        show_line(_("{name}={value} ({allowed})").format(name=name, value=now, allowed=allowed_text(field)))
        if field.description and not values:
            show_line("    " + _(field.description))
