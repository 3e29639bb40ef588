"""Erasing what is kept no longer, down to the last byte in the files.

On SQLite, deleting is not enough even with `secure_delete`: when pages of a table are merged, the
rows that move leave a copy of themselves in the page they came from, so that one deleted text in
some thousands could still be read in the file. Therefore a text is first overwritten in its place,
by zeros of the same length, which moves nothing; its row is deleted only when so many overwritten
rows lie between it and the first text that is kept that no merge can move a text.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from dilem.ports import Clock, Policy
from dilem.storage.cases import forget_addresses
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.days import day_that_counts, instant_of, keep_day, stored_instant
from dilem.storage.sessions import forget_openings, forget_tokens

CHUNK = 100
"""Rows in one piece of work: admissions wait no longer than for these."""

MARGIN = 200
"""Overwritten rows that stay. A merge touches three pages of 4 KiB; a row takes at least 100 bytes."""

log = logging.getLogger(__name__)

_BEGIN = Statement(
    "INSERT INTO purges (started_at, exchanges, results, messages) VALUES (:now, 0, 0, 0) RETURNING id"
)
_COUNT = Statement(
    """
    UPDATE purges
    SET exchanges = exchanges + :exchanges, results = results + :results, messages = messages + :messages
    WHERE id = :purge_id
    """
)
_END = Statement(
    """
    UPDATE purges
    SET finished_at = :finished_at, oldest_exchange_at = :oldest_exchange_at,
        oldest_message_at = :oldest_message_at
    WHERE id = :purge_id
    """
)
_OLDEST = Statement(
    """
    SELECT
        (SELECT min(written_at) FROM exchanges WHERE erased = 0),
        (SELECT min(written_at) FROM messages WHERE erased = 0)
    """
)

_EXPIRED_CASES = Statement(
    "SELECT count(DISTINCT case_id) FROM exchanges WHERE erased = 0 AND written_at <= :before"
)
_EXPIRED_EXCHANGES = Statement(
    """
    SELECT id, request, reply FROM exchanges
    WHERE erased = 0 AND written_at <= :before ORDER BY written_at LIMIT :chunk
    """
)
_OVERWRITE_EXCHANGE = Statement(
    "UPDATE exchanges SET request = :request, reply = :reply, erased = 1 WHERE id = :id"
)
_EXCHANGE_BOUNDS = Statement(
    "SELECT (SELECT min(id) FROM exchanges WHERE erased = 0), (SELECT max(id) FROM exchanges)"
)
_DELETE_EXCHANGES = Statement(
    "DELETE FROM exchanges WHERE id IN (SELECT id FROM exchanges WHERE id < :end ORDER BY id LIMIT :chunk)"
)

_EXPIRED_MESSAGES = Statement(
    """
    SELECT id, content FROM messages
    WHERE erased = 0 AND written_at <= :before ORDER BY written_at LIMIT :chunk
    """
)
_OVERWRITE_MESSAGE = Statement(
    """
    UPDATE messages
    SET request_id = :request_id, content_hash = :content_hash, content = :content, erased = 1
    WHERE id = :id
    """
)
_MESSAGE_BOUNDS = Statement(
    "SELECT (SELECT min(id) FROM messages WHERE erased = 0), (SELECT max(id) FROM messages)"
)
_DELETE_MESSAGES = Statement(
    "DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE id < :end ORDER BY id LIMIT :chunk)"
)

_DELETE_RESULTS = Statement(
    """
    DELETE FROM results
    WHERE id IN (SELECT id FROM results WHERE written_at <= :before ORDER BY written_at LIMIT :chunk)
    """
)


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge erased, and the oldest that is still kept."""

    cases: int
    exchanges: int
    results: int
    messages: int
    oldest_exchange_at: datetime | None
    oldest_message_at: datetime | None
    finished: bool
    """False: bytes of what was erased may still lie in the files; the next purge takes them out."""


async def purge(database: Database, policy: Policy, clock: Clock) -> Purged:
    """Erase texts and results past their retention, and all else that no limit needs any more.

    In small pieces, so that callers go on being served. Credits, cases and the ledger stay: they
    hold no words. A purge that was interrupted is completed by the next one.

    Raises:
        ServiceUnavailable: what was erased so far stays erased.
    """
    now = clock()
    text_before = stored_instant(now - timedelta(days=policy.retention_days))
    message_before = stored_instant(now - timedelta(days=policy.message_retention_days))

    async def repeat(step: Callable[[Connection], int]) -> int:
        total = 0
        while done := await database.write(step):
            total += done
        return total

    purge_id, cases = await database.write(partial(_begin, now=now, before=text_before))
    exchanges = await repeat(partial(_erase_exchanges, before=text_before, purge_id=purge_id))
    results = await repeat(partial(_delete_results, before=text_before, purge_id=purge_id))
    messages = await repeat(partial(_erase_messages, before=message_before, purge_id=purge_id))
    await repeat(partial(_delete_overwritten, bounds=_EXCHANGE_BOUNDS, delete=_DELETE_EXCHANGES))
    await repeat(partial(_delete_overwritten, bounds=_MESSAGE_BOUNDS, delete=_DELETE_MESSAGES))
    finished = await database.clear_remains()
    oldest = await database.write(partial(_end, purge_id=purge_id, now=clock(), finished=finished))
    log.info("purged", extra={"cases": cases, "results": results, "messages": messages})
    return Purged(cases, exchanges, results, messages, *oldest, finished=finished)


def _begin(connection: Connection, now: datetime, before: int) -> tuple[int, int]:
    forget_openings(connection, now)
    today = day_that_counts(connection, now)
    keep_day(connection, today)  # whose addresses are forgotten cannot count again
    forget_addresses(connection, today)
    forget_tokens(connection, now)
    (purge_id,) = connection.only(_BEGIN, now=stored_instant(now))
    (cases,) = connection.only(_EXPIRED_CASES, before=before)
    return purge_id, cases


def _erase_exchanges(connection: Connection, before: int, purge_id: int) -> int:
    rows = connection.all(_EXPIRED_EXCHANGES, before=before, chunk=CHUNK)
    for exchange_id, request, reply in rows:
        connection.change(_OVERWRITE_EXCHANGE, id=exchange_id, request=_zeros(request), reply=_zeros(reply))
    connection.change(_COUNT, purge_id=purge_id, exchanges=len(rows), results=0, messages=0)
    return len(rows)


def _delete_results(connection: Connection, before: int, purge_id: int) -> int:
    deleted = connection.change(_DELETE_RESULTS, before=before, chunk=CHUNK)
    connection.change(_COUNT, purge_id=purge_id, exchanges=0, results=deleted, messages=0)
    return deleted


def _erase_messages(connection: Connection, before: int, purge_id: int) -> int:
    rows = connection.all(_EXPIRED_MESSAGES, before=before, chunk=CHUNK)
    for message_id, content in rows:
        connection.change(
            _OVERWRITE_MESSAGE,
            id=message_id,
            request_id=f"x{message_id:031d}",  # as long as a request_id, and never one
            content_hash=bytes(32),
            content=_zeros(content),
        )
    connection.change(_COUNT, purge_id=purge_id, exchanges=0, results=0, messages=len(rows))
    return len(rows)


def _delete_overwritten(connection: Connection, bounds: Statement, delete: Statement) -> int:
    oldest_kept, newest = connection.only(bounds)
    if newest is None:
        return 0
    end = newest + 1 if oldest_kept is None else oldest_kept
    return connection.change(delete, end=end - MARGIN, chunk=CHUNK)


def _end(
    connection: Connection, purge_id: int, now: datetime, *, finished: bool
) -> tuple[datetime | None, datetime | None]:
    exchange_at, message_at = connection.only(_OLDEST)
    connection.change(
        _END,
        purge_id=purge_id,
        finished_at=stored_instant(now) if finished else None,
        oldest_exchange_at=exchange_at,
        oldest_message_at=message_at,
    )
    return (
        None if exchange_at is None else instant_of(exchange_at),
        None if message_at is None else instant_of(message_at),
    )


def _zeros(text: str) -> str:
    """As many bytes as `text` takes: only a value of the same size is written in the same place."""
    return "0" * len(text.encode())
