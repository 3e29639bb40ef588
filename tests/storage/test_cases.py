"""Cases, credits and the one calculation at a time."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from dilem.contract import Budget, CaseState, Collective, DilemmaCredits, Result, Usage, VoiceSeconds
from dilem.errors import CapacityExceeded, CaseBusy, CaseCompleted, CreditsExhausted, PipelineFailed
from dilem.ports import UNLIMITED, Address, CaseId, Policy, Session
from fakes import ask, inquire, recommend
from storage.opening import OpenStorage, Storage

CASE = CaseId("move")
LAST_MOMENT = datetime(2026, 12, 1, 23, 59, 59, 999_999, tzinfo=UTC)
MIDNIGHT = datetime(2026, 12, 2, tzinfo=UTC)


async def decide(storage: Storage, caller: Session, case_id: CaseId = CASE) -> Result:
    async with storage.cases.turn(caller, case_id) as turn:
        reply = await turn.settle(ask(), recommend())
    assert isinstance(reply, Result)
    return reply


async def clarify(storage: Storage, caller: Session, case_id: CaseId = CASE) -> None:
    async with storage.cases.turn(caller, case_id) as turn:
        await turn.settle(ask(), inquire())


async def fail(storage: Storage, caller: Session, case_id: CaseId = CASE) -> None:
    with pytest.raises(PipelineFailed):
        async with storage.cases.turn(caller, case_id):
            raise PipelineFailed


async def credits_used(storage: Storage, caller: Session) -> int:
    return (await storage.cases.usage(caller, None)).dilemmas.used


async def state(storage: Storage, caller: Session, case_id: CaseId = CASE) -> CaseState:
    return (await storage.cases.usage(caller, case_id)).case


async def test_a_case_costs_one_credit_whatever_happens_on_its_way(storage: Storage) -> None:
    caller = await storage.caller()

    await clarify(storage, caller)
    await fail(storage, caller)
    await clarify(storage, caller)
    await decide(storage, caller)

    assert await credits_used(storage, caller) == 1


async def test_a_completed_case_stays_completed(storage: Storage) -> None:
    caller = await storage.caller()
    await decide(storage, caller)

    storage.clock.advance(days=400)

    with pytest.raises(CaseCompleted):
        await clarify(storage, caller)
    assert await state(storage, caller) == CaseState(id=CASE, admitted=True, completed=True)


async def test_a_result_gets_an_id_of_32_hexadecimal_digits_and_a_question_gets_none(
    storage: Storage,
) -> None:
    caller = await storage.caller()

    async with storage.cases.turn(caller, CASE) as turn:
        question = await turn.settle(ask(), inquire())
    result = await decide(storage, caller)

    assert question == inquire()
    assert result.result_id is not None
    assert len(bytes.fromhex(result.result_id)) == 16
    assert result.model_copy(update={"result_id": None}) == recommend()


async def test_a_case_that_fails_stays_open_and_keeps_its_credit(storage: Storage) -> None:
    caller = await storage.caller()

    await fail(storage, caller)

    assert await state(storage, caller) == CaseState(id=CASE, admitted=True, completed=False)
    assert await credits_used(storage, caller) == 1


async def test_a_cancelled_calculation_leaves_its_case_open(storage: Storage) -> None:
    caller = await storage.caller()
    running = asyncio.Event()

    async def calculate_forever() -> None:
        async with storage.cases.turn(caller, CASE):
            running.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(calculate_forever())
    await running.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await decide(storage, caller)
    assert await credits_used(storage, caller) == 1


async def test_a_second_turn_of_a_running_case_is_told_that_it_is_busy(storage: Storage) -> None:
    caller = await storage.caller()

    async with storage.cases.turn(caller, CASE) as turn:
        with pytest.raises(CaseBusy):
            await clarify(storage, caller)
        assert await state(storage, caller) == CaseState(id=CASE, admitted=True, completed=False)
        await turn.settle(ask(), recommend())


async def test_of_64_turns_at_once_one_calculates(storage: Storage) -> None:
    caller = await storage.caller()
    calculations = Counter[str]()

    async def attempt() -> None:
        async with storage.cases.turn(caller, CASE) as turn:
            calculations["begun"] += 1
            await turn.settle(ask(), recommend())

    outcomes = await asyncio.gather(*(attempt() for _ in range(64)), return_exceptions=True)

    assert calculations["begun"] == 1
    assert outcomes.count(None) == 1
    assert {type(outcome) for outcome in outcomes} <= {type(None), CaseBusy, CaseCompleted}
    assert await credits_used(storage, caller) == 1


async def test_the_same_id_of_two_sessions_is_two_cases(storage: Storage) -> None:
    one, other = await storage.caller(), await storage.caller()

    await decide(storage, one)
    await decide(storage, other)

    assert await credits_used(storage, one) == await credits_used(storage, other) == 1


async def test_the_last_credit_of_a_day_is_followed_by_a_refusal_until_midnight(
    open_storage: OpenStorage,
) -> None:
    storage = await open_storage(Policy(dilemmas_per_day=2))
    caller = await storage.caller()
    await decide(storage, caller, CaseId("a"))
    await clarify(storage, caller, CaseId("b"))

    storage.clock.now = LAST_MOMENT
    with pytest.raises(CreditsExhausted) as refusal:
        await decide(storage, caller, CaseId("c"))

    assert refusal.value.resets_at == MIDNIGHT
    assert await state(storage, caller, CaseId("c")) == CaseState(id="c", admitted=False, completed=False)
    await clarify(storage, caller, CaseId("b"))
    storage.clock.now = MIDNIGHT
    await decide(storage, caller, CaseId("c"))
    assert await credits_used(storage, caller) == 1


async def test_of_64_callers_at_once_one_gets_the_last_credit(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(dilemmas_per_day=3))
    caller = await storage.caller()
    await decide(storage, caller, CaseId("a"))
    await decide(storage, caller, CaseId("b"))

    outcomes = await asyncio.gather(
        *(decide(storage, caller, CaseId(f"c{number}")) for number in range(64)), return_exceptions=True
    )

    assert sum(isinstance(outcome, Result) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, CreditsExhausted) for outcome in outcomes) == 63
    assert await credits_used(storage, caller) == 3


async def test_sessions_of_one_address_share_the_credits_of_the_address(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(dilemmas_per_address=2))
    one, other = await storage.caller(), await storage.caller()
    elsewhere = await storage.caller(Address("2001:db8::1"))
    await decide(storage, one)
    await decide(storage, other)

    with pytest.raises(CreditsExhausted) as refusal:
        await decide(storage, other, CaseId("stay"))

    assert refusal.value.resets_at == MIDNIGHT
    await decide(storage, elsewhere)
    storage.clock.now = MIDNIGHT
    await decide(storage, other, CaseId("stay"))


@pytest.mark.parametrize("policy", [Policy(dilemmas_per_day=0), Policy(dilemmas_per_address=0)])
async def test_where_no_dilemma_is_allowed_no_reset_is_promised(
    open_storage: OpenStorage, policy: Policy
) -> None:
    storage = await open_storage(policy)
    caller = await storage.caller()

    with pytest.raises(CreditsExhausted) as refusal:
        await decide(storage, caller)

    assert refusal.value.resets_at is None


async def test_without_limits_everything_is_admitted(open_storage: OpenStorage) -> None:
    storage = await open_storage(
        Policy(dilemmas_per_day=UNLIMITED, dilemmas_per_address=UNLIMITED, max_running=UNLIMITED)
    )
    caller = await storage.caller()

    await asyncio.gather(*(decide(storage, caller, CaseId(f"c{number}")) for number in range(150)))

    usage = await storage.cases.usage(caller, None)
    assert usage.dilemmas == DilemmaCredits(used=150, limit=1_000_000_000, remaining=999_999_850)


async def test_capacity_is_refused_without_a_charge_and_comes_back(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(max_running=2))
    caller = await storage.caller()

    async with (
        storage.cases.turn(caller, CaseId("a")) as first,
        storage.cases.turn(caller, CaseId("b")) as second,
    ):
        with pytest.raises(CapacityExceeded) as refusal:
            await clarify(storage, caller, CaseId("c"))
        assert refusal.value.resets_at is None
        assert await credits_used(storage, caller) == 2
        assert await state(storage, caller, CaseId("c")) == CaseState(id="c", admitted=False, completed=False)

        await first.settle(ask(), inquire())
        await clarify(storage, caller, CaseId("c"))
        await second.settle(ask(), inquire())


async def test_no_slot_is_lost_to_callers_that_go_away(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(max_running=5, dilemmas_per_day=UNLIMITED))
    caller = await storage.caller()

    for number in range(100):
        task = asyncio.create_task(clarify(storage, caller, CaseId(f"c{number % 7}")))
        for _ in range(number % 4):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        for number in range(5):
            group.create_task(clarify(storage, caller, CaseId(f"d{number}")))


async def test_refusals_come_in_the_order_case_credit_capacity(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(dilemmas_per_day=2, max_running=1))
    caller, other = await storage.caller(), await storage.caller()
    await decide(storage, caller, CaseId("done"))

    async with storage.cases.turn(caller, CaseId("busy")) as turn:
        refused = []
        for who, case_id in ((caller, "done"), (caller, "busy"), (caller, "new"), (other, "new")):
            with pytest.raises((CaseCompleted, CaseBusy, CreditsExhausted, CapacityExceeded)) as refusal:
                await clarify(storage, who, CaseId(case_id))
            refused.append(refusal.type)
        await turn.settle(ask(), inquire())

    assert refused == [CaseCompleted, CaseBusy, CreditsExhausted, CapacityExceeded]


async def test_a_case_admitted_before_midnight_costs_nothing_after_it(storage: Storage) -> None:
    caller = await storage.caller()
    storage.clock.now = LAST_MOMENT
    await clarify(storage, caller)

    storage.clock.now = MIDNIGHT
    await fail(storage, caller)
    await decide(storage, caller)

    assert await credits_used(storage, caller) == 0
    assert await state(storage, caller) == CaseState(id=CASE, admitted=True, completed=True)


async def test_a_calculation_over_midnight_counts_for_the_day_of_its_admission(
    open_storage: OpenStorage,
) -> None:
    storage = await open_storage(Policy(dilemmas_per_day=1))
    caller = await storage.caller()

    storage.clock.now = LAST_MOMENT
    async with storage.cases.turn(caller, CASE) as turn:
        assert (await storage.cases.usage(caller, CASE)).dilemmas.remaining == 0
        storage.clock.now = MIDNIGHT
        await turn.settle(ask(), recommend())

    usage = await storage.cases.usage(caller, CASE)
    assert (usage.day, usage.resets_at) == ("2026-12-02", "2026-12-03T00:00:00Z")
    assert usage.dilemmas == DilemmaCredits(used=0, limit=1, remaining=1)
    assert usage.collective == Collective(completed=1)


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(hours=1), timedelta(days=2)])
async def test_a_clock_that_is_set_back_over_midnight_gives_no_credit_back(
    open_storage: OpenStorage, back: timedelta
) -> None:
    storage = await open_storage(Policy(dilemmas_per_day=2))
    caller = await storage.caller()
    storage.clock.now = LAST_MOMENT
    await decide(storage, caller, CaseId("a"))
    storage.clock.now = MIDNIGHT
    await decide(storage, caller, CaseId("b"))

    storage.clock.now = MIDNIGHT - back
    usage = await storage.cases.usage(caller, None)
    assert (usage.day, usage.dilemmas.used) == ("2026-12-02", 1)
    await decide(storage, caller, CaseId("c"))
    with pytest.raises(CreditsExhausted) as refusal:
        await decide(storage, caller, CaseId("d"))

    assert refusal.value.resets_at == MIDNIGHT + timedelta(days=1)


async def test_a_clock_that_once_was_a_year_ahead_does_not_stop_the_days(storage: Storage) -> None:
    caller = await storage.caller()
    storage.clock.advance(days=365)
    await clarify(storage, caller, CaseId("a"))

    storage.clock.advance(days=-365)
    await clarify(storage, caller, CaseId("b"))

    usage = await storage.cases.usage(caller, None)
    assert (usage.day, usage.dilemmas.used) == ("2026-12-01", 1)


async def test_usage_says_everything_at_once(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(daily_microusd=1_500_000), paid=True)
    caller, other = await storage.caller(), await storage.caller()
    await decide(storage, other)
    await decide(storage, caller)
    await clarify(storage, caller, CaseId("stay"))
    await storage.ledger.settle(await storage.ledger.reserve_voice(caller, 30), 12_250)
    await storage.ledger.reserve_voice(caller, 45)
    await storage.ledger.reserve(1_500_000)

    usage = await storage.cases.usage(caller, CaseId("stay"))

    assert usage == Usage(
        day="2026-12-01",
        resets_at="2026-12-02T00:00:00Z",
        collective=Collective(completed=2),
        dilemmas=DilemmaCredits(used=2, limit=20, remaining=18),
        case=CaseState(id="stay", admitted=True, completed=False),
        voice=VoiceSeconds(
            seconds_used=12.25,
            seconds_reserved=45,
            seconds_remaining=1142.75,
            seconds_limit=1200,
            max_seconds=60,
        ),
        budget=Budget(daily_usd=1.5, available=False),
    )


async def test_a_new_caller_has_used_nothing(storage: Storage) -> None:
    caller = await storage.caller()

    usage = await storage.cases.usage(caller, None)

    assert usage == Usage(
        day="2026-12-01",
        resets_at="2026-12-02T00:00:00Z",
        collective=Collective(completed=0),
        dilemmas=DilemmaCredits(used=0, limit=20, remaining=20),
        case=CaseState(id=None, admitted=False, completed=False),
        voice=VoiceSeconds(
            seconds_used=0,
            seconds_reserved=0,
            seconds_remaining=1200,
            seconds_limit=1200,
            max_seconds=60,
        ),
        budget=Budget(daily_usd=5, available=True),
    )


async def test_a_case_of_somebody_else_looks_like_one_that_never_was(storage: Storage) -> None:
    owner, stranger = await storage.caller(), await storage.caller()
    await decide(storage, owner)

    assert await state(storage, stranger) == CaseState(id=CASE, admitted=False, completed=False)


@pytest.mark.parametrize(("paid", "cap"), [(False, 0), (False, 5_000_000), (True, 5_000_000)])
async def test_the_budget_is_available_where_nothing_is_paid_or_something_is_left(
    open_storage: OpenStorage, *, paid: bool, cap: int
) -> None:
    storage = await open_storage(Policy(daily_microusd=cap), paid=paid)

    usage = await storage.cases.usage(await storage.caller(), None)

    assert usage.budget == Budget(daily_usd=cap / 1_000_000, available=True)


async def test_without_a_limit_of_money_usage_shows_a_thousand_million_dollars(
    open_storage: OpenStorage,
) -> None:
    storage = await open_storage(Policy(daily_microusd=UNLIMITED * 1_000_000), paid=True)
    await storage.ledger.reserve(10**12)

    usage = await storage.cases.usage(await storage.caller(), None)

    assert usage.budget == Budget(daily_usd=1_000_000_000, available=True)
