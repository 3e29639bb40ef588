"""From any version of the tables to this one."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from dilem.storage import migrations
from dilem.storage.database import DatabaseRefused, open_database
from dilem.storage.schema import metadata


def schema_of(url: str) -> dict[str, str]:
    """Every table and index as the database itself describes it."""
    with create_engine(url).connect() as connection:
        rows = connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'"
        ).all()
    return {name: " ".join(sorted(sql.replace(",", " ").split())) for name, sql in rows}


async def test_migrations_and_metadata_describe_the_same_tables(database_url: str, tmp_path: Path) -> None:
    await (await open_database(database_url)).close()
    described_url = f"sqlite:///{tmp_path / 'described.sqlite3'}"
    described = create_engine(described_url)
    metadata.create_all(described)
    described.dispose()

    migrated = create_engine(database_url)
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, metadata)
        tables = set(inspect(connection).get_table_names())
    migrated.dispose()

    assert differences == []
    assert tables == {*metadata.tables, "alembic_version"}
    assert schema_of(database_url) == schema_of(described_url)


def test_the_newest_revision_is_the_one_a_start_looks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))

    assert ScriptDirectory.from_config(config).get_heads() == [migrations.HEAD]


async def test_many_starts_at_once_make_one_database(database_url: str) -> None:
    databases = await asyncio.gather(*(open_database(database_url) for _ in range(8)))

    assert len({database.keys.secret for database in databases}) == 1
    await asyncio.gather(*(database.close() for database in databases))


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    database_url: str, tmp_path: Path
) -> None:
    await (await open_database(database_url)).close()
    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = schema_of(database_url)

    with pytest.raises(DatabaseRefused, match="newer version"):
        await open_database(database_url)

    assert schema_of(database_url) == before


async def test_a_migration_that_fails_leaves_everything_as_it_was(database_url: str) -> None:
    path = database_url.removeprefix("sqlite:///")
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE totals (something TEXT)")  # in the way of the last of them
    connection.close()

    with pytest.raises(Exception, match="already exists"):
        await open_database(database_url)

    assert set(schema_of(database_url)) == {"totals"}
