"""Players that are programs, in any language: see ``docs/reference/player-protocol.md``."""
