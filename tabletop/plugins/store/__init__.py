"""The store of plugins that a person has installed: what is in it, and which folder is in use."""
