"""From the data of a course to a match on the table."""

from tabletop.complaints import printable
from tabletop.course import Course, Position
from tabletop.i18n import Texts
from tabletop.match import AnyGame, Match, with_options

_ = Texts(__file__)


def course_of(rules: type[AnyGame]) -> Course | None:
    """The course of a game, or None. Raises ValueError, with a sentence, whatever its author's code does wrong."""
    try:
        found: object = rules.course()
    except Exception as error:
        raise ValueError(
            _("The lessons of this game can't be used: {why}.").format(
                why=f"{type(error).__name__}: {printable(str(error), 200)}"
            )
        ) from error
    if found is not None and not isinstance(found, Course):
        raise ValueError(_("The lessons of this game can't be used: {why}.").format(why=type(found).__name__))
    return found


def set_up(rules: type[AnyGame], position: Position) -> Match:
    """The match at a position. Raises ValueError, with the reason, for one that the rules don't lead to."""
    match = Match(with_options(rules, position.options, position.seats), position.events)
    if not 1 <= position.you <= position.seats:
        raise ValueError(_("There is no seat {seat}.").format(seat=position.you))
    return match
