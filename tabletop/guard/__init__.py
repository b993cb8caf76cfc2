"""A plugin's calls: watched, checked, blamed."""
