"""Standard output belongs to the program: what plugins print goes to standard error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO


@contextmanager
def own_output() -> Iterator[TextIO]:
    """Standard output, for the program alone: whatever is printed in the block otherwise goes to standard error."""
    own = sys.stdout
    with redirect_stdout(sys.stderr):
        yield own
