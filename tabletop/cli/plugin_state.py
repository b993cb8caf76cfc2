"""``tabletop plugins disable`` and ``enable``: kept until they are changed again. No plugin is imported for it."""

import os

import click

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.install import switching
from tabletop.saves import Home


@click.command()
@click.argument("name")
def disable(name: str) -> None:
    """Leave a plugin out from now on: by its name, or that of one of its games. Its saved matches stay."""
    print(switching.disable(Catalogue.installed().plugins, Home.find(os.environ), name))


@click.command()
@click.argument("name")
def enable(name: str) -> None:
    """Use a plugin again that was disabled."""
    print(switching.enable(Catalogue.installed().plugins, Home.find(os.environ), name))
