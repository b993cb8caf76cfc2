"""Time that passes when a test says so."""

from tabletop.server.clocks import Clocks, ClockTerms
from tabletop.server.timekeeping import Timing


class Time:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.now = 0.0
        self.rung = []
        self._waiting = []

    def later(self, seconds, act):
        handle = _Handle(self.now + seconds, act)
        self._waiting.append(handle)
        return handle

    def ring(self, what, seat):
        self.rung.append((self.now, what, seat))

    def go_on(self, seconds):
        end = self.now + seconds
        while due := [handle for handle in self._waiting if handle.act and handle.at <= end]:
            first = min(due, key=lambda handle: handle.at)
            self.now, act, first.act = first.at, first.act, None
            act()
        self.now = end

    @property
    def timing(self):
        """As a server takes it."""
        return Timing(lambda: self.now, self.later)

    def clocks(self, left=(), **terms):
        """Clocks that ring here."""
        return Clocks(ClockTerms(**terms), dict(left), lambda: self.now, self.later, self.ring)


class _Handle:
    def __init__(self, at, act):
        self.at, self.act = at, act

    def cancel(self):
        self.act = None
