"""One of several processes over one home: ``python crowd.py FOLDER SEED ROUNDS``. It raises what it sees go wrong."""

import sys
from pathlib import Path
from random import Random

from world import begin, host_of, play_on

from tabletop.saves import MatchInUse, SaveError

BASE = "over 0", "over 1", "over 2"
"""Matches that nobody in the crowd touches."""


def main(folder, seed, rounds):
    rng, own = Random(seed), []
    for number in range(rounds):
        host = host_of(folder)
        work = rng.choice((play, play, rename, delete, restore, rebuild, look, look))
        try:
            work(host, rng, own, f"{seed}/{number}")
        except MatchInUse:
            pass  # somebody just notes what it is worth: it can be tried again
        except SaveError as why:
            if "in use" not in str(why):
                raise
        look(host)


def look(host, *_given):
    found = host.matches.list()
    names = [match.name for match in found]
    missing = [name for name in BASE if names.count(name) != 1]
    if missing:
        raise AssertionError(f"the list lacks {missing}: {len(found)} matches")


def play(host, rng, own, name):
    with begin(host, name) as save:
        play_on(save, lambda: None, seed=rng.randrange(100))
    own.append(save.id)


def rename(host, rng, own, name):
    if own:
        host.matches.rename(rng.choice(own), name)


def delete(host, rng, own, _name):
    if own:
        host.matches.delete(own.pop(rng.randrange(len(own))))


def restore(host, rng, own, _name):
    trashed = host.matches.trashed()
    if trashed:
        chosen = rng.choice(trashed).id
        try:
            own.append(host.matches.restore(chosen).id)
        except SaveError:  # somebody else was quicker
            if any(match.id == chosen for match in host.matches.trashed()):
                raise


def rebuild(host, *_given):
    host.counting.rebuild()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
