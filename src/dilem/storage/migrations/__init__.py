"""Brings a database from any earlier version to this one, or leaves it as it was."""

import time
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DBAPIError

from dilem.storage.dialects import DatabaseRefused, Dialect

HEAD = "0001"
"""The newest revision in versions/."""

_PATIENCE_S = 30.0
_PAUSE_S = 0.05


def migrate(engine: Engine, dialect: Dialect) -> None:
    """Run the revisions that are missing, in one transaction that holds the lock of all writers.

    Of several processes that start together, the first migrates and the others find it done.

    Raises:
        DatabaseRefused: not a database, of a newer version, or out of reach.
    """
    give_up_at = time.monotonic() + _PATIENCE_S
    while True:
        try:
            with engine.connect() as connection:
                for statement in (*dialect.prepare_writer, *dialect.begin):
                    connection.exec_driver_sql(statement.sql)
                if _revision(connection) != HEAD:
                    _upgrade(connection)
                connection.commit()
        except Exception as error:
            driver_error = _driver_error(error)
            if not dialect.is_out_of_reach(driver_error):
                raise
            if not dialect.is_locked(driver_error) or time.monotonic() >= give_up_at:
                raise DatabaseRefused(f"The database cannot be used: {driver_error}.") from error
        else:
            return
        time.sleep(_PAUSE_S)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return revision


def _upgrade(connection: Connection) -> None:
    # Alembic takes a fifth of a second to load, which only a start that migrates has to spend.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise DatabaseRefused("The database was written by a newer version of Dilem.") from error


def _driver_error(error: Exception) -> Exception:
    original = error.orig if isinstance(error, DBAPIError) else error
    return original if isinstance(original, Exception) else error
