"""Money and dictation."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from dilem.contract import VoiceSeconds
from dilem.errors import BudgetExhausted, CreditsExhausted
from dilem.ports import UNLIMITED, Ledger, Policy, Reservation, Session
from dilem.storage.audit import find_discrepancies
from storage.opening import OpenStorage, OpenStored, Storage

LAST_MOMENT = datetime(2026, 12, 1, 23, 59, 59, 999_999, tzinfo=UTC)
MIDNIGHT = datetime(2026, 12, 2, tzinfo=UTC)
CAP = Policy(daily_microusd=1_000)

End = Callable[[Ledger, Reservation], Awaitable[None]]


def settle(used: int) -> End:
    return lambda ledger, reservation: ledger.settle(reservation, used)


def release(ledger: Ledger, reservation: Reservation) -> Awaitable[None]:
    return ledger.release(reservation)


def leave(ledger: Ledger, reservation: Reservation) -> Awaitable[None]:
    return ledger.leave(reservation)


async def left(storage: Storage, day: date | None = None) -> int:
    """What a day still has to spend, found by trying."""
    low, high = 0, storage.policy.daily_microusd
    while low < high:
        middle = (low + high + 1) // 2
        try:
            await storage.ledger.release(await storage.ledger.reserve(middle, day))
        except BudgetExhausted:
            high = middle - 1
        else:
            low = middle
    return low


async def voice(storage: Storage, caller: Session) -> VoiceSeconds:
    return (await storage.cases.usage(caller, None)).voice


@pytest.mark.parametrize(("end", "spent"), [(settle(250), 250), (settle(0), 0), (release, 0), (leave, 600)])
async def test_a_reservation_ends_with_what_was_spent(
    open_storage: OpenStorage, end: End, spent: int
) -> None:
    storage = await open_storage(CAP)
    reservation = await storage.ledger.reserve(600)
    assert await left(storage) == 400

    await end(storage.ledger, reservation)

    assert await left(storage) == 1_000 - spent


@pytest.mark.parametrize("first", [settle(250), release, leave], ids=["settled", "released", "left"])
@pytest.mark.parametrize("second", [settle(600), release, leave], ids=["settle", "release", "leave"])
async def test_a_reservation_ends_once(open_storage: OpenStorage, first: End, second: End) -> None:
    storage = await open_storage(CAP)
    reservation = await storage.ledger.reserve(600)
    await first(storage.ledger, reservation)
    before = await left(storage)

    await second(storage.ledger, reservation)

    assert await left(storage) == before


async def test_the_last_cent_can_be_held_and_not_one_more(open_storage: OpenStorage) -> None:
    storage = await open_storage(CAP)
    await storage.ledger.reserve(999)
    await storage.ledger.reserve(1)

    with pytest.raises(BudgetExhausted) as refusal:
        await storage.ledger.reserve(1)

    assert refusal.value.resets_at == MIDNIGHT
    storage.clock.now = MIDNIGHT
    await storage.ledger.reserve(1_000)


async def test_of_64_calls_at_once_no_more_are_paid_than_the_cap_allows(open_storage: OpenStorage) -> None:
    storage = await open_storage(CAP, paid=True)

    async def call(cost: int) -> None:
        reservation = await storage.ledger.reserve(90)
        await storage.ledger.settle(reservation, cost)

    outcomes = await asyncio.gather(*(call(90) for _ in range(64)), return_exceptions=True)

    assert outcomes.count(None) == 11
    assert sum(isinstance(outcome, BudgetExhausted) for outcome in outcomes) == 53
    assert await left(storage) == 10


async def test_a_cost_above_what_was_held_is_booked_and_closes_the_budget(open_storage: OpenStorage) -> None:
    storage = await open_storage(CAP, paid=True)
    reservation = await storage.ledger.reserve(600)

    await storage.ledger.settle(reservation, 1_400)

    with pytest.raises(BudgetExhausted):
        await storage.ledger.reserve(1)
    assert not (await storage.cases.usage(await storage.caller(), None)).budget.available


async def test_a_cost_belongs_to_the_day_on_which_it_was_held(open_storage: OpenStorage) -> None:
    storage = await open_storage(CAP)
    storage.clock.now = LAST_MOMENT
    reservation = await storage.ledger.reserve(600)

    storage.clock.now = MIDNIGHT
    await storage.ledger.settle(reservation, 500)

    assert await left(storage) == 1_000
    assert await left(storage, date(2026, 12, 1)) == 500


async def test_a_call_for_yesterdays_case_is_paid_by_yesterday_or_not_at_all(
    open_storage: OpenStorage,
) -> None:
    storage = await open_storage(CAP)
    storage.clock.now = MIDNIGHT
    await storage.ledger.reserve(700, date(2026, 12, 1))

    with pytest.raises(BudgetExhausted) as refusal:
        await storage.ledger.reserve(700, date(2026, 12, 1))

    assert refusal.value.resets_at is None
    assert await left(storage) == 1_000


@pytest.mark.parametrize("cap", [0, 599])
async def test_a_call_that_no_day_can_pay_is_promised_no_reset(open_storage: OpenStorage, cap: int) -> None:
    storage = await open_storage(Policy(daily_microusd=cap))

    with pytest.raises(BudgetExhausted) as refusal:
        await storage.ledger.reserve(600)

    assert refusal.value.resets_at is None


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(days=1)])
async def test_a_clock_that_is_set_back_over_midnight_gives_no_money_back(
    open_storage: OpenStorage, back: timedelta
) -> None:
    storage = await open_storage(CAP)
    storage.clock.now = LAST_MOMENT
    await storage.ledger.reserve(100)
    storage.clock.now = MIDNIGHT
    await storage.ledger.reserve(900)

    storage.clock.now = MIDNIGHT - back

    assert await left(storage) == 100


async def test_a_capture_holds_its_seconds_and_is_settled_to_what_it_used(storage: Storage) -> None:
    caller, other = await storage.caller(), await storage.caller()

    reservation = await storage.ledger.reserve_voice(caller, 40)
    held = await voice(storage, caller)
    await storage.ledger.settle(reservation, 7_350)

    assert reservation.amount == 40_000
    assert (held.seconds_used, held.seconds_reserved, held.seconds_remaining) == (0, 40, 1160)
    used = await voice(storage, caller)
    assert (used.seconds_used, used.seconds_reserved, used.seconds_remaining) == (7.35, 0, 1192.65)
    assert (await voice(storage, other)).seconds_remaining == 1200


async def test_a_capture_is_never_longer_than_its_maximum(storage: Storage) -> None:
    reservation = await storage.ledger.reserve_voice(await storage.caller(), 600)

    assert reservation.amount == 60_000


async def test_a_capture_never_uses_more_than_it_held(storage: Storage) -> None:
    caller = await storage.caller()
    reservation = await storage.ledger.reserve_voice(caller, 10)

    await storage.ledger.settle(reservation, 99_000)

    assert (await voice(storage, caller)).seconds_used == 10


async def test_a_call_that_a_whole_day_can_just_pay_is_told_when_it_may(open_storage: OpenStorage) -> None:
    storage = await open_storage(CAP)
    await storage.ledger.reserve(1)

    with pytest.raises(BudgetExhausted) as refusal:
        await storage.ledger.reserve(1_000)

    assert refusal.value.resets_at == MIDNIGHT


async def test_the_very_last_second_of_a_day_can_be_spoken(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(voice_seconds_per_day=1))
    caller = await storage.caller()

    reservation = await storage.ledger.reserve_voice(caller, 60)
    with pytest.raises(CreditsExhausted) as refusal:
        await storage.ledger.reserve_voice(caller, 60)

    assert reservation.amount == 1_000
    assert refusal.value.resets_at == MIDNIGHT


async def test_less_than_a_second_is_not_granted(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(voice_seconds_per_day=1))
    caller = await storage.caller()
    await storage.ledger.settle(await storage.ledger.reserve_voice(caller, 1), 1)

    with pytest.raises(CreditsExhausted):
        await storage.ledger.reserve_voice(caller, 1)


async def test_the_last_seconds_of_a_day_can_be_spoken_and_then_none_until_midnight(
    open_storage: OpenStorage,
) -> None:
    storage = await open_storage(Policy(voice_seconds_per_day=70))
    caller = await storage.caller()
    await storage.ledger.leave(await storage.ledger.reserve_voice(caller, 60))

    rest = await storage.ledger.reserve_voice(caller, 60)
    with pytest.raises(CreditsExhausted) as refusal:
        await storage.ledger.reserve_voice(caller, 60)

    assert rest.amount == 10_000
    assert refusal.value.resets_at == MIDNIGHT
    storage.clock.now = MIDNIGHT
    assert (await storage.ledger.reserve_voice(caller, 60)).amount == 60_000


async def test_of_64_captures_at_once_no_more_is_held_than_the_day_allows(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(voice_seconds_per_day=100))
    caller = await storage.caller()

    outcomes = await asyncio.gather(
        *(storage.ledger.reserve_voice(caller, 30) for _ in range(64)), return_exceptions=True
    )

    amounts = [outcome.amount for outcome in outcomes if isinstance(outcome, Reservation)]
    assert amounts == [30_000, 30_000, 30_000, 10_000]
    assert (await voice(storage, caller)).seconds_reserved == 100


@pytest.mark.parametrize("policy", [Policy(voice_seconds_per_day=0), Policy(voice_max_seconds=0)])
async def test_where_no_dictation_is_allowed_no_reset_is_promised(
    open_storage: OpenStorage, policy: Policy
) -> None:
    storage = await open_storage(policy)

    with pytest.raises(CreditsExhausted) as refusal:
        await storage.ledger.reserve_voice(await storage.caller(), 30)

    assert refusal.value.resets_at is None


async def test_without_limits_any_capture_is_granted(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(voice_seconds_per_day=UNLIMITED, voice_max_seconds=UNLIMITED))
    caller = await storage.caller()

    reservation = await storage.ledger.reserve_voice(caller, 100_000)

    assert reservation.amount == 100_000_000
    assert (await voice(storage, caller)).seconds_limit == 1_000_000_000


async def test_the_totals_are_the_sums_of_the_entries_after_any_mixture(open_stored: OpenStored) -> None:
    storage = await open_stored(Policy(daily_microusd=5_000))
    callers = [await storage.caller() for _ in range(4)]

    async def use(number: int) -> None:
        ledger = storage.ledger
        hold = ledger.reserve(500) if number % 2 else ledger.reserve_voice(callers[number % 4], 5)
        reservation = await hold
        for end in [(settle(300), leave, release), (release, settle(1)), (leave,), ()][number % 7 % 4]:
            await end(ledger, reservation)

    await asyncio.gather(*(use(number) for number in range(120)), return_exceptions=True)

    assert await find_discrepancies(storage.database) == {}
