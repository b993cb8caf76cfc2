"""The games of a home as a browser reads them: what they are, their house rules, their rules pages, their lessons."""

from typing import Any

from tabletop.chance import Entropy
from tabletop.course import Answer, Ask, Course, Position, Practise, Step, Try, answer_to
from tabletop.cpu import players
from tabletop.host import Host
from tabletop.i18n import Texts, language
from tabletop.lessons import course_of
from tabletop.match import AnyGame, Header, Seat, bind, with_options
from tabletop.person import ME
from tabletop.plugins.find.catalogue import GameListing, load
from tabletop.server.drawn import with_pictures
from tabletop.server.fields import fields
from tabletop.server.rules_html import html
from tabletop.table import Memory, Reader, Table, looking
from tabletop.values import value_text

_ = Texts(__file__)


def games(host: Host) -> list[dict[str, Any]]:
    """Every game in a few words."""
    return [
        {"id": game.name or game.id, "title": game.title, "summary": game.summary, "tags": list(game.tags)}
        for game in host.catalogue.games
    ]


def about(host: Host, name: str, seats: int | None) -> dict[str, Any]:
    """All about one game, its house rules as ``seats`` play them. Raises PluginError and ValueError."""
    listing = host.catalogue.find(name)
    rules = load(listing)
    number = seats if seats is not None and seats in rules.seat_counts else max(2, rules.seat_counts[0])
    game = with_options(rules, {}, number)
    course = course_of(rules)
    return {
        "id": listing.name or listing.id,
        "title": listing.title,
        "summary": listing.summary,
        "seats": list(rules.seat_counts),
        "chosen_seats": number,
        "players": [{"name": level, "text": value_text(level, _)} for level in players.offered(game)],
        "options": fields(game.options, rules.texts),
        "rules": html(listing.rules()),
        "lessons": [] if course is None else [_titled(course, number) for number in range(len(course.lessons))],
    }


def _titled(course: Course, number: int) -> dict[str, Any]:
    lesson = course.lessons[number]
    return {"id": lesson.id, "title": course.texts(lesson.title)}


def lesson(host: Host, name: str, lesson_id: str, width: int) -> dict[str, Any]:
    """A lesson, step by step, each with its picture and what is said to each answer.

    Raises PluginError, ValueError, and KeyError where there is no such lesson.
    """
    listing = host.catalogue.find(name)
    course = course_of(load(listing))
    if course is None:
        raise KeyError(lesson_id)
    found = course.find(lesson_id)
    steps = [_step(host, listing, course, step, width) for step in found.steps]
    return {"id": found.id, "title": course.texts(found.title), "game": listing.title, "steps": steps}


def _step(host: Host, listing: GameListing, course: Course, step: Step, width: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": type(step).__name__.lower(), "text": course.texts(step.text), "answers": []}
    if step.at is not None:
        table = _table(host, listing, step.at)
        reader = Reader(frozenset({step.at.you - 1}), language=language(), me=host.me, scenes=True)
        look = looking.look(table, reader)
        drawn = with_pictures(look, width)
        shown.update({name: drawn[name] for name in ("svg", "words", "scores")})
        if isinstance(step, Try):
            found = ((answer_to(step.answers, move.text), move.spoken) for move in look.moves)
            shown["answers"] = [_answer(course, answer, spoken) for answer, spoken in found if answer is not None]
    if isinstance(step, Ask):
        shown["answers"] = [_answer(course, answer, course.texts(answer.text)) for answer in step.answers]
    if isinstance(step, Practise):
        seats = ["open" if number == step.at.you else f"cpu:{step.against}" for number in range(1, step.at.seats + 1)]
        shown["practice"] = {"seats": seats, "options": dict(step.at.options)}
    return shown


def _answer(course: Course, answer: Answer, text: str) -> dict[str, Any]:
    return {"text": text, "says": course.texts(answer.says), "right": answer.right}


def _table(host: Host, listing: GameListing, at: Position) -> Table:
    """A table at a position. Raises ValueError for one that the rules don't lead to, and PluginError."""
    seats = [Seat(name=ME if seat == at.you else f"CPU {seat}") for seat in range(1, at.seats + 1)]
    header = Header.model_validate({"game": listing.id, "options": dict(at.options), "seats": tuple(seats)})
    game: AnyGame = bind(load(listing), header)
    table = host.table(listing, game, Memory(header), Entropy())
    for event in at.events:
        table.replay(event)
    return table
