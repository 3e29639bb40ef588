"""One life of a process that uses every port, and what must hold when the next one begins."""

import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from dilem.contract import Result, Turn
from dilem.errors import PipelineFailed, ServiceUnavailable
from dilem.ports import CaseId, Policy, ResultId, Session, Token
from dilem.storage.audit import find_discrepancies
from dilem.storage.database import open_database
from dilem.storage.messages import read_inbox
from dilem.storage.owners import DEAD_AFTER_LOOKS
from dilem.storage.retention import purge
from fakes import ManualClock, ask, inquire, recommend
from storage.opening import HOME, Stored, stored
from storage.test_messages import REPORT

CANARY = "CANARY7f3a"
POLICY = Policy()
ANSWERED, FAILED, ABANDONED = CaseId("answered"), CaseId("failed"), CaseId("abandoned")

Outcome = TypeVar("Outcome")


async def live(url: str, acknowledge: Callable[..., None], opened: Callable[[], None]) -> None:
    """Do everything a service does, and tell of each step once it is acknowledged.

    It ends with a calculation that never ends. A step that meets an outage is tried once more: a
    fault that has passed must not need a restart.
    """
    database = await open_database(url)
    opened()
    clock = ManualClock()
    storage = stored(database, POLICY, clock)
    token = await insist(lambda: storage.sessions.open(HOME))
    acknowledge("token", token)
    caller = await storage.sessions.find(token, HOME)
    await insist(lambda: settle(storage, caller, inquire(CANARY)))
    acknowledge("asked")
    result = await insist(lambda: settle(storage, caller, recommend(summary=CANARY)))
    assert isinstance(result, Result)
    acknowledge("decided", str(result.result_id))
    result_id = ResultId(str(result.result_id))
    await insist(lambda: storage.results.record_vote(caller, result_id, helpful=True, reason=None))
    acknowledge("voted")
    await insist(lambda: storage.messages.keep(caller, REPORT))
    acknowledge("sent")
    await spend(storage, acknowledge)
    await insist(lambda: fail(storage, caller))
    acknowledge("failed")
    await insist(storage.owners.recover)
    running = await insist(lambda: begin(storage, caller))
    acknowledge("begun")
    acknowledge("purging")
    clock.advance(days=31)
    await insist(lambda: purge(database, POLICY, clock))
    acknowledge("purged")
    del running


async def insist(step: Callable[[], Awaitable[Outcome]]) -> Outcome:
    """Take a step, and once more if the storage was out of reach."""
    try:
        return await step()
    except ServiceUnavailable:
        return await step()


async def settle(storage: Stored, caller: Session, reply: Turn) -> Turn:
    """A turn of the case that is answered in the end."""
    async with storage.cases.turn(caller, ANSWERED) as turn:
        return await turn.settle(ask(f"{CANARY} or not?"), reply)


async def fail(storage: Stored, caller: Session) -> None:
    """A turn whose calculation fails."""
    with suppress(PipelineFailed):
        async with storage.cases.turn(caller, FAILED):
            raise PipelineFailed


async def begin(storage: Stored, caller: Session) -> object:
    """A turn that runs for as long as the returned value lives."""
    turn = storage.cases.turn(caller, ABANDONED)
    await turn.__aenter__()
    return turn


async def spend(storage: Stored, acknowledge: Callable[..., None]) -> None:
    """A provider's call that ends well, and one that is given back."""
    ledger = storage.ledger
    paid = await insist(lambda: ledger.reserve(500))
    acknowledge("held")
    await insist(lambda: ledger.settle(paid, 300))
    acknowledge("settled")
    unused = await insist(lambda: ledger.reserve(700))
    await insist(lambda: ledger.release(unused))
    acknowledge("released")


@dataclass
class Afterlife:
    """What the next process finds, held against what was acknowledged (by name, with its value)."""

    url: str
    acknowledged: dict[str, str]
    start_s: float = 0.0
    violations: list[str] = field(default_factory=list)

    async def examine(self) -> None:
        """Open what was left, compare, recover, and go on."""
        begun = time.monotonic()
        database = await open_database(self.url)
        self.start_s = time.monotonic() - begun
        self._expect(self.start_s < 3, "a start takes less than three seconds")
        storage = stored(database, POLICY, ManualClock())
        await self._compare_books(storage)
        if "token" in self.acknowledged:
            caller = await storage.sessions.find(Token(self.acknowledged["token"]), HOME)
            await self._compare_acknowledged(storage, caller)
            await self._recover(storage, caller)
        await self._purge(storage)
        await database.close()

    async def _compare_books(self, storage: Stored) -> None:
        self._expect(self._query("PRAGMA integrity_check") == "ok", "the file is sound")
        self._expect(await find_discrepancies(storage.database) == {}, "the books are right")
        if "purging" not in self.acknowledged:
            completed = self._query("SELECT count(*) FROM cases WHERE state = 'completed'")
            settled = self._query("SELECT count(*) FROM exchanges")
            results = self._query("SELECT count(*) FROM results")
            self._expect(results == completed, "a completed case has its result")
            self._expect(settled in {completed, completed + 1}, "what was settled has its words")

    async def _compare_acknowledged(self, storage: Stored, caller: Session) -> None:
        usage = await storage.cases.usage(caller, ANSWERED)
        admitted = [
            case_id
            for case_id in (ANSWERED, FAILED, ABANDONED)
            if (await storage.cases.usage(caller, case_id)).case.admitted
        ]
        self._expect(usage.dilemmas.used == len(admitted), "each admitted case was charged once")
        for step, case_id in (("asked", ANSWERED), ("failed", FAILED), ("begun", ABANDONED)):
            self._expect(step not in self.acknowledged or case_id in admitted, f"{step} is kept")
        if "decided" in self.acknowledged:
            self._expect(usage.case.completed, "decided is kept")
        if "voted" in self.acknowledged and "purging" not in self.acknowledged:
            vote = await storage.results.vote(caller, ResultId(self.acknowledged["decided"]))
            self._expect(vote.helpful is True, "voted is kept")
        if "sent" in self.acknowledged:
            self._expect(len(await read_inbox(storage.database)) == 1, "sent is kept")
        used, held = self._money()
        if "settled" in self.acknowledged:
            self._expect(used == 300 and held in {0, 700}, "settled is kept")
        elif "held" in self.acknowledged:
            self._expect((used, held) in {(0, 500), (300, 0)}, "held is kept")

    async def _recover(self, storage: Stored, caller: Session) -> None:
        used, held = self._money()
        for _ in range(DEAD_AFTER_LOOKS):
            await storage.owners.recover()
        self._expect(self._query("SELECT count(*) FROM cases WHERE state = 'running'") == 0, "nothing runs")
        self._expect(self._money() == (used + held, 0), "what was held counts as used")
        before = (await storage.cases.usage(caller, None)).dilemmas.used
        for step, case_id in (("failed", FAILED), ("begun", ABANDONED)):
            if step in self.acknowledged:
                async with storage.cases.turn(caller, case_id) as turn:
                    await turn.settle(ask(), recommend())
        after = (await storage.cases.usage(caller, None)).dilemmas.used
        self._expect(after == before, "an open case goes on without a charge")
        self._expect(await find_discrepancies(storage.database) == {}, "the books are right afterwards")

    async def _purge(self, storage: Stored) -> None:
        if "purged" not in self.acknowledged:
            storage.clock.advance(days=31)
            purged = await purge(storage.database, POLICY, storage.clock)
            self._expect(purged.finished, "the next purge is completed")
        files = self._path.parent.glob(f"{self._path.name}*")
        self._expect(
            not any(CANARY.encode() in file.read_bytes() for file in files), "no byte of a text is left"
        )

    def _money(self) -> tuple[int, int]:
        row = self._row("SELECT sum(used), sum(held) FROM totals WHERE unit = 'microusd'")
        return row[0] or 0, row[1] or 0

    def _query(self, sql: str) -> Any:
        return self._row(sql)[0]

    def _row(self, sql: str) -> tuple[Any, ...]:
        connection = sqlite3.connect(self._path)
        try:
            row: tuple[Any, ...] = connection.execute(sql).fetchone()
        finally:
            connection.close()
        return row

    @property
    def _path(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///"))

    def _expect(self, fact: bool, sentence: str) -> None:
        if not fact:
            self.violations.append(sentence)
