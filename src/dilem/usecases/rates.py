"""How often one identity may call, in any minute."""

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from dilem.errors import RateLimited
from dilem.ports import UNLIMITED, Clock, Session


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled_at: datetime


@dataclass
class Rates:
    """A bucket of `per_minute` calls for each identity, refilled evenly; full at first.

    Buckets live in memory, `max_buckets` at most: the one that was used longest ago goes first. A
    bucket unused for a minute is full, so forgetting it forgives nothing.
    """

    per_minute: int
    clock: Clock
    max_buckets: int = 100_000
    _buckets: OrderedDict[int, _Bucket] = field(default_factory=OrderedDict)

    def take(self, session: Session) -> None:
        """Count one call.

        Raises:
            RateLimited: with the instant from which the same call is let through.
        """
        if self.per_minute >= UNLIMITED:
            return
        if self.per_minute == 0:
            raise RateLimited
        now = self.clock()
        bucket = self._filled(session.id, now)
        if bucket.tokens < 1 - 1e-9:
            seconds = (1 - bucket.tokens) * 60 / self.per_minute
            raise RateLimited(resets_at=_next_second(now + timedelta(seconds=seconds)))
        bucket.tokens -= 1

    def _filled(self, session_id: int, now: datetime) -> _Bucket:
        bucket = self._buckets.setdefault(session_id, _Bucket(self.per_minute, now))
        self._buckets.move_to_end(session_id)
        if len(self._buckets) > self.max_buckets:
            self._buckets.popitem(last=False)
        # A clock that was set back must neither refill nor empty a bucket.
        elapsed_s = max(0.0, (now - bucket.filled_at).total_seconds())
        bucket.tokens = min(float(self.per_minute), bucket.tokens + elapsed_s * self.per_minute / 60)
        bucket.filled_at = now
        return bucket


def _next_second(instant: datetime) -> datetime:
    # Whole seconds are what a caller sees; rounding down would send it back a moment too early.
    return datetime.fromtimestamp(math.ceil(instant.timestamp()), tz=instant.tzinfo)
