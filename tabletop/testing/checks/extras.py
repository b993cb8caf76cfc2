"""What a game may answer beside its rules: questions, statistics, looking back, lessons, advice."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from math import isfinite
from random import Random
from typing import Any, Final

from tabletop import words as host
from tabletop.aliases import spellings
from tabletop.analysis import Analysis
from tabletop.game import CHANCE
from tabletop.guard import answers
from tabletop.i18n import languages, speaking
from tabletop.lessons.check import problems
from tabletop.pieces import scenes as pieces
from tabletop.pieces.scenes import Scene
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.renderings import rendering_fault
from tabletop.testing.report import Complaint
from tabletop.testing.shown import pieces_of
from tabletop.testing.subject import Subject
from tabletop.testing.texts import named, sentence_fault
from tabletop.testing.walk import AnyGame, Walk, reading, said, spread

ANSWER: Final = 20_000
"""characters of an answer to a question"""
IN_SIGHT: Final = (12, 80)
"""texts of a status, and characters of each"""
SENTENCES: Final = 1_000
"""of what is revealed"""
ROUNDING: Final = 1e-9


@check("queries", "Game.queries")
def queries(subject: Subject) -> Iterator[Complaint]:
    """What can be asked at the table is a word in lower case, and has an answer in printable lines."""
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in (*range(walk.seats), None):
            for word, answer in dict(walk.game.queries(walk.game.view(state, seat))).items():
                if sentence_fault(word, 40) or word != word.lower() or len(word.split()) != 1:
                    yield walk.complaint(number, "one word in lower case to ask with", repr(word)[:200])
                fault = _lines_fault(answer)
                if fault:
                    yield walk.complaint(number, f"an answer to “{word}” in printable lines", fault)


def _lines_fault(text: object) -> str:
    if not isinstance(text, str):
        return f"{type(text).__name__}, which is no text"
    if len(text) > ANSWER:
        return f"{len(text)} characters, more than {ANSWER}"
    lines = [line for line in text.split("\n") if line.strip()]
    return next(filter(None, (sentence_fault(line, ANSWER) for line in lines)), "" if lines else "an empty text")


@check("status", "Game.status")
def status(subject: Subject) -> Iterator[Complaint]:
    """What stays in sight is a few short texts."""
    most, length = IN_SIGHT
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in (*range(walk.seats), None):
            texts = walk.game.status(walk.game.view(state, seat))
            if isinstance(texts, str) or len(texts) > most:
                yield walk.complaint(number, f"at most {most} texts, in a sequence", repr(texts)[:200])
                continue
            fault = next(filter(None, (sentence_fault(text, length) for text in texts)), "")
            if fault:
                yield walk.complaint(number, f"texts of up to {length} characters that stay in sight", fault)


@check("scenes", "Game.scene")
def scenes(subject: Subject) -> Iterator[Complaint]:
    """Scenes are made of the blocks that there are, within bounds; a piece stands for moves that are legal."""
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in (*range(walk.seats), None):
            scene = walk.game.scene(walk.game.view(state, seat))
            fault = answers.scene(scene)
            if fault:
                yield walk.complaint(number, "a scene that can be drawn", fault)
            elif scene is not None and seat is not None and walk.game.to_act(state) == seat:
                legal = set(map(walk.game.notation, walk.game.legal_moves(state)))
                moves = {move for block in scene for piece in pieces_of(block) for move in piece.moves}
                if moves - legal:
                    yield walk.complaint(number, "pieces that stand for legal moves", f"“{min(moves - legal)}”")
    for walk, step in subject.steps(2 * subject.effort.positions):
        for seat in (*range(walk.seats), None):
            views = [walk.game.view(walk.states[step.number + one], seat) for one in (0, 1)]
            fault = answers.scene(walk.game.event_scene(views[0], reading(walk.game, step, seat), views[1]))
            if fault:
                yield walk.complaint(step.number, f"a scene of “{step.event}” that can be drawn", fault)


@check("renderings", "Game.scene")
def renderings(subject: Subject) -> Iterator[Complaint]:
    """A scene looks and reads alike: nothing of it gets lost as text, in words or as a picture in SVG.

    Blocks of a kind have labels that differ, different pieces of a block are called differently, and what stands on a
    piece is short.
    """
    seen: set[Scene] = set()
    for walk, number, scene in _scenes(subject):
        if scene is None or pieces.check(scene) or scene in seen:
            continue
        seen.add(scene)
        fault = rendering_fault(pieces.said(scene, partial(named, seats=walk.seats)))
        if fault:
            yield walk.complaint(number, "a scene of which nothing gets lost, whose pieces are told apart", fault)
    if not seen:
        raise NotApplicable


def _scenes(subject: Subject) -> Iterator[tuple[Walk, int, Scene | None]]:
    """The scenes of positions, of rounds that are over, and of events."""
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in (*range(walk.seats), None):
            view = walk.game.view(state, seat)
            yield from ((walk, number, scene) for scene in (walk.game.scene(view), walk.game.summary(view)))
    for walk, step in subject.steps(subject.effort.positions):
        views = [walk.game.view(walk.states[step.number + one], None) for one in (0, 1)]
        yield walk, step.number, walk.game.event_scene(views[0], reading(walk.game, step, None), views[1])


@check("summary", "Game.summary")
def summary(subject: Subject) -> Iterator[Complaint]:
    """There is a place to stop for all readers or for none, never while a seat is to act, and it can be drawn."""
    for walk, number, state in subject.positions(5 * subject.effort.positions):
        actor = walk.game.to_act(state)
        found = [walk.game.summary(walk.game.view(state, seat)) for seat in (*range(walk.seats), None)]
        stops = {scene is not None for scene in found}
        if len(stops) > 1:
            yield walk.complaint(number, "a summary for all readers, or for none", "for some")
        if True in stops and actor is not None and actor != CHANCE:
            yield walk.complaint(number, "no summary while a seat is to act", repr(next(filter(None, found)))[:200])
        fault = next(filter(None, map(answers.scene, found)), "")
        if fault:
            yield walk.complaint(number, "a summary that can be drawn", fault)


@check("measures", "Game.measures")
def measures(subject: Subject) -> Iterator[Complaint]:
    """What statistics average has a text, and for each seat of a finished match an amount and its occasions."""
    texts = subject.game.measure_texts
    for name, text in texts.items():
        try:
            fault = sentence_fault(text.format(value=1.5), most=100)
        except Exception as error:
            fault = said(error)
        if fault:
            yield Complaint(f"a text with {{value}} for the measure “{name}”", fault)
    for walk in subject.each([walk for walk in subject.walks if walk.over], "matches"):
        found = walk.game.measures(walk.states)
        if len(found) != walk.seats:
            yield walk.complaint(len(walk.steps), f"measures for each of {walk.seats} seats", f"for {len(found)}")
        for name, value in ((name, value) for of_seat in found for name, value in of_seat.items()):
            if name not in texts:
                yield walk.complaint(len(walk.steps), f"a name of measure_texts: {', '.join(texts)}", repr(name)[:200])
            elif not _is_measure(value):
                yield walk.complaint(len(walk.steps), f"an amount and its occasions for “{name}”", repr(value)[:200])


def _is_measure(value: Any) -> bool:
    """Two numbers; where there was no occasion there is no amount."""
    numbers = isinstance(value, Sequence) and len(value) == 2 and all(isinstance(one, int | float) for one in value)
    return numbers and all(map(isfinite, value)) and value[1] >= 0 and (value[1] > 0 or value[0] == 0)


@check("revealed", "Game.revealed")
def revealed(subject: Subject) -> Iterator[Complaint]:
    """What was hidden can be told at any position of a match, in printable sentences."""
    for walk, number, state in subject.positions(subject.effort.positions):
        sentences = walk.game.revealed(state)
        if isinstance(sentences, str) or len(sentences) > SENTENCES:
            yield walk.complaint(number, f"at most {SENTENCES} sentences", repr(sentences)[:200])
            continue
        fault = next(filter(None, (sentence_fault(one, most=2_000) for one in sentences)), "")
        if fault:
            yield walk.complaint(number, "a printable sentence", fault)


@check("old-events", "Game.old_event")
def old_events(subject: Subject) -> Iterator[Complaint]:
    """Every event, whatever version wrote it, is taken for one that this version writes, or left as it is."""
    for walk, step in subject.steps(subject.effort.positions):
        for version in ("0.0.1", "0", "unknown"):
            event = walk.game.old_event(step.event, step.state, version)
            fault = sentence_fault(event, most=1_000)
            if fault or event.partition(" ")[0] != step.event.partition(" ")[0]:
                yield walk.complaint(step.number, f"“{step.event}” or another event of that seat", fault or repr(event))


@check("course", "Game.course")
def course(subject: Subject) -> Iterator[Complaint]:
    """Every lesson can be played: its positions can come about, and every answer has its own words."""
    if subject.game.course() is None:
        raise NotApplicable
    for problem in problems(subject.game):
        yield Complaint("a course that can be played", problem)


@check("playout-moves", "Game.playout_move")
def playout_moves(subject: Subject) -> Iterator[Complaint]:
    """The move for playing a position out is a legal one, in the true state and in imagined ones."""
    for walk, number, state in _states(subject):
        actor = walk.game.to_act(state)
        if actor is None or actor == CHANCE:
            continue
        move = walk.game.playout_move(state, Random(number))
        legal = walk.game.legal_moves(state)
        if fingerprint(move) not in set(map(fingerprint, legal)):
            yield walk.complaint(number, f"one of {', '.join(map(walk.game.notation, legal))}", repr(move)[:200])


@check("play-out", "Game.play_out")
def play_out(subject: Subject) -> Iterator[Complaint]:
    """A match that is played out at once is over; the same source gives the same end, and the state stays."""
    tried = False
    for walk, number, state in _states(subject):
        before = fingerprint(state)
        found = walk.game.play_out(state, Random(number))
        if found is None:
            continue
        tried = True
        if walk.game.to_act(found) is not None or walk.game.result(found) is None:
            yield walk.complaint(number, "a state at the end of the match, with a result", fingerprint(found))
        again = walk.game.play_out(state, Random(number))
        if again is None or fingerprint(again) != fingerprint(found):
            yield walk.complaint(number, f"the same end from the same source: {fingerprint(found)}", repr(again)[:200])
        if fingerprint(state) != before:
            yield walk.complaint(number, f"the state as it was: {before}", fingerprint(state))
    if not tried:
        raise NotApplicable


def _states(subject: Subject) -> Iterator[tuple[Walk, int, Any]]:
    """States of the matches, and some that are imagined."""
    found = [(walk, number, state) for walk in subject.walks for number, state in walk.positions(3)]
    if subject.game.hides:
        found += [(walk, number, world) for walk, number, _state, _seat, world in spread(subject.worlds, len(found))]
    return subject.each(found)


@check("analyst", "Game.analyst")
def analyst(subject: Subject) -> Iterator[Complaint]:
    """An analyst values every legal move with a probability, the best first, or says why it can't do this match."""
    walks = [walk for walk in subject.walks if walk.usual and walk.steps][:1]
    if not walks or walks[0].game.analyst() is None:
        raise NotApplicable
    walk, game = walks[0], walks[0].game
    judge = game.analyst()
    assert judge is not None
    try:
        judge.prepare(lambda _part: None)
    except ValueError as why:
        fault = sentence_fault(str(why), most=300)
        if fault:
            yield walk.complaint(0, "a reason why this match is beyond the analyst", fault)
        raise NotApplicable from None
    for step in subject.each([s for s in walk.spread(4 * subject.effort.positions) if s.actor != CHANCE]):
        moves = game.legal_moves(step.state)
        found = judge.analyse(game.view(step.state, step.actor), moves, Random(step.number))
        fault = _analysis_fault(game, found, moves, step.actor)
        if fault:
            yield walk.complaint(step.number, "every legal move with its probability, the best first", fault)


def _analysis_fault(game: AnyGame, found: Any, moves: Sequence[Any], seat: int) -> str:
    if not isinstance(found, Analysis):
        return f"{type(found).__name__}, which is no Analysis"
    if found.seat != seat:
        return f"an analysis for seat {found.seat}, not {seat}"
    if sorted(map(game.notation, moves)) != sorted(game.notation(value.move) for value in found.moves):
        return f"values of {', '.join(game.notation(value.move) for value in found.moves)}"
    values = [value.value for value in found.moves]
    wrong = [value for value in values if not -ROUNDING <= value <= 1 + ROUNDING]
    if wrong:
        return f"the value {wrong[0]!r}, which is no probability"
    if any(worse > better + ROUNDING for better, worse in pairwise(values)):
        return f"values in another order: {values}"
    errors = [value.error for value in found.moves if value.error is not None]
    return next((f"the error {error!r}" for error in errors if not error >= 0), "")


@check("host-words", "Game.queries")
def host_words(subject: Subject) -> Iterator[Complaint]:
    """No move and no question of a game is a word of the host's at the table, in any language; words are in lower case.

    Where a move is called “undo”, whoever wants to take back has to type “tabletop:undo”.
    """
    game = subject.game
    for word in game.vocabulary:
        if not isinstance(word, str) or word != word.lower() or len(word.split()) != 1:
            yield Complaint("single words in lower case in the vocabulary", repr(word)[:200])
    if set(game.verbs) - set(game.vocabulary):
        yield Complaint(
            "verbs that are words of the vocabulary", ", ".join(sorted(set(game.verbs) - set(game.vocabulary)))
        )
    for walk, number, state in subject.positions(subject.effort.positions):
        actor = walk.game.to_act(state)
        if actor is not None and actor != CHANCE:
            texts = map(walk.game.notation, [*walk.game.legal_moves(state), *game.moves])
            yield from _taken(walk, number, "moves", {text.partition(" ")[0]: "" for text in texts})
        for seat in (*range(walk.seats), None):
            yield from _taken(walk, number, "questions", walk.game.queries(walk.game.view(state, seat)))


def _taken(walk: Walk, number: int, what: str, words: Mapping[str, str]) -> Iterator[Complaint]:
    for code in languages():
        with speaking(code):
            shadowed = host.host_words() & {*words, *chain.from_iterable(spellings(words, walk.game).values())}
            if shadowed:
                expected = f"{what} that begin with words other than the host's own, in the language {code}"
                yield walk.complaint(number, expected, ", ".join(sorted(shadowed)))
                return
