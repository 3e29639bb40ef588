"""Processes that live and die. Each Stored stands for a process of its own."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from datetime import timedelta

import pytest

from dilem.errors import CaseBusy, PipelineFailed, ServiceUnavailable
from dilem.ports import CaseId, OpenTurn, Policy, Session
from dilem.storage.audit import find_discrepancies
from dilem.storage.owners import DEAD_AFTER_LOOKS, LOOK_EVERY_S, Recovered
from dilem.storage.stats import read_stats
from fakes import ask, inquire, recommend
from storage.opening import HOME, OpenStored, Stored
from storage.test_database import full_disk

CASE = CaseId("move")
NOTHING = Recovered(0, 0)


async def left_running(storage: Stored, caller: Session) -> AbstractAsyncContextManager[OpenTurn]:
    """A turn that never ends, as when its process is killed; it lasts as long as the returned value."""
    turn = storage.cases.turn(caller, CASE)
    await turn.__aenter__()
    return turn


async def looks(storage: Stored, count: int = DEAD_AFTER_LOOKS) -> list[Recovered]:
    return [await storage.owners.recover() for _ in range(count)]


def test_what_a_dead_process_left_is_in_order_within_five_seconds() -> None:
    assert (DEAD_AFTER_LOOKS - 1) * LOOK_EVERY_S < 5


async def test_the_case_of_a_dead_process_is_open_again_at_the_fourth_look(open_stored: OpenStored) -> None:
    dead, alive = await open_stored(), await open_stored()
    caller = await dead.caller()
    _left = await left_running(dead, caller)

    assert await looks(alive, 3) == [NOTHING] * 3
    with pytest.raises(CaseBusy):
        async with alive.cases.turn(caller, CASE):
            pass
    assert await looks(alive, 1) == [Recovered(cases=1, reservations=0)]

    async with alive.cases.turn(caller, CASE) as turn:
        await turn.settle(ask(), recommend())
    assert (await alive.cases.usage(caller, CASE)).dilemmas.used == 1


async def test_a_process_that_died_after_some_beats_is_found_dead_as_soon(open_stored: OpenStored) -> None:
    dead, alive = await open_stored(), await open_stored()
    caller = await dead.caller()
    for _ in range(10):
        await looks(dead, 1)
        await looks(alive, 1)
    _left = await left_running(dead, caller)

    assert [recovered.cases for recovered in await looks(alive, 5)] == [0, 0, 1, 0, 0]


async def test_a_living_process_keeps_its_cases_and_its_reservations(open_stored: OpenStored) -> None:
    one, other = await open_stored(), await open_stored()
    caller = await one.caller()

    async with one.cases.turn(caller, CASE) as turn:
        await one.ledger.reserve(100)
        for _ in range(20):
            # Whatever their clocks say meanwhile.
            one.clock.advance(days=-3)
            assert await looks(one, 1) == [NOTHING]
            one.clock.advance(days=3)
            assert await looks(other, 1) == [NOTHING]
        await turn.settle(ask(), recommend())


async def test_the_death_of_one_process_changes_nothing_for_the_others(open_stored: OpenStored) -> None:
    dead, alive, watching = await open_stored(), await open_stored(), await open_stored()
    caller = await dead.caller()
    _left = await left_running(dead, caller)

    async with alive.cases.turn(caller, CaseId("stay")) as turn:
        held = await alive.ledger.reserve(100)
        recovered = [
            look
            for _ in range(DEAD_AFTER_LOOKS * 2)
            for look in (*await looks(alive, 1), *await looks(watching, 1))
        ]
        assert [look for look in recovered if look != NOTHING] == [Recovered(cases=1, reservations=0)]
        await turn.settle(ask(), recommend())
    await alive.ledger.settle(held, 40)

    assert (await read_stats(watching.database, watching.clock)).spent_microusd_today == 40


async def test_a_process_that_was_held_up_is_not_dead_once_it_beats_again(open_stored: OpenStored) -> None:
    slow, other = await open_stored(), await open_stored()

    async with slow.cases.turn(await slow.caller(), CASE) as turn:
        for _ in range(10):
            await looks(other, DEAD_AFTER_LOOKS - 1)
            await looks(slow, 1)
        await turn.settle(ask(), recommend())


async def test_a_turn_that_lost_its_case_keeps_nothing_and_takes_nothing_back(
    open_stored: OpenStored,
) -> None:
    stalled, alive = await open_stored(), await open_stored()
    caller = await stalled.caller()

    async with AsyncExitStack() as stack:
        lost = await stack.enter_async_context(stalled.cases.turn(caller, CASE))
        await looks(alive)
        async with alive.cases.turn(caller, CASE) as turn:
            with pytest.raises(PipelineFailed):
                await lost.settle(ask(), recommend())
            await stack.aclose()
            with pytest.raises(CaseBusy):
                async with alive.cases.turn(caller, CASE):
                    pass
            await turn.settle(ask(), inquire())

    usage = await alive.cases.usage(caller, CASE)
    assert (usage.case.completed, usage.dilemmas.used, usage.collective.completed) == (False, 1, 0)
    assert await find_discrepancies(alive.database) == {}


async def test_what_a_dead_process_held_is_booked_as_spent(open_stored: OpenStored) -> None:
    dead, alive = await open_stored(paid=True), await open_stored(paid=True)
    caller = await dead.caller()
    reservation = await dead.ledger.reserve(5_000_000)
    await dead.ledger.reserve_voice(caller, 60)

    assert (await looks(alive))[-1] == Recovered(cases=0, reservations=2)

    await dead.ledger.release(reservation)  # too late
    usage = await alive.cases.usage(caller, None)
    assert not usage.budget.available
    assert (usage.voice.seconds_used, usage.voice.seconds_reserved) == (60, 0)
    assert await find_discrepancies(alive.database) == {}


async def test_a_reservation_that_was_lost_sight_of_is_booked_after_three_minutes(
    open_stored: OpenStored,
) -> None:
    storage = await open_stored()
    await storage.ledger.reserve(100)

    storage.clock.advance(seconds=179)
    assert await looks(storage, 1) == [NOTHING]
    storage.clock.advance(seconds=1)

    assert await looks(storage, 2) == [Recovered(cases=0, reservations=1), NOTHING]


async def test_a_case_that_could_not_be_reopened_at_once_is_reopened_at_the_next_look(
    open_stored: OpenStored,
) -> None:
    storage = await open_stored()
    caller = await storage.caller()

    async def fail_on_a_full_disk() -> None:
        async with storage.cases.turn(caller, CASE):
            with full_disk():
                raise PipelineFailed

    async def leave_on_a_full_disk() -> None:
        turn = storage.cases.turn(caller, CaseId("stay"))
        await turn.__aenter__()
        with full_disk():
            await turn.__aexit__(None, None, None)

    with pytest.raises(PipelineFailed):
        await fail_on_a_full_disk()
    await leave_on_a_full_disk()

    assert await looks(storage, 2) == [Recovered(cases=1, reservations=0), NOTHING]
    async with storage.cases.turn(caller, CaseId("stay")) as turn:
        await turn.settle(ask(), inquire())


async def test_the_slots_of_the_dead_are_free_again(open_stored: OpenStored) -> None:
    policy = Policy(max_running=1)
    dead, alive = await open_stored(policy), await open_stored(policy)
    _left = await left_running(dead, await dead.caller())

    await looks(alive)

    async with alive.cases.turn(await alive.caller(), CASE) as turn:
        await turn.settle(ask(), inquire())


async def test_watching_puts_in_order_what_a_dead_process_left_even_after_an_outage(
    open_stored: OpenStored,
) -> None:
    dead, alive = await open_stored(), await open_stored()
    caller = await dead.caller()
    _left = await left_running(dead, caller)
    alive.owners.look_every_s = 0.001

    with full_disk():
        watch = asyncio.create_task(alive.owners.watch())
        for _ in range(3):
            with pytest.raises(ServiceUnavailable):
                await alive.sessions.open(HOME)
    async with asyncio.timeout(10):
        while (await read_stats(alive.database, alive.clock)).running:
            assert not watch.done()

    watch.cancel()
    async with alive.cases.turn(caller, CASE) as turn:
        await turn.settle(ask(), recommend())


async def test_a_process_that_ends_leaves_no_trace_among_the_owners(open_stored: OpenStored) -> None:
    leaving, staying = await open_stored(), await open_stored()
    await looks(leaving, 1)

    await leaving.owners.leave()

    assert await looks(staying, DEAD_AFTER_LOOKS + 1) == [NOTHING] * (DEAD_AFTER_LOOKS + 1)


async def test_a_lease_does_not_depend_on_how_long_a_calculation_takes(open_stored: OpenStored) -> None:
    one, other = await open_stored(), await open_stored()

    async with one.cases.turn(await one.caller(), CASE) as turn:
        one.clock.now += timedelta(days=2)
        for _ in range(DEAD_AFTER_LOOKS * 2):
            await looks(one, 1)
            await looks(other, 1)
        await turn.settle(ask(), recommend())
