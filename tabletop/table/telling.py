"""What a reader is told of what happens: made from what it may know, in its language, ready for JSON."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from tabletop import scoring
from tabletop.aliases import spoken
from tabletop.entries import Note
from tabletop.game import CHANCE
from tabletop.i18n import Texts, speaking
from tabletop.lines import fitted
from tabletop.match import AnyGame
from tabletop.naming import MARK
from tabletop.person import ME, shown
from tabletop.pieces import scenes
from tabletop.pieces.scenes import Scene
from tabletop.style import Style
from tabletop.table import addressing
from tabletop.table.looking import Say, addressed, has_event_scenes, names, side_names, sides_of, sums_up, viewer
from tabletop.table.playing import Table
from tabletop.table.question import Happening
from tabletop.table.reader import Reader
from tabletop.table.sentences import sentence
from tabletop.tones import Tone, tone_of

_ = Texts(__file__)


@dataclass(frozen=True)
class Told:
    """One happening, as one reader is told of it."""

    n: int
    kind: str
    seat: int | None
    name: str
    """of the player who moved; empty for chance, and where the text is a whole sentence"""
    text: str
    """a sentence, or what follows the player's name"""
    reading: str
    """the event as the reader may know it, such as ``1 roll``; empty for what is no event"""
    picture: str
    """what chance gave, drawn, for a reader with a style"""
    answered: bool
    """whether chance answers this move at once, with no summary between"""
    position: int
    scene: Scene | None = None
    """what the event looks like, as values, for a reader that wants them, where the game has them"""
    said: str = ""
    """all of it in one sentence, for a reader without a style; empty where what chance answers will say it"""
    tone: Tone = ""
    """what it means to whose turn it is, where the game says so"""

    def json(self) -> dict[str, Any]:
        """The same as JSON holds it; each block of a scene says what it is, such as ``pieces``."""
        return {**vars(self), "scene": self.scene and scenes.as_json(self.scene)}


class _Saying(NamedTuple):
    """What a game says of an event, before anybody is named in it: the same for all who see and hear alike."""

    reading: str
    text: str
    """of the reading, without who acts"""
    said: str
    aloud: str | None
    scene: Scene | None
    answered: bool


Known = dict[Any, Any]
"""What was made already of one happening, for whoever is told of it too."""


def told(table: Table, happening: Happening, reader: Reader, known: Known | None = None) -> Told:
    """What ``reader`` is told of ``happening``, which is still in play. What a reading says never changes, except that
    everybody reads the canonical text when the match is over. ``known``: the same for all who are told of it.
    """
    with speaking(reader.language):
        if happening.kind == "event":
            return _event(table, happening, reader, {} if known is None else known)
        text = _sentence(table, happening, reader)
        name = "" if happening.seat is None else names(table, reader, happening.position)[happening.seat]
        told = Told(happening.n, happening.kind, happening.seat, name, text, "", "", False, happening.position)
        return told if reader.style else replace(told, said=sentence(text, "" if told.kind == "thrower" else name))


def _event(table: Table, happening: Happening, reader: Reader, known: Known) -> Told:
    eyes = None if table.is_open else viewer(table, reader)
    key = (eyes, reader.language, reader.detail, reader.style, reader.scenes)
    its: _Saying | None = known.get(key)
    if its is None:
        its = known[key] = _said(table, happening, reader, eyes)
    style, said, chance = reader.style, its.said, happening.seat is None
    say = partial(
        addressing.said, game=table.game, history=table.journal.history, reader=reader, at=happening.position - 1
    )
    scene = None if its.scene is None else scenes.named(its.scene, say)
    seat = None if said.startswith(MARK) else happening.seat
    told = Told(
        happening.n,
        "event",
        happening.seat,
        "" if seat is None else names(table, reader, happening.position - 1)[seat],
        say(said) if MARK in said else said,
        its.reading,
        _picture(table.game, its.text, scene, style, say) if chance and style else "",
        its.answered,
        happening.position,
        scene if reader.scenes else None,
        "",
        tone_of(said),
    )
    if style is not None:
        return told
    if its.aloud is not None or its.answered:
        aloud = sentence(say(its.aloud or ""))
    else:
        whole = said.startswith(MARK) or its.text.startswith("deal")
        aloud = _aloud(table, happening, reader, told, whole=whole)
    object.__setattr__(told, "said", aloud)
    return told


def _said(table: Table, happening: Happening, reader: Reader, eyes: int | None) -> _Saying:
    """What the game says of an event to eyes: ``reader`` is one of those who see and hear alike."""
    game, match = table.game, table.match
    before, after = match.state_after(happening.position - 1), match.state_after(happening.position)
    reading = match.read(happening.position - 1, eyes)
    text = reading.partition(" ")[2]
    views = game.view(before, eyes), game.view(after, eyes)
    chance, style, scene = happening.seat is None, reader.style, None
    if has_event_scenes(game) and (reader.scenes or (chance and style)):
        scene = game.event_scene(views[0], text, views[1])
    return _Saying(
        reading,
        text,
        game.tell(views[0], text, views[1]),
        game.aloud(views[0], text, views[1], reader.detail) if style is None else None,
        scene,
        not chance and game.to_act(after) == CHANCE and not sums_up(table, after),
    )


def _aloud(table: Table, happening: Happening, reader: Reader, told: Told, *, whole: bool) -> str:
    """An event in a sentence, after the move that it answers; ``whole``: it is a sentence by itself."""
    asked = _asking(table, happening, reader)
    if asked is None or asked.said:
        bare = told.text == spoken(table.game, told.reading.partition(" ")[2])
        return sentence(told.text, told.name, you=bare or _is_you(table, reader, happening))
    you = _is_you(table, reader, happening._replace(seat=asked.seat, position=asked.position))
    if whole:
        return f"{sentence(asked.text, asked.name, you=you)} {sentence(told.text)}"
    return sentence(f"{asked.text} {told.text}", asked.name, you=you)


def _is_you(table: Table, reader: Reader, happening: Happening) -> bool:
    seats = table.journal.history.seats_at(happening.position - 1)
    return happening.seat in addressing.addressed_seats(seats, reader)


def _asking(table: Table, happening: Happening, reader: Reader) -> Told | None:
    """The move that chance has answered with this event at once, if any."""
    before = happening.position - 1
    if happening.seat is not None or not before or table.match.events[before - 1].startswith("*"):
        return None
    seat = int(table.match.events[before - 1].partition(" ")[0]) - 1
    asked = _event(table, Happening(0, "event", seat, before), reader, {})
    return asked if asked.answered else None


def _picture(game: AnyGame, text: str, scene: Scene | None, style: Style, say: Say) -> str:
    """What chance gave: its scene, with room for an indent, or the picture."""
    if scene is not None:
        from tabletop.pieces import scene_text

        return scene_text.text(scene, style._replace(width=style.width - 2))
    drawn = game.event_picture(text, style)
    return fitted(say(drawn), style.width, "  ") if MARK in drawn else drawn


def log(table: Table, reader: Reader) -> list[str]:
    """All events in play as ``reader`` may know them, such as ``1 roll`` and ``* 5``."""
    with speaking(reader.language):
        return list(table.match.log(viewer(table, reader)))


def last(table: Table, reader: Reader) -> list[Told]:
    """The last move with all that chance gave since."""
    events = table.match.events
    moves = [number for number, event in enumerate(events) if not event.startswith("*")]
    first = table.match.began(moves[-1]) if moves else max(0, len(events) - 1)
    return retold(table, reader, first)


def retold(table: Table, reader: Reader, first: int) -> list[Told]:
    """The events in play from the one of number ``first``, counted from 0."""
    happened = [h for h in table.since(0) if h.kind == "event" and h.position > first]
    return [told(table, happening, reader) for happening in happened]


def since_own_move(table: Table, reader: Reader, seat: int) -> list[Told]:
    """What happened since, and with, the last move of a seat: for who comes back to the keyboard.

    Nothing from before the last summary, which everybody has looked at.
    """
    events = table.match.events
    own = [number for number, event in enumerate(events) if event.startswith(f"{seat + 1} ")]
    return retold(table, reader, max(table.match.began(own[-1]) if own else 0, _last_summary(table)))


def _last_summary(table: Table) -> int:
    """After how many events there was something to look at for the last time; 0 where there never was."""
    found = 0
    for position in range(len(table.match.events), 0, -1):
        if sums_up(table, table.match.state_after(position)):
            found = position
        elif found:
            break
    return found


def _sentence(table: Table, happening: Happening, reader: Reader) -> str:
    kind, seat = happening.kind, happening.seat
    if kind == "back":
        return _back(table, reader)
    if kind == "player" and seat is not None:
        return _plays_on(table, happening, reader, seat)
    if kind in _TOLD_OF_ONE:
        return _TOLD_OF_ONE[kind](table, happening, reader)
    if kind == "end":
        return _end(table, reader)
    return ""


def _sealed(table: Table, happening: Happening, reader: Reader) -> str:
    """That a seat has chosen; never what."""
    assert happening.seat is not None
    entry = table.journal.history.entries[happening.n - 1]
    anew = isinstance(entry, Note) and not isinstance(entry.data.get("move"), str)
    its = table.journal.history.seats_before(happening.n)[happening.seat].name
    if its == ME and not reader.me:
        return _("You choose anew.") if anew else _("You have chosen.")
    name = shown(its, reader.me)
    return _("{name} chooses anew.").format(name=name) if anew else _("{name} has chosen.").format(name=name)


def _plays_on(table: Table, happening: Happening, reader: Reader, seat: int) -> str:
    """Who plays on for whom; where the name is the same, as what."""
    history = table.journal.history
    former = shown(history.seats_before(happening.n)[seat].name, reader.me)
    now = history.seats_before(happening.n + 1)[seat]
    name = shown(now.name, reader.me)
    if name != former:
        return _("{name} plays on for {former}.").format(name=name, former=former)
    player = _("person") if now.player == "human" else f"cpu:{now.level}"
    return _("{name} plays on as {player}.").format(name=name, player=player)


def _thrower(table: Table, happening: Happening, reader: Reader) -> str:
    """Who throws from now on."""
    if happening.seat is None:
        return _("The program throws the dice from now on.")
    its = table.journal.history.seats_before(happening.n)[happening.seat].name
    if its == ME and not reader.me:
        return _("You throw real dice for everybody from now on.")
    return _("{name} throws real dice for everybody from now on.").format(name=shown(its, reader.me))


def _resigned(table: Table, happening: Happening, reader: Reader) -> str:
    side = _side(table, happening) or 0
    if addressed(table, reader, side, happening.position):
        return _("You resign.")
    before = tuple([shown(seat.name, reader.me) for seat in table.journal.history.seats_before(happening.n)])
    said = _("{name} resign.") if table.game.sides().count(side) > 1 else _("{name} resigns.")
    return said.format(name=sides_of(table, before)[side])


def _side(table: Table, happening: Happening) -> int | None:
    """The side that a note is about, from 0."""
    entry = table.journal.history.entries[happening.n - 1]
    side = entry.data.get("side") if isinstance(entry, Note) else None
    return side - 1 if isinstance(side, int) else None


def _ended(table: Table, happening: Happening, reader: Reader) -> str:
    """An end beside the rules."""
    entry, side = table.journal.history.entries[happening.n - 1], _side(table, happening)
    why = entry.data.get("why") if isinstance(entry, Note) else None
    if side is None:
        return _("The match has ended ({why}).").format(why=why)
    name = side_names(table, reader, happening.position)[side]
    said = _("The match has ended ({why}): {name} is last.")
    if table.game.sides().count(side) > 1:
        said = _("The match has ended ({why}): {name} are last.")
    return said.format(name=name, why=why)


_TOLD_OF_ONE: Final = {"sealed": _sealed, "thrower": _thrower, "resigned": _resigned, "ended": _ended}
"""What is told of somebody beside the events."""


def _back(table: Table, reader: Reader) -> str:
    """The event before which the match stands again, where it is still known."""
    undone = table.undone.get(viewer(table, reader))
    if undone is None:
        return _("Moves were taken back.")
    who, _space, text = undone.partition(" ")
    text = spoken(table.game, text)
    event = text if who == "*" else f"{names(table, reader)[int(who) - 1]}: {text}"
    return _("Taken back to before “{event}”.").format(event=event)


def _end(table: Table, reader: Reader) -> str:
    ending = table.ending
    if ending is None or ending.ranks is None:
        return _("The match is over, without a result.")
    first = scoring.winners(ending.ranks)
    if len(first) == 1 and addressed(table, reader, first[0]):
        return _("You win.")
    called = side_names(table, reader)
    return who_wins(tuple(called[side] for side in first))


def who_wins(first: tuple[str, ...]) -> str:
    """A sentence on the sides of first rank, by their names."""
    if len(first) > 1:
        return _("{names} share the first place.").format(names=", ".join(first))
    if " + " in first[0]:
        return _("{names} win.").format(names=first[0])
    return _("{name} wins.").format(name=first[0])
