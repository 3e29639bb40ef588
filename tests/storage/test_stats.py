"""Figures for the operator, and the check of the books."""

import sqlite3
from pathlib import Path

import pytest

from dilem.contract import Result, VoteReason
from dilem.ports import CaseId, ResultId
from dilem.storage.audit import find_discrepancies
from dilem.storage.stats import Stats, read_stats
from fakes import ask, inquire, recommend
from storage.opening import OpenStored
from storage.test_messages import REPORT


async def test_the_figures_of_a_day_of_use(open_stored: OpenStored) -> None:
    storage = await open_stored()
    caller = await storage.caller()
    await storage.caller()
    votes: tuple[tuple[str, bool, VoteReason | None], ...] = (
        ("a", True, None),
        ("b", False, "too_vague"),
        ("c", False, None),
    )
    for case_id, helpful, reason in votes:
        async with storage.cases.turn(caller, CaseId(case_id)) as turn:
            reply = await turn.settle(ask(), recommend())
        assert isinstance(reply, Result)
        await storage.results.record_vote(
            caller, ResultId(str(reply.result_id)), helpful=helpful, reason=reason
        )
    async with storage.cases.turn(caller, CaseId("d")) as turn:
        await turn.settle(ask(), inquire())
    await storage.messages.keep(caller, REPORT)
    await storage.ledger.settle(await storage.ledger.reserve(900), 250)
    await storage.ledger.reserve(100)
    await storage.ledger.settle(await storage.ledger.reserve_voice(caller, 10), 1_500)

    async with storage.cases.turn(caller, CaseId("e")):
        stats = await read_stats(storage.database, storage.clock)

    assert stats == Stats(
        reasons=(("too_vague", 1),),
        day="2026-12-01",
        sessions=2,
        cases=5,
        completed=3,
        running=1,
        credits_today=5,
        spent_microusd_today=250,
        held_microusd_today=100,
        voice_ms_today=1_500,
        helpful=1,
        unhelpful=2,
        messages=1,
    )


@pytest.mark.parametrize(
    ("forgery", "found"),
    [
        ("UPDATE credits SET day = '2026-11-30'", {"credits of unknown days": 2}),
        ("DELETE FROM credits WHERE case_id = 1", {"cases and credits": 1}),
        ("UPDATE counters SET value = 0 WHERE name = 'completed'", {"completed cases": 1}),
        ("UPDATE totals SET used = used + 1", {"totals and entries": 2}),
        ("UPDATE entries SET used = used + 1 WHERE id = 2", {"totals and entries": 1}),
        ("DELETE FROM reservations", {"totals and reservations": 1}),
        (
            "INSERT INTO entries SELECT id + 9, reservation_id, step, unit, 0, day, 0, 0, 0 FROM entries",
            {"reservations that ended twice": 1},
        ),
    ],
)
async def test_every_forgery_of_the_books_is_found(
    open_stored: OpenStored, database_url: str, forgery: str, found: dict[str, int]
) -> None:
    storage = await open_stored()
    caller = await storage.caller()
    async with storage.cases.turn(caller, CaseId("a")) as turn:
        await turn.settle(ask(), recommend())
    async with storage.cases.turn(caller, CaseId("b")) as turn:
        await turn.settle(ask(), inquire())
    await storage.ledger.settle(await storage.ledger.reserve(900), 250)
    await storage.ledger.reserve_voice(caller, 10)
    assert await find_discrepancies(storage.database) == {}

    with sqlite3.connect(Path(database_url.removeprefix("sqlite:///"))) as connection:
        connection.execute(forgery)
    connection.close()

    assert await find_discrepancies(storage.database) == found
