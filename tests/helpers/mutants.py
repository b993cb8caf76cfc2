"""All games that lie, by subject; top-level classes of their modules, so that another process can import them."""

import mutants_extras
import mutants_leaks
import mutants_play
import mutants_secrets
import mutants_words
from caught import CAUGHT_BY

__all__ = ["CAUGHT_BY", "mutants_extras", "mutants_leaks", "mutants_play", "mutants_secrets", "mutants_words"]
