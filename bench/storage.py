"""How many admissions and usage reads a second the database takes, and what they cost.

`python -m bench.storage [folder]` prints a table. An admission is what `decide` writes before it
calculates: the case, its credit, the day's counters, its claim, durable before it is acknowledged.
Group commit is compared with one commit for each call, in turns, so that a slow moment of the disk
meets both alike; the figures are medians of the rounds.
"""

import argparse
import asyncio
import itertools
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from dilem.ports import UNLIMITED, Address, CaseId, Policy, Session
from dilem.storage.cases import StoredCases, StoredTurn, reopen_all
from dilem.storage.database import Database, open_database
from dilem.storage.sessions import StoredSessions

POLICY = Policy(
    dilemmas_per_day=UNLIMITED,
    dilemmas_per_address=UNLIMITED,
    sessions_per_address=UNLIMITED,
    max_running=UNLIMITED,
)
CALLERS = (1, 16, 64)
GROUP_SIZES = {"group commit": 256, "one commit per call": 1}


@dataclass(frozen=True)
class Figure:
    """Calls a second of wall time, and microseconds of this process's CPU for each."""

    per_s: float
    cpu_us: float
    p99_ms: float


async def measure(call: Callable[[int], Awaitable[object]], callers: int, duration_s: float) -> Figure:
    """Let `callers` call one after the other for some time; `call` gets a number, never the same."""
    numbers = itertools.count()
    latencies: list[float] = []
    cpu_s, begun = time.process_time(), time.perf_counter()

    async def caller() -> None:
        while (before := time.perf_counter()) - begun < duration_s:
            await call(next(numbers))
            latencies.append(time.perf_counter() - before)

    await asyncio.gather(*(caller() for _ in range(callers)))
    elapsed_s, count = time.perf_counter() - begun, len(latencies)
    return Figure(
        per_s=count / elapsed_s,
        cpu_us=(time.process_time() - cpu_s) / count * 1e6,
        p99_ms=sorted(latencies)[int(0.99 * (count - 1))] * 1e3,
    )


async def measure_admissions(url: str, group_size: int, callers: int, duration_s: float) -> Figure:
    """Admit a new case at each call, from a hundred sessions, and leave it running."""
    database = await open_database(url, group_size=group_size)
    cases, sessions = await _some_callers(database)

    async def admit(number: int) -> None:
        session = sessions[number % len(sessions)]
        claim = number.to_bytes(16, "big")
        await StoredTurn(cases, session, CaseId(f"{database.owner}-{number}"), claim).begin()
        if number % 64 == 63:
            # Admissions count what runs, and no service has thousands of calculations running.
            await database.write(partial(reopen_all, owner=database.owner))

    figure = await measure(admit, callers, duration_s)
    await database.close()
    return figure


async def measure_usage(url: str, callers: int, duration_s: float) -> Figure:
    """Read usage with the state of a case, as a client does after each turn."""
    database = await open_database(url)
    cases, sessions = await _some_callers(database)

    async def read(number: int) -> None:
        await cases.usage(sessions[number % len(sessions)], CaseId("move"))

    figure = await measure(read, callers, duration_s)
    await database.close()
    return figure


async def _some_callers(database: Database) -> tuple[StoredCases, list[Session]]:
    sessions = StoredSessions(database, POLICY, _now)
    address = Address("192.0.2.1")
    tokens = await asyncio.gather(*(sessions.open(address) for _ in range(100)))
    callers = [await sessions.find(token, address) for token in tokens]
    return StoredCases(database, POLICY, _now), callers


def _now() -> datetime:
    return datetime.now(UTC)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="where the database is made")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        rows = asyncio.run(_measure_all(Path(folder), arguments.rounds, arguments.seconds))
    print(f"{'what':<34} {'callers':>7} {'per s':>8} {'CPU us':>7} {'p99 ms':>7}")
    for (what, callers), figures in rows.items():
        per_s, cpu_us, p99_ms = (
            statistics.median(getattr(figure, name) for figure in figures)
            for name in ("per_s", "cpu_us", "p99_ms")
        )
        print(f"{what:<34} {callers:>7} {per_s:>8.0f} {cpu_us:>7.0f} {p99_ms:>7.2f}")


async def _measure_all(folder: Path, rounds: int, seconds: float) -> dict[tuple[str, int], list[Figure]]:
    figures: dict[tuple[str, int], list[Figure]] = {}
    for number in range(rounds):
        for callers in CALLERS:
            for name, group_size in GROUP_SIZES.items():
                url = f"sqlite:///{folder / f'{number}-{callers}-{group_size}.sqlite3'}"
                figure = await measure_admissions(url, group_size, callers, seconds)
                figures.setdefault((f"admission, {name}", callers), []).append(figure)
        url = f"sqlite:///{folder / f'{number}-usage.sqlite3'}"
        figures.setdefault(("usage", 1), []).append(await measure_usage(url, 1, seconds))
    return dict(sorted(figures.items()))


if __name__ == "__main__":
    main()
