"""Events that lead to a position: turns of which only what came of them matters. Seats count from 1."""


def banks(seat: int, points: int, dice: int = 1) -> tuple[str, ...]:
    """A turn that banks so many points, without a double: with one die 2 or more, with two 5 or more."""
    most, least = (6, 2) if dice == 1 else (11, 5)
    sums = [most] * (points // most)
    if points % most:
        sums.append(points % most)
    if sums[-1] < least:
        sums[-2:] = [most + sums[-1] - least, least]
    return (*rolls(seat, *(str(one) if dice == 1 else _pair(one) for one in sums)), f"{seat} hold")


def _pair(points: int) -> str:
    """Two different dice without a 1 that score so many points, 5 to 11."""
    low = max(2, points - 6)
    return f"{low} {points - low}"


def busts(seat: int, dice: int = 1) -> tuple[str, ...]:
    """A turn that ends with its first roll."""
    return rolls(seat, "1" if dice == 1 else "1 2")


def rolls(seat: int, *thrown: str) -> tuple[str, ...]:
    """Rolls of a turn, each as it is written: ``5``, or ``5 3``."""
    return tuple(event for dice in thrown for event in (f"{seat} roll", f"* {dice}"))


FIRST_BEGINS = ("* 6 5", "* 3 4")
"""The roll-off of two seats with two dice, after which seat 1 begins."""
