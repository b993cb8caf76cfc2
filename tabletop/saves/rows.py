"""What the small documents hold."""

from collections.abc import Callable, Mapping
from typing import Any

Row = Mapping[str, Any]
Check = Callable[[Row], bool]
"""Whether a row can be used."""
Warn = Callable[[str], None]
"""Is told, in one sentence, what went wrong without stopping anything."""
