"""Scenes of each kind, and what is made of them: as pictures, as text and in words, as JSON.

``.venv/bin/python tests/helpers/scene_samples.py`` makes the files in tests/data anew: look at them first.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice

from tabletop.match import Match, with_options
from tabletop.naming import resolve
from tabletop.pieces import cards, grids, scene_svg, scene_text, scene_words, scenes, tiles
from tabletop.pieces.scenes import PLAYABLE, Grid, Piece, Pieces, Scene, Sheet, Text, Track, Train
from tabletop.testing.looking import STYLES

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
GOLDEN = DATA / "scenes"
NAMES = ("You", "CPU 2", "Christoph", "CPU 4")
GUESTS = ("Ada", "Christoph", "CPU 3")
FOUR = ("Ada", "CPU 2", "Christoph", "CPU 4")


def named(game: Any, scene: Scene | None, seat: int, names: Sequence[str] = ("Ada", "Bo")) -> Scene:
    """The scene as a seat reads it."""
    assert scene is not None
    return scenes.said(scene, lambda text: resolve(text, (seat,), names, game.sides()))


def passing_match(hands: str, moves: str, **options: Any) -> Match:
    """The Passing Game after these moves of its first round."""
    seats = 4 if options.get("partners") else 2
    game = PassingGame(PassingOptions(hand_size=len(hands.split()) // seats, **options), seats)
    rest = [name for name in game.tables.names if name not in hands.split()]
    return Match(game, [f"* deal {hands} {' '.join(rest)}", "* lead 1", *(moves.split(", ") if moves else ())])


def passing(hands: str, moves: str, **options: Any) -> Scene:
    """What the Passing Game sums up after one round, as seat 1 reads it."""
    match = passing_match(hands, moves, **options)
    return named(match.game, match.game.summary(match.view(0)), 0, NAMES)


def shown(match: Match, seat: int | None, names: Sequence[str] = FOUR) -> Scene:
    """The table as a seat reads it; None: a bystander."""
    return named(match.game, match.game.scene(match.view(seat)), -1 if seat is None else seat, names)


def happened(match: Match, seat: int | None) -> Scene:
    """The last event as a seat reads it."""
    before, after = (match.game.view(state, seat) for state in match.states()[-2:])
    text = match.read(len(match.events) - 1, seat).partition(" ")[2]
    return named(match.game, match.game.event_scene(before, text, after), -1 if seat is None else seat, FOUR)


def pig(game: Any, *events: str, seats: int = 2, **options: Any) -> Match:
    """A game of the Pig family after these events."""
    return Match(with_options(game, options, seats), events)


def of_the_pig_family() -> dict[str, Scene]:
    """Each game of the family: its table, and a throw."""
    doubles = pig(PigDoubles, "1 roll", "* 4 4")
    big = pig(BigPig, "1 roll", "* 4 4", "1 roll", "* 6 2", start="seat_one")
    turns = ("1 roll", "* 5", "1 roll", "* 6", "1 hold", "2 roll", "* 3")
    return {
        "pig": shown(pig(Pig, *turns), 1),
        "pig-begun": shown(pig(Pig, start="roll_off"), 0),
        "pig-throw": happened(pig(Pig, *turns), None),
        "pig-partners": shown(pig(Pig, *turns, seats=4, partners=True), 1),
        "pig-two-dice": shown(pig(PigTwoDice, "1 roll", "* 3 5", start="seat_one", roll_limit=4), 0),
        "pig-two-dice-throw": happened(pig(PigTwoDice, "1 roll", "* 3 5", start="seat_one"), None),
        "pig-doubles": shown(doubles, 0),
        "pig-doubles-throw": happened(doubles, None),
        "bigpig": shown(big, 0),
        "bigpig-throw": happened(big, None),
    }


def of_the_passing_game() -> dict[str, Scene]:
    """The table as it is for who leads, who is on turn, who isn't, and a bystander; tiles that were set and drawn."""
    two = "6-5 1-0 6-4 3-3 5-4 2-2 4-0 5-1", "1 play 6-5, 2 play 5-1 left, 1 draw"
    four = "6-5 1-0 6-4 3-3 5-5 2-0 6-6 2-1", "1 play 6-5, 2 play 6-4 right, 3 play 5-5 left, 4 pass"
    drawn, led = passing_match(*two), passing_match(two[0], "")
    partners = passing_match(*four, partners=True)
    return {
        "passing-led": shown(led, 0),
        "passing-turn": shown(drawn, 1),
        "passing-waiting": shown(drawn, 0),
        "passing-bystander": shown(partners, None),
        "passing-set": happened(passing_match(two[0], "1 play 6-5"), 1),
        "passing-drawn": happened(drawn, 0),
        "passing-drawn-unseen": happened(drawn, 1),
    }


def ur() -> Scene:
    """The Royal Game of Ur, on a board without four of its places."""
    board = grids.Board(8, 3, first_row="top", absent=(4, 5, 20, 21))
    stones = board.put(board.put(board.empty(), 9, "●"), 2, "○")
    rosettes = dict.fromkeys((0, 6, 11, 16, 22), "rosette")
    return (board.block("Board", stones, marks=rosettes, moves={9: "move b2"}),)


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
        **of_the_pig_family(),
        **of_the_passing_game(),
        "ur": ur(),
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
            Text("Liar's Dice & a long sentence (1 < 2), which has to go on in the next line since it's so very long."),
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


def told() -> dict[Path, str]:
    """Each scene as text on several screens, and in words, by its file."""
    return {GOLDEN / f"{name}.txt": _told(scene) for name, scene in samples().items()}


def _told(scene: Scene) -> str:
    parts = {name: scene_text.text(scene, style) for name, style in STYLES.items()}
    parts["words"] = "\n".join(scene_words.words(scene))
    return "".join(f"== {name}\n{text}\n" for name, text in parts.items())


def as_json() -> dict[Path, str]:
    """All of them as JSON, in one file."""
    held = {name: scenes.as_json(scene) for name, scene in samples().items()}
    written = {"format": "tabletop-scenes", "version": scenes.JSON_VERSION, "scenes": held}
    text = json.dumps(written, ensure_ascii=False, indent=1)
    return {DATA / f"scene-{scenes.JSON_VERSION}.json": text + "\n"}


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for path, drawn in (pictures() | told() | as_json()).items():
        path.write_text(drawn, "utf-8")
