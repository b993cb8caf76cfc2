"""The course of the Passing Game, and what its positions are made of."""
