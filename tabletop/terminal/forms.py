"""Forms: house rules and settings from their pydantic model, and who sits where. Enter accepts what stands."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from pydantic import BaseModel

from tabletop import setup
from tabletop.cpu import players
from tabletop.i18n import Texts
from tabletop.match import PROGRAM, Seat, with_options
from tabletop.setup import AnyGame
from tabletop.terminal.arguments import level_text
from tabletop.terminal.console import Console, Role
from tabletop.terminal.numbered import Back, asked, choice_line
from tabletop.values import Fields, allowed_text, choices_of, shown_value, texts_of
from tabletop.words import join_or

_ = Texts(__file__)


def edit(
    console: Console, title: str, values: Fields, texts: Texts, check: Callable[[Fields], None] = lambda _values: None
) -> Fields:
    """Shows the fields of ``values`` by number and changes them until a bare Enter.

    ``check`` raises ValueError for values that can't go together; the change is then refused and said.
    """

    def change(typed: str) -> Fields:
        nonlocal values
        changed = setup.with_changes(values, [typed])
        check(changed)
        values = changed
        return values

    _ask(console, title, values, texts, change)
    return values


def edit_house_rules(
    console: Console, rules: type[AnyGame], chosen: Mapping[str, object], seats: int
) -> dict[str, object]:
    """The same for the house rules of a game: they are shown as so many seats play, but only what is chosen counts."""
    presets = {rules.texts(name): preset for name, preset in rules.presets.items()}

    def change(typed: str) -> BaseModel:
        nonlocal chosen
        if typed in presets:
            changes = presets[typed]
        else:
            changes = {**chosen, **setup.read_settings(rules.options_model, [typed])}
        options: BaseModel = with_options(rules, changes, seats).options
        chosen = setup.chosen(rules, changes)
        return options

    options = with_options(rules, chosen, seats).options
    _ask(console, _("House rules"), options, rules.texts, change, list(presets))
    return dict(chosen)


def _ask(
    console: Console,
    title: str,
    values: BaseModel,
    texts: Texts,
    change: Callable[[str], BaseModel],
    presets: Sequence[str] = (),
) -> None:
    """Asks until a bare Enter. ``change`` gives the values after what was typed, or raises ValueError."""
    names = list(type(values).model_fields)
    _show(console, title, values, texts, presets)
    about = _("Type a number, or a name with a value, such as {example}.").format(example=f"{names[0]}=...")
    prompt = _("Number or name=value (Enter: done)> ")
    while typed := _or_back(partial(asked, console, prompt, about, _completions(values, texts, presets))):
        try:
            if typed.isascii() and typed.isdigit() and 0 < int(typed) <= len(names):
                typed = _ask_value(console, values, names[int(typed) - 1], texts)
            values = change(typed) if typed else values
        except ValueError as why:
            console.say(str(why), Role.PROBLEM)
        else:
            _show(console, title, values, texts)


def _or_back(ask: Callable[[], str]) -> str:
    """What was typed; nothing for “back”."""
    try:
        return ask()
    except Back:
        return ""


def _show(console: Console, title: str, values: BaseModel, texts: Texts, presets: Sequence[str] = ()) -> None:
    console.say(title, Role.TITLE)
    for number, (name, field) in enumerate(type(values).model_fields.items(), 1):
        value = shown_value(values, name)
        title = f"{texts(field.title)} ({name})" if field.title else name
        console.say(choice_line(console, number, f"{title}: {value}"))
    for name in presets:
        console.say("  " + _("or a whole set of rules: {name}").format(name=name))


def _ask_value(console: Console, values: BaseModel, name: str, texts: Texts) -> str:
    """``name=value``, or nothing where Enter leaves the value as it is."""
    field = type(values).model_fields[name]
    title, now = texts(field.title or name), shown_value(values, name)
    if field.description:
        console.say(texts(field.description), Role.NOTE)
    about = texts(field.description) if field.description else ""
    typed = _or_back(
        lambda: asked(console, f"{title} ({allowed_text(field, texts_of(type(values), name))}) [{now}]: ", about)
    )
    return f"{name}={typed}" if typed else ""


def _completions(values: BaseModel, texts: Texts, presets: Sequence[str]) -> Mapping[str, str]:
    fields = type(values).model_fields.items()
    names = {f"{name}=": texts(field.title or name) for name, field in fields}
    known = {f"{name}={value}": "" for name, field in fields for value in choices_of(field)}
    return {**names, **known, **dict.fromkeys(presets, "")}


def ask_seats(console: Console, game: AnyGame, seats: tuple[Seat, ...], person: str) -> tuple[Seat, ...]:
    """How many seats, and who sits in each: people, or CPU players of ``game``. Enter accepts what stands, and “back”
    leaves all of it as it was.
    """
    try:
        return _ask_seats(console, game, seats, person)
    except Back:
        return seats


def _ask_seats(console: Console, game: AnyGame, seats: tuple[Seat, ...], person: str) -> tuple[Seat, ...]:
    count = _ask_count(console, game, len(seats))
    if count >= 5:
        console.say(_("With so many seats the wait between your turns grows."), Role.NOTE)
    levels = {f"cpu:{name}": level_text(name) for name in players.offered(game)}
    levels |= {f"cpu:{PROGRAM}{name}": _("a program") for name in players.programs()}
    about = _("For each seat type a name, or {levels}.").format(levels=join_or(list(levels)))
    console.say(about, Role.NOTE)
    completions = {"you": person, **levels}
    chosen: list[Seat] = []
    while len(chosen) < count:
        number = len(chosen) + 1
        now = setup.write_seats([seats[number - 1]]) if number <= len(seats) else "cpu"
        typed = asked(console, _("Seat {number} [{now}]: ").format(number=number, now=now), about, completions)
        try:
            chosen.append(_read_seat(typed or now, person, chosen, game))
        except ValueError as why:
            console.say(str(why), Role.PROBLEM)
    return tuple(chosen)


def _read_seat(typed: str, person: str, others: Sequence[Seat], game: AnyGame) -> Seat:
    if "," in typed:
        raise ValueError(_("A name can't hold a comma."))
    seat = setup.read_seat(typed, len(others) + 1, person, others)
    setup.check_levels(game, [*others, seat])
    return seat


def _ask_count(console: Console, game: AnyGame, now: int) -> int:
    low, high = game.seat_counts[0], game.seat_counts[-1]
    if low == high:
        return low
    about = _("Please type a number from {low} to {high}.").format(low=low, high=high)
    prompt = _("How many seats ({low} to {high}) [{now}]: ").format(low=low, high=high, now=now)
    while typed := asked(console, prompt, about):
        if typed.isascii() and typed.isdigit() and int(typed[:9]) in game.seat_counts:
            return int(typed)
        console.say(about, Role.PROBLEM)
    return now
