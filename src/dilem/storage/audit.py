"""A check that the books are right: every sum that is kept against the rows it is the sum of."""

from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database

# Each counts what does not match. A sum and its rows with the opposite sign add up to nothing.
_CHECKS = {
    "credits of unknown days": Statement(
        "SELECT count(*) FROM credits WHERE NOT EXISTS (SELECT 1 FROM days WHERE days.day = credits.day)"
    ),
    "cases and credits": Statement(
        """
        SELECT count(*) FROM (
            SELECT id FROM (
                SELECT id, 1 AS side FROM cases UNION ALL SELECT case_id, -1 FROM credits
            ) AS both_sides
            GROUP BY id HAVING sum(side) <> 0
        ) AS unequal
        """
    ),
    "completed cases": Statement(
        """
        SELECT count(*) FROM (
            SELECT sum(value) AS difference FROM (
                SELECT value FROM counters WHERE name = 'completed'
                UNION ALL SELECT -1 FROM cases WHERE state = 'completed'
            ) AS both_sides
        ) AS total
        WHERE difference <> 0
        """
    ),
    "totals and entries": Statement(
        """
        SELECT count(*) FROM (
            SELECT day FROM (
                SELECT unit, session_id, day, held, used FROM totals
                UNION ALL SELECT unit, session_id, day, -held, -used FROM entries
            ) AS both_sides
            GROUP BY unit, session_id, day HAVING sum(held) <> 0 OR sum(used) <> 0
        ) AS unequal
        """
    ),
    "totals and reservations": Statement(
        """
        SELECT count(*) FROM (
            SELECT day FROM (
                SELECT unit, session_id, day, held FROM totals
                UNION ALL SELECT unit, session_id, day, -amount FROM reservations
            ) AS both_sides
            GROUP BY unit, session_id, day HAVING sum(held) <> 0
        ) AS unequal
        """
    ),
    "reservations that ended twice": Statement(
        """
        SELECT count(*) FROM (
            SELECT reservation_id FROM entries WHERE step <> 'reserved'
            GROUP BY reservation_id HAVING count(*) > 1
        ) AS twice
        """
    ),
}


async def find_discrepancies(database: Database) -> dict[str, int]:
    """Name what does not match and in how many places; empty where the books are right.

    It reads all books, in the writer thread.
    """

    def check(connection: Connection) -> dict[str, int]:
        counts = {name: int(connection.only(statement)[0]) for name, statement in _CHECKS.items()}
        return {name: count for name, count in counts.items() if count}

    return await database.write(check)
