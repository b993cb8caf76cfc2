"""How the rules refuse."""


class IllegalMove(ValueError):
    """A move, or an outcome of chance, that the rules refuse; its text is the reason. Nothing has changed."""
