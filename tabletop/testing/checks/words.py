"""Texts and pictures."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tabletop import i18n
from tabletop.game import CHANCE
from tabletop.pieces import scene_text, scenes
from tabletop.style import Style
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.texts import canonical_fault, columns, named, sentence_fault
from tabletop.testing.walk import Step, Walk, reading

STYLES = (Style(), Style(ascii=True), Style(compact=True), Style(ascii=True, compact=True))
MOVE_LENGTH = 60
OUTCOME_LENGTH = 990
SENTENCES = 200
LINES = 200
"""of a picture: a person scrolls back through several screens"""


@check("one-text-per-move", "Game.notation")
def one_text_per_move(subject: Subject) -> Iterator[Complaint]:
    """Every move has a short, printable text of its own."""
    for walk, step in subject.steps():
        if step.actor == CHANCE:
            fault = canonical_fault(step.event[2:], OUTCOME_LENGTH)
            if fault:
                yield walk.complaint(step.number, "a printable text for the outcome", fault)
            continue
        texts = [walk.game.notation(move) for move in walk.game.legal_moves(step.state)]
        for text, times in Counter(texts).items():
            fault = canonical_fault(text, MOVE_LENGTH) or (f"“{text}” for {times} moves" if times > 1 else "")
            if fault:
                yield walk.complaint(step.number, f"a printable text of its own, up to {MOVE_LENGTH} long", fault)


@check("notation", "Game.parse")
def notation(subject: Subject) -> Iterator[Complaint]:
    """The canonical text of a move is read back as that move, whatever the language."""
    for walk, step in subject.steps(5 * subject.effort.positions):
        if step.actor == CHANCE:
            continue
        view = walk.game.view(step.state, step.actor)
        for move in [*walk.game.legal_moves(step.state), *walk.game.moves]:
            yield from _reads_back(walk, step, view, move)


def _reads_back(walk: Walk, step: Step, view: Any, move: Any) -> Iterator[Complaint]:
    text = walk.game.notation(move)
    read = walk.game.parse(text, view)
    if fingerprint(read) != fingerprint(move):
        yield walk.complaint(step.number, f"{move!r} from its own text “{text}”", repr(read))
    language = i18n.language()
    i18n.use_language("de")
    try:
        abroad = walk.game.notation(move)
    finally:
        i18n.use_language(language)
    if abroad != text:
        yield walk.complaint(step.number, f"“{text}” in every language", f"“{abroad}” in German")


@check("words", "Game.words")
def words(subject: Subject) -> Iterator[Complaint]:
    """What a picture shows is also said, in printable sentences, to every seat and to a bystander; not too many."""
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in (*range(walk.seats), None):
            view = walk.game.view(state, seat)
            said = walk.game.words(view)
            if isinstance(said, str):
                yield walk.complaint(number, "a list of sentences", repr(said))
                return
            if len(said) > SENTENCES:
                yield walk.complaint(number, f"at most {SENTENCES} sentences", str(len(said)))
            for sentence in said:
                fault = sentence_fault(sentence, most=2_000)
                if fault:
                    yield walk.complaint(number, "a printable sentence", fault)
            if not said and _shows(walk, state, view):
                yield walk.complaint(number, "words where there is a picture", "none")


def _shows(walk: Walk, state: Any, view: Any) -> bool:
    """Whether there is a picture, beside the scores."""
    scene = walk.game.scene(view)
    if scene is None or scenes.check(scene):
        return bool(walk.game.picture(view, Style()).strip())
    return bool(scene_text.text(scenes.beside(scene, tuple(walk.game.scores(state))), Style()).strip())


@check("pictures", "Game.picture")
def pictures(subject: Subject) -> Iterator[Complaint]:
    """Pictures fit into 80 columns, are not too high, have no escape codes, and are ASCII where that is asked for."""
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in (*range(walk.seats), None):
            view = walk.game.view(state, seat)
            for style in STYLES:
                yield from _look(walk, number, named(walk.game.picture(view, style), walk.seats, style.width), style)
    for walk, step in subject.steps(2 * subject.effort.positions):
        seen = reading(walk.game, step, 0)
        for style in STYLES:
            yield from _look(walk, step.number, walk.game.event_picture(seen, style), style)


def _look(walk: Walk, number: int, picture: str, style: Style) -> Iterator[Complaint]:
    lines = picture.split("\n")
    if len(lines) > LINES:
        yield walk.complaint(number, f"at most {LINES} lines", str(len(lines)))
    for line in lines:
        if columns(line) > style.width:
            yield walk.complaint(number, f"at most {style.width} columns", f"{columns(line)}: {line}")
        if line and not line.isprintable():
            yield walk.complaint(number, "a picture of printable characters", repr(line))
        if style.ascii and not line.isascii():
            yield walk.complaint(number, "ASCII only, as style.ascii asks", repr(line))


@check("tell", "Game.tell")
def tell(subject: Subject) -> Iterator[Complaint]:
    """Every event is told in a printable line, to every seat and to a bystander."""
    for walk, step in subject.steps(5 * subject.effort.positions):
        after = walk.states[step.number + 1]
        for seat in (*range(walk.seats), None):
            seen = reading(walk.game, step, seat)
            fault = sentence_fault(seen, most=1_000)
            views = walk.game.view(step.state, seat), walk.game.view(after, seat)
            fault = fault or sentence_fault(walk.game.tell(views[0], seen, views[1]), most=1_000)
            if fault:
                yield walk.complaint(step.number + 1, f"a printable line for “{step.event}”", fault)
