"""Scenes of each kind, and the pictures that were made of them.

``.venv/bin/python tests/helpers/scene_samples.py`` makes the pictures in tests/data/scenes anew.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions

from tabletop.match import Match
from tabletop.naming import resolve
from tabletop.pieces import cards, scene_svg, scenes, tiles
from tabletop.pieces.scenes import PLAYABLE, Grid, Piece, Pieces, Scene, Sheet, Text, Track, Train

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "data" / "scenes"
NAMES = ("You", "CPU 2", "Christoph", "CPU 4")
GUESTS = ("Ada", "Christoph", "CPU 3")


def named(game: Any, scene: Scene | None, seat: int, names: Sequence[str] = ("Ada", "Bo")) -> Scene:
    """The scene as a seat reads it."""
    assert scene is not None
    return scenes.said(scene, lambda text: resolve(text, (seat,), names, game.sides()))


def passing(hands: str, moves: str, **options: Any) -> Scene:
    """What the Passing Game sums up after one round, as seat 1 reads it."""
    seats = 4 if options.get("partners") else 2
    game = PassingGame(PassingOptions(hand_size=len(hands.split()) // seats, **options), seats)
    rest = [name for name in game.tables.names if name not in hands.split()]
    match = Match(game, [f"* deal {hands} {' '.join(rest)}", "* lead 1", *moves.split(", ")])
    return named(game, game.summary(match.view(0)), 0, NAMES)


def example(name: str) -> Any:
    """The module of an example."""
    sys.path.append(str(ROOT / "docs" / "examples" / name.partition(".")[0].removeprefix("tabletop_")))
    return __import__(name)


def connect_four(columns: Sequence[int]) -> Scene:
    """Connect Four after so many stones."""
    module = example("tabletop_connect_four")
    game = module.ConnectFour(module.Options(), 2)
    state = game.start()
    for column in columns:
        state = game.play(state, column)
    return game.scene(state)


def farkle() -> Scene:
    """Farkle, where some dice are kept, and others to be kept."""
    module = example("tabletop_farkle")
    state = module.State((600, 1_200), points=250, kept=(1, 5, 5), thrown=(2, 2, 5))
    return module.Farkle(module.Options(), 2).scene(state)


def hearts() -> Scene:
    """Hearts, where seat 1 follows a trick of which one card lies there."""
    package = example("tabletop_hearts.game").game
    game = package.Hearts(package.Options(passing=False), 3)
    match = Match(game)
    match.let_chance(Random(2))
    for _number in range(13):
        match.play(match.legal_moves()[0])
    return named(game, game.scene(match.view(match.to_act)), match.to_act, GUESTS)


def liars_dice() -> Scene:
    """Liar's Dice, where a bid was doubted."""
    package = example("tabletop_liars_dice.game").game
    game = package.LiarsDice(package.Options(dice=3), 3)
    match = Match(game, ["* 1 2 5 3 3 6 4 5 5", "1 bid 2x5", "2 bid 4x5", "3 liar"])
    return named(game, game.summary(match.view(0)), 0, GUESTS)


def muggins(count: int) -> Scene:
    """Muggins after so many events of its known match, as seat 2 reads it."""
    module = example("tabletop_muggins")
    known = ROOT / "docs" / "examples" / "muggins" / "tests" / "golden" / "known.json"
    events = json.loads(known.read_text("utf-8"))["cases"][0]["record"]["events"]
    match = Match(module.Muggins(module.Options(), 2), events[:count])
    return named(match.game, match.game.scene(match.view(1)), 1)


def muggins_round() -> Scene:
    """Muggins after two rounds."""
    module = example("tabletop_muggins")
    state = module.State(((), (tiles.tile(6, 5), tiles.tile(2, 0))), rounds=((25, 10), (15, 40)))
    game = module.Muggins(module.Options(), 2)
    return named(game, game.scene(game.view(state, 1)), 1)


def rock_paper_scissors() -> Scene:
    """After three rounds, of which seat 2 has won two."""
    module = example("tabletop_rock_paper_scissors")
    game = module.RockPaperScissors(module.Options(), 2)
    state = module.State(("rock", "paper", "paper", "paper", "scissors", "rock"))
    return named(game, game.scene(game.view(state, 1)), 1)


def samples() -> dict[str, Scene]:
    """All of them, by the names of their files."""
    hand = cards.parse_hand("AS QS 10S 3S KH 7H 10C 2C JD 9D XR")
    led = cards.parse_hand("QS 3S XR")
    backs = (cards.piece(None), Piece("back", "12", "face down, 12"))
    laid = ((4, 6), (6, 6), (6, 1), (1, 1), (1, 0), (0, 0), (0, 9), (9, 8), (8, 8), (8, 7), (7, 5), (5, 5), (5, 3))
    return {
        "passing-two-seats": passing("6-5 1-0 6-4 3-3", "1 play 6-5, 2 play 6-4 right, 1 pass, 2 pass"),
        "passing-partners": passing(
            "6-5 1-0 6-4 3-3 5-5 2-0 6-6 2-1", "1 play 6-5, 2 pass, 3 pass, 4 pass, 1 pass", partners=True
        ),
        "connect-four": connect_four((3, 3, 2, 4, 3, 2)),
        "connect-four-won": connect_four((0, 6, 1, 6, 2, 6, 3)),
        "farkle": farkle(),
        "hearts": hearts(),
        "liars-dice": liars_dice(),
        "muggins": muggins(7),
        "muggins-round": muggins_round(),
        "rock-paper-scissors": rock_paper_scissors(),
        "cards": (
            cards.block("Your hand", hand, playable=led, verb="play"),
            Pieces("On the table", (*map(cards.piece, cards.parse_hand("4S 8S")), *backs)),
            Pieces("Won", ()),
        ),
        "trains": (
            Train("Train", laid),
            Train("Train of Ada", ((12, 12), (12, 3), (3, 15), (15, 15))),
            Train("Train of Bo", ()),
            Pieces(
                "Your tiles",
                (
                    Piece("tile", "6-4", "six-four", (PLAYABLE, "left"), ("play 6-4",)),
                    Piece("tile", "5-3", "five-three", ("left", "right"), ("play 5-3 left", "play 5-3 right")),
                    Piece("tile", "9-9", "double nine", ("new",)),
                    Piece("tile", "12-3"),
                    Piece("tile", "7-2", "seven-two", ("right",)),
                    Piece("tile", "8-0", "eight-blank"),
                ),
            ),
        ),
        "every-block": (
            Text("Liar's Dice & a <b>long</b> sentence, which has to go on in the next line since it's so very long."),
            Pieces("", (Piece("die", "1"), Piece("die", "6", marks=(PLAYABLE,)), Piece("die", "20"))),
            Pieces("Heaps", (Piece("heap", "3"), Piece("heap", "21", marks=("new",)), Piece("letter", "Q"))),
            Pieces("Other cards", (Piece("card", "wild +4", "wild four"), Piece("card", "囲碁", marks=("new",)))),
            Grid("Letters", (tuple(Piece("letter", sign) for sign in "WORD"), (Piece("letter", ""),) * 4)),
            Grid(
                "Cards",
                (
                    (
                        Piece("card", "QS", "queen of spades", (PLAYABLE,), ("turn a1",)),
                        Piece("back", ""),
                        Piece("card", ""),
                    ),
                ),
                ("1",),
                ("a", "b", "c"),
            ),
            Track("To 100 points", ("Ada", "Christoph", "Bo"), (45, 100, -5), 100),
            Sheet(
                "Score",
                ("Round", "Ada + Cy", "Christoph + Bo"),
                (("1", "14", "0"), ("2", "0", "9")),
                ("Total", "14", "9"),
            ),
        ),
    }


def pictures() -> dict[Path, str]:
    """Each picture by its file."""
    return {GOLDEN / f"{name}.svg": scene_svg.svg(scene) + "\n" for name, scene in samples().items()}


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for path, drawn in pictures().items():
        path.write_text(drawn, "utf-8")
