"""Finding, reading and loading of plugins."""
