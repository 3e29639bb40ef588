"""The database of this process: one thread that writes, and reads beside it.

Everything that changes a row is a function of a connection, given to `Database.write`. Such
functions run one after the other in the writer thread, many of them in one transaction that holds
the lock of all writers: what a function has read stays true until its changes are committed.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from dilem.errors import ServiceUnavailable
from dilem.storage.connection import Connection, Statement
from dilem.storage.dialects import DatabaseRefused, Dialect, dialect_of
from dilem.storage.keys import Keys
from dilem.storage.migrations import migrate
from dilem.storage.writer import Writer

__all__ = ["Database", "DatabaseRefused", "open_database"]

Outcome = TypeVar("Outcome")

_PAUSE_S = 0.02

_PROBE = Statement("SELECT 1")
_SECRET = Statement("SELECT value FROM instance WHERE name = 'secret'")


async def open_database(url: str, *, patience_s: float = 5.0, group_size: int = 256) -> "Database":
    """Open a database, new or old, and bring its tables up to date.

    Args:
        patience_s: how long a call waits for a lock that another process holds.
        group_size: how many calls share one commit at most.

    Raises:
        DatabaseRefused: not a database of ours, from a newer version, or out of reach.
    """
    try:
        place = make_url(url)
        dialect = dialect_of(place)
    except ArgumentError as error:
        raise DatabaseRefused("The address of the database cannot be read.") from error
    engine = create_engine(place, poolclass=NullPool, **dialect.engine_options)
    secret = await asyncio.to_thread(_make_ready, engine, dialect)
    return Database(engine, dialect, Keys(secret), patience_s=patience_s, group_size=group_size)


class Database:
    """What `open_database` opened. `owner` names this process among those that share the database."""

    def __init__(
        self, engine: Engine, dialect: Dialect, keys: Keys, *, patience_s: float, group_size: int
    ) -> None:
        self.owner = secrets.token_hex(8)
        self.keys = keys
        self._engine = engine
        self._dialect = dialect
        self._patience_s = patience_s
        self._reader: Connection | None = None
        connect = partial(self._connect, dialect.prepare_writer)
        self._writer = Writer(connect, dialect, patience_s=patience_s, group_size=group_size)

    async def write(self, function: Callable[[Connection], Outcome]) -> Outcome:
        """Run `function` in the writer thread; return what it returned once that is durable.

        If it raises, its changes are undone and the error comes out here. It runs even if the caller
        stops waiting.

        Raises:
            ServiceUnavailable: nothing was changed.
        """
        return await self._writer.run(function)

    async def read(self, function: Callable[[Connection], Outcome]) -> Outcome:
        """Run a function of one short SELECT, which sees everything that was acknowledged.

        It runs right here: on SQLite that takes some 20 µs, less than a change of threads. A query
        that looks at many rows belongs into `write`, where it holds up no event loop.

        Raises:
            ServiceUnavailable: the database is out of reach.
        """
        give_up_at = time.monotonic() + self._patience_s
        while True:
            try:
                if self._reader is None:
                    self._reader = self._connect(self._dialect.prepare_reader)
                return function(self._reader)
            except Exception as error:
                if not self._dialect.is_out_of_reach(error):
                    raise
                self._drop_reader()
                if not self._dialect.is_locked(error) or time.monotonic() >= give_up_at:
                    raise ServiceUnavailable from error
            await asyncio.sleep(_PAUSE_S)

    async def is_reachable(self) -> bool:
        """Whether work would be done now; it waits as long as a caller would."""
        try:
            await self.write(lambda connection: connection.only(_PROBE))
        except ServiceUnavailable:
            return False
        return True

    async def clear_remains(self) -> bool:
        """Make rows that were deleted unreadable in the files. False: not possible now, try later."""
        return await self._writer.run(self._dialect.clear_remains, alone=True)

    async def close(self) -> None:
        """Finish what was begun, then let go of the files."""
        await self._writer.stop()
        self._drop_reader()
        self._engine.dispose()

    def _connect(self, prepare: tuple[Statement, ...]) -> Connection:
        pooled = self._engine.raw_connection()
        driver_connection: Any = pooled.driver_connection
        pooled.detach()
        connection = Connection(driver_connection, self._engine.dialect)
        try:
            for statement in prepare:
                connection.change(statement)
        except Exception:
            connection.close()
            raise
        return connection

    def _drop_reader(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()


def _make_ready(engine: Engine, dialect: Dialect) -> bytes:
    """Bring the tables up to date; return the secret of this installation."""
    dialect.prepare_place(engine.url)
    migrate(engine, dialect)
    with engine.connect() as connection:
        return bytes(connection.exec_driver_sql(_SECRET.sql).scalar_one())
