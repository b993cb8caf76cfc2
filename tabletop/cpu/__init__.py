"""CPU players: they are given views, legal moves and a source of chance, never a state."""
