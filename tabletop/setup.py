"""What a match is played with, from what people type: seats and house rules."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from tabletop import values
from tabletop.aliases import spellings
from tabletop.complaints import explain
from tabletop.cpu import players
from tabletop.game import Game, GameOptions
from tabletop.i18n import Texts
from tabletop.lines import composed, seen
from tabletop.match import Seat, with_options
from tabletop.person import ME, no_mark, shown
from tabletop.saves import Terms
from tabletop.values import Fields
from tabletop.words import unknown, whole

_ = Texts(__file__)

AnyGame = Game[Any, Any, Any, Any, Any]


def read_seats(text: str, person: str) -> tuple[Seat, ...]:
    """The seats of ``you,cpu:hard,cpu,Ada``: ``you`` is the person at the keyboard.

    ``person``: what that one is called. Raises ValueError with a sentence.
    """
    seats: list[Seat] = []
    for number, part in enumerate(text.split(","), 1):
        seats.append(read_seat(part.strip(), number, person, seats))
    return tuple(seats)


def read_seat(text: str, number: int, person: str, others: Sequence[Seat] = ()) -> Seat:
    """The seat of one text, such as ``cpu:hard``. Raises ValueError with a sentence.

    No name may be that of one of ``others``, the seats before: at the table nobody could tell them apart.
    """
    level = _level_meant(text)
    if level:
        why = _("Did you mean {id}?").format(id=f"cpu:{level}")
        raise ValueError(_("Seat {number}: {why}").format(number=number, why=why))
    seat = _read_seat(composed(text), number, person)
    if seat.program is not None:
        seat = _named_apart(seat, number, person, others)
    check_name(seat, number, others, person)
    return seat


def check_name(seat: Seat, number: int, others: Sequence[Seat], person: str = "") -> None:
    """Raises ValueError for a name of which nothing can be seen, and for one that reads like that of another seat."""
    name = shown(seat.name, person)
    if not seen(name):
        raise ValueError(_("Seat {number}: a name needs something that can be seen.").format(number=number))
    if any(seen(name) == seen(shown(other.name, person)) for other in others):
        raise ValueError(_("Seat {number}: {name} sits at this table already.").format(number=number, name=name))


def _named_apart(seat: Seat, number: int, person: str, others: Sequence[Seat]) -> Seat:
    """A program is called as it is registered; with its seat where somebody is called so already."""
    taken = {shown(other.name, person) for other in others}
    name = seat.program or ""
    return _seat(number, **{**seat.model_dump(), "name": f"{name[:35]} {number}" if name in taken else name})


def _level_meant(text: str) -> str:
    """The level of ``hard``, ``cpu hard`` or ``cup:hard``, which are no names, translated too; else empty."""
    found = re.fullmatch(r"(cpu[\s-]\s*|(?!cpu:)\w*\s*:\s*)?(\w+)", text.lower())
    return (whole(found[2], [spellings(players.LEVELS)]) or "") if found else ""


def _read_seat(text: str, number: int, person: str) -> Seat:
    word, colon, level = text.partition(":")
    if word.lower() == "cpu":
        if colon and not level:
            raise ValueError(_("Seat {number}: the level is missing after “cpu:”.").format(number=number))
        return _seat(number, name=f"CPU {number}", player="cpu", level=_level_called(level) or players.DEFAULT_LEVEL)
    if not text:
        raise ValueError(_("Seat {number} is empty: write “you”, a name or “cpu:level”.").format(number=number))
    return _seat(number, name=ME if text.lower() == "you" or text == person else no_mark(text))


def _level_called(text: str) -> str:
    """The level of a name in any letters, or as it is called in the language in use; else the text."""
    return whole(text, [spellings(players.LEVELS)]) or text


def _seat(number: int, **fields: str) -> Seat:
    try:
        return Seat.model_validate(fields)
    except ValidationError as error:
        raise ValueError(_("Seat {number}: {why}").format(number=number, why=explain(error))) from None


def write_seats(seats: Iterable[Seat]) -> str:
    """The text that ``read_seats`` reads."""
    return ",".join(
        f"cpu:{seat.level}" if seat.player == "cpu" else "you" if seat.name == ME else seat.name for seat in seats
    )


def default_seats(game: type[AnyGame]) -> str:
    """Seat 1 a person, all others CPU, as few as the game allows."""
    return ",".join(["you", *["cpu"] * (game.seat_counts[0] - 1)])


def read_settings(model: type[BaseModel], texts: Iterable[str]) -> dict[str, object]:
    """The values of ``name=value`` texts. Raises ValueError with a sentence."""
    settings: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in model.model_fields:
            raise ValueError(unknown(name, list(model.model_fields)))
        if not equals:
            raise ValueError(_("“{text}” should be written “{text}=value”.").format(text=text))
        settings[name] = values.read(model, name, value.strip())
    return settings


def validated(model: type[Fields], settings: Mapping[str, object]) -> Fields:
    """A model with these values. Raises ValueError with a sentence."""
    try:
        return values.validated(model, settings)
    except ValidationError as error:
        raise ValueError(explain(error)) from None


def check_levels(game: AnyGame, seats: Iterable[Seat]) -> None:
    """Raises ValueError for a CPU level that the game doesn't have."""
    for number, seat in enumerate(seats, 1):
        try:
            check_level(game, seat)
        except ValueError as why:
            raise ValueError(_("Seat {number}: {why}").format(number=number, why=why)) from None


def check_level(game: AnyGame, seat: Seat) -> None:
    """Raises ValueError for a CPU level that the game doesn't have."""
    if seat.player == "cpu":
        players.check(game, seat.level or players.DEFAULT_LEVEL)


def check_terms(game: AnyGame, terms: Terms) -> None:
    """Raises ValueError, with the reason, for terms on which the game can't be played."""
    if terms.dice == "mine" and game.hides:
        raise ValueError(
            _("This game hides something, and what you type could be read by all: here the program must deal.")
        )


# House rules: what a person chose, what follows from it with so many seats, and what a header keeps of that


def header_options(game: AnyGame) -> dict[str, Any]:
    """The options that differ from the model's defaults, as a header keeps them; all if those lead elsewhere."""
    options: GameOptions = game.options
    found = options.model_dump(exclude_defaults=True, mode="json")
    leads_here = with_options(game.__class__, found, game.seats).options == options
    return found if leads_here else options.model_dump(mode="json")


def chosen(rules: type[AnyGame], settings: Mapping[str, object]) -> dict[str, Any]:
    """What was chosen by ``settings``, ready for JSON: without the defaults that say nothing with any number of seats.

    Raises ValueError for values that the options don't have.
    """
    options = validated(rules.options_model, settings)
    found = options.model_dump(exclude_unset=True, mode="json")
    changed = options.model_dump(exclude_unset=True, exclude_defaults=True)
    for name in [name for name in found if name not in changed]:
        fewer = {other: value for other, value in found.items() if other != name}
        if all(_resolved(rules, fewer, seats) == _resolved(rules, found, seats) for seats in rules.seat_counts):
            found = fewer
    return found


def without_customs(rules: type[AnyGame], options: Mapping[str, object], seats: int) -> dict[str, Any]:
    """The options without those that follow from the others, or from the number of seats."""
    found = dict(options)
    whole = _resolved(rules, found, seats)
    for name in options:
        fewer = {other: value for other, value in found.items() if other != name}
        if whole is not None and _resolved(rules, fewer, seats) == whole:
            found = fewer
    return found


def _resolved(rules: type[AnyGame], options: Mapping[str, object], seats: int) -> GameOptions | None:
    """The options as a match with so many seats has them; None if it can't be played with them."""
    try:
        return values.validated(rules.options_model, options).check(seats)
    except ValueError:
        return None


def with_changes(before: Fields, texts: Sequence[str]) -> Fields:
    """The same values with those of ``name=value`` texts. Raises ValueError with a sentence."""
    changes = read_settings(type(before), texts)
    return validated(type(before), {**before.model_dump(), **changes})
