"""``tabletop settings``: what is set once for all games."""

import os

import click

from tabletop import setup
from tabletop.i18n import Texts, find_language
from tabletop.lines import show_line
from tabletop.saves import Home, Profiles, SettingsFile
from tabletop.saves.personal import Personal, keep_name
from tabletop.values import allowed_text, shown_value, texts_of

_ = Texts(__file__)


@click.command()
@click.argument("values", nargs=-1, metavar="[NAME=VALUE]...")
def settings(values: tuple[str, ...]) -> None:
    """Show the settings, or change some: tabletop settings speed=fast colour=none."""
    home = Home.find(os.environ)
    file, profiles = SettingsFile(home), Profiles(home)
    before = file.load()
    found = Personal.of(before, profiles.load().name)
    if values:
        found = setup.with_changes(found, values)
        if found.language:
            find_language(found.language)
        file.save(found.settings, before)
        keep_name(profiles, found.name)
    for name, field in Personal.model_fields.items():
        now = shown_value(found, name)
        show_line(
            _("{name}={value} ({allowed})").format(
                name=name, value=now, allowed=allowed_text(field, texts_of(Personal, name))
            )
        )
        if field.description and not values:
            show_line("    " + _(field.description))
