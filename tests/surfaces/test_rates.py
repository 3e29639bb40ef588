from datetime import UTC, datetime, timedelta

import pytest

from dilem.errors import RateLimited
from dilem.ports import UNLIMITED, Address, Session
from dilem.usecases.rates import Rates

ANA = Session(1, Address("203.0.113.9"))
BEN = Session(2, Address("203.0.113.9"))


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 12, 1, 12, 0, 0, 250_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def refusal(rates: Rates, session: Session) -> RateLimited:
    with pytest.raises(RateLimited) as refused:
        rates.take(session)
    return refused.value


def test_a_minute_has_as_many_calls_as_allowed() -> None:
    rates = Rates(5, Clock())

    for _ in range(5):
        rates.take(ANA)

    refusal(rates, ANA)
    rates.take(BEN)


@pytest.mark.parametrize("per_minute", [1, 2, 7, 60, 119, 120, 6000])
def test_a_caller_that_waits_until_the_told_instant_is_let_through(per_minute: int) -> None:
    clock = Clock()
    rates = Rates(per_minute, clock)
    for _ in range(per_minute):
        rates.take(ANA)

    for _ in range(100):
        resets_at = refusal(rates, ANA).resets_at
        assert resets_at is not None
        assert clock.now < resets_at <= clock.now + timedelta(seconds=61)
        clock.now = resets_at
        rates.take(ANA)
        while True:
            try:
                rates.take(ANA)
            except RateLimited:
                break


def test_a_clock_that_is_set_back_refills_nothing() -> None:
    clock = Clock()
    rates = Rates(2, clock)
    rates.take(ANA)
    rates.take(ANA)

    clock.now -= timedelta(days=1)

    refusal(rates, ANA)


def test_zero_allows_nothing_and_tells_no_reset() -> None:
    assert refusal(Rates(0, Clock()), ANA).resets_at is None


def test_unlimited_counts_nothing() -> None:
    rates = Rates(UNLIMITED, Clock())

    for _ in range(10_000):
        rates.take(ANA)


def test_memory_is_bounded_and_the_one_seen_longest_ago_is_forgotten() -> None:
    rates = Rates(1, Clock(), max_buckets=2)
    for session_id in (1, 2, 3):
        rates.take(Session(session_id, Address("203.0.113.9")))

    rates.take(ANA)

    refusal(rates, Session(3, Address("203.0.113.9")))
