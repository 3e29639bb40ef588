"""Statements of the project, and the connection that runs them."""

from typing import Any, LiteralString, Protocol

from sqlalchemy import text
from sqlalchemy.engine import Dialect

Row = tuple[Any, ...]


class Statement:
    """SQL with :named values, in what both databases share; `parts` follow each other.

    LiteralStrings, so that only SQL written in this package can reach a database.
    """

    __slots__ = ("sql",)

    def __init__(self, *parts: LiteralString) -> None:
        self.sql = "\n".join(parts)


class Cursor(Protocol):
    """What is used of a driver's cursor."""

    @property
    def rowcount(self) -> int: ...
    def execute(self, sql: str, values: dict[str, Any], /) -> object: ...
    def fetchall(self) -> list[Any]: ...
    def close(self) -> None: ...


class DriverConnection(Protocol):
    """What is used of a driver's connection."""

    def cursor(self) -> Cursor: ...
    def close(self) -> None: ...


class Connection:
    """Runs statements on a driver's connection, without opening a transaction by itself.

    Each statement is translated to the driver's way of naming values once, not at every call:
    executing through SQLAlchemy would cost three times as much.
    """

    def __init__(self, driver_connection: DriverConnection, dialect: Dialect) -> None:
        self._driver_connection = driver_connection
        self._cursor = driver_connection.cursor()
        self._dialect = dialect
        self._translated: dict[Statement, str] = {}

    def only(self, statement: Statement, **values: Any) -> Row:
        """Return the row of a statement that always has one."""
        row = self.one(statement, **values)
        if row is None:
            raise LookupError("no row")
        return row

    def one(self, statement: Statement, **values: Any) -> Row | None:
        """Return the first row, or None where there is none."""
        # A statement that is not read to its end stays open, and holds up checkpoints.
        rows = self.all(statement, **values)
        return rows[0] if rows else None

    def all(self, statement: Statement, **values: Any) -> list[Row]:
        """Return all rows."""
        self._cursor.execute(self._translation(statement), values)
        return self._cursor.fetchall()

    def change(self, statement: Statement, **values: Any) -> int:
        """Return how many rows were changed."""
        self._cursor.execute(self._translation(statement), values)
        return self._cursor.rowcount

    def close(self) -> None:
        """Give up the connection; a transaction that is open is rolled back."""
        # SQLite closes for good only when no statement is left: an error's traceback may still hold
        # the cursor, and with its statement the lock of all writers.
        self._cursor.close()
        self._driver_connection.close()

    def _translation(self, statement: Statement) -> str:
        translation = self._translated.get(statement)
        if translation is None:
            translation = str(text(statement.sql).compile(dialect=self._dialect))
            self._translated[statement] = translation
        return translation
