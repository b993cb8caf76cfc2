"""How a process ended, in words."""

import signal


def ended(code: int, errors: bytes = b"") -> str:
    """Its exit code, with the name of the signal that killed it, and the last that it said.

    >>> ended(3), ended(-9), ended(1, b"Traceback...\\nKeyError: 5")
    ('exit code 3', 'exit code -9 (SIGKILL)', 'KeyError: 5 (exit code 1)')
    """
    text = f"exit code {code}"
    if code < 0:
        text += f" ({_name(-code)})"
    said = errors.decode(errors="replace").strip().splitlines()
    return f"{said[-1]} ({text})" if said else text


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
