"""What games are made of (dice, tiles) and how they look on a screen, in ASCII and in words."""
