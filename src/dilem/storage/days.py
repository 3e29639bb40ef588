"""Instants and UTC days as they are stored, and the day that counts.

Counters are of the UTC day. The day never goes back: if the clock is set back over midnight, the
later day goes on counting, so that yesterday's credits and money are not spent twice. A day that
lies further ahead than that was some clock's mistake, and is ignored.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import LiteralString

from dilem.storage.connection import Connection, Statement

TODAY: LiteralString = """
WITH today (day) AS (
    SELECT max(day) FROM (
        SELECT CAST(:today AS TEXT) AS day
        UNION ALL SELECT max(day) FROM days WHERE day <= :horizon
    ) AS known
)
"""
"""Opens a statement that needs the day that counts; it takes the values of `day_values`."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_HELD = timedelta(days=2)

_DAY = Statement(TODAY, "SELECT day FROM today")
_KEEP_DAY = Statement("INSERT INTO days (day) VALUES (:day) ON CONFLICT (day) DO NOTHING")


def day_values(now: datetime) -> dict[str, str]:
    """Give TODAY its values."""
    today = now.astimezone(UTC).date()
    return {"today": today.isoformat(), "horizon": (today + _HELD).isoformat()}


def day_that_counts(connection: Connection, now: datetime) -> str:
    """Find the day that counts, as an ISO date."""
    return str(connection.only(_DAY, **day_values(now))[0])


def keep_day(connection: Connection, day: str) -> None:
    """Note that a day has begun: no earlier one counts from here on."""
    connection.change(_KEEP_DAY, day=day)


def end_of(day: str) -> datetime:
    """Find the midnight, in UTC, at which the counters of an ISO day begin anew."""
    return datetime.combine(date.fromisoformat(day) + timedelta(days=1), time(), UTC)


def stored_instant(instant: datetime) -> int:
    """Write an aware instant as microseconds since 1970."""
    return (instant - _EPOCH) // _MICROSECOND


def instant_of(stored: int) -> datetime:
    """Read an instant, in UTC."""
    return _EPOCH + stored * _MICROSECOND
