"""``tabletop matches`` and ``tabletop watch``: saved matches listed, named, thrown away, looked at."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from tabletop.cli.arguments import MatchType, plain_option
from tabletop.cli.folders import folder_option
from tabletop.i18n import N_, Texts, write_number
from tabletop.lines import harmless, show_line
from tabletop.saves.chosen import is_sound
from tabletop.saves.home import Home

_ = Texts(__file__)


def _host() -> Any:
    """What is told besides the matches themselves goes to standard error: scripts read the lines."""
    from tabletop.host import Host

    aside = _Aside()
    return Host.here(os.environ, warn=aside.say, progress=aside.progress)


class _Aside:
    """Standard error."""

    def __init__(self) -> None:
        self._quarter = -1

    def say(self, line: str) -> None:
        print(harmless(line), file=sys.stderr, flush=True)

    def progress(self, text: str, done: float) -> None:
        """Said once, and again with each quarter that is done."""
        quarter = int(4 * done) if text else -1
        if quarter > self._quarter:
            self.say(f"{text} {write_number(done, '.0%')}" if quarter else text)
        self._quarter = quarter


@click.group(invoke_without_command=True)
@click.option("--all", "every", is_flag=True, help=N_("The older ones too."))
@click.option("--find", "text", default="", help=N_("Only matches with these words: game, player, name, id."))
@click.option("--trash", is_flag=True, help=N_("List deleted matches instead."))
@click.pass_context
def matches(context: click.Context, every: bool, text: str, trash: bool) -> None:
    """List the saved matches, the one last played first; or name, delete or restore one."""
    if context.invoked_subcommand is not None:
        return
    home = Home.find(os.environ)
    if not trash and is_sound(home) and not home.has_matches():
        print(_none(text))
        return
    here = _host()
    if trash:
        trashed = here.matches.trashed()
        for match in trashed:
            print(harmless(here.listing.line(match)), flush=True)
        if not trashed:
            print(_("The trash is empty."))
        return
    wanted = here.listing.wanted(text)
    shown = 0
    for match in here.listing.search(text) if every else here.matches.page(wanted):
        show_line(here.listing.line(match))
        shown += 1
    if not shown:
        print(_none(text))
    if not every and (hidden := here.matches.number(wanted) - shown) > 0:
        print(_.plural("{n} older match: --all shows it.", "{n} older matches: --all shows them.", hidden))


def _none(text: str) -> str:
    return _("There are no such matches.") if text else _("There are no saved matches.")


@matches.command()
@click.argument("match", type=MatchType())
@click.argument("name", required=False)
def rename(match: str, name: str | None) -> None:
    """Give a match a name, by which it can be meant from then on; without NAME it has none."""
    here = _host()
    here.matches.rename(here.matches.find(match).id, name)


@matches.command()
@click.argument("match", type=MatchType())
@click.option("--yes", is_flag=True, help=N_("Don't ask."))
@plain_option
def delete(match: str, yes: bool, plain: bool) -> None:
    """Put a match into the trash."""
    from tabletop.terminal import matches_page as library
    from tabletop.terminal.session import Session

    here = Session.at_screen(os.environ, plain=plain)
    found = here.matches.find(match)
    if yes:
        here.matches.delete(found.id)
    else:
        library.delete(here, found)


@matches.command()
@click.argument("match")
def restore(match: str) -> None:
    """Take a match out of the trash."""
    here = _host()
    print(_("{id} is back.").format(id=here.matches.restore(match).id))


@matches.command("empty-trash")
@click.option("--yes", is_flag=True, help=N_("Don't ask."))
@plain_option
def empty_trash(yes: bool, plain: bool) -> None:
    """Remove what is in the trash for good."""
    from tabletop.terminal import matches_page as library
    from tabletop.terminal.session import Session

    here = Session.at_screen(os.environ, plain=plain)
    if not yes:
        library.say_trash(here)
        if not here.matches.trashed():
            return
        if not library.agreed(here.console, _("Remove this for good? Type yes to do so: ")):
            print(_("Everything stays."))
            return
    number = here.matches.empty_trash()
    print(_.plural("{n} match is gone.", "{n} matches are gone.", number))


@click.command()
@click.argument("match", type=MatchType())
@click.option("--at", type=click.IntRange(min=0), default=0, help=N_("Begin after so many events."))
@folder_option
@plain_option
@click.pass_obj
def watch(group_plain: Any, match: str, at: int, folder: Path | None, plain: bool) -> None:
    """Look at a match event by event: on with Enter, back, to any place, or by itself."""
    from tabletop.cli.at_screen import session_with

    session_with(folder, plain=plain or bool(group_plain)).watch(match, at)
