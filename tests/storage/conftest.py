"""The ports, over the fakes and over each database: a test is written once and runs on all."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dilem.ports import Policy
from dilem.storage.database import Database, open_database
from fakes import ManualClock
from storage.opening import OpenStorage, OpenStored, Storage, Stored, fake_storage, stored

DATABASES = ["sqlite"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that does not exist yet."""
    assert request.param == "sqlite"
    return f"sqlite:///{tmp_path / 'dilem.sqlite3'}"


@pytest.fixture
async def open_stored(database_url: str, clock: ManualClock) -> AsyncIterator[OpenStored]:
    """Opens one more connection of this process to the database, as another process would."""
    opened: list[Database] = []

    async def open_one(
        policy: Policy | None = None, *, paid: bool = False, patience_s: float = 5.0
    ) -> Stored:
        opened.append(await open_database(database_url, patience_s=patience_s))
        return stored(opened[-1], policy or Policy(), clock, paid=paid)

    yield open_one
    for database in opened:
        await database.close()


@pytest.fixture(params=["fake", *DATABASES])
async def open_storage(
    request: pytest.FixtureRequest, tmp_path: Path, clock: ManualClock
) -> AsyncIterator[OpenStorage]:
    """Opens the ports over the fakes or over a new database."""
    opened: list[Database] = []

    async def open_one(policy: Policy | None = None, *, paid: bool = False) -> Storage:
        policy = policy or Policy()
        if request.param == "fake":
            return fake_storage(policy, clock, paid=paid)
        opened.append(await open_database(f"sqlite:///{tmp_path / 'dilem.sqlite3'}"))
        return stored(opened[-1], policy, clock, paid=paid)

    yield open_one
    for database in opened:
        await database.close()


@pytest.fixture
async def storage(open_storage: OpenStorage) -> Storage:
    """The ports under the default policy."""
    return await open_storage()
