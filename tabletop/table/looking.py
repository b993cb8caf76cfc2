"""What a reader sees of a table: values ready for JSON."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final

from tabletop.aliases import spoken
from tabletop.appearance import Appearance, words_aloud
from tabletop.game import CHANCE
from tabletop.i18n import Texts, language, speaking
from tabletop.lines import fitted
from tabletop.match import AnyGame
from tabletop.naming import MARK
from tabletop.person import ME
from tabletop.pieces import scenes
from tabletop.pieces.scenes import Scene
from tabletop.style import Detail, Style
from tabletop.table.addressing import addressed_seats, names_of, said
from tabletop.table.playing import Table
from tabletop.table.question import Question
from tabletop.table.reader import Reader

_ = Texts(__file__)

_REASON: Final = attrgetter("why")
_POINTS: Final = attrgetter("points")

Say = Callable[[str], str]
"""Puts the names into a text of the game."""


@dataclass(frozen=True)
class Score:
    """The points of a side so far."""

    name: str
    points: int
    on_turn: bool


@dataclass(frozen=True)
class Option:
    """A move: its canonical text, and how the reader reads it."""

    text: str
    spoken: str


@dataclass(frozen=True)
class Refusal:
    """A move of the game that the rules refuse now, and why."""

    spoken: str
    why: str


@dataclass(frozen=True)
class Look:
    """A table at one moment, as one reader may see it."""

    n: int
    """the number of the journal's last line"""
    position: int
    """how many events lead there"""
    events: int
    """how many events are in play"""
    actor: int | None
    """the seat on turn from 0, ``CHANCE``, or None when the rules have come to their end"""
    names: tuple[str, ...]
    """of the players, by seats"""
    addressed: tuple[int, ...]
    """the seats whose players sentences call “you”"""
    sides: tuple[int, ...]
    """of the seats"""
    side_names: tuple[str, ...]
    scores: tuple[Score, ...]
    words: tuple[str, ...]
    aloud: tuple[str, ...]
    """the table for a reader without a style who listens, in sentences at its degree of detail"""
    picture: str
    """for a reader with a style; the others have the words"""
    question: Question | None
    moves: tuple[Option, ...]
    """where the reader is asked for a move"""
    refused: tuple[Refusal, ...]
    questions: Mapping[str, str]
    """what this game can be asked now, with its answers"""
    detail: Detail
    """how much the reader is told"""
    status: tuple[str, ...]
    """what must stay in sight beside the scores and whose turn it is, in a few words each"""
    ranks: tuple[int, ...] | None
    """of each side, when the match is over and has a result"""
    over: bool
    summary: Scene | None = None
    """what there is to look at from the end of a round until chance goes on"""
    scene: Scene | None = None
    """the table as values, for a reader that wants them, where the game has them"""

    def json(self) -> dict[str, Any]:
        """The same as JSON holds it; each block of a scene and a summary says what it is, such as ``sheet``."""
        shown = {"summary": self.summary, "scene": self.scene}
        return {**asdict(self), **{name: scene and scenes.as_json(scene) for name, scene in shown.items()}}


def viewer(table: Table, reader: Reader) -> int | None:
    """Whose eyes a reader has: those that are open, those of its only seat, or the person's on turn; None: nobody's.

    Where several people at one keyboard hide something from each other, only what was uncovered is open.
    """
    if reader.eyes is not None or (reader.shared and table.has_secrets):
        return reader.eyes
    if len(reader.seats) == 1:
        return next(iter(reader.seats))
    if table.match.at_once:
        return next((seat for seat in table.choosing if seat in reader.seats), None)
    actor = table.match.to_act
    return actor if actor in reader.seats else None


def cover(table: Table, reader: Reader) -> int | None:
    """The seat whose person must uncover the table before it is asked; None where nobody must."""
    question = table.question
    if question is None or question.kind != "move" or not (reader.shared and table.has_secrets):
        return None
    seat = next((seat for seat in question.seats if seat in reader.seats), None)
    return None if seat == reader.eyes else seat


def look(table: Table, reader: Reader, at: int | None = None) -> Look:
    """The table now, or after ``at`` events in play. Raises ValueError for a position that isn't there."""
    events = len(table.match.events)
    if at is not None and not 0 <= at <= events:
        raise ValueError(_("Please type a number from 0 to {last}.").format(last=events))
    now = at is None or at == events
    with speaking(reader.language):
        game, state = table.game, table.match.state_after(-1 if at is None else at)
        eyes = viewer(table, reader)
        view = table.match.view(eyes) if now and table.match.at_once else game.view(state, eyes)
        actor = table.match.to_act if now else game.to_act(state)
        question = table.question if now else None
        asked = question is not None and question.kind == "move" and eyes in question.seats and eyes in reader.seats
        ending = table.ending if now else None
        acting: tuple[int, ...] = () if ending or actor is None or actor == CHANCE else (actor,)
        if at is None and table.match.at_once and not ending:
            acting = table.choosing
        history, style = table.journal.history, reader.style
        say = partial(said, game=game, history=history, reader=reader, at=at)
        called = names(table, reader, at)
        sides = sides_of(table, called)
        points = _scores(game, state, sides, acting)
        scene = game.scene(view) if has_scenes(game) and (style or reader.scenes) else None
        questions = game.queries(view) if now else {}
        return Look(
            n=table.n,
            position=events if at is None else at,
            events=events,
            actor=actor,
            names=called,
            addressed=addressed_seats(history.seats if at is None else history.seats_at(at), reader),
            sides=tuple(game.sides()),
            side_names=sides,
            scores=points,
            words=() if style else _words(game, view, scene, say),
            aloud=() if style else _aloud(table, reader, view, points, say),
            picture=_picture(game, view, scene, style, say, points) if style else "",
            question=question,
            moves=options(table, eyes) if asked else (),
            refused=refused(table, view, eyes, say) if asked else (),
            questions=dict(zip(questions, _named(questions.values(), say), strict=True)),
            detail=reader.detail,
            status=_named(game.status(view), say) if has_status(game) else (),
            ranks=ending.ranks if ending else None,
            over=ending is not None,
            summary=summary_of(table, reader, view, at) if actor in (None, CHANCE) else None,
            scene=scenes.named(scene, say) if scene is not None and reader.scenes else None,
        )


def _aloud(table: Table, reader: Reader, view: Any, scores: tuple[Score, ...], say: Say) -> tuple[str, ...]:
    """The scores, as soon as there are any, and what the game tells of the table."""
    told = _named(table.game.table_aloud(view, reader.detail), say)
    if reader.detail == "terse" or not any(score.points for score in scores):
        return told
    return (points_text(scores), *told)


def points_text(scores: Iterable[Score]) -> str:
    """The scoreboard in a line."""
    return ", ".join(f"{score.name}: {score.points}" for score in scores)


def sums_up(table: Table, state: Any) -> bool:
    """Whether there is something to look at in a state before chance goes on, or the match ends."""
    game = table.game
    return (
        table.has_summaries
        and game.to_act(state) in (None, CHANCE)
        and game.summary(game.view(state, None)) is not None
    )


def summary_of(table: Table, reader: Reader, view: Any, at: int | None = None) -> Scene | None:
    """What a game sums up in a view, with the names of now, or of after ``at`` events."""
    scene = table.game.summary(view) if table.has_summaries else None
    say = partial(said, game=table.game, history=table.journal.history, reader=reader, at=at)
    return None if scene is None else scenes.named(scene, say)


def _picture(game: AnyGame, view: Any, scene: Scene | None, style: Style, say: Say, scores: tuple[Score, ...]) -> str:
    """The scene, drawn without a track of the scores, which stand beside it; or the picture, folded by its names."""
    if scene is None:
        picture = game.picture(view, style)
        return fitted(say(picture), style.width, "  ") if MARK in picture else picture
    from tabletop.pieces import scene_text

    return scene_text.text(scenes.named(scenes.beside(scene, tuple(map(_POINTS, scores))), say), style)


def _words(game: AnyGame, view: Any, scene: Scene | None, say: Say) -> tuple[str, ...]:
    """The words; those of the scene where the game has no others."""
    if scene is None or game.__class__.words is not Appearance.words:
        return _named(words_aloud(game, view), say)
    from tabletop.pieces import scene_words

    return tuple(scene_words.words(scenes.named(scene, say)))


def _named(texts: Iterable[str], say: Say) -> tuple[str, ...]:
    return tuple(map(say, texts)) if MARK in "".join(texts := tuple(texts)) else texts


def names(table: Table, reader: Reader, at: int | None = None) -> tuple[str, ...]:
    """The names of the players by seats, as a reader of the language in use reads them; now, or after ``at`` events."""
    history = table.journal.history
    return names_of(history.seats if at is None else history.seats_at(at), reader.me, language())


def side_names(table: Table, reader: Reader, at: int | None = None) -> tuple[str, ...]:
    """The names of the players of each side."""
    return sides_of(table, names(table, reader, at))


def sides_of(table: Table, called: tuple[str, ...]) -> tuple[str, ...]:
    """The names of each side where the players, by seats, are called so."""
    members: dict[int, list[str]] = {}
    for side, name in zip(table.game.sides(), called, strict=True):
        members.setdefault(side, []).append(name)
    return tuple(map(" + ".join, map(members.__getitem__, sorted(members))))


def _scores(game: AnyGame, state: Any, side_names: tuple[str, ...], acting: Iterable[int]) -> tuple[Score, ...]:
    """The points of each side; the sides of the seats ``acting`` are on turn."""
    on_turn = {*map(game.sides().__getitem__, acting)}
    points_of = zip(side_names, game.scores(state), strict=True)
    return tuple([Score(name, points, side in on_turn) for side, (name, points) in enumerate(points_of)])


def options(table: Table, seat: int | None) -> tuple[Option, ...]:
    """The legal moves of a seat that is asked."""
    texts = [*map(table.game.notation, table.match.legal_moves(seat))]
    return tuple([Option(text, spoken(table.game, text)) for text in texts])


def refused(table: Table, view: Any, seat: int | None, say: Say) -> tuple[Refusal, ...]:
    """The moves of the game that aren't legal now for a seat that is asked, with the reasons."""
    game, legal = table.game, table.match.legal_moves(seat)
    moves = written(game).items()
    found = [Refusal(spoken(game, text), game.why_not(view, move)) for move, text in moves if move not in legal]
    if MARK in "".join(map(_REASON, found)):
        return tuple([Refusal(each.spoken, say(each.why)) for each in found])
    return tuple(found)


@lru_cache(maxsize=16)
def written(game: AnyGame) -> dict[Any, str]:
    """All the moves of a game, where it lists them, with their texts: worked out once for each game."""
    return {move: game.notation(move) for move in game.moves}


def revealed(table: Table, reader: Reader, at: int | None = None) -> list[str]:
    """What was hidden, in sentences, now or after ``at`` events; for a match that is over."""
    sentences = table.game.revealed(table.match.state_after(-1 if at is None else at))
    return [said(sentence, table.game, table.journal.history, reader, at) for sentence in sentences]


@lru_cache(maxsize=64)
def has_status(game: AnyGame) -> bool:
    """Whether a game says what must stay in sight."""
    return game.__class__.status is not Appearance.status


@lru_cache(maxsize=64)
def has_scenes(game: AnyGame) -> bool:
    """Whether a game shows the table as values."""
    return game.__class__.scene is not Appearance.scene


@lru_cache(maxsize=64)
def has_event_scenes(game: AnyGame) -> bool:
    """Whether a game shows events as values."""
    return game.__class__.event_scene is not Appearance.event_scene


def addressed(table: Table, reader: Reader, side: int, at: int | None = None) -> bool:
    """Whether a side is one person without a chosen name, whom sentences call “you”."""
    history = table.journal.history
    sides = zip(history.seats if at is None else history.seats_at(at), table.game.sides(), strict=True)
    return not reader.me and [seat.name for seat, its_side in sides if its_side == side] == [ME]
