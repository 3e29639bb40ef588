"""Where the databases differ; every other file of this package is written once for both."""

import os
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL

from dilem.storage.connection import Connection, Statement


class DatabaseRefused(Exception):
    """The database cannot be used as it is; the words are for the operator who starts the service."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """What one database needs said in its own way.

    `begin` opens a transaction that holds the one lock of all writers, of every process: what was
    read in it stays true until it commits. It waits a fraction of a second and then fails as
    locked, so that each caller's own patience can be counted. `clear_remains` makes deleted rows
    unreadable in the files; it answers False where somebody's read prevents that for now.
    """

    engine_options: Mapping[str, Any]
    prepare_place: Callable[[URL], None]
    prepare_writer: tuple[Statement, ...]
    prepare_reader: tuple[Statement, ...]
    begin: tuple[Statement, ...]
    is_locked: Callable[[Exception], bool]
    is_out_of_reach: Callable[[Exception], bool]
    clear_remains: Callable[[Connection], bool]


def dialect_of(url: URL) -> Dialect:
    """Choose by the scheme of a database's address.

    Raises:
        DatabaseRefused: no such database is supported.
    """
    if url.get_backend_name() != "sqlite":
        raise DatabaseRefused("The address of the database must start with sqlite:///.")
    return SQLITE


def _prepare_sqlite_file(url: URL) -> None:
    if sqlite3.sqlite_version_info < (3, 35):
        raise DatabaseRefused("SQLite 3.35 or newer is needed.")
    if url.database in {None, "", ":memory:"}:
        raise DatabaseRefused("SQLite needs a file, as in sqlite:////var/lib/dilem/dilem.sqlite3.")
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The file holds people's dilemmas; SQLite gives its side files the same permissions.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise DatabaseRefused(f"The file of the database cannot be opened: {error.strerror}.") from error


def _sqlite_code(error: Exception) -> int | None:
    # The low byte is the primary result code, the rest says more about it.
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


def _is_sqlite_locked(error: Exception) -> bool:
    return _sqlite_code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _is_sqlite_out_of_reach(error: Exception) -> bool:
    return _sqlite_code(error) in {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }


_CHECKPOINT = Statement("PRAGMA wal_checkpoint(TRUNCATE)")


def _clear_sqlite_remains(connection: Connection) -> bool:
    busy, _, _ = connection.only(_CHECKPOINT)
    return not busy


SQLITE = Dialect(
    engine_options={
        "paramstyle": "named",
        # No isolation level: transactions begin where this package says so and nowhere else.
        "connect_args": {"isolation_level": None, "check_same_thread": False, "timeout": 0.25},
    },
    prepare_place=_prepare_sqlite_file,
    prepare_writer=(
        Statement("PRAGMA journal_mode = WAL"),
        # A credit that was acknowledged must survive a power cut; NORMAL keeps it only through a crash.
        Statement("PRAGMA synchronous = FULL"),
        Statement("PRAGMA foreign_keys = ON"),
        # Erased text is overwritten; it must not wait in a temporary file either.
        Statement("PRAGMA secure_delete = ON"),
        Statement("PRAGMA temp_store = MEMORY"),
    ),
    prepare_reader=(
        # Reads run on the event loop: they never wait inside SQLite.
        Statement("PRAGMA busy_timeout = 0"),
        Statement("PRAGMA query_only = ON"),
    ),
    # IMMEDIATE: a deferred transaction that turns to writing answers "locked" without waiting.
    begin=(Statement("BEGIN IMMEDIATE"),),
    is_locked=_is_sqlite_locked,
    is_out_of_reach=_is_sqlite_out_of_reach,
    clear_remains=_clear_sqlite_remains,
)
