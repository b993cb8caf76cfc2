"""The courses of the family's games, and what their positions are made of."""
