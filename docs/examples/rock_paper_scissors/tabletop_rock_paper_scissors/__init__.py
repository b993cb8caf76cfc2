"""Rock, paper, scissors: both choose at once, without knowing what the other does."""

from collections import Counter
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field

from tabletop import N_, NC_, Game, GameOptions, Texts, hookimpl, scenes, who

_ = Texts(__file__)

BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
HIDDEN = "?"


class Options(GameOptions):
    best_of: Literal[1, 3, 5, 7, 9, 15, 21] = Field(
        3, title=N_("Best of"), description=N_("rounds, of which more than half win the match; equal ones don't count")
    )


class State(NamedTuple):
    """State and view: all choices, seat 1 and seat 2 in turn; in a view HIDDEN stands for one that isn't open yet."""

    choices: tuple[str, ...] = ()

    def rounds(self):
        """The choices of all rounds that are complete."""
        return list(zip(self.choices[::2], self.choices[1::2], strict=False))


class RockPaperScissors(Game[State, State, str, None, Options]):
    options_model = Options
    presets: ClassVar = {N_("long"): {"best_of": 9}}
    moves = tuple(BEATS)
    vocabulary = (NC_("command", "rock"), NC_("command", "paper"), NC_("command", "scissors"))
    texts = _

    def start(self):
        return State()

    def to_act(self, state):
        return None if max(self.scores(state)) > self.options.best_of // 2 else len(state.choices) % 2

    def asked(self, state):
        """Both choose at once: the host keeps the first choice sealed until the second is there."""
        return () if self.to_act(state) is None else (0, 1)[len(state.choices) % 2 :]

    def legal_moves(self, state):
        return self.moves

    def play(self, state, move):
        return State((*state.choices, move))

    def view(self, state, seat):
        is_open = len(state.choices) % 2 == 0 or seat == 0
        return state if is_open else State((*state.choices[:-1], HIDDEN))

    def imagine(self, view, rng):
        return State(tuple(rng.choice(self.moves) if choice == HIDDEN else choice for choice in view.choices))

    def scores(self, state):
        rounds = state.rounds()
        return [sum(BEATS[one] == two for one, two in rounds), sum(BEATS[two] == one for one, two in rounds)]

    def scene(self, view):
        names = tuple(who(seat, _("You"), "{name}") for seat in range(2))
        wins = scenes.Track(_("Rounds won"), names, tuple(self.scores(view)), self.options.best_of // 2 + 1)
        last = [scenes.Piece("letter", choice) for choice in (view.rounds() or [()])[-1]]
        return (*((scenes.Pieces(_("Last round"), tuple(last)),) if last else ()), wins)

    def tell(self, before, event, after):
        if len(after.choices) % 2:
            return event
        one, two = after.rounds()[-1]
        if one == two:
            return _("{choice}: nobody wins the round").format(choice=event)
        won = who(0 if BEATS[one] == two else 1, _("you win the round"), _("{name} wins the round"))
        return _("{choice}: {won}").format(choice=event, won=won)

    def strategies(self):
        return {"easy": AtRandom, "medium": Counting, "hard": Counting}


class AtRandom:
    def choose(self, view, moves, rng):
        return rng.choice(moves)


class Counting(AtRandom):
    """Now and then beats what the other seat has chosen most; else it can't be read itself."""

    def choose(self, view, moves, rng):
        theirs = Counter(view.choices[0 if len(view.choices) % 2 else 1 :: 2]) - Counter({HIDDEN: 1})
        if not theirs or rng.random() < 0.5:
            return super().choose(view, moves, rng)
        favourite = theirs.most_common(1)[0][0]
        return next(choice for choice in moves if BEATS[choice] == favourite)


@hookimpl
def tabletop_games():
    return {"rock-paper-scissors": RockPaperScissors}
