"""Many matches of one game: how strong its players are. Nothing here knows a table, a screen or the disk."""
