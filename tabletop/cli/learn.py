"""``tabletop learn``: lessons."""

from collections.abc import Iterator
from pathlib import Path

import click

from tabletop.cli.arguments import GameType, is_plain, plain_option
from tabletop.cli.at_screen import session_with
from tabletop.cli.folders import folder_option, only_game
from tabletop.i18n import N_, Texts
from tabletop.lessons import course_of
from tabletop.plugins.find.catalogue import GameListing, PluginError, load
from tabletop.saves import Learning
from tabletop.terminal import course_page as lessons
from tabletop.terminal.console import Role
from tabletop.terminal.numbered import numbered
from tabletop.terminal.session import Session

_ = Texts(__file__)


@click.command()
@click.argument("game", required=False, type=GameType())
@click.argument("lesson", required=False)
@click.option("--list", "only_list", is_flag=True, help=N_("List the lessons and the progress in them."))
@click.option("--reset", is_flag=True, help=N_("Forget the progress in a lesson, in a game's lessons, or in all."))
@folder_option
@plain_option
@click.pass_obj
def learn(
    group_plain: bool,
    game: str | None,
    lesson: str | None,
    folder: Path | None,
    only_list: bool,
    reset: bool,
    plain: bool,
) -> None:
    """Learn a game by playing: its lessons, or the one of that number or name."""
    here = session_with(folder, plain=plain or group_plain)
    name = game if game is not None or folder is None else only_game(folder)
    listing = here.catalogue.find(name) if name is not None else None
    if only_list:
        for line in _lines(here, [listing] if listing else here.catalogue.games, is_plain(plain, group_plain)):
            click.echo(line)
    elif reset:
        _reset(here, listing, lesson)
    elif listing is None:
        _choose(here)
    else:
        _learn(here, listing, lesson)


def _lines(here: Session, games: list[GameListing], plain: bool) -> Iterator[str]:
    learning = Learning(here.home)
    for listing in games:
        try:
            course = course_of(load(listing))
        except (PluginError, ValueError) as why:
            yield str(why)
            continue
        if course is None:
            yield lessons.no_lessons(listing)
            continue
        progress = learning.load(listing.id)
        for number, lesson in enumerate(course.lessons, 1):
            line = lessons.lesson_line(course, lesson, progress.get(lesson.id))
            columns = f"{listing.id:<16} {number}  {lesson.id:<16} {line}"
            yield f"{listing.id}, {number}, {lesson.id}: {line}" if plain else columns


def _reset(here: Session, listing: GameListing | None, lesson: str | None) -> None:
    name = None
    if listing is not None and lesson is not None:
        course = lessons.Lessons(here, listing, load(listing)).course
        name = lessons.find_lesson(course, lesson).id
    Learning(here.home).reset(listing.id if listing else None, name)
    click.echo(_("The progress is forgotten; matches and settings are as they were."))


def _choose(here: Session) -> None:
    games = here.catalogue.games
    if not games:
        raise ValueError(_("No games are installed."))
    choices = [(game.id, game.title) for game in games]
    try:
        chosen = numbered(here.console, _("Learn by playing"), choices, _("game> "), games[0].id)
    except EOFError:
        return
    _learn(here, here.catalogue.find(chosen), None)


def _learn(here: Session, listing: GameListing, lesson: str | None) -> None:
    course = lessons.Lessons(here, listing, load(listing))
    if lesson is not None:
        course.take(lessons.find_lesson(course.course, lesson))
        return
    try:
        course.run()
    except EOFError:
        here.console.say("", Role.TEXT)
