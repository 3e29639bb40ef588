"""One of several processes that want the same thing at the same time. Run as a script.

    python contender.py DATABASE_URL

Each line of its input is a round: the token of a session and a day with money for one call. It
answers each with a JSON object: how many of its callers got a credit, the money, and the case that
all of them want, and which errors the others met.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import date

from dilem.errors import DilemError
from dilem.ports import CaseId, Policy, Session, Token
from dilem.storage.database import open_database
from fakes import ManualClock, ask, recommend
from storage.opening import HOME, Stored, stored

CALLERS = 10
POLICY = Policy(dilemmas_per_day=2, dilemmas_per_address=10**6, daily_microusd=100)


async def main() -> None:
    """Play rounds until the input ends."""
    database = await open_database(sys.argv[1])
    storage = stored(database, POLICY, ManualClock())
    print("ready", flush=True)  # noqa: T201
    while line := await asyncio.to_thread(sys.stdin.readline):
        token, day = line.split()
        caller = await storage.sessions.find(Token(token), HOME)
        print(json.dumps(await play(storage, caller, date.fromisoformat(day))), flush=True)  # noqa: T201
    await database.close()


async def play(storage: Stored, caller: Session, day: date) -> dict[str, dict[str, int]]:
    """Let ten callers want each thing at once."""

    async def turn(case_id: str) -> None:
        async with storage.cases.turn(caller, CaseId(case_id)) as turn:
            await turn.settle(ask(), recommend())

    name = storage.database.owner
    return {
        "same case": await outcomes(lambda _: turn("same")),
        "last credit": await outcomes(lambda number: turn(f"{name}-{number}")),
        "last cent": await outcomes(lambda _: storage.ledger.reserve(60, day)),
    }


async def outcomes(attempt: Callable[[int], Awaitable[object]]) -> dict[str, int]:
    """Count what the attempts came to, by the code of their error."""
    results = await asyncio.gather(*(attempt(number) for number in range(CALLERS)), return_exceptions=True)
    return Counter(
        result.code if isinstance(result, DilemError) else "crash" if isinstance(result, Exception) else "got"
        for result in results
    )


if __name__ == "__main__":
    asyncio.run(main())
