"""Two processes and one database."""

import asyncio
import json
import os
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from dilem.ports import UNLIMITED, Policy
from dilem.storage.audit import find_discrepancies
from dilem.storage.database import open_database
from dilem.storage.sessions import StoredSessions
from fakes import ManualClock
from storage.opening import HOME

SCRIPT = Path(__file__).with_name("contender.py")


async def contender(url: str) -> asyncio.subprocess.Process:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(SCRIPT), url),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    assert await answer(process) == "ready"
    return process


async def answer(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(30):
        return (await process.stdout.readline()).decode().strip()


async def play(process: asyncio.subprocess.Process, token: str, day: date) -> dict[str, dict[str, int]]:
    assert process.stdin is not None
    process.stdin.write(f"{token} {day}\n".encode())
    outcome: dict[str, dict[str, int]] = json.loads(await answer(process))
    return outcome


@pytest.mark.parametrize("rounds", [50, pytest.param(500, marks=pytest.mark.long)])
async def test_two_processes_never_share_a_case_a_credit_or_a_cent(tmp_path: Path, rounds: int) -> None:
    url = f"sqlite:///{tmp_path / 'dilem.sqlite3'}"
    database = await open_database(url)
    sessions = StoredSessions(database, Policy(sessions_per_address=UNLIMITED), ManualClock())
    processes = [await contender(url), await contender(url)]

    wrong = []
    for number in range(rounds):
        token = await sessions.open(HOME)
        day = date(2027, 1, 1) + timedelta(days=number)
        both = await asyncio.gather(*(play(process, token, day) for process in processes))
        for thing in both[0]:
            total = Counter(both[0][thing]) + Counter(both[1][thing])
            refusals = set(total) - {"got"}
            # The first credit went to the case that all wanted; of the other twenty one gets the second.
            allowed = {
                "same case": {"case_busy", "case_completed"},
                "last credit": {"credits_exhausted"},
                "last cent": {"budget_exhausted"},
            }[thing]
            if total["got"] != 1 or not refusals <= allowed:
                wrong.append((number, thing, total))

    assert wrong == []
    assert await find_discrepancies(database) == {}
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        assert await process.wait() == 0
    await database.close()
