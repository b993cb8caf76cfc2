"""The error of whatever keeps a match or a document."""


class SaveError(Exception):
    """Something can't be saved or read. Its text is one sentence for a person: what is wrong and what to do."""
