"""How a time reads to a person."""

from datetime import datetime, timedelta

from tabletop.i18n import Texts
from tabletop.saves.clock import as_clocks_showed

_ = Texts(__file__)


def when(time: datetime, now: datetime) -> str:
    """A time that has passed: how long ago, for two days, then its date as the language writes it.

    Both have a time zone; that of ``now`` is the person's.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    >>> when(noon, noon + timedelta(seconds=90)), when(noon, noon + timedelta(hours=5))
    ('1 minute ago', 'today, 12:00')
    >>> when(noon, noon + timedelta(days=1)), when(noon, noon + timedelta(days=2))
    ('yesterday, 12:00', '2026-11-30')
    """
    here = as_clocks_showed(time, now)
    minutes = (now - here) // timedelta(minutes=1)
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return _.plural("{n} minute ago", "{n} minutes ago", minutes)
    days = (now.date() - here.date()).days
    if days == 0:
        return _("today, {hour:02}:{minute:02}").format(hour=here.hour, minute=here.minute)
    if days == 1:
        return _("yesterday, {hour:02}:{minute:02}").format(hour=here.hour, minute=here.minute)
    return _("{year}-{month:02}-{day:02}").format(year=here.year, month=here.month, day=here.day)
