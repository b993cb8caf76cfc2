"""What the answers of a game must look like, whatever the game: cheap checks for the table, not the conformance kit."""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tabletop.analysis import Analysis, Analyst
from tabletop.game import CHANCE, Game, Result
from tabletop.i18n import Texts
from tabletop.lines import CONTROL
from tabletop.match import PLAIN_TEXT
from tabletop.naming import unmarked
from tabletop.pieces import scenes

_ = Texts(__file__)
AnyGame = Game[Any, Any, Any, Any, Any]

_ONE_LINE: Final = re.compile(PLAIN_TEXT)
LONGEST_EVENT: Final = 1_000
MOST_MOVES: Final = 100_000
MOST_LINES: Final = 2_000
LONGEST_TEXT: Final = 64_000
"""Characters, in all the texts of an answer."""
LONGEST_SHOWN: Final = 256_000
"""Characters of JSON."""
MOST_QUERIES: Final = 100


def of_type(*kinds: type) -> Callable[[Any], str]:
    """A check that an answer is of one of ``kinds``."""
    names = _(" or ").join("None" if kind is type(None) else kind.__name__ for kind in kinds)

    def check(answer: Any) -> str:
        return "" if isinstance(answer, kinds) else wrong_type(answer, names)

    return check


def wrong_type(answer: Any, names: str) -> str:
    """Says that an answer is of another type than ``names``, or which of several numbers is no whole one."""
    if names == "Sequence[int]" and isinstance(answer, list | tuple):
        odd = next((value for value in answer if not _whole(value)), None)
        return _("it answered {value!r:.80} where each number should be a whole one").format(value=odd)
    return _("it answered {answer} where the contract says {names}").format(answer=type(answer).__name__, names=names)


def one_line(answer: Any) -> str:
    """The text of a move or an outcome: one line that a record can hold."""
    if not isinstance(answer, str):
        return wrong_type(answer, "str")
    if not _ONE_LINE.match(answer) or answer != answer.strip() or len(answer) > LONGEST_EVENT:
        return _("it answered {answer!r:.80}, which is not one plain line").format(answer=answer)
    return ""


def text(answer: Any) -> str:
    """What people read: bounded, and without anything that a terminal would act on."""
    if not isinstance(answer, str):
        return wrong_type(answer, "str")
    if len(answer) > LONGEST_TEXT or answer.count("\n") >= MOST_LINES:
        return _("it answered a text that is too long")
    if CONTROL.search(answer) and CONTROL.search(unmarked(answer)):
        return _("it answered a text with control characters")
    return ""


def text_or_none(answer: Any) -> str:
    """The same, or None."""
    return "" if answer is None else text(answer)


def texts(answer: Any) -> str:
    """Sentences."""
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        return wrong_type(answer, "Sequence[str]")
    if len(answer) > MOST_LINES:
        return _("it answered a text that is too long")
    try:
        return text("\n".join(answer))
    except TypeError:
        return next(wrong_type(one, "str") for one in answer if not isinstance(one, str))


def queries(answer: Any) -> str:
    """Words with their answers."""
    if not isinstance(answer, Mapping):
        return wrong_type(answer, "Mapping")
    if len(answer) > MOST_QUERIES:
        return _("it answers more than {most} words").format(most=MOST_QUERIES)
    return texts([*answer.keys(), *answer.values()])


def scene(answer: Any) -> str:
    """A scene, or None."""
    return "" if answer is None or scenes.is_sound(answer) else scenes.check(answer)


def shown(answer: Any) -> str:
    """A view by name, ready for JSON."""
    if not isinstance(answer, Mapping):
        return wrong_type(answer, "Mapping")
    try:
        text = json.dumps(answer, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        return _("JSON can't hold what it answered ({why})").format(why=f"{error!s:.80}")
    return "" if len(text) <= LONGEST_SHOWN else _("it answered a text that is too long")


def measures(game: AnyGame, answer: Any) -> str:
    """For each seat amounts and occasions, by names."""
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        return wrong_type(answer, "Sequence")
    if len(answer) != game.seats:
        return _("it has {found} entries for {count} seats").format(found=len(answer), count=game.seats)
    for entry in answer:
        if not isinstance(entry, Mapping):
            return wrong_type(entry, "Mapping")
        for name, pair in entry.items():
            if not isinstance(name, str) or not _two_numbers(pair):
                return wrong_type(pair, "tuple[float, float]")
    return ""


def _two_numbers(pair: Any) -> bool:
    """Whether these are two finite numbers."""
    return isinstance(pair, tuple | list) and len(pair) == 2 and all(map(_finite, pair))


def _finite(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def analyst(answer: Any) -> str:
    """What analyses, or None."""
    whole = all(callable(getattr(answer, name, None)) for name in ("prepare", "analyse"))
    return "" if answer is None or whole else wrong_type(answer, Analyst.__name__)


def moves(answer: Any) -> str:
    """The moves of a seat on turn."""
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        return wrong_type(answer, "Sequence")
    if not 0 < len(answer) <= MOST_MOVES:
        return _("it lists {count} moves for the seat on turn").format(count=len(answer))
    return ""


def outcomes(answer: Any) -> str:
    """What may happen, with probabilities that sum to 1."""
    if answer is None:
        return ""
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        return wrong_type(answer, "Sequence")
    total = sum(probability for _outcome, probability in answer)
    return "" if abs(total - 1) < 1e-6 else _("its probabilities sum to {total}").format(total=total)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _all_whole(values: Sequence[Any]) -> bool:
    return {int}.issuperset(map(type, values)) or all(map(_whole, values))


def actor(game: AnyGame, answer: Any) -> str:
    """Who acts."""
    if answer is None or ((type(answer) is int or _whole(answer)) and (answer == CHANCE or 0 <= answer < game.seats)):
        return ""
    return wrong_seat(answer)


def sides(game: AnyGame, answer: Any) -> str:
    """The side of each seat: numbered from 0 without a gap."""
    if not isinstance(answer, Sequence) or not _all_whole(answer):
        return wrong_type(answer, "Sequence[int]")
    if len(answer) == game.seats and set(answer) == set(range(len(set(answer)))):
        return ""
    return _("it answered {answer!r:.80} for {seats} seats").format(answer=answer, seats=game.seats)


def numbers(game: AnyGame, answer: Any) -> str:
    """A whole number for each side."""
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        return wrong_type(answer, "Sequence[int]")
    if not {int}.issuperset(map(type, answer)) and not _all_whole(answer):
        return wrong_type(answer, "Sequence[int]")
    count = len(set(game.sides()))
    if len(answer) != count:
        return _("it has {found} numbers for {count} sides").format(found=len(answer), count=count)
    return ""


def ranks(game: AnyGame, answer: Any) -> str:
    """The rank of each side, from 1."""
    return numbers(game, answer) or ("" if min(answer) == 1 else _("nobody has rank 1"))


def result(game: AnyGame, answer: Any) -> str:
    """The ranks, or None."""
    if answer is None:
        return ""
    return ranks(game, answer.ranks) if isinstance(answer, Result) else wrong_type(answer, "Result")


def asked(game: AnyGame, state: Any, answer: Any) -> str:
    """The seats that choose at once: each is on turn after any moves of those before it."""
    if isinstance(answer, str) or not isinstance(answer, Sequence) or not _all_whole(answer):
        return wrong_type(answer, "Sequence[int]")
    for place, seat in enumerate(answer or (CHANCE,)):
        if seat in answer[:place] or game.to_act(state) != seat:
            said = _("it answered {answer!r:.80}, and seat {seat} isn't on turn after those before it")
            return said.format(answer=answer, seat=seat + 1) if answer else wrong_seat(answer)
        state = game.play(state, game.legal_moves(state)[0])
    return ""


def wrong_seat(answer: Any) -> str:
    """Says that an answer means no seat."""
    return _("it answered {answer!r:.80}, which is no seat of this match").format(answer=answer)


def played_out(game: AnyGame, answer: Any) -> str:
    """A state in which the match is over, or None."""
    return "" if answer is None or game.to_act(answer) is None else _("it led to a state that is no end")


def state(game: AnyGame, answer: Any) -> str:
    """Whether a match can go on from a state: somebody acts and has a move, or it is over and has a result."""
    acts = game.to_act(answer)
    usual = acts is None or (type(acts) is int and CHANCE <= acts < game.seats)
    wrong = ("" if usual else actor(game, acts)) or numbers(game, game.scores(answer))
    if not wrong and acts is None:
        found = game.result(answer)
        wrong = _("the match is over and has no result") if found is None else result(game, found)
    if not wrong and acts is not None and acts != CHANCE:
        wrong = moves(game.legal_moves(answer))
    return _("it led to a state that isn't possible: {why}").format(why=wrong) if wrong else ""


def analysis(answer: Any) -> str:
    """Values of moves."""
    if not isinstance(answer, Analysis):
        return wrong_type(answer, "Analysis")
    return "" if answer.moves else _("it says nothing about any move")


def players(answer: Any) -> str:
    """CPU players by name."""
    if not isinstance(answer, Mapping):
        return wrong_type(answer, "Mapping")
    bad = [name for name, factory in answer.items() if not isinstance(name, str) or not callable(factory)]
    return _("{name!r:.80} is no CPU player").format(name=bad[0]) if bad else ""
