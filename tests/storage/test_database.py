"""The writer, its groups, and what happens when the files are out of reach."""

import asyncio
import resource
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from dilem.errors import ServiceUnavailable
from dilem.ports import CaseId, Token
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database, DatabaseRefused, open_database
from fakes import ask, recommend
from storage.opening import HOME, OpenStored, Stored

INSERT = Statement("INSERT INTO counters (name, value) VALUES (:name, 1)")
NAMES = Statement("SELECT name FROM counters ORDER BY name")


class Refusal(Exception):
    """Raised by work of these tests."""


async def add(database: Database, name: str, then: Exception | None = None) -> str:
    def write(connection: Connection) -> str:
        connection.change(INSERT, name=name)
        if then is not None:
            raise then
        return name

    return await database.write(write)


async def names(database: Database) -> list[str]:
    return [name for (name,) in await database.read(lambda connection: connection.all(NAMES))]


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@contextmanager
def write_lock(url: str) -> Iterator[sqlite3.Connection]:
    """Hold the lock of all writers, as another process would."""
    other = sqlite3.connect(path_of(url), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        other.close()


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process grow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def responsive_loop(within_s: float = 0.15) -> AsyncIterator[None]:
    """Fail if the event loop stood still for longer than `within_s` meanwhile."""
    longest_s = 0.0

    async def tick() -> None:
        nonlocal longest_s
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            longest_s = max(longest_s, time.monotonic() - before - 0.005)

    ticking = asyncio.create_task(tick())
    yield
    ticking.cancel()
    assert longest_s < within_s


async def decide(storage: Stored, token: Token, case_id: str) -> None:
    caller = await storage.sessions.find(token, HOME)
    async with storage.cases.turn(caller, CaseId(case_id)) as turn:
        await turn.settle(ask(), recommend())


async def credits_used(storage: Stored, token: Token) -> int:
    return (await storage.cases.usage(await storage.sessions.find(token, HOME), None)).dilemmas.used


async def test_the_writer_keeps_what_it_acknowledged_and_overwrites_what_it_erased(
    open_stored: OpenStored,
) -> None:
    storage = await open_stored()

    def pragmas(connection: Connection) -> dict[str, object]:
        return {
            "journal_mode": connection.only(Statement("PRAGMA journal_mode"))[0],
            "synchronous": connection.only(Statement("PRAGMA synchronous"))[0],
            "secure_delete": connection.only(Statement("PRAGMA secure_delete"))[0],
            "foreign_keys": connection.only(Statement("PRAGMA foreign_keys"))[0],
            "temp_store": connection.only(Statement("PRAGMA temp_store"))[0],
        }

    assert await storage.database.write(pragmas) == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "secure_delete": 1,  # ON; 2 would be FAST, which leaves freed pages as they were
        "foreign_keys": 1,
        "temp_store": 2,  # MEMORY
    }


async def test_the_reader_cannot_write(open_stored: OpenStored) -> None:
    storage = await open_stored()

    with pytest.raises(ServiceUnavailable):
        await storage.database.read(lambda connection: connection.change(INSERT, name="x"))

    assert await names(storage.database) == []


async def test_only_the_owner_of_the_files_can_read_them(open_stored: OpenStored, database_url: str) -> None:
    storage = await open_stored()
    await add(storage.database, "x")

    files = sorted(path_of(database_url).parent.iterdir())

    assert {path.suffix for path in files} == {".sqlite3", ".sqlite3-wal", ".sqlite3-shm"}
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


async def test_work_that_fails_undoes_itself_and_nothing_else(open_stored: OpenStored) -> None:
    database = (await open_stored()).database

    outcomes = await asyncio.gather(
        add(database, "a"),
        add(database, "b", then=Refusal()),
        add(database, "c"),
        add(database, "a"),  # breaks a constraint
        add(database, "d"),
        return_exceptions=True,
    )

    assert [outcomes[0], outcomes[2], outcomes[4]] == ["a", "c", "d"]
    assert isinstance(outcomes[1], Refusal)
    assert isinstance(outcomes[3], sqlite3.IntegrityError)
    assert await names(database) == ["a", "c", "d"]


async def test_a_group_whose_commit_fails_tells_everybody_and_keeps_nothing(open_stored: OpenStored) -> None:
    database = (await open_stored()).database

    def break_the_commit(connection: Connection) -> None:
        connection.change(Statement("PRAGMA defer_foreign_keys = ON"))
        connection.change(Statement("INSERT INTO credits VALUES (1, 1, '2026-12-01', 0)"))

    outcomes = await asyncio.gather(
        add(database, "a"), database.write(break_the_commit), add(database, "b"), return_exceptions=True
    )

    assert {type(outcome) for outcome in outcomes} == {sqlite3.IntegrityError}
    assert await names(database) == []
    assert await add(database, "a") == "a"


async def test_a_group_in_which_the_disk_fills_up_tells_everybody_and_keeps_nothing(
    open_stored: OpenStored,
) -> None:
    database = (await open_stored()).database

    def fill_the_disk(connection: Connection) -> None:
        connection.change(Statement("PRAGMA max_page_count = 1"))
        connection.change(Statement("INSERT INTO instance VALUES ('large', zeroblob(1000000))"))

    outcomes = await asyncio.gather(
        add(database, "a"), database.write(fill_the_disk), add(database, "b"), return_exceptions=True
    )

    assert {type(outcome) for outcome in outcomes} == {ServiceUnavailable}
    assert await names(database) == []
    assert await add(database, "a") == "a"


async def test_files_that_are_gone_are_an_outage_until_they_are_back(
    open_stored: OpenStored, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = (await open_stored()).database
    here = path_of(database_url).parent
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "moved"
    with full_disk(), pytest.raises(ServiceUnavailable):
        await add(database, "a")  # after which the files are opened again

    here.rename(elsewhere)
    with pytest.raises(ServiceUnavailable):
        await add(database, "a")
    elsewhere.rename(here)

    assert await add(database, "a") == "a"


async def test_a_bug_in_a_statement_is_no_outage(open_stored: OpenStored) -> None:
    database = (await open_stored()).database

    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await database.read(lambda connection: connection.one(Statement("SELECT 1 FROM nowhere")))
    with pytest.raises(LookupError):
        await database.read(lambda connection: connection.only(Statement("SELECT 1 FROM counters")))

    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await database.write(lambda connection: connection.change(Statement("DELETE FROM nowhere")))

    assert await add(database, "a") == "a"


async def test_callers_that_go_away_do_not_harm_their_group(open_stored: OpenStored) -> None:
    database = (await open_stored()).database
    tasks = [asyncio.create_task(add(database, f"{number:03}")) for number in range(100)]
    await asyncio.sleep(0)

    for task in tasks[::2]:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)

    assert outcomes[1::2] == [f"{number:03}" for number in range(1, 100, 2)]
    assert {type(outcome) for outcome in outcomes[::2]} == {asyncio.CancelledError}
    assert len(await names(database)) == 100


async def test_closing_finishes_what_was_begun_and_refuses_the_rest(
    open_stored: OpenStored, database_url: str
) -> None:
    database = (await open_stored()).database
    tasks = [asyncio.create_task(add(database, f"{number:03}")) for number in range(50)]
    await asyncio.sleep(0)

    await database.close()

    assert len(await asyncio.gather(*tasks)) == 50
    with pytest.raises(ServiceUnavailable):
        await add(database, "late")
    again = await open_stored()
    assert len(await names(again.database)) == 50


async def test_a_lock_that_is_given_up_in_time_is_waited_for(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored(patience_s=5)
    token = await storage.sessions.open(HOME)

    async with responsive_loop():
        with write_lock(database_url) as other:
            asyncio.get_running_loop().call_later(0.6, other.rollback)
            await decide(storage, token, "move")

    assert await credits_used(storage, token) == 1


async def test_a_lock_that_is_kept_is_an_outage_that_charges_nothing(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored(patience_s=0.5)
    token = await storage.sessions.open(HOME)

    async with responsive_loop():
        with write_lock(database_url):
            begun = time.monotonic()
            outcomes = await asyncio.gather(
                *(decide(storage, token, f"c{number}") for number in range(10)), return_exceptions=True
            )
            waited_s = time.monotonic() - begun
            assert await credits_used(storage, token) == 0

    assert {type(outcome) for outcome in outcomes} == {ServiceUnavailable}
    assert 0.5 <= waited_s < 1.2
    await decide(storage, token, "c0")
    assert await credits_used(storage, token) == 1


async def test_each_caller_waits_for_a_lock_as_long_as_the_others(
    open_stored: OpenStored, database_url: str
) -> None:
    database = (await open_stored(patience_s=1)).database

    with write_lock(database_url) as other:
        early = asyncio.create_task(add(database, "early"))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(1.4, other.rollback)
        with pytest.raises(ServiceUnavailable):
            await early
        assert await add(database, "late") == "late"

    assert await names(database) == ["late"]


async def test_the_database_is_reachable_unless_it_is_locked_for_good(
    open_stored: OpenStored, database_url: str
) -> None:
    database = (await open_stored(patience_s=0.3)).database
    assert await database.is_reachable()

    with write_lock(database_url):
        assert not await database.is_reachable()

    assert await database.is_reachable()
    await database.close()
    assert not await database.is_reachable()


async def test_reads_do_not_wait_for_a_writer(open_stored: OpenStored, database_url: str) -> None:
    storage = await open_stored()
    token = await storage.sessions.open(HOME)

    with write_lock(database_url):
        async with asyncio.timeout(0.5):
            assert await credits_used(storage, token) == 0


async def test_a_reader_that_is_locked_out_waits_without_holding_up_the_loop(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored()
    await add(storage.database, "a")
    await storage.database.close()
    other = sqlite3.connect(path_of(database_url), isolation_level=None, check_same_thread=False)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("UPDATE counters SET value = 2")
    database = storage.database

    async with responsive_loop():
        asyncio.get_running_loop().call_later(0.3, other.close)
        assert await names(database) == ["a"]

    await database.close()


@pytest.mark.long
@pytest.mark.parametrize(("held_s", "refused"), [(3, False), (30, True)])
async def test_with_the_patience_of_production_three_seconds_pass_and_thirty_do_not(
    open_stored: OpenStored, database_url: str, held_s: float, *, refused: bool
) -> None:
    storage = await open_stored()
    token = await storage.sessions.open(HOME)

    async with responsive_loop():
        with write_lock(database_url) as other:
            asyncio.get_running_loop().call_later(held_s, other.rollback)
            begun = time.monotonic()
            [outcome] = await asyncio.gather(decide(storage, token, "move"), return_exceptions=True)
            waited_s = time.monotonic() - begun

    assert isinstance(outcome, ServiceUnavailable) is refused
    assert waited_s < 6
    assert await credits_used(storage, token) == (0 if refused else 1)


async def test_a_full_disk_is_an_outage_that_charges_nothing_and_passes(open_stored: OpenStored) -> None:
    storage = await open_stored()
    token = await storage.sessions.open(HOME)

    with full_disk():
        outcomes = await asyncio.gather(
            *(decide(storage, token, f"c{number}") for number in range(5)), return_exceptions=True
        )
        used = await credits_used(storage, token)

    assert {type(outcome) for outcome in outcomes} == {ServiceUnavailable}
    assert used == 0
    await decide(storage, token, "c0")
    assert await credits_used(storage, token) == 1


async def test_a_disk_that_fills_up_during_a_calculation_reopens_its_case(open_stored: OpenStored) -> None:
    storage = await open_stored()
    token = await storage.sessions.open(HOME)
    caller = await storage.sessions.find(token, HOME)

    async def decide_on_a_full_disk() -> None:
        async with storage.cases.turn(caller, CaseId("move")) as turn:
            with full_disk():
                await turn.settle(ask(), recommend())

    with pytest.raises(ServiceUnavailable):
        await decide_on_a_full_disk()

    usage = await storage.cases.usage(caller, CaseId("move"))
    assert (usage.case.admitted, usage.case.completed, usage.dilemmas.used) == (True, False, 1)
    await decide(storage, token, "move")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:////proc/nowhere/dilem.sqlite3", "cannot be opened"),
        ("mysql://localhost/dilem", "must start with"),
        ("nonsense", "cannot be read"),
    ],
)
async def test_an_address_of_no_use_is_refused_with_the_reason(url: str, why: str) -> None:
    with pytest.raises(DatabaseRefused, match=why):
        await open_database(url)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "dilem.sqlite3"
    path.write_bytes(b"These are the minutes of our meeting. " * 100)

    with pytest.raises(DatabaseRefused, match="not a database"):
        await open_database(f"sqlite:///{path}")

    assert path.read_bytes().startswith(b"These are the minutes")


async def test_the_secret_is_made_once_and_differs_between_installations(
    open_stored: OpenStored, tmp_path: Path
) -> None:
    first, second = await open_stored(), await open_stored()
    elsewhere = await open_database(f"sqlite:///{tmp_path / 'other.sqlite3'}")

    assert first.database.keys == second.database.keys != elsewhere.keys
    assert len(first.database.keys.secret) == 32
    assert first.database.keys.secret.hex() not in repr(first.database.keys)
    await elsewhere.close()


async def test_tokens_addresses_and_case_ids_stand_nowhere_in_the_files(
    open_stored: OpenStored, database_url: str
) -> None:
    storage = await open_stored()
    token = await storage.sessions.open(HOME)

    await decide(storage, token, "my-own-case")

    written = b"".join(path.read_bytes() for path in path_of(database_url).parent.iterdir())
    assert b"How far" not in written
    assert b"The train is cheaper" in written
    for secret in (token, HOME, "my-own-case"):
        assert secret.encode() not in written
