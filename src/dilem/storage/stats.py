"""Figures for the operator."""

from dataclasses import dataclass

from dilem.ports import Clock
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.days import TODAY, day_values, stored_instant

_STATS = Statement(
    TODAY,
    """
    SELECT
        today.day,
        (SELECT count(*) FROM sessions WHERE expires_at > :now),
        (SELECT count(*) FROM cases),
        (SELECT count(*) FROM cases WHERE state = 'completed'),
        (SELECT count(*) FROM cases WHERE state = 'running'),
        (SELECT count(*) FROM credits WHERE credits.day = today.day),
        (SELECT used FROM totals WHERE unit = 'microusd' AND session_id = 0 AND totals.day = today.day),
        (SELECT held FROM totals WHERE unit = 'microusd' AND session_id = 0 AND totals.day = today.day),
        (SELECT sum(used) FROM totals WHERE unit = 'voice_ms' AND totals.day = today.day),
        (SELECT count(*) FROM results WHERE helpful = 1),
        (SELECT count(*) FROM results WHERE helpful = 0),
        (SELECT count(*) FROM messages WHERE erased = 0)
    FROM today
    """,
)
_REASONS = Statement(
    "SELECT reason, count(*) FROM results WHERE reason IS NOT NULL GROUP BY reason ORDER BY reason"
)


@dataclass(frozen=True, slots=True)
class Stats:
    """Figures of now, of the UTC day that counts, and of the votes that are kept, with their reasons."""

    reasons: tuple[tuple[str, int], ...]
    day: str
    sessions: int
    cases: int
    completed: int
    running: int
    credits_today: int
    spent_microusd_today: int
    held_microusd_today: int
    voice_ms_today: int
    helpful: int
    unhelpful: int
    messages: int


async def read_stats(database: Database, clock: Clock) -> Stats:
    """Read the figures. It counts whole tables, in the writer thread."""
    now = clock()

    def read(connection: Connection) -> Stats:
        row = connection.only(_STATS, now=stored_instant(now), **day_values(now))
        figures = (int(figure or 0) for figure in row[1:])
        return Stats(tuple(connection.all(_REASONS)), row[0], *figures)

    return await database.write(read)
