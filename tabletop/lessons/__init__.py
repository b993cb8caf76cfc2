"""Lessons: setting up their positions, and checking a course as its author should. They are shown by the UI service."""

from tabletop.lessons.check import disagreements, problems
from tabletop.lessons.positions import course_of, set_up

__all__ = ["course_of", "disagreements", "problems", "set_up"]
