"""Names of distributions, as they are compared."""

import re


def canonical(name: str) -> str:
    """One of the spellings of a name of a distribution (PEP 503).

    >>> canonical("Tabletop_Pig"), canonical("a.-_b")
    ('tabletop-pig', 'a-b')
    """
    return re.sub(r"[-_.]+", "-", name).lower()
