"""What a match is played with, from what people type: seats and house rules."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from tabletop.aliases import shown
from tabletop.complaints import explain
from tabletop.cpu import players
from tabletop.game import Game, GameOptions
from tabletop.i18n import Texts
from tabletop.match import Seat
from tabletop.saves import Terms
from tabletop.terminal.words import join_or, unknown

_ = Texts(__file__)

AnyGame = Game[Any, Any, Any, Any, Any]


def read_seats(text: str, person: str) -> tuple[Seat, ...]:
    """The seats of ``you,cpu:hard,cpu,Ada``: ``you`` is ``person``. Raises ValueError with a sentence."""
    seats: list[Seat] = []
    for number, part in enumerate(text.split(","), 1):
        seats.append(read_seat(part.strip(), number, person, seats))
    return tuple(seats)


def read_seat(text: str, number: int, person: str, others: Sequence[Seat] = ()) -> Seat:
    """The seat of one text, such as ``cpu:hard``. Raises ValueError with a sentence.

    No name may be that of one of ``others``, the seats before: at the table nobody could tell them apart.
    """
    seat = _read_seat(text, number, person)
    if any(seat.name == other.name for other in others):
        raise ValueError(_("Seat {number}: {name} sits at this table already.").format(number=number, name=seat.name))
    return seat


def _read_seat(text: str, number: int, person: str) -> Seat:
    word, colon, level = text.partition(":")
    if word.lower() == "cpu":
        if colon and not level:
            raise ValueError(_("Seat {number}: the level is missing after “cpu:”.").format(number=number))
        return _seat(number, name=f"CPU {number}", player="cpu", level=level or players.DEFAULT_LEVEL)
    if not text:
        raise ValueError(_("Seat {number} is empty: write “you”, a name or “cpu:level”.").format(number=number))
    return _seat(number, name=person if text.lower() == "you" else text)


def _seat(number: int, **fields: str) -> Seat:
    try:
        return Seat.model_validate(fields)
    except ValidationError as error:
        raise ValueError(_("Seat {number}: {why}").format(number=number, why=explain(error))) from None


def write_seats(seats: Iterable[Seat], person: str) -> str:
    """The text that ``read_seats`` reads."""
    return ",".join(
        f"cpu:{seat.level}" if seat.player == "cpu" else "you" if seat.name == person else seat.name for seat in seats
    )


def default_seats(game: type[AnyGame]) -> str:
    """Seat 1 a person, all others CPU, as few as the game allows."""
    return ",".join(["you", *["cpu"] * (game.seat_counts[0] - 1)])


def read_settings(model: type[BaseModel], texts: Iterable[str]) -> dict[str, str | None]:
    """The values of ``name=value`` texts, not yet validated. Raises ValueError with a sentence."""
    values: dict[str, str | None] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in model.model_fields:
            raise ValueError(unknown(name, list(model.model_fields)))
        if not equals:
            raise ValueError(_("“{text}” should be written “{text}=value”.").format(text=text))
        kinds = get_args(model.model_fields[name].annotation)
        is_none = value.strip().lower() == "none" and type(None) in kinds
        values[name] = None if is_none else value.strip()
    return values


def check_levels(game: AnyGame, seats: Iterable[Seat]) -> None:
    """Raises ValueError for a CPU level that the game doesn't have."""
    for number, seat in enumerate(seats, 1):
        if seat.player == "cpu":
            try:
                players.find(game, seat.level or players.DEFAULT_LEVEL)
            except ValueError as why:
                raise ValueError(_("Seat {number}: {why}").format(number=number, why=why)) from None


def check_terms(game: AnyGame, terms: Terms) -> None:
    """Raises ValueError, with the reason, for terms on which the game can't be played."""
    if terms.dice == "mine" and game.hides:
        raise ValueError(
            _("This game hides something, and what you type could be read by all: here the program must deal.")
        )


def chosen(options: GameOptions) -> dict[str, Any]:
    """The options that differ from the defaults, as a header keeps them."""
    return options.model_dump(exclude_defaults=True, mode="json")


def value_text(value: object) -> str:
    """A value as a person types it."""
    if value is None:
        return shown("none")
    if isinstance(value, bool):
        return shown("yes" if value else "no")
    return str(value)


def allowed_text(field: FieldInfo) -> str:
    """What may be typed for a field: ``2 to 10000``, ``at_least or exact``, ``none or 1 to 100``."""
    kinds = get_args(field.annotation) if type(None) in get_args(field.annotation) else (field.annotation,)
    words = [shown("none")] if type(None) in kinds else []
    for kind in kinds:
        if get_origin(kind) is Literal:
            words += [value_text(value) for value in get_args(kind)]
        elif kind is bool:
            words += [shown("yes"), shown("no")]
        elif kind is int:
            words.append(_bounds_text(field))
        elif kind is not type(None):
            words.append(_("a word"))
    return join_or(words)


def _bounds_text(field: FieldInfo) -> str:
    low = next((rule.ge for rule in field.metadata if hasattr(rule, "ge")), None)
    high = next((rule.le for rule in field.metadata if hasattr(rule, "le")), None)
    if low is None or high is None:
        return _("a whole number")
    return _("{low} to {high}").format(low=low, high=high)
