"""The one thread that writes: everything that waits goes into one transaction."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from dilem.errors import ServiceUnavailable
from dilem.storage.connection import Connection, Statement
from dilem.storage.dialects import Dialect

Outcome = TypeVar("Outcome")

_SAVEPOINT = Statement("SAVEPOINT item")
_RELEASE = Statement("RELEASE SAVEPOINT item")
_ROLLBACK_TO = Statement("ROLLBACK TO SAVEPOINT item")
_COMMIT = Statement("COMMIT")


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    """One caller's work; `expires_at` is of the monotonic clock."""

    function: Callable[[Connection], Any]
    future: asyncio.Future[Any]
    expires_at: float
    alone: bool


class Writer:
    """Runs functions on the writing connection, grouped: one commit, one flush to disk, for all.

    Each function has a savepoint of its own: if it raises, its changes alone are undone. Nobody
    hears of success before the commit; if that fails, everybody hears ServiceUnavailable.
    Work that was queued is done even if its caller stops waiting.
    """

    def __init__(
        self, connect: Callable[[], Connection], dialect: Dialect, *, patience_s: float, group_size: int
    ) -> None:
        self._connect = connect
        self._dialect = dialect
        self._patience_s = patience_s
        self._group_size = group_size
        self._connection: Connection | None = None
        self._queue: SimpleQueue[_Item | None] = SimpleQueue()
        self._stopping = False
        # A daemon: an interpreter that ends without `stop` must not hang; SQLite bears a kill.
        self._thread = Thread(target=self._work, name="dilem-writer", daemon=True)
        self._thread.start()

    async def run(self, function: Callable[[Connection], Outcome], *, alone: bool = False) -> Outcome:
        """Run `function` in the writer thread and return what it returns, once it is committed.

        `alone`: outside any transaction, with nothing else beside it.

        Raises:
            ServiceUnavailable: the database is out of reach, or was locked for all our patience.
        """
        if self._stopping:
            raise ServiceUnavailable
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.put(_Item(function, future, time.monotonic() + self._patience_s, alone))
        return await future

    async def stop(self) -> None:
        """Do everything that is queued, then end the thread."""
        if not self._stopping:
            self._stopping = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        waiting: deque[_Item] = deque()
        more = True
        while more or waiting:
            more = self._gather(waiting) and more
            if not waiting:
                continue
            try:
                self._advance(waiting)
            except Exception as error:  # noqa: BLE001  # an unforeseen error must not end the only writer
                self._disconnect()
                self._fail(waiting, error)
                waiting.clear()
        self._disconnect()

    def _gather(self, waiting: deque[_Item]) -> bool:
        """Add what is queued to `waiting`; wait only if there is nothing. False: nothing will follow."""
        try:
            item = self._queue.get(block=not waiting)
            while item is not None:
                waiting.append(item)
                item = self._queue.get_nowait()
        except Empty:
            return True
        return False

    def _advance(self, waiting: deque[_Item]) -> None:
        try:
            if self._connection is None:
                self._connection = self._connect()
            if waiting[0].alone:
                self._run_alone(self._connection, waiting.popleft())
                return
            for statement in self._dialect.begin:
                self._connection.change(statement)
        except Exception as error:
            if not self._dialect.is_locked(error):
                raise
            # Somebody else writes. Those who waited long enough go; the others try again.
            now = time.monotonic()
            while waiting and waiting[0].expires_at <= now:
                self._fail([waiting.popleft()], error)
            return
        group: list[_Item] = []
        while waiting and not waiting[0].alone and len(group) < self._group_size:
            group.append(waiting.popleft())
        self._run_group(self._connection, group)

    def _run_group(self, connection: Connection, group: list[_Item]) -> None:
        try:
            outcomes = [(item.future, *self._attempt(connection, item)) for item in group]
            connection.change(_COMMIT)
        except Exception as error:  # noqa: BLE001  # each caller of the group is told, with the cause
            self._disconnect()
            self._fail(group, error)
        else:
            _deliver(outcomes)

    def _attempt(self, connection: Connection, item: _Item) -> tuple[Any, Exception | None]:
        connection.change(_SAVEPOINT)
        try:
            outcome = item.function(connection)
        except Exception as error:
            if self._dialect.is_out_of_reach(error):
                # SQLite may have rolled back the whole transaction by itself: nothing of it counts.
                raise
            connection.change(_ROLLBACK_TO)
            connection.change(_RELEASE)
            return None, error
        connection.change(_RELEASE)
        return outcome, None

    def _run_alone(self, connection: Connection, item: _Item) -> None:
        try:
            outcome = item.function(connection)
        except Exception as error:  # noqa: BLE001  # it is its caller's
            self._disconnect()
            self._fail([item], error)
        else:
            _deliver([(item.future, outcome, None)])

    def _fail(self, items: Iterable[_Item], error: Exception) -> None:
        _deliver([(item.future, None, self._as_seen(error)) for item in items])

    def _as_seen(self, error: Exception) -> Exception:
        if not self._dialect.is_out_of_reach(error):
            return error
        seen = ServiceUnavailable()
        seen.__cause__ = error
        return seen

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _deliver(outcomes: list[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
    """Wake each event loop once for all its callers."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any, Exception | None]]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome[0].get_loop(), []).append(outcome)
    for loop, its_outcomes in by_loop.items():
        # A loop that was closed has nobody left to tell.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_wake, its_outcomes)


def _wake(outcomes: list[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
    for future, outcome, error in outcomes:
        if future.done():  # its caller was cancelled
            continue
        if error is None:
            future.set_result(outcome)
        else:
            future.set_exception(error)
