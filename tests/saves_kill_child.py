"""Plays CPU against CPU in the last match of a home, and prints each event once it is durable: see test_saves_kill."""

import sys
from pathlib import Path
from random import Random

from tabletop_pig.games import Pig

from tabletop.game import CHANCE
from tabletop.match import Header, Match, bind
from tabletop.saves.home import Home
from tabletop.saves.matches import Matches


def main(folder: str, match_id: str, seed: str) -> None:
    rng = Random(int(seed))
    with Matches(Home(Path(folder))).open(match_id) as saved:
        header: Header = saved.header
        game = bind(Pig, header)
        players = [game.strategies()[seat.level or "easy"]() for seat in header.seats]
        match = Match(game, saved.events)
        while (actor := match.to_act) is not None:
            if actor == CHANCE:
                event = match.let_chance(rng)
            else:
                event = match.play(players[actor].choose(match.view(actor), match.legal_moves(), rng))
            saved.append(event)
            sys.stdout.write(event + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
