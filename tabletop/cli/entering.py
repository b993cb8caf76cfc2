"""The menu, as the program without a command."""

import os

from tabletop.interrupts import leaving_at_once
from tabletop.saves.chosen import chosen
from tabletop.saves.home import Home
from tabletop.terminal import entrance
from tabletop.terminal.consoles import make_console


def enter(*, plain: bool, private: bool) -> None:
    """Shows the menu until the person quits. What only its pages need is loaded when the first line was typed."""
    home = Home.find(os.environ)
    console = make_console(os.environ, plain=plain or chosen(home).plain)
    try:
        entered = entrance.enter(console, home, private=private)
    except EOFError:
        return
    with leaving_at_once():
        from functools import partial

        from tabletop.cli.serve import for_friends
        from tabletop.terminal.menu import Menu
        from tabletop.terminal.session import Session

    here = Session.at_screen(os.environ, plain=plain, private=private, console=console)
    Menu(here, partial(for_friends, here.console.say)).run(entered)
