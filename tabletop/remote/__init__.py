"""A table elsewhere: how a client sits at it (docs/reference/protocol.md). It needs nothing of its game."""
