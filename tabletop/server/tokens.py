"""Tokens: who holds one is who it was given to. Only their hashes are kept."""

import hashlib
import hmac
import secrets
from typing import Final

LENGTH: Final = 22
"""Characters of a token: 128 random bits, as URLs write them."""


def new() -> str:
    """A token that nobody can guess: 128 bits from the system."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """What is kept of a token: its SHA-256, in hexadecimal. A token is random, so it needs neither salt nor rounds."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(token: str, kept: str) -> bool:
    """Whether a token is the one whose hash was kept, in a time that tells nothing."""
    return hmac.compare_digest(hashed(token), kept)
