"""What is erased, when, and that no byte of it stays."""

import random
import re
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from dilem.contract import MessageRequest, Result
from dilem.errors import ResultNotFound, ServiceUnavailable
from dilem.ports import UNLIMITED, CaseId, Policy, ResultId, Session
from dilem.storage.audit import find_discrepancies
from dilem.storage.messages import read_inbox
from dilem.storage.retention import Purged, purge
from fakes import NOON, ask, inquire, recommend
from storage.opening import OpenStored, Stored
from storage.test_database import full_disk
from storage.test_messages import REPORT

ALL_DAY = Policy(dilemmas_per_day=UNLIMITED, dilemmas_per_address=UNLIMITED)
MARK = re.compile(r"CANARY(\d{5})")


async def decide(storage: Stored, caller: Session, text: str, case_id: str = "move") -> ResultId:
    async with storage.cases.turn(caller, CaseId(case_id)) as turn:
        reply = await turn.settle(ask(text), recommend(summary=text))
    assert isinstance(reply, Result)
    return ResultId(str(reply.result_id))


async def run(storage: Stored) -> Purged:
    return await purge(storage.database, storage.policy, storage.clock)


def message(number: int, text: str) -> MessageRequest:
    return REPORT.model_copy(update={"request_id": f"{number:032x}", "message": text})


def marks(url: str) -> set[int]:
    """The numbers of all canaries that can be read in the files."""
    return {int(mark) for mark in MARK.findall(files(url))}


def files(url: str) -> str:
    """All that is written in the database and beside it."""
    folder = Path(url.removeprefix("sqlite:///")).parent
    return "\n".join(path.read_text("latin-1") for path in folder.iterdir())


async def test_text_is_erased_after_its_retention_and_not_before(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored()
    caller = await storage.caller()
    result_id = await decide(storage, caller, "CANARY00001 or not?")

    storage.clock.advance(days=30, microseconds=-1)
    assert await run(storage) == Purged(0, 0, 0, 0, NOON, None, finished=True)
    assert marks(database_url) == {1}
    await storage.results.vote(caller, result_id)

    storage.clock.advance(microseconds=1)
    assert await run(storage) == Purged(1, 1, 1, 0, None, None, finished=True)
    assert marks(database_url) == set()
    with pytest.raises(ResultNotFound):
        await storage.results.vote(caller, result_id)


async def test_the_books_and_the_case_outlive_their_words(open_stored: OpenStored) -> None:
    storage = await open_stored()
    caller = await storage.caller()
    await decide(storage, caller, "CANARY00001 or not?")
    await storage.ledger.settle(await storage.ledger.reserve(500), 300)
    before = await storage.cases.usage(caller, CaseId("move"))

    storage.clock.advance(days=40)
    await run(storage)

    assert await find_discrepancies(storage.database) == {}
    storage.clock.advance(days=-40)
    assert await storage.cases.usage(caller, CaseId("move")) == before


async def test_a_purge_says_how_many_cases_it_erased_and_what_is_oldest_now(open_stored: OpenStored) -> None:
    storage = await open_stored()
    caller = await storage.caller()
    for case_id in ("a", "b"):
        async with storage.cases.turn(caller, CaseId(case_id)) as turn:
            await turn.settle(ask(), inquire())
        await decide(storage, caller, "Train or car?", case_id)
    storage.clock.advance(days=1)
    for number, case_id in enumerate(("c", "d")):
        await decide(storage, caller, "Train or car?", case_id)
        await storage.messages.keep(caller, message(number, "Thank you!"))
        storage.clock.advance(days=3)

    storage.clock.advance(days=23)
    purged = await run(storage)

    next_day = NOON + timedelta(days=1)
    assert purged == Purged(2, 4, 2, 0, next_day, next_day, finished=True)


async def test_messages_are_kept_for_as_long_as_they_have_their_own(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored(Policy(message_retention_days=60))
    caller = await storage.caller()
    await storage.messages.keep(caller, message(7, "CANARY00007 is right."))

    storage.clock.advance(days=59)
    await run(storage)
    assert [kept.message.message for kept in await read_inbox(storage.database)] == ["CANARY00007 is right."]

    storage.clock.advance(days=1)
    purged = await run(storage)
    assert (purged.messages, purged.oldest_message_at) == (1, None)
    assert await read_inbox(storage.database) == []
    assert marks(database_url) == set()
    assert "ana@example.org" not in files(database_url)

    await storage.messages.keep(caller, message(7, "Another one under the same id."))


async def test_a_thousand_texts_over_forty_days_leave_no_byte_behind(
    open_stored: OpenStored, database_url: str
) -> None:
    # Under this seed, rows that are only deleted leave a text behind in the file.
    storage = await open_stored(ALL_DAY)
    await live_through_forty_days(storage, database_url, seed=3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
async def test_no_history_leaves_a_byte_behind(open_stored: OpenStored, database_url: str, seed: int) -> None:
    storage = await open_stored(ALL_DAY)
    await live_through_forty_days(storage, database_url, seed=seed)


async def live_through_forty_days(storage: Stored, database_url: str, *, seed: int) -> None:
    """Write some 25 texts of any length a day and purge every day, looking at the files each time."""
    chance = random.Random(seed)
    caller = await storage.caller()
    written_on: dict[int, int] = {}
    number = 0
    for day in range(40):
        for _ in range(chance.randint(0, 50)):
            number += 1
            written_on[number] = day
            text = f"CANARY{number:05} " * chance.choice([1, 5, 60, 400])
            if chance.random() < 0.9:
                await decide(storage, caller, text, f"c{number}")
            else:
                await storage.messages.keep(caller, message(number, text[:4000]))
        storage.clock.advance(days=1)
        assert (await purge_all(storage)).finished

        kept = {mark for mark, written in written_on.items() if day + 1 - written < 30}
        assert marks(database_url) == kept


async def purge_all(storage: Stored) -> Purged:
    policy = Policy(retention_days=30, message_retention_days=30)
    return await purge(storage.database, policy, storage.clock)


async def test_the_rows_of_erased_texts_do_not_pile_up_and_those_of_kept_texts_stay(
    open_stored: OpenStored, database_url: str
) -> None:
    policy = Policy(dilemmas_per_day=UNLIMITED, dilemmas_per_address=UNLIMITED, message_retention_days=30)
    storage = await open_stored(policy)
    caller = await storage.caller()

    async def write(month: int, count: int) -> None:
        for number in range(count):
            await decide(storage, caller, "Train or car?", f"c{month}-{number}")
            await storage.messages.keep(caller, message(month * 1000 + number, "Thank you!"))

    for month in range(5):
        await write(month, 80)
        storage.clock.advance(days=30)
        await run(storage)
    assert rows(database_url) == (200, 200)

    await write(5, 10)
    await run(storage)
    assert rows(database_url) == (210, 210)
    assert len(await read_inbox(storage.database)) == 10


async def test_a_purge_that_others_read_through_is_completed_by_the_next(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored()
    await decide(storage, await storage.caller(), "CANARY00001 or not?")
    storage.clock.advance(days=30)
    reading = sqlite3.connect(Path(database_url.removeprefix("sqlite:///")), isolation_level=None)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM exchanges").fetchall()

    assert not (await run(storage)).finished

    reading.close()
    assert (await run(storage)).finished
    assert marks(database_url) == set()
    assert purge_records(database_url) == [(1, 1, 0), (0, 0, 1)]


async def test_a_purge_whose_disk_fails_is_completed_by_the_next(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored()
    await decide(storage, await storage.caller(), "CANARY00001 or not?")
    storage.clock.advance(days=30)
    await run(storage)
    await decide(storage, await storage.caller(), "CANARY00002 or not?")

    with full_disk(), pytest.raises(ServiceUnavailable):
        await storage.database.clear_remains()

    storage.clock.advance(days=30)
    assert (await run(storage)).finished
    assert marks(database_url) == set()


async def test_a_purge_that_was_interrupted_is_completed_by_the_next(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored()
    await decide(storage, await storage.caller(), "CANARY00001 or not?")
    storage.clock.advance(days=30)
    await storage.database.close()

    with pytest.raises(ServiceUnavailable):
        await run(storage)

    again = await open_stored()
    assert (await run(again)).finished
    assert marks(database_url) == set()


async def test_addresses_are_erased_when_no_limit_needs_them(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored()
    await decide(storage, await storage.caller(), "Train or car?")
    assert addresses(database_url) == (1, 1)
    storage.clock.advance(hours=3)
    await run(storage)
    assert addresses(database_url) == (0, 1)
    storage.clock.advance(hours=9)
    await run(storage)
    assert addresses(database_url) == (0, 0)


async def test_addresses_are_not_kept_where_nothing_is_limited_by_them(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored(Policy(sessions_per_address=UNLIMITED, dilemmas_per_address=UNLIMITED))

    await decide(storage, await storage.caller(), "Train or car?")

    assert addresses(database_url) == (0, 0)


def addresses(url: str) -> tuple[int, int]:
    """How many openings of sessions, and how many days of addresses, are kept."""
    with sqlite3.connect(Path(url.removeprefix("sqlite:///"))) as connection:
        [(openings,)] = connection.execute("SELECT count(*) FROM openings").fetchall()
        [(days,)] = connection.execute("SELECT count(*) FROM address_days").fetchall()
    connection.close()
    return openings, days


def rows(url: str) -> tuple[int, int]:
    """How many rows of exchanges and of messages there are, erased or not."""
    with sqlite3.connect(Path(url.removeprefix("sqlite:///"))) as connection:
        [(exchanges,)] = connection.execute("SELECT count(*) FROM exchanges").fetchall()
        [(messages,)] = connection.execute("SELECT count(*) FROM messages").fetchall()
    connection.close()
    return exchanges, messages


def purge_records(url: str) -> list[tuple[int, int, int]]:
    """Exchanges and results that each purge erased, and whether it was finished."""
    with sqlite3.connect(Path(url.removeprefix("sqlite:///"))) as connection:
        rows = connection.execute(
            "SELECT exchanges, results, finished_at IS NOT NULL FROM purges ORDER BY id"
        ).fetchall()
    connection.close()
    return rows
